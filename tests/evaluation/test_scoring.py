"""Figures: counted by hand against a stand-in for the ears, and once with the real ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.evaluation.corpus import Labelled, read_manifest
from huhn_voice.evaluation.report import report
from huhn_voice.evaluation.scoring import PAUSE_S, Scores, evaluate, last_sound_s
from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.sound import RATE_HZ, Block, Heard
from huhn_voice.places import bundled_model

if TYPE_CHECKING:
    from collections.abc import Sequence

DEV = Path(__file__).parents[2] / "fixtures" / "dev"


class LoudEars:
    """Hears the word 0.3 s after each loud sound has ended."""

    def __init__(self) -> None:
        self.loud_s = -1.0

    def hear(self, block: Block) -> list[Heard]:
        loud = np.flatnonzero(np.abs(block.samples) > 0.1)
        if len(loud):
            self.loud_s = (block.start + int(loud[-1])) / RATE_HZ
        elif self.loud_s >= 0:
            end_s, self.loud_s = self.loud_s, -1.0
            return [Heard("word", "chicken", end_s - 0.4, end_s, end_s + 0.3)]
        return []


def files(folder: Path, *labels: tuple[str, bool]) -> list[Labelled]:
    made = []
    for number, (label, loud) in enumerate(labels):
        samples = np.zeros(RATE_HZ)
        samples[4000:12000] = 0.5 * loud
        soundfile.write(folder / f"{number}.wav", samples, RATE_HZ)
        made.append(Labelled(folder / f"{number}.wav", label))
    return made


def scored(made: Sequence[Labelled], target: str = "chicken") -> Scores:
    return evaluate(made, cast("Ears", LoudEars()), target)


def test_hits_misses_and_false_alarms_are_counted(tmp_path: Path) -> None:
    scores = scored(files(tmp_path, ("chicken", True), ("chicken", False), ("", True), ("kitchen", False)))
    figures = scores.as_dict()
    assert (figures["hits"], figures["misses"], figures["false_alarms"]) == (1, 1, 1)
    assert figures["hit_rate"] == pytest.approx(0.5)
    assert figures["hours"] == pytest.approx(2 / 3600)
    assert figures["false_alarms_per_hour"] == pytest.approx(1800)
    assert figures["latency_median_s"] == pytest.approx(0.3, abs=0.001)
    assert figures["missed"] == ["1.wav"]
    assert figures["alarmed"] == ["2.wav"]
    assert scores.audio_s == pytest.approx(4 * (1 + PAUSE_S))


def test_a_given_end_of_the_word_is_used(tmp_path: Path) -> None:
    (made,) = files(tmp_path, ("chicken", True))
    scores = scored([Labelled(made.path, made.label, end_s=0.5)])
    assert scores.latencies_s == [pytest.approx(0.55, abs=0.001)]


def test_a_label_of_several_words_holds_each(tmp_path: Path) -> None:
    assert scored(files(tmp_path, ("chicken anna", True), ("chickens", False))).hits == 1


def test_a_figure_without_measurements_is_none(tmp_path: Path) -> None:
    figures = scored(files(tmp_path, ("", False))).as_dict()
    assert figures["hit_rate"] is None
    assert figures["latency_p95_s"] is None


def test_nothing_to_measure_is_said() -> None:
    with pytest.raises(HuhnVoiceError, match="Nothing to measure"):
        scored([])


def test_a_sound_ends_where_it_becomes_quiet() -> None:
    sound = np.full(RATE_HZ, 0.001, np.float32)
    sound[:8000] = 0.5
    assert last_sound_s(sound) == pytest.approx(0.5, abs=0.001)


def test_the_report_names_what_was_measured(tmp_path: Path) -> None:
    text = report(scored(files(tmp_path, ("chicken", True), ("chicken", False), ("", True))))
    assert "1 of 2 heard (50.0%)" in text
    assert "missed: 1.wav" in text
    assert "false alarms in: 2.wav" in text


def test_the_real_ears_find_the_word_in_held_out_voices() -> None:
    """A floor far below the model card's figures: this finds breakage, not a bad day."""
    some = read_manifest(DEV / "dev-clean.csv")[::4]
    ears = Ears(bundled_model(), ["chicken", "flip", "take", "anna", "ben"])
    try:
        figures = evaluate(some, ears, "chicken").as_dict()
    finally:
        ears.close()
    assert figures["hit_rate"] >= 0.6
    assert figures["latency_p95_s"] <= 0.6
