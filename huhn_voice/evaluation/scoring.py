"""Figures of the hearing, in the field's terms: hits, misses, false alarms per hour, latency, real-time factor."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.recording import Recording
from huhn_voice.hearing.sound import RATE_HZ, Block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from huhn_voice.evaluation.corpus import Labelled
    from huhn_voice.hearing.sound import Heard

PAUSE_S = 1.5
"""Silence after each file, so that what is recognised late still counts for its file."""


@dataclass(slots=True)
class Scores:
    """What was measured.

    Attributes:
        target: the phrase that was listened for.
        hits, misses: files labelled with the target in which it was, or was not, heard.
        false_alarms: times it was heard in files without it.
        hours: sound without the target, in hours; what false alarms are counted against.
        latencies_s: from the end of the word to the event, of each hit.
        cpu_s, audio_s: processor time spent and sound heard, in seconds.
        missed, alarmed: the files concerned.
    """

    target: str
    hits: int = 0
    misses: int = 0
    false_alarms: int = 0
    hours: float = 0.0
    latencies_s: list[float] = field(default_factory=list)
    cpu_s: float = 0.0
    audio_s: float = 0.0
    missed: list[str] = field(default_factory=list)
    alarmed: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; a figure that nothing was measured for is None."""
        positives = self.hits + self.misses
        late = np.array(self.latencies_s)
        return {
            "target": self.target,
            "hits": self.hits,
            "misses": self.misses,
            "hit_rate": self.hits / positives if positives else None,
            "false_alarms": self.false_alarms,
            "false_alarms_per_hour": self.false_alarms / self.hours if self.hours else None,
            "latency_median_s": float(np.median(late)) if len(late) else None,
            "latency_p95_s": float(np.percentile(late, 95)) if len(late) else None,
            "rtf": self.cpu_s / self.audio_s if self.audio_s else None,
            "hours": self.hours,
            "missed": self.missed,
            "alarmed": self.alarmed,
        }


class Listener(Protocol):
    """An engine: the ears, or a peer to compare them with."""

    def hear(self, block: Block) -> list[Heard]:
        """Take a block of sound and return what was heard in it."""


def evaluate(
    files: Sequence[Labelled],
    ears: Listener,
    target: str,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Scores:
    """Play every file to the ears, one after the other on one clock, and count.

    Raises:
        HuhnVoiceError: no file carries the target's label and none is free of it, or a file is broken.
    """
    scores = Scores(target)
    player = _Player(ears)
    for number, one in enumerate(files, start=1):
        _count(scores, one, player.play(one.path, keep=_holds(one.label, target)))
        progress(number, len(files))
    scores.cpu_s = player.cpu_s
    scores.audio_s = player.at / RATE_HZ
    if not scores.hits + scores.misses and not scores.hours:
        raise HuhnVoiceError(f"Nothing to measure: no file is labelled “{target}” and none is free of it.")
    return scores


def _holds(label: str, target: str) -> bool:
    """Whether the target is said in what a label says: whole words.

    >>> _holds("chicken anna", "chicken"), _holds("chickens", "chicken")
    (True, False)
    """
    return f" {target} " in f" {label} "


@dataclass(slots=True)
class _Played:
    """What came of one file: what was heard, where it began and ended on the clock, and its sound if that was kept."""

    heard: list[Heard]
    start: int
    end: int
    sound: NDArray[np.float32]


class _Player:
    """Plays files to the ears one after the other on one clock, without ever holding a long one in memory."""

    def __init__(self, ears: Listener) -> None:
        self._ears = ears
        self.at = 0
        self.cpu_s = 0.0

    def play(self, path: Path, *, keep: bool) -> _Played:
        """Play a file and a pause."""
        start, kept = self.at, []
        heard: list[Heard] = []
        source = Recording(path)
        try:
            for block in source.blocks():
                mono = block.samples.mean(axis=1)
                kept += [mono] if keep else []
                heard += self._hear(mono)
        finally:
            source.close()
        end = self.at
        heard += self._hear(np.zeros(int(PAUSE_S * RATE_HZ), np.float32))
        return _Played(heard, start, end, np.concatenate(kept) if kept else np.zeros(0, np.float32))

    def _hear(self, mono: NDArray[np.float32]) -> list[Heard]:
        started = time.process_time()
        heard = self._ears.hear(Block(self.at, mono[:, None]))
        self.cpu_s += time.process_time() - started
        self.at += len(mono)
        return heard


def _count(scores: Scores, one: Labelled, played: _Played) -> None:
    found = [heard for heard in played.heard if heard.word == scores.target]
    if not _holds(one.label, scores.target):
        scores.hours += (played.end - played.start) / RATE_HZ / 3600
        scores.false_alarms += len(found)
        scores.alarmed += [one.path.name] * bool(found)
    elif found:
        scores.hits += 1
        start_s = played.start / RATE_HZ
        ends_s = start_s + one.end_s if one.end_s is not None else None
        if ends_s is None:  # the end of the sound, if nothing else was said after the word
            ends_s = min(found[0].end_s, start_s + last_sound_s(played.sound))
        scores.latencies_s.append(found[0].heard_s - ends_s)
    else:
        scores.misses += 1
        scores.missed.append(one.path.name)


def last_sound_s(sound: NDArray[np.float32]) -> float:
    """Where a sound ends: its last sample above -35 dB of the peak, seconds."""
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max(initial=0.0) * 10 ** (-35 / 20))
    return (int(loud[-1]) if len(loud) else len(sound)) / RATE_HZ
