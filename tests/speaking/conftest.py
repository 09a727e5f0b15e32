"""What the tests of the narrator share: a real voice with a cache of its own, and a virtual sound card."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from huhn_voice.speaking.process import ENGINE
from huhn_voice.speaking.voices import Voice, VoiceSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TOOLS = ("pulseaudio", "pactl", "parec")


@pytest.fixture
def new_voice(tmp_path: Path) -> Iterator[Callable[..., Voice]]:
    """Makes real voices whose cache lies in the test's folder, and closes them."""
    voices: list[Voice] = []

    def make(
        name: str | None = None,
        rate_wpm: int = 165,
        program: Path = ENGINE,
        **settings: Any,  # noqa: ANN401 - any field of VoiceSettings
    ) -> Voice:
        voice = Voice(name, rate_wpm, VoiceSettings(**{"cache_dir": tmp_path / "cache"} | settings), program)
        voices.append(voice)
        return voice

    yield make
    for voice in voices:
        voice.close()


@pytest.fixture
def voice(new_voice: Callable[..., Voice]) -> Voice:
    """The real voice."""
    return new_voice()


@pytest.fixture
def speaker_card(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A virtual loudspeaker; gives the environment in which it is the default output."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no virtual sound card: {', '.join(missing)} missing")
    runtime = tmp_path / "pulse"
    runtime.mkdir(mode=0o700)
    script = runtime / "start.pa"
    script.write_text("load-module module-native-protocol-unix\nload-module module-null-sink sink_name=speaker\n")
    alsa = runtime / "asound.conf"
    alsa.write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n")
    env = os.environ | {"XDG_RUNTIME_DIR": str(runtime), "HOME": str(runtime), "ALSA_CONFIG_PATH": str(alsa)}
    command = ["pulseaudio", "-n", "--exit-idle-time=-1", "-F", str(script)]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as daemon:
        try:
            for _ in range(100):
                if subprocess.run(["pactl", "info"], env=env, capture_output=True, check=False).returncode == 0:  # noqa: S607
                    break
                time.sleep(0.05)
            else:
                pytest.skip("no virtual sound card: PulseAudio does not start here")
            yield env
        finally:
            daemon.terminate()
