"""Short noises that stand for a sentence in the verbosity "sounds". What they are is data in sounds.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import soundfile

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LEVEL = 0.3
"""Peak, full scale = 1: below speech."""
EDGE_S = 0.01
"""Each glide is faded in and out over this time, so that it does not click."""
PAUSE_S = 0.08
"""Silence between a noise and the words behind it."""


@cache
def glides() -> dict[str, list[tuple[float, float, float]]]:
    """Every noise by name, as (from_hz, to_hz, length_s) one after the other."""
    data = tomllib.loads((files("huhn_voice.speaking") / "sounds.toml").read_text("utf-8"))
    return {name: [(float(a), float(b), float(c)) for a, b, c in parts] for name, parts in data.items()}


def noise(name: str, rate_hz: int) -> NDArray[np.float32]:
    """A noise as mono samples in -1…1, shape (frames,).

    Raises:
        KeyError: there is no such noise.

    >>> len(noise("lucky", 1000))
    120
    """
    return np.concatenate([_glide(*part, rate_hz) for part in glides()[name]])


def before_speech(name: str, speech: NDArray[np.float32], rate_hz: int) -> NDArray[np.float32]:
    """The noise, a short pause, then speech; the noise alone if the speech is empty."""
    pause = np.zeros(round(PAUSE_S * rate_hz) if len(speech) else 0, np.float32)
    return np.concatenate([noise(name, rate_hz), pause, speech])


def _glide(from_hz: float, to_hz: float, length_s: float, rate_hz: int) -> NDArray[np.float32]:
    frames = round(length_s * rate_hz)
    if not to_hz:
        return np.zeros(frames, np.float32)
    phase = 2 * np.pi * np.cumsum(np.linspace(from_hz, to_hz, frames)) / rate_hz
    ramp = np.minimum(np.arange(frames), np.arange(frames)[::-1]) / (EDGE_S * rate_hz)
    samples: NDArray[np.float32] = (LEVEL * np.sin(phase) * np.minimum(1.0, ramp)).astype(np.float32)
    return samples


def length_s(path: Path) -> float:
    """Duration of a sound file, seconds; 0 if it is gone."""
    try:
        return float(soundfile.info(path).duration)
    except (soundfile.LibsndfileError, OSError):
        return 0.0
