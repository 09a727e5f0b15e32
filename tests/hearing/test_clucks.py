"""Clucks are heard; talk, claps, knocks and tones are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from huhn_voice.hearing.clucks import CluckDetector
from huhn_voice.hearing.recording import read_mono
from huhn_voice.hearing.settings import CluckSettings
from huhn_voice.hearing.sound import RATE_HZ, Heard

FIXTURES = Path(__file__).parents[2] / "fixtures"
HENS = sorted(FIXTURES.glob("clips/hen-*/*.ogg"))


def listen(samples: np.ndarray, step: int = 800) -> list[Heard]:
    rng = np.random.default_rng(5)
    quiet = rng.normal(0, 0.0005, RATE_HZ)
    sound = np.concatenate([quiet, samples, quiet]).astype(np.float32)
    detector = CluckDetector(CluckSettings())
    return [heard for at in range(0, len(sound), step) for heard in detector.accept(sound[at : at + step])]


def bursts(hertz: float, length_s: float, apart_s: float, noise: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(3)
    samples = rng.normal(0, 0.0005, 5 * RATE_HZ)
    time = np.arange(int(length_s * RATE_HZ)) / RATE_HZ
    for number in range(6):
        tone = np.sin(2 * np.pi * hertz * time) + noise * rng.normal(size=len(time))
        at = int((0.2 + number * apart_s * rng.uniform(0.94, 1.06)) * RATE_HZ)
        samples[at : at + len(time)] += 0.1 * tone * np.hanning(len(time))
    return samples


@pytest.mark.parametrize("hen", HENS, ids=lambda path: path.parent.name)
def test_fh_33_a_recorded_hen_is_heard_once(hen: Path) -> None:
    assert [heard.word for heard in listen(read_mono(hen))] == ["cluck"]


@pytest.mark.parametrize(("length_s", "apart_s"), [(0.04, 0.14), (0.06, 0.19), (0.09, 0.25)])
def test_a_train_of_clucks_is_heard_at_its_onset(length_s: float, apart_s: float) -> None:
    heard = listen(bursts(1_100, length_s, apart_s))
    assert heard
    assert heard[0].onset_s == pytest.approx(1.2, abs=0.03)


@pytest.mark.parametrize(
    ("what", "samples"),
    [
        ("knocks", bursts(120, 0.05, 0.2)),
        ("cutlery", bursts(5_500, 0.03, 0.2)),
        ("claps", bursts(3_500, 0.02, 0.2, noise=3.0)),
        ("a tone", 0.1 * np.sin(2 * np.pi * 900 * np.arange(3 * RATE_HZ) / RATE_HZ)),
        ("slow beats", bursts(1_100, 0.06, 0.6)),
    ],
)
def test_other_sounds_are_no_clucks(what: str, samples: np.ndarray) -> None:
    assert listen(samples) == [], what


def test_the_steps_do_not_matter() -> None:
    samples = bursts(1_100, 0.06, 0.19)
    assert [h.onset_s for h in listen(samples, 160)] == [h.onset_s for h in listen(samples, 8000)]
