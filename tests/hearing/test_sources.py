"""Recordings and scenes: any file, any block size, the same sound; bad ones refused in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.recording import Recording
from huhn_voice.hearing.scene import Scene
from huhn_voice.hearing.sound import RATE_HZ

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from huhn_voice.hearing.sound import Source


def tone(rate: int, seconds: float = 1.0, hertz: float = 440.0) -> NDArray[np.float64]:
    samples: NDArray[np.float64] = 0.3 * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)
    return samples


def everything(source: Source) -> NDArray[np.float32]:
    return np.concatenate([block.samples for block in source.blocks()])


@pytest.mark.parametrize(("rate", "kind"), [(8_000, "wav"), (16_000, "flac"), (44_100, "wav"), (48_000, "ogg")])
def test_a_recording_of_any_rate_and_format_comes_at_16_khz(rate: int, kind: str, tmp_path: Path) -> None:
    soundfile.write(tmp_path / f"tone.{kind}", np.stack([tone(rate), tone(rate) / 2], axis=1), rate)
    source = Recording(tmp_path / f"tone.{kind}")
    samples = everything(source)
    source.close()
    assert samples.shape[1] == 2
    assert abs(len(samples) - RATE_HZ) <= 800
    spectrum = np.abs(np.fft.rfft(samples[:RATE_HZ, 0]))
    assert abs(int(spectrum.argmax()) * RATE_HZ / len(samples[:RATE_HZ]) - 440) < 3


@pytest.mark.parametrize("block", [160, 799, 8000])
def test_blocks_follow_each_other_without_gap(block: int, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "tone.wav", tone(44_100, 2.0), 44_100)
    at = 0
    for piece in Recording(tmp_path / "tone.wav", block).blocks():
        assert piece.start == at
        assert len(piece.samples) == block
        at = piece.end


def test_the_sound_does_not_depend_on_the_block_size(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "tone.wav", tone(44_100, 2.0), 44_100)
    one, other = (everything(Recording(tmp_path / "tone.wav", block)) for block in (160, 8000))
    shorter = min(len(one), len(other))
    np.testing.assert_array_equal(one[:shorter], other[:shorter])


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "There is no sound file"), (b"no sound at all", "no sound file that can be read"), (b"", "can be read")],
)
def test_a_file_that_is_no_sound_is_refused(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.wav"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(HuhnVoiceError, match=said):
        Recording(path)


def test_a_file_without_samples_is_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 16_000)
    with pytest.raises(HuhnVoiceError, match="no sound in it"):
        Recording(tmp_path / "empty.wav")


def test_an_impossible_block_size_is_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "tone.wav", tone(16_000), 16_000)
    with pytest.raises(HuhnVoiceError, match="160 to 8000"):
        Recording(tmp_path / "tone.wav", 100)


SCENE = """
[scene]
players = ["Anna", "Ben"]
[[cue]]
when = "window Anna"
play = "tone.wav"
wait_s = 0.6
[[cue]]
when = "window Ben"
play = "tone.wav"
gain_db = -6
"""


def scene(tmp_path: Path, text: str = SCENE) -> Path:
    soundfile.write(tmp_path / "tone.wav", tone(16_000, 0.5), 16_000)
    (tmp_path / "scene.toml").write_text(text)
    return tmp_path / "scene.toml"


@pytest.mark.parametrize("block", [160, 800, 8000])
def test_a_clip_starts_exactly_its_wait_after_the_label(block: int, tmp_path: Path) -> None:
    source = Scene(scene(tmp_path), block)
    pieces = []
    for piece in source.blocks():
        pieces.append(piece.samples)
        if piece.start == 0:
            source.announce("window Ben", 0.1)  # not its turn yet
            source.announce("window Anna", 0.25)
        if piece.end >= 2 * RATE_HZ:
            source.finish()
    samples = np.concatenate(pieces)[:, 0]
    loud = np.flatnonzero(np.abs(samples) > 0.05)
    assert loud[0] == pytest.approx(0.85 * RATE_HZ, abs=4)
    assert source.played == 1
    assert source.unplayed == ["window Ben"]


def test_a_scene_whose_cue_never_comes_ends_by_itself(tmp_path: Path) -> None:
    assert len(everything(Scene(scene(tmp_path), 8000))) / RATE_HZ == pytest.approx(60.5, abs=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no toml [", "no TOML"),
        ("[room]\n", "names no players"),
        (SCENE.replace('when = "window Anna"\n', ""), "Cue 1 .* does not say when"),
        (SCENE.replace("0.6", "0.2"), "Cue 1 .* waits 0.2 s"),
        (SCENE.replace("tone.wav", "none.wav"), "no such file"),
        (SCENE + "channel = 3\n", "Cue 2 .* channel 3"),
        (SCENE + 'channel = "one"\n', "Cue 2 .* must be a number"),
        (SCENE + "also = [1]\n", "Cue 2 .* wrong also"),
        (SCENE.replace("[scene]", "[scene]\nchannels = 0"), "has 0 channels"),
        (SCENE + "[room]\nlevel_dbfs = true\n", "room .* level_dbfs .* must be a number"),
        ("room = 1\n" + SCENE, "mixed up"),
        (SCENE + "[room]\nnoise = 'none.wav'\n", "none.wav"),
    ],
)
def test_a_bad_scene_is_refused_with_its_cue(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(HuhnVoiceError, match=said):
        Scene(scene(tmp_path, text))
