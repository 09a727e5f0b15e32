"""The real recognizer with the bundled model on sound by voices that it was not trained on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.graph import compile_model
from huhn_voice.hearing.recording import read_mono
from huhn_voice.hearing.settings import HearingSettings, WordSettings
from huhn_voice.hearing.sound import RATE_HZ, Block, Heard
from huhn_voice.places import bundled_model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

CLIPS = Path(__file__).parents[2] / "fixtures" / "clips"
PHRASES = ["chicken", "flip", "flip it", "turn over", "take", "take it", "points", "cluck", "bok bok", "anna", "ben"]
GAP_S = 1.5


def clip(name: str) -> NDArray[np.float32]:
    return read_mono(CLIPS / name)


CHICKENS = ["slt/chicken.ogg", "slt/clear-chicken.ogg"]
POINTS = ["slt/points.ogg", "slt/clear-points.ogg"]


def stream(*names: str) -> tuple[NDArray[np.float32], list[float]]:
    """Clips with pauses over a faint hiss, and where each begins."""
    pause = np.zeros(int(GAP_S * RATE_HZ), np.float32)
    parts, onsets, at = [pause], [], GAP_S
    for name in names:
        sound = clip(name)
        onsets.append(at + float(np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())[0]) / RATE_HZ)
        parts += [sound, pause]
        at += len(sound) / RATE_HZ + GAP_S
    whole = np.concatenate(parts)
    return (whole + np.random.default_rng(2).normal(0, 3e-4, len(whole))).astype(np.float32), onsets


def hear(
    sound: NDArray[np.float32], block: int = 800, start: int = 0, settings: HearingSettings | None = None
) -> list[Heard]:
    sound = sound if sound.ndim == 2 else sound[:, None]
    ears = Ears(bundled_model(), PHRASES, sound.shape[1], settings)
    try:
        heard = [h for at in range(0, len(sound), block) for h in ears.hear(Block(start + at, sound[at : at + block]))]
        return heard + ears.flush()
    finally:
        ears.close()


def words(heard: list[Heard]) -> list[str]:
    return [one.word for one in heard]


def test_words_are_heard_once_in_time_and_soon() -> None:
    sound, onsets = stream(*CHICKENS, *POINTS)
    heard = hear(sound)
    assert words(heard) == ["chicken", "chicken", "points", "points"]
    for one, onset_s in zip(heard, onsets, strict=True):
        assert one.onset_s == pytest.approx(onset_s, abs=0.15)
        assert one.heard_s - one.end_s <= 0.6
        assert one.confidence >= 0.5
        assert -60 < one.level_dbfs < 0


@pytest.mark.parametrize("block", [160, 777, 8000])
def test_what_is_heard_does_not_depend_on_the_block_size(block: int) -> None:
    sound, _ = stream(*CHICKENS, "hen-1/cluck.ogg", *POINTS)
    assert hear(sound, block) == hear(sound, 800)


def test_times_stay_exact_over_cuts_and_a_late_start() -> None:
    settings = HearingSettings(words=WordSettings(longest_s=1.0, renew_s=3.0))
    sound, onsets = stream(*CHICKENS * 4)
    heard = hear(sound, start=7 * RATE_HZ, settings=settings)
    assert words(heard) == ["chicken"] * 8
    np.testing.assert_allclose([one.onset_s - 7 for one in heard], onsets, atol=0.15)


def test_the_end_of_the_stream_ends_the_last_word() -> None:
    sound, onsets = stream("slt/chicken.ogg")
    cut = sound[: int((onsets[0] + 0.55) * RATE_HZ)]
    assert words(hear(cut)) == ["chicken"]


def test_the_ears_stand_an_offset_and_clipping() -> None:
    sound, _ = stream(*CHICKENS)
    assert words(hear(sound + np.float32(0.3))) == ["chicken"] * 2
    assert words(hear(np.clip(sound * 3 / np.abs(sound).max(), -1, 1))) == ["chicken"] * 2


def test_an_overdriven_input_is_noticed() -> None:
    ears = Ears(bundled_model(), PHRASES)
    sound, _ = stream(*CHICKENS)
    ears.hear(Block(0, sound[:, None]))
    assert not ears.clipped
    ears.hear(Block(len(sound), np.clip(clip("slt/chicken.ogg") * 50, -1, 1)[:, None]))
    assert ears.clipped
    assert ears.level_dbfs() > -20
    ears.close()


@pytest.mark.parametrize("level", [0.0, 1e-4, 0.01])
def test_silence_and_hiss_say_nothing(level: float) -> None:
    hiss = np.random.default_rng(4).normal(0, 1, 12 * RATE_HZ) * level
    assert hear(hiss.astype(np.float32)) == []


def test_every_channel_hears_for_itself() -> None:
    one, _ = stream("slt/chicken.ogg", "slt/points.ogg")
    other = np.roll(one, RATE_HZ // 2)
    heard = hear(np.stack([one, other], axis=1))
    assert [(h.word, h.channel) for h in heard] == [("chicken", 0), ("chicken", 1), ("points", 0), ("points", 1)]


def test_clucks_come_with_the_words() -> None:
    sound, onsets = stream("hen-1/cluck.ogg", "slt/points.ogg")
    heard = [h for h in hear(sound) if h.word in ("cluck", "points")]
    assert [h.kind for h in heard] == ["cluck", "word"]
    assert heard[0].onset_s == pytest.approx(onsets[0], abs=0.1)


@pytest.fixture
def ears() -> Iterator[Ears]:
    ears = Ears(bundled_model(), PHRASES)
    yield ears
    ears.close()


def cluck(onset_s: float) -> Heard:
    return Heard("cluck", "cluck", onset_s, onset_s + 0.6, onset_s + 0.7)


def word(word: str, onset_s: float) -> Heard:
    return Heard("word", word, onset_s, onset_s + 0.5, onset_s + 0.7)


def test_a_word_and_a_cluck_in_one_breath_are_one_shout(ears: Ears) -> None:
    assert words(ears._merged([word("chicken", 1.0), cluck(1.6)])) == ["chicken"]
    assert ears._merged([cluck(2.0)]) == []


def test_a_shout_that_began_with_a_cluck_keeps_the_clucks_onset(ears: Ears) -> None:
    ears._merged([cluck(5.0)])
    (shout,) = ears._merged([word("chicken", 5.8)])
    assert (shout.word, shout.onset_s) == ("chicken", 5.0)


def test_one_more_bok_bok_is_no_new_cluck(ears: Ears) -> None:
    said = [word("bok bok", 1.0), cluck(1.1), word("bok bok", 1.6), word("bok bok", 2.2)]
    assert [(h.kind, h.word) for h in ears._merged(said)] == [("cluck", "cluck")]


def test_fh_26_a_cluck_beside_an_action_word_stays_a_shout(ears: Ears) -> None:
    ears._merged([word("take", 1.0)])
    (shout,) = ears._merged([cluck(0.9)])
    assert (shout.kind, shout.onset_s) == ("cluck", 0.9)
    assert words(ears._merged([cluck(3.0), word("take", 3.2)])) == ["cluck", "take"]


def test_two_shouts_are_two(ears: Ears) -> None:
    assert words(ears._merged([word("chicken", 1.0), word("chicken", 1.1)])) == ["chicken"] * 2


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HuhnVoiceError, match="no Vosk model"):
        Ears(tmp_path, PHRASES)


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    for part in ("am", "conf"):
        (tmp_path / part).mkdir()
    (tmp_path / "am" / "final.mdl").write_bytes(b"damaged")
    (tmp_path / "conf" / "model.conf").write_text("")
    (tmp_path / "conf" / "mfcc.conf").write_text("")
    with pytest.raises(HuhnVoiceError, match="cannot be loaded"):
        Ears(tmp_path, PHRASES)


def test_a_foreign_model_is_told_which_words_it_lacks(tmp_path: Path) -> None:
    foreign = compile_model(bundled_model(), ["chicken", "take"], tmp_path)
    with pytest.raises(HuhnVoiceError, match=r"lacks the words .*anna.*ben"):
        Ears(foreign, PHRASES)
    Ears(foreign, ["chicken", "take"]).close()
