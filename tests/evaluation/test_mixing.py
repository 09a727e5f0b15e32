"""Noise under speech: the ratio asked for, the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.evaluation.mixing import mix, speech_level
from huhn_voice.hearing.sound import RATE_HZ

SPEECH = (0.2 * np.sin(np.arange(RATE_HZ) / 5)).astype(np.float32)
NOISE = np.random.default_rng(1).normal(0, 0.01, 3 * RATE_HZ).astype(np.float32)


@pytest.mark.parametrize("snr_db", [20.0, 10.0, 0.0])
def test_the_ratio_is_the_one_asked_for(snr_db: float) -> None:
    noise = mix(SPEECH, NOISE, snr_db, seed=4) - SPEECH
    assert 10 * np.log10(speech_level(SPEECH) / np.mean(noise**2)) == pytest.approx(snr_db, abs=0.1)


def test_the_same_seed_gives_the_same_sound_and_another_one_another() -> None:
    np.testing.assert_array_equal(mix(SPEECH, NOISE, 10, 1), mix(SPEECH, NOISE, 10, 1))
    assert not np.array_equal(mix(SPEECH, NOISE, 10, 1), mix(SPEECH, NOISE, 10, 2))


def test_loud_mixtures_do_not_clip_and_short_noise_is_repeated() -> None:
    mixed = mix(SPEECH * 4, NOISE[:1000], -10, 1)
    assert len(mixed) == len(SPEECH)
    assert np.abs(mixed).max() <= 1.0


def test_pauses_do_not_lower_the_level_of_speech() -> None:
    paused = np.concatenate([SPEECH, np.zeros_like(SPEECH)])
    assert speech_level(paused) == pytest.approx(speech_level(SPEECH), rel=0.02)


@pytest.mark.parametrize(("speech", "noise"), [(SPEECH * 0, NOISE), (SPEECH, NOISE * 0), (SPEECH, NOISE[:0])])
def test_silence_cannot_be_mixed(speech: np.ndarray, noise: np.ndarray) -> None:
    with pytest.raises(HuhnVoiceError, match="silent"):
        mix(speech, noise, 10, 1)
