"""Clucks: an energy detector for trains of short, evenly spaced bursts in the band of a hen.

Every 5 ms the level in the band is compared with a noise floor that follows the room. A stretch above it is a burst; it
counts if it is as short as a cluck, as bright as one (spectral centroid), and is followed by a dip. A few counting bursts
at a cluck's spacing are a cluck. Talk is as bursty, but not as even; claps and cutlery are brighter, knocks darker, music
does not dip.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.sound import RATE_HZ, Heard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huhn_voice.hearing.settings import CluckSettings

HOP = 80
"""Frames between looks: 5 ms."""
WINDOW = 256
LOWEST_FLOOR_DB = -75.0
FLOOR_UP_DB, FLOOR_DOWN = 0.02, 0.2
"""The floor creeps up by so many dB a look (4 dB a second) and falls by this share of the difference."""


@dataclass(frozen=True, slots=True)
class _Burst:
    onset_s: float
    end_s: float
    level_db: float
    counts: bool


class CluckDetector:
    """Finds clucks in one channel.

    Args:
        settings: what a cluck sounds like.
        channel: for the emitted Heard.
        origin: index of the first sample on the audio clock.
    """

    def __init__(self, settings: CluckSettings, channel: int = 0, origin: int = 0) -> None:
        self._settings = settings
        self._channel = channel
        self._at = origin
        self._rest = np.zeros(0, np.float32)
        self._floor_db = -50.0
        self._open: list[tuple[float, float]] = []  # level and centroid of each look of the present burst
        self._bursts: deque[_Burst] = deque(maxlen=12)
        self._emitted_s = -1.0
        hertz = np.fft.rfftfreq(WINDOW, 1 / RATE_HZ)
        self._hertz = hertz
        self._band = (hertz >= settings.low_hz) & (hertz <= settings.high_hz)
        self._window = np.hanning(WINDOW)

    def accept(self, samples: NDArray[np.float32]) -> list[Heard]:
        """Take any number of samples, -1…1, and return the clucks that were completed in them."""
        sound = np.concatenate([self._rest, samples])
        looks = max(0, (len(sound) - WINDOW) // HOP + 1)
        if not looks:
            self._rest = sound
            return []
        frames = np.lib.stride_tricks.sliding_window_view(sound, WINDOW)[::HOP][:looks]
        power = np.abs(np.fft.rfft(frames * self._window)) ** 2
        band = power[:, self._band].sum(1)
        level_db = 10 * np.log10(band / (WINDOW * WINDOW / 8) + 1e-12)
        centroid = (power * self._hertz).sum(1) / (power.sum(1) + 1e-12)
        heard: list[Heard] = []
        for number in range(looks):
            heard += self._look(self._at + number * HOP, float(level_db[number]), float(centroid[number]))
        self._at += looks * HOP
        self._rest = sound[looks * HOP :]
        return heard

    def _look(self, at: int, level_db: float, centroid_hz: float) -> list[Heard]:
        """One look of 5 ms; the window's middle is taken as its time."""
        now_s = (at + WINDOW // 2) / RATE_HZ
        over = level_db > self._floor_db + self._settings.over_db
        if level_db < self._floor_db:
            self._floor_db += FLOOR_DOWN * (level_db - self._floor_db)
        else:
            self._floor_db += FLOOR_UP_DB
        self._floor_db = max(self._floor_db, LOWEST_FLOOR_DB)
        peak_db = max((level for level, _ in self._open), default=-120.0)
        if over and level_db > peak_db - 15:
            self._open.append((level_db, centroid_hz))
            return []
        if not self._open:
            return []
        looks, self._open = self._open, []
        return self._burst(looks, now_s)

    def _burst(self, looks: list[tuple[float, float]], end_s: float) -> list[Heard]:
        length_s = len(looks) * HOP / RATE_HZ
        if length_s < 2 * HOP / RATE_HZ:
            return []
        settings = self._settings
        centroid_hz = float(np.average([c for _, c in looks], weights=[10 ** (level / 10) for level, _ in looks]))
        fits = settings.shortest_s <= length_s <= settings.longest_s
        counts = fits and settings.dark_hz <= centroid_hz <= settings.bright_hz
        burst = _Burst(end_s - length_s, end_s, max(level for level, _ in looks), counts)
        self._bursts.append(burst)
        return self._train(end_s)

    def _train(self, now_s: float) -> list[Heard]:
        """A cluck, if the last bursts are one."""
        settings = self._settings
        last = list(self._bursts)[-settings.bursts :]
        if len(last) < settings.bursts or not all(burst.counts for burst in last) or last[0].onset_s < self._emitted_s:
            return []
        apart = [b.onset_s - a.onset_s for a, b in pairwise(last)]
        levels = [burst.level_db for burst in last]
        even = max(apart) <= settings.evenness * min(apart) and max(levels) - min(levels) <= settings.spread_db
        if not even or min(apart) < settings.apart_low_s or max(apart) > settings.apart_high_s:
            return []
        self._emitted_s = now_s + settings.apart_high_s
        return [Heard("cluck", "cluck", last[0].onset_s, now_s, now_s, 0.9, self._channel, max(levels))]
