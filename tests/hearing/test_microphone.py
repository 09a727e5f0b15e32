"""The microphone: what is wrong is said in one sentence, and a virtual sound card is heard, lost and found again."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing import microphone
from huhn_voice.hearing.microphone import Microphone, check_microphone, portaudio

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DEVICES = [
    {"name": "Speakers", "max_input_channels": 0, "default_samplerate": 48_000.0},
    {"name": "Built-in mic", "max_input_channels": 1, "default_samplerate": 44_100.0},
    {"name": "Table mics", "max_input_channels": 4, "default_samplerate": 48_000.0},
]


class PortAudioError(Exception):
    """As in sounddevice."""


class Stream:
    """A device that delivers nothing by itself."""

    opened: list[dict[str, Any]]

    def __init__(self, **options: object) -> None:
        Stream.opened.append(options)

    def start(self) -> None:
        pass

    def close(self, *, ignore_errors: bool) -> None:
        pass


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A machine with the above devices."""
    Stream.opened = []
    fake = SimpleNamespace(
        query_devices=lambda: DEVICES,
        default=SimpleNamespace(device=(1, 0)),
        InputStream=Stream,
        PortAudioError=PortAudioError,
    )
    monkeypatch.setattr(microphone, "portaudio", lambda: fake)
    return fake


@pytest.mark.parametrize(("name", "found"), [(None, "Built-in mic"), ("table", "Table mics"), ("mic", "Built-in mic")])
def test_a_microphone_is_found_by_part_of_its_name(name: str | None, found: str, devices: SimpleNamespace) -> None:
    assert devices.query_devices()
    assert check_microphone(name) == found


def test_a_device_is_opened_at_its_own_rate(devices: SimpleNamespace) -> None:
    assert devices.query_devices()
    Microphone("table", channels=2).close()
    assert [(one["device"], one["samplerate"], one["channels"]) for one in Stream.opened] == [(2, 48_000, 2)]


def test_an_unknown_device_is_refused_with_those_there_are(devices: SimpleNamespace) -> None:
    assert devices.query_devices()
    with pytest.raises(HuhnVoiceError, match=r"“Studio”: choose one of Built-in mic, Table mics\."):
        Microphone("Studio")


def test_a_machine_without_a_microphone_is_told_so(devices: SimpleNamespace) -> None:
    devices.query_devices = lambda: DEVICES[:1]
    with pytest.raises(HuhnVoiceError, match="No microphone was found"):
        Microphone()


def test_too_few_channels_are_told(devices: SimpleNamespace) -> None:
    assert devices.query_devices()
    with pytest.raises(HuhnVoiceError, match="1 channel"):
        Microphone(channels=3)


def test_a_device_that_refuses_is_told(devices: SimpleNamespace) -> None:
    def refuse(**_options: object) -> None:
        raise PortAudioError("device unavailable")

    devices.InputStream = refuse
    with pytest.raises(HuhnVoiceError, match="cannot be opened"):
        Microphone()


def test_without_portaudio_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_rest: object) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(HuhnVoiceError, match="libportaudio2"):
        portaudio()


def test_sound_is_resampled_and_too_much_of_it_is_dropped_and_counted(devices: SimpleNamespace) -> None:
    assert devices.query_devices()
    mic = Microphone()
    callback: Callable[..., None] = Stream.opened[0]["callback"]
    piece = np.full((441, 1), 0.25, np.float32)
    for _ in range(microphone.QUEUED + 3):
        callback(piece, 441, None, None)
    assert mic.dropped == 3
    at = 0
    for block in mic.blocks():
        assert block.start == at
        at = block.end
        loudest = block.samples[:, 0]
        if at > 16_000:
            break
    np.testing.assert_allclose(loudest, 0.25, atol=0.01)
    assert mic.now_s() == at / 16_000
    mic.close()


def test_a_lost_device_is_noticed_bridged_with_silence_and_opened_again(
    devices: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(microphone, "LOST_S", 0.15)
    monkeypatch.setattr(microphone, "OPENING_S", 0.15)
    told: list[str] = []
    renewed: list[str] = []
    there = devices.query_devices
    mic = Microphone(told=told.append, renew=lambda _restart: renewed.append("again"))
    blocks = mic.blocks()
    devices.query_devices = list  # unplugged
    silence = next(blocks)
    assert told == ["mic_lost"]
    assert not silence.samples.any()
    while not renewed:
        next(blocks)
    devices.query_devices = there
    while "mic_back" not in told:
        Stream.opened[-1]["callback"](np.full((441, 1), 0.5, np.float32), 441, None, None)
        next(blocks)
    assert Stream.opened[-1]["device"] == 1
    mic.close()
    assert list(blocks) == []


LIVE = """
import sys, threading
from huhn_voice.hearing.microphone import Microphone

told = []
mic = Microphone(told=told.append)
heard = []
for block in mic.blocks():
    heard.append(block.samples)
    if len(heard) == 1:
        print("ready", flush=True)
    if mic.now_s() > float(sys.argv[1]):
        break
mic.close()
import numpy as np
sound = np.concatenate(heard)[:, 0]
loudest = np.abs(np.fft.rfft(sound)).argmax() * 16_000 / len(sound)
print(f"{loudest:.0f}", float(np.abs(sound).max()) > 0.05, mic.dropped, *told, flush=True)
"""


def live(seconds: float, env: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(LIVE), str(seconds)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_what_is_played_into_the_room_is_heard(sound_card: dict[str, str], tmp_path: Path) -> None:
    tone = 0.3 * np.sin(2 * np.pi * 440 * np.arange(44_100 * 4) / 44_100)
    soundfile.write(tmp_path / "tone.wav", tone, 44_100)
    process = live(2.0, sound_card)
    play = ["paplay", "--device=room", str(tmp_path / "tone.wav")]
    with subprocess.Popen(play, env=sound_card) as player:
        said, _ = process.communicate(timeout=20)
        player.terminate()
    hertz, loud, dropped, *told = said.split()
    assert abs(int(hertz) - 440) <= 2
    assert (loud, dropped, told) == ("True", "0", [])


def test_a_microphone_that_delivers_zeros_is_noticed(sound_card: dict[str, str]) -> None:
    said, _ = live(2.6, sound_card).communicate(timeout=20)
    assert said.split()[3:] == ["mic_silent"]
