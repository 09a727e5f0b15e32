"""Clucks: an energy detector for trains of short, evenly spaced bursts in the band of a hen.

Every 5 ms the level in the band is looked at. A burst is a peak of that level with a dip on either side: deep in a quiet
room, shallower in noise, measured against a floor that follows the room. It counts if it is as short as a cluck and as
bright as one (spectral centroid). A few counting bursts of like level at a cluck's spacing are a cluck; weaker bursts
between them are the room. Talk is as bursty, but not as even; claps and cutlery are brighter, knocks darker, and notes
of music longer.
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
LOOK_S = HOP / RATE_HZ
WINDOW = 256
LOWEST_FLOOR_DB = -75.0
FLOOR_UP_DB, FLOOR_DOWN = 0.02, 0.05
"""The floor creeps up by so many dB a look (4 dB a second) and falls by this share of the difference."""
EDGE_DB = 8.0
"""A burst is as long as its level is within so many dB of its peak."""


@dataclass(frozen=True, slots=True)
class _Burst:
    onset_s: float
    length_s: float
    level_db: float
    centroid_hz: float
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
        self._looks: deque[tuple[float, float]] = deque(maxlen=100)  # level and centroid
        self._rising = False
        self._peak_db = self._valley_db = -120.0
        self._since_peak = 0  # looks
        self._bursts: deque[_Burst] = deque(maxlen=24)
        self._emitted_s = -1.0
        hertz = np.fft.rfftfreq(WINDOW, 1 / RATE_HZ)
        in_band = (hertz >= settings.low_hz) & (hertz <= settings.high_hz)
        # Sums over the spectrum: power in the band, all power, power times frequency.
        self._sums = np.stack([in_band / (WINDOW * WINDOW / 8), np.ones_like(hertz), hertz], axis=1).astype(np.float32)
        self._window = np.hanning(WINDOW).astype(np.float32)

    def accept(self, samples: NDArray[np.float32]) -> list[Heard]:
        """Take any number of samples, -1…1, and return the clucks that were completed in them."""
        sound = np.concatenate([self._rest, samples])
        count = max(0, (len(sound) - WINDOW) // HOP + 1)
        self._rest = sound[count * HOP :]
        heard: list[Heard] = []
        if count:
            levels_db, centroids_hz = self._spectra(sound, count)
            for number in range(count):
                heard += self._look(self._at + number * HOP, levels_db[number], centroids_hz[number])
            self._at += count * HOP
        return heard

    def _spectra(self, sound: NDArray[np.float32], count: int) -> tuple[list[float], list[float]]:
        """Level in the band, dB, and centroid of the whole spectrum, Hz, of each look."""
        places = np.arange(WINDOW) + HOP * np.arange(count)[:, None]
        spectrum = np.fft.rfft(sound[places] * self._window)
        band, everything, by_hertz = ((spectrum.real**2 + spectrum.imag**2) @ self._sums).T
        levels_db = 10 * np.log10(band + 1e-12)
        centroids_hz = by_hertz / (everything + 1e-12)
        return levels_db.tolist(), centroids_hz.tolist()

    def _look(self, at: int, level_db: float, centroid_hz: float) -> list[Heard]:
        """One look of 5 ms; the window's middle is taken as its time."""
        self._looks.append((level_db, centroid_hz))
        if level_db < self._floor_db:
            self._floor_db += FLOOR_DOWN * (level_db - self._floor_db)
        else:
            self._floor_db += FLOOR_UP_DB
        self._floor_db = max(self._floor_db, LOWEST_FLOOR_DB)
        if not self._rising:
            self._valley_db = min(self._valley_db, level_db)
            if level_db >= self._valley_db + self._dip_db(level_db):
                self._rising, self._peak_db, self._since_peak = True, level_db, 0
            return []
        self._since_peak += 1
        if level_db > self._peak_db:
            self._peak_db, self._since_peak = level_db, 0
        if level_db > self._peak_db - self._dip_db(self._peak_db):
            return []
        self._rising, self._valley_db = False, level_db
        return self._burst((at + WINDOW // 2) / RATE_HZ)

    def _dip_db(self, peak_db: float) -> float:
        """How far the level must fall on either side of a peak."""
        settings = self._settings
        return min(max(settings.dip * (peak_db - self._floor_db), settings.dip_low_db), settings.dip_high_db)

    def _burst(self, now_s: float) -> list[Heard]:
        """A peak is over: note it, and say whether it completes a cluck."""
        settings = self._settings
        if self._peak_db < self._floor_db + settings.over_db:
            return []
        looks = list(self._looks)
        top = len(looks) - 1 - self._since_peak
        first = last = max(top, 0)
        while first > 0 and looks[first - 1][0] > self._peak_db - EDGE_DB:
            first -= 1
        while last < len(looks) - 1 and looks[last + 1][0] > self._peak_db - EDGE_DB:
            last += 1
        inside = looks[first : last + 1]
        weights = [10 ** (level / 10) for level, _ in inside]
        centroid_hz = sum(w * c for w, (_, c) in zip(weights, inside, strict=True)) / sum(weights)
        length_s = len(inside) * LOOK_S
        counts = (
            settings.shortest_s <= length_s <= settings.longest_s
            and settings.dark_hz <= centroid_hz <= settings.bright_hz
        )
        end_s = now_s - (len(looks) - 1 - last) * LOOK_S
        self._bursts.append(_Burst(end_s - length_s, length_s, self._peak_db, centroid_hz, counts))
        return self._train(now_s)

    def _train(self, now_s: float) -> list[Heard]:
        """A cluck, if the last loud bursts are one."""
        settings = self._settings
        loud = [burst for burst in self._bursts if burst.level_db >= self._peak_db - settings.spread_db]
        train = loud[-settings.bursts :]
        if len(train) < settings.bursts or not all(b.counts for b in train) or train[0].onset_s < self._emitted_s:
            return []
        apart = [b.onset_s - a.onset_s for a, b in pairwise(train)]
        levels = [burst.level_db for burst in train]
        if (
            min(apart) < settings.apart_low_s
            or max(apart) > settings.apart_high_s
            or max(levels) - min(levels) > settings.spread_db
            or _ratio(apart) > settings.evenness
            or _ratio([burst.centroid_hz for burst in train]) > settings.alike_centroid
            or _ratio([burst.length_s for burst in train]) > settings.alike_length
        ):
            return []
        self._emitted_s = now_s + settings.apart_high_s
        return [Heard("cluck", "cluck", train[0].onset_s, now_s, now_s, 0.9, self._channel, max(levels))]


def _ratio(values: list[float]) -> float:
    return max(values) / min(values)
