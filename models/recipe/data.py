"""Training batches: stretches of a few seconds filled with utterances, some at another speed, and their labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.phones import GARBAGE, SILENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

FRAME = 160
RELABELLED = 0.6
"""Share of the utterances in which every word that is no game word is garbage; in the others it keeps its phones."""


@dataclass(frozen=True)
class Aligned:
    """One aligned set in memory: samples, and for each 10 ms frame its phone and whether it is no game word."""

    sound: NDArray[np.int16]
    labels: NDArray[np.uint8]
    garbage: NDArray[np.uint8]
    utterances: list[tuple[int, int]]

    @classmethod
    def load(cls, work: Path, name: str) -> Aligned:
        """Read what align.py wrote."""
        lines = (work / f"{name}.ali").read_text().splitlines()
        return cls(
            np.fromfile(work / f"{name}.train.i16", np.int16),
            np.fromfile(work / f"{name}.lab", np.uint8),
            np.fromfile(work / f"{name}.gar", np.uint8),
            [(int(start), int(frames)) for start, frames in (line.split("\t") for line in lines)],
        )


class Batches:
    """Endless seeded batches over several aligned sets.

    Args:
        sets: aligned sets; every utterance of each is used once an epoch, in random order.
        count: stretches in a batch.
        frames: length of a stretch, 10 ms frames.
        seed: of everything random here.
    """

    def __init__(self, sets: list[Aligned], count: int, frames: int, seed: int) -> None:
        self.sets = sets
        self.count = count
        self.frames = frames
        self.rng = np.random.default_rng(seed)
        self._queue: list[tuple[int, int, int]] = []
        self.hours = sum(frames for one in sets for _, frames in one.utterances) / 360_000

    def __iter__(self) -> Iterator[tuple[NDArray[np.float32], NDArray[np.uint8]]]:
        """Yield (sound in -1…1, shape (count, frames·160); labels, shape (count, frames))."""
        while True:
            sound = np.zeros((self.count, self.frames * FRAME), np.float32)
            labels = np.full((self.count, self.frames), SILENCE, np.uint8)
            for row in range(self.count):
                self._fill(sound[row], labels[row])
            yield sound, labels

    def _fill(self, sound: NDArray[np.float32], labels: NDArray[np.uint8]) -> None:
        at = int(self.rng.integers(0, 40))
        while at < self.frames - 20:
            said, named = self._utterance()
            if at == 0 and len(named) > self.frames:  # a long one: start anywhere
                skip = int(self.rng.integers(0, len(named) - self.frames))
                said, named = said[skip * FRAME :], named[skip:]
            fits = min(len(named), self.frames - at)
            labels[at : at + fits] = named[:fits]
            sound[at * FRAME : (at + fits) * FRAME] += said[: fits * FRAME]
            at += fits + (int(self.rng.integers(5, 70)) if self.rng.random() < 0.7 else 0)

    def _utterance(self) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        if not self._queue:
            self._queue = [(k, *utterance) for k, one in enumerate(self.sets) for utterance in one.utterances]
            self.rng.shuffle(self._queue)
        k, start, frames = map(int, self._queue.pop())
        one = self.sets[k]
        sound: NDArray[np.float32] = one.sound[start * FRAME : (start + frames) * FRAME].astype(np.float32)
        sound /= np.float32(32_768)
        labels = one.labels[start : start + frames]
        if self.rng.random() < RELABELLED:
            labels = np.where(one.garbage[start : start + frames] == 1, GARBAGE, labels).astype(np.uint8)
        sound *= np.float32(10 ** (self.rng.uniform(-8, 4) / 20) * 0.3 / max(0.02, float(np.abs(sound).max())))
        if self.rng.random() < 0.6:
            sound, labels = self._at_speed(sound, labels, self.rng.uniform(0.82, 1.3))
        return sound, labels

    def _at_speed(
        self, sound: NDArray[np.float32], labels: NDArray[np.uint8], speed: float
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """Faster is also higher, as on a tape: children and shouts."""
        frames = int(len(labels) / speed)
        times = np.arange(frames * FRAME) * speed
        faster = np.interp(times, np.arange(len(sound)), sound).astype(np.float32)
        return faster, labels[np.minimum((np.arange(frames) * speed).astype(int), len(labels) - 1)]
