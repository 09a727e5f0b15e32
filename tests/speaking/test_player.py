from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

import huhn_voice
from huhn_voice.errors import HuhnVoiceError
from huhn_voice.speaking.player import Player, load
from huhn_voice.speaking.sounds import before_speech, glides, noise

SHOW = """
import json, sys, threading, time
from pathlib import Path
from huhn_voice.speaking.player import Player
player, wav = Player(), Path(sys.argv[1])
asked = player.now_s()
whole = player.play(wav)
player.wait(whole)
cut = player.play(wav)
threading.Event().wait(0.6)
stopped = player.now_s()
player.stop()
player.wait(cut)
both = player.play(wav, 0.2)
replaced = player.play(wav)
player.wait(replaced)
threading.Event().wait(0.3)
began = time.perf_counter()
player.close()
print(json.dumps({
    "lag_s": whole.start_s - asked, "length_s": whole.end_s - whole.start_s, "whole": whole.complete,
    "silent_after_s": cut.end_s - stopped, "cut": cut.complete, "both": both.complete, "replaced": replaced.complete,
    "close_s": time.perf_counter() - began,
}))
"""


@pytest.fixture
def tone(tmp_path: Path) -> Path:
    """1 s of a 440 Hz tone."""
    path = tmp_path / "tone.wav"
    soundfile.write(path, 0.3 * np.sin(2 * np.pi * 440 * np.arange(22050) / 22050), 22050)
    return path


@pytest.mark.sound_card
def test_the_real_stream_reports_when_a_sound_began_and_ended(
    sound_card: dict[str, str], tone: Path, tmp_path: Path
) -> None:
    raw = tmp_path / "heard.raw"
    env = sound_card | {"PYTHONPATH": str(Path(huhn_voice.__file__).parents[1])}
    record = ["parec", "--device=speaker.monitor", "--format=float32le", "--rate=16000", "--channels=1", str(raw)]
    with subprocess.Popen(record, env=env) as recorder:
        shown = subprocess.run(
            [sys.executable, "-c", SHOW, str(tone)], env=env, capture_output=True, text=True, timeout=30, check=False
        )
        recorder.terminate()
    assert shown.returncode == 0, shown.stderr
    times = json.loads(shown.stdout)
    assert 0 <= times["lag_s"] < 3.0  # PulseAudio takes its time to start the first stream
    assert times["length_s"] >= 0.99
    assert (times["whole"], times["cut"], times["both"], times["replaced"]) == (True, False, False, True)
    assert 0 < times["silent_after_s"] < 0.2
    assert times["close_s"] < 1.0
    heard = np.fromfile(raw, np.float32)
    windows = np.abs(heard[: len(heard) // 320 * 320]).reshape(-1, 320).max(axis=1)
    assert 2.0 < 0.02 * (windows > 0.1).sum() < 3.2  # 1 s, the first 0.6 s, and 1 s


def test_without_portaudio_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(HuhnVoiceError, match="libportaudio2"):
        Player()


def test_an_unknown_loudspeaker_is_named() -> None:
    try:
        import sounddevice  # noqa: F401, PLC0415 - it fails to import without PortAudio
    except OSError:
        pytest.skip("PortAudio is missing: libportaudio2")
    with pytest.raises(HuhnVoiceError, match=r"loudspeaker 'Grammophon'.*huhn-voice devices"):
        Player("Grammophon")


def test_a_sound_is_loaded_at_the_rate_of_the_device(tone: Path) -> None:
    samples = load(tone, 48000)
    assert samples.dtype == np.float32
    assert len(samples) == pytest.approx(48000, abs=2)


def test_a_file_that_is_no_sound_is_named(tmp_path: Path) -> None:
    (tmp_path / "egg.wav").write_bytes(b"egg")
    with pytest.raises(HuhnVoiceError, match=r"egg\.wav cannot be played"):
        load(tmp_path / "egg.wav", 48000)


@pytest.mark.parametrize("name", sorted(glides()))
def test_a_noise_is_short_soft_and_does_not_click(name: str) -> None:
    samples = noise(name, 22050)
    assert 0.05 < len(samples) / 22050 < 0.6
    assert np.abs(samples).max() <= 0.31
    assert max(abs(samples[0]), abs(samples[-1])) < 0.01
    assert len(before_speech(name, np.ones(100, np.float32), 22050)) > len(samples) + 100
