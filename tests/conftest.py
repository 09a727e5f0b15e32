"""What all tests share: no silent skips in CI, and a virtual sound card."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

# A shell makes what it starts with & ignore Ctrl+C, and what is started from there inherits it: a handler ends that.
signal.signal(signal.SIGINT, signal.default_int_handler)

TOOLS = ("pulseaudio", "pactl", "paplay", "parec")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With HUHN_VOICE_NO_SKIPS=1 a skip is a failure: in CI everything that can run must run."""
    report = yield
    allowed = item.get_closest_marker("needs_corpus") is not None
    if report.skipped and os.environ.get("HUHN_VOICE_NO_SKIPS") and not allowed and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but nothing may be skipped here: {report.longrepr}"
    return report


@pytest.fixture
def sound_card(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A virtual sound card; gives the environment in which it is the default.

    What is played into the sink `room` is heard by the microphone; what the table says can be recorded from
    `speaker.monitor`.
    """
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"no virtual sound card: {', '.join(missing)} missing")
    runtime = tmp_path / "pulse"
    runtime.mkdir(mode=0o700)
    script = runtime / "start.pa"
    script.write_text(
        "load-module module-native-protocol-unix\n"
        "load-module module-null-sink sink_name=room\n"
        "load-module module-null-sink sink_name=speaker\n"
        "set-default-sink speaker\n"
        "set-default-source room.monitor\n"
    )
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
