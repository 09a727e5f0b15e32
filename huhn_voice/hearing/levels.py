"""How loud it was: for the cluck contest, a meter, and a warning when the input is overdriven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.sound import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIECE = 160
"""Frames of which one power is kept: 10 ms."""
WINDOW = 5
"""Pieces in the 50 ms over which a level is taken."""
KEPT = 2_400
"""Pieces kept: 24 s, longer than the longest utterance."""
FULL_SCALE = 0.999
CLIPPED_SHARE = 0.002
"""Overdriven: so large a share of a second's samples is at full scale."""
QUIETEST_DBFS = -120.0


class Levels:
    """Powers of the last seconds, by channel.

    Args:
        channels: input channels.
    """

    def __init__(self, channels: int) -> None:
        self._powers = np.zeros((0, channels))
        self._rest = np.zeros((0, channels), np.float32)
        self._end = 0  # sample index just past the last piece
        self._at_full: list[tuple[int, float]] = []  # end of a step, its share of samples at full scale

    @property
    def clipped(self) -> bool:
        """Whether a thousandth and more of the last second stood at full scale."""
        return bool(self._at_full) and sum(share for _, share in self._at_full) / len(self._at_full) > CLIPPED_SHARE

    def take(self, raw: NDArray[np.float32], clean: NDArray[np.float32], end: int) -> None:
        """Note a step: as it came (for clipping), without rumble (for levels), and the index just past it."""
        share = float(np.mean(np.abs(raw) >= FULL_SCALE))
        self._at_full = [one for one in self._at_full if end - one[0] < RATE_HZ] + [(end, share)]
        sound = np.concatenate([self._rest, clean])
        whole = len(sound) - len(sound) % PIECE
        pieces = sound[:whole].reshape(-1, PIECE, sound.shape[1]).astype(np.float64)
        self._powers = np.concatenate([self._powers, (pieces**2).mean(axis=1)])[-KEPT:]
        self._rest = sound[whole:]
        self._end = end - len(self._rest)

    def now_dbfs(self, channel: int) -> float:
        """Level of the last 50 ms, RMS, dB relative to full scale."""
        last = self._powers[-WINDOW:, channel]
        return _dbfs(float(last.mean())) if len(last) else QUIETEST_DBFS

    def loudest_dbfs(self, onset_s: float, end_s: float, channel: int) -> float:
        """Level of the loudest 50 ms between two audio times, RMS; -120 for what is too long ago."""
        first = len(self._powers) - (self._end - round(onset_s * RATE_HZ)) // PIECE
        last = len(self._powers) - (self._end - round(end_s * RATE_HZ)) // PIECE
        powers = self._powers[max(first, 0) : max(last, first + WINDOW, 0), channel]
        if not len(powers):
            return QUIETEST_DBFS
        size = min(WINDOW, len(powers))
        return _dbfs(float(np.convolve(powers, np.full(size, 1 / size), "valid").max()))


def _dbfs(power: float) -> float:
    return float(max(QUIETEST_DBFS, 10 * np.log10(power + 1e-12)))
