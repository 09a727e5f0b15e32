"""Noise under speech at a chosen ratio, the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.sound import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

FRAME = RATE_HZ // 50
"""Frames of 20 ms: the level of speech is taken over its louder half, not over its pauses."""


def mix(speech: NDArray[np.float32], noise: NDArray[np.float32], snr_db: float, seed: int) -> NDArray[np.float32]:
    """Speech with a random piece of the noise under it, turned down together if it would clip.

    Args:
        speech: 16 kHz mono, shape (frames,).
        noise: 16 kHz mono; repeated if it is shorter than the speech.
        snr_db: level of the louder half of the speech over that of the noise.
        seed: of the place in the noise.

    Raises:
        HuhnVoiceError: one of them is silent, so that there is no ratio.
    """
    start = int(np.random.default_rng(seed).integers(0, len(noise))) if len(noise) else 0
    under = np.resize(np.roll(noise, -start), len(speech)).astype(np.float64)
    speech_power, noise_power = speech_level(speech), float(np.mean(under**2)) if len(under) else 0.0
    if not speech_power or not noise_power:
        raise HuhnVoiceError("Speech and noise cannot be mixed: one of them is silent. Choose another recording.")
    mixed = speech + under * np.sqrt(speech_power / noise_power) * 10 ** (-snr_db / 20)
    quieter: NDArray[np.float32] = (mixed / max(1.0, float(np.abs(mixed).max()))).astype(np.float32)
    return quieter


def speech_level(speech: NDArray[np.float32]) -> float:
    """Mean power of the louder half of the 20 ms frames."""
    if not len(speech):
        return 0.0
    frames = np.pad(speech, (0, -len(speech) % FRAME)).reshape(-1, FRAME).astype(np.float64)
    powers = np.sort((frames**2).mean(axis=1))
    return float(powers[len(powers) // 2 :].mean())
