"""Figures of the hearing, in the field's terms: hits, misses, false alarms per hour, latency, real-time factor."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.recording import read_mono
from huhn_voice.hearing.sound import RATE_HZ, Block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from huhn_voice.evaluation.corpus import Labelled
    from huhn_voice.hearing.ears import Ears
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


def evaluate(
    files: Sequence[Labelled],
    ears: Ears,
    target: str,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Scores:
    """Play every file to the ears, one after the other on one clock, and count.

    Raises:
        HuhnVoiceError: no file carries the target's label and none is free of it, or a file is broken.
    """
    scores = Scores(target)
    at = 0
    for number, one in enumerate(files, start=1):
        sound = read_mono(one.path)
        started = time.process_time()
        heard, at, begun = _play(ears, sound, at)
        scores.cpu_s += time.process_time() - started
        scores.audio_s += len(sound) / RATE_HZ + PAUSE_S
        _count(scores, one, sound, [h for h in heard if _is(h, target)], begun / RATE_HZ)
        progress(number, len(files))
    if not scores.hits + scores.misses and not scores.hours:
        raise HuhnVoiceError(f"Nothing to measure: no file is labelled “{target}” and none is free of it.")
    return scores


def _is(heard: Heard, target: str) -> bool:
    return heard.word == target


def _play(ears: Ears, sound: NDArray[np.float32], at: int) -> tuple[list[Heard], int, int]:
    """What is heard in a sound and the pause after it; the new time and that at which the sound began, in samples."""
    padded = np.concatenate([sound, np.zeros(int(PAUSE_S * RATE_HZ), np.float32)])
    return ears.hear(Block(at, padded[:, None])), at + len(padded), at


def _count(scores: Scores, one: Labelled, sound: NDArray[np.float32], found: list[Heard], begun_s: float) -> None:
    if one.label != scores.target:
        scores.hours += len(sound) / RATE_HZ / 3600
        scores.false_alarms += len(found)
        scores.alarmed += [one.path.name] * bool(found)
    elif found:
        scores.hits += 1
        end_s = begun_s + one.end_s if one.end_s is not None else min(found[0].end_s, begun_s + last_sound_s(sound))
        scores.latencies_s.append(found[0].heard_s - end_s)
    else:
        scores.misses += 1
        scores.missed.append(one.path.name)


def last_sound_s(sound: NDArray[np.float32]) -> float:
    """Where a sound ends: its last sample above -35 dB of the peak, seconds."""
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max(initial=0.0) * 10 ** (-35 / 20))
    return (int(loud[-1]) if len(loud) else len(sound)) / RATE_HZ
