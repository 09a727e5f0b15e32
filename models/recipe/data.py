"""Aligned speech on disk, and training batches from it: stretches of a few seconds filled with utterances and their labels.

A set is `NAME.i16` (samples, 16 kHz, one utterance after the other), `NAME.lab` (uint8, phone of each 10 ms frame),
`NAME.gar` (uint8, 1 where the frame belongs to a word that is no game word) and `NAME.ali` (first frame, number of frames
and speaker of each utterance).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from huhn_voice.hearing.phones import GARBAGE, SILENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

FRAME = 160
RELABELLED = 0.5
"""Share of the utterances in which every word that is no game word is garbage; in the others it keeps its phones."""


Labels = tuple["NDArray[np.uint8]", "NDArray[np.uint8]"]
"""Phone of each 10 ms frame, and 1 where it belongs to a word that is no game word."""


class Writer:
    """Writes a set; the table comes last, so that a set without one is unfinished."""

    def __init__(self, work: Path, name: str) -> None:
        self.table = work / f"{name}.ali"
        self.table.unlink(missing_ok=True)
        self._files = [(work / f"{name}.{kind}").open("wb") for kind in ("i16", "lab", "gar")]
        self._lines: list[str] = []
        self._frames = 0

    def __enter__(self) -> Self:
        """Write."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the files and write the table."""
        for file in self._files:
            file.close()
        self.table.write_text("".join(self._lines))

    def add(
        self, samples: NDArray[np.int16], labels: NDArray[np.uint8], garbage: NDArray[np.uint8], speaker: str
    ) -> None:
        """Append an utterance."""
        frames = len(labels)
        sound, phones, others = self._files
        sound.write(samples[: frames * FRAME].tobytes())
        phones.write(labels.tobytes())
        others.write(garbage.tobytes())
        self._lines.append(f"{self._frames}\t{frames}\t{speaker}\n")
        self._frames += frames

    @property
    def kept(self) -> int:
        """Utterances written."""
        return len(self._lines)

    @property
    def hours(self) -> float:
        """Length of them all."""
        return self._frames / 360_000


@dataclass(frozen=True)
class Aligned:
    """One aligned set in memory: samples, and for each 10 ms frame its phone and whether it is no game word."""

    sound: NDArray[np.int16]
    labels: NDArray[np.uint8]
    garbage: NDArray[np.uint8]
    utterances: list[tuple[int, int]]
    speakers: list[str]

    @classmethod
    def load(cls, work: Path, name: str) -> Aligned:
        """Read what align.py wrote."""
        lines = [line.split("\t") for line in (work / f"{name}.ali").read_text().splitlines()]
        return cls(
            np.fromfile(work / f"{name}.i16", np.int16),
            np.fromfile(work / f"{name}.lab", np.uint8),
            np.fromfile(work / f"{name}.gar", np.uint8),
            [(int(start), int(frames)) for start, frames, _speaker in lines],
            [speaker for _start, _frames, speaker in lines],
        )


class Batches:
    """Endless seeded batches over several aligned sets.

    Args:
        sets: aligned sets, each with the share of its utterances that is used in an epoch, in random order.
        count: stretches in a batch.
        frames: length of a stretch, 10 ms frames.
        seed: of everything random here.
    """

    def __init__(self, sets: list[tuple[Aligned, float]], count: int, frames: int, seed: int) -> None:
        self.sets = [one for one, _ in sets]
        self.shares = [share for _, share in sets]
        self.count = count
        self.frames = frames
        self.rng = np.random.default_rng(seed)
        self._queue: list[tuple[int, int, int]] = []
        self.hours = sum(share * frames for one, share in sets for _, frames in one.utterances) / 360_000

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
            for k, (one, share) in enumerate(zip(self.sets, self.shares, strict=True)):
                some = self.rng.permutation(len(one.utterances))[: round(share * len(one.utterances))]
                self._queue += [(k, *one.utterances[n]) for n in some]
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
