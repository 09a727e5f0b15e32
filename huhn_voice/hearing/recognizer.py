"""One channel's words: Vosk with a grammar of exactly the table's phrases.

Finals come when somebody pauses, too late for a game of who was first. So a word is emitted once it has stood at the
same place in a few successive partial results; the final result adds what the partial ones missed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from huhn_voice.hearing.sound import RATE_HZ, Heard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import vosk
    from numpy.typing import NDArray

    from huhn_voice.hearing.settings import WordSettings

SAME_S = 0.12
"""Two sightings of a word are the same one if their onsets differ by no more."""
GAP_S = 0.6
"""Longest pause inside a phrase of several words."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start_s: float
    end_s: float
    confidence: float


class Recognizer:
    """Hears the phrases of a table in one channel.

    Args:
        model: a loaded Vosk model.
        phrases: what is emitted.
        decoys: words that are listened for only so that they are not taken for a phrase.
        channel: for the emitted Heard.
        settings: when a word counts.
        origin: index of the first sample on the audio clock.
    """

    def __init__(
        self,
        model: vosk.Model,
        phrases: Sequence[str],
        decoys: Sequence[str],
        channel: int,
        settings: WordSettings,
        origin: int = 0,
    ) -> None:
        import vosk  # noqa: PLC0415 - only when something is to be heard

        self._vosk = vosk.KaldiRecognizer(model, RATE_HZ, json.dumps([*phrases, *decoys, "[unk]"]))
        self._vosk.SetWords(enable_words=True)
        self._vosk.SetPartialWords(enable_partial_words=True)
        self._phrases = {tuple(phrase.split()) for phrase in phrases}
        self._longest = max((len(words) for words in self._phrases), default=1)
        self._channel = channel
        self._settings = settings
        self._origin_s = origin / RATE_HZ
        self._now = 0  # samples taken
        self._cut = 0  # samples taken when the present utterance began
        self._seen: list[tuple[tuple[str, ...], float, int]] = []
        self._emitted: list[tuple[tuple[str, ...], float, float]] = []

    def accept(self, samples: NDArray[np.float32]) -> list[Heard]:
        """Take one step of `step_frames` samples, -1…1, and return what was heard in it."""
        self._now += len(samples)
        sound = (np.clip(samples, -1, 1) * 32_767).astype(np.int16).tobytes()
        if self._vosk.AcceptWaveform(sound):
            return self._finish(self._vosk.Result())
        if self._now - self._cut > self._settings.longest_s * RATE_HZ:
            return self.flush()
        return self._partial(_words(json.loads(self._vosk.PartialResult()).get("partial_result", [])))

    def flush(self) -> list[Heard]:
        """End the utterance now and return what its final result adds."""
        heard = self._finish(self._vosk.FinalResult())
        self._vosk.Reset()
        return heard

    def _finish(self, result: str) -> list[Heard]:
        heard = [self._emit(found) for found in self._found(_words(json.loads(result).get("result", [])))]
        self._seen.clear()
        self._emitted.clear()
        self._cut = self._now
        return heard

    def _partial(self, words: list[_Word]) -> list[Heard]:
        seen, heard = [], []
        now_s = self._now / RATE_HZ
        for found in self._found(words):
            phrase, start_s = tuple(word.text for word in found), found[0].start_s
            times = 1 + max((n for p, s, n in self._seen if p == phrase and abs(s - start_s) <= SAME_S), default=0)
            seen.append((phrase, start_s, times))
            if times >= self._settings.stable and now_s - found[-1].end_s >= self._settings.settle_s:
                heard.append(self._emit(found))
        self._seen = seen
        return heard

    def _found(self, words: list[_Word]) -> Iterable[list[_Word]]:
        """Phrases of the table in a result that were not emitted yet, sure enough, in order."""
        at = 0
        while at < len(words):
            size = next((n for n in range(self._longest, 0, -1) if self._is_phrase(words[at : at + n], n)), 0)
            found = words[at : at + size]
            if size and min(word.confidence for word in found) >= self._settings.confidence and not self._known(found):
                yield found
            at += size or 1

    def _is_phrase(self, words: list[_Word], size: int) -> bool:
        close = all(b.start_s - a.end_s <= GAP_S for a, b in pairwise(words))
        return len(words) == size and close and tuple(word.text for word in words) in self._phrases

    def _known(self, found: list[_Word]) -> bool:
        start_s, end_s = found[0].start_s, found[-1].end_s
        return any(start_s < end - 0.02 and start < end_s - 0.02 for _phrase, start, end in self._emitted)

    def _emit(self, found: list[_Word]) -> Heard:
        phrase = tuple(word.text for word in found)
        start_s, end_s = found[0].start_s, found[-1].end_s
        self._emitted.append((phrase, start_s, end_s))
        return Heard(
            "word",
            " ".join(phrase),
            self._origin_s + start_s,
            self._origin_s + end_s,
            self._origin_s + self._now / RATE_HZ,
            min(word.confidence for word in found),
            self._channel,
        )


def _words(result: list[dict[str, Any]]) -> list[_Word]:
    return [_Word(str(w["word"]), float(w["start"]), float(w["end"]), float(w["conf"])) for w in result]
