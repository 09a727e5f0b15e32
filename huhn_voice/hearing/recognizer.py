"""One channel's words: Vosk with a grammar of exactly the table's phrases.

Final results come when somebody pauses, and partial results with word times lag a second behind (libvosk determinises its
lattice late): both too late for a game of who was first. The plain text of a partial result is up to date, but has no
times and is only a guess. So a phrase that stays in that text for a few steps is a candidate, and a second recognizer
takes a look at the last second or two: it gives times and confidence at once, and must agree. Final results add what
was missed so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from huhn_voice.hearing.graph import UNKNOWN
from huhn_voice.hearing.sound import RATE_HZ, Heard

if TYPE_CHECKING:
    from collections.abc import Sequence

    import vosk
    from numpy.typing import NDArray

    from huhn_voice.hearing.settings import WordSettings

GAP_S = 0.6
"""Longest pause inside a phrase of several words."""
OVERLAP_S = 0.05
"""Two findings of a phrase are one if they share more than this."""
BEFORE_S = 1.0
"""A second look begins so long before the candidate was first seen; a word shows up 0.2 to 0.4 s after its onset."""
KEPT_S = 4.0
"""So much sound is kept for second looks, and so long it is remembered what was emitted."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(slots=True)
class _Candidate:
    """A phrase in the partial text: where, since when (step number), and how often it was looked at."""

    phrase: tuple[str, ...]
    place: int
    since: int
    looks: int = 0
    done: bool = False


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

        grammar = json.dumps([*phrases, *decoys, UNKNOWN])
        self._first = vosk.KaldiRecognizer(model, RATE_HZ, grammar)
        self._first.SetWords(enable_words=True)
        self._second = vosk.KaldiRecognizer(model, RATE_HZ, grammar)
        self._second.SetWords(enable_words=True)
        self._looked_at = 0  # samples that the second one was ever given: its clock
        self._phrases = {tuple(phrase.split()) for phrase in phrases}
        self._longest = max((len(words) for words in self._phrases), default=1)
        self._channel = channel
        self._settings = settings
        self._origin_s = origin / RATE_HZ
        self._now = 0  # samples taken
        self._steps = 0
        self._cut = 0  # samples taken when the present utterance began
        self._renewed = 0  # samples taken when libvosk was started
        self._sound = np.zeros(0, np.int16)
        self._candidates: list[_Candidate] = []
        self._emitted: list[tuple[float, float]] = []

    def accept(self, samples: NDArray[np.float32]) -> list[Heard]:
        """Take one step of `step_frames` samples, -1…1, and return what was heard in it."""
        pcm = (np.clip(samples, -1, 1) * 32_767).astype(np.int16)
        self._now += len(pcm)
        self._steps += 1
        self._sound = np.concatenate([self._sound, pcm])[-round(KEPT_S * RATE_HZ) :]
        pause = self._first.AcceptWaveform(pcm.tobytes())
        if pause or self._is_too_long():
            old_s = (self._now - self._renewed) / RATE_HZ
            if old_s > self._settings.renew_s * (1 if pause else 2):
                return self.flush()  # the next sound starts libvosk anew
            return self._finish(self._first.Result())
        return self._look(json.loads(self._first.PartialResult()).get("partial", "").split())

    def flush(self) -> list[Heard]:
        """End the stream and return what its final result adds."""
        self._renewed = self._now
        return self._finish(self._first.FinalResult())

    def _is_too_long(self) -> bool:
        """Whether talk without a pause must be cut; not in the middle of a candidate if that can be helped."""
        seconds = (self._now - self._cut) / RATE_HZ
        in_doubt = any(not candidate.done for candidate in self._candidates)
        return seconds > self._settings.longest_s * (1.2 if in_doubt else 1.0)

    def _finish(self, result: str) -> list[Heard]:
        words = [_word(row, 0.0) for row in json.loads(result).get("result", [])]
        self._candidates.clear()
        self._cut = self._now
        return [self._emit(found) for found in self._found(words)]

    def _look(self, text: list[str]) -> list[Heard]:
        """Follow the partial text; take a second look at phrases that stay in it."""
        self._candidates = list(self._followed(text))
        settings = self._settings
        due = []
        for candidate in self._candidates:
            age = self._steps - candidate.since + 1 - settings.stable
            if not candidate.done and candidate.looks < settings.looks and age >= candidate.looks * settings.look_steps:
                due.append(candidate)
        if not due:
            return []
        heard = []
        for found in self._found(self._second_look(min(candidate.since for candidate in due))):
            phrase = tuple(word.text for word in found)
            agreed = next((c for c in self._candidates if c.phrase == phrase and not c.done), None)
            if agreed is not None and self._now / RATE_HZ - found[-1].end_s >= settings.settle_s:
                agreed.done = True
                heard.append(self._emit(found))
        for candidate in due:
            candidate.looks += 1
        return heard

    def _followed(self, text: list[str]) -> list[_Candidate]:
        """Phrases of the partial text, with what is known of those that stood there before."""
        known = {(candidate.place, candidate.phrase): candidate for candidate in self._candidates}
        by_place = {candidate.place: candidate for candidate in self._candidates}
        candidates, at = [], 0
        while at < len(text):
            size = next((n for n in range(self._longest, 0, -1) if tuple(text[at : at + n]) in self._phrases), 0)
            if size:
                phrase = tuple(text[at : at + size])
                candidate = known.get((at, phrase)) or _Candidate(phrase, at, self._steps)
                shorter = by_place.get(at)
                if shorter is not None and phrase[: len(shorter.phrase)] == shorter.phrase != phrase:
                    candidate = _Candidate(phrase, at, shorter.since, done=shorter.done)  # "take" grew into "take it"
                candidates.append(candidate)
            at += size or 1
        return candidates

    def _second_look(self, since: int) -> list[_Word]:
        """Words in the sound around and after the step `since`, with exact times."""
        length = round(BEFORE_S * RATE_HZ) + (self._steps - since + 1) * self._settings.step_frames
        sound = self._sound[-length:]
        shift_s = (self._now - len(sound) - self._looked_at) / RATE_HZ
        self._second.AcceptWaveform(sound.tobytes())
        self._looked_at += len(sound)
        return [_word(row, shift_s) for row in json.loads(self._second.FinalResult()).get("result", [])]

    def _found(self, words: list[_Word]) -> list[list[_Word]]:
        """Phrases of the table in a result that were not emitted yet, sure enough, in order."""
        at, everything = 0, []
        while at < len(words):
            size = next((n for n in range(self._longest, 0, -1) if self._is_phrase(words[at : at + n], n)), 0)
            found = words[at : at + size]
            if size and not self._known(found) and self._counts(found, words[max(at - 1, 0) : at], words[at + size :]):
                everything.append(found)
            at += size or 1
        return everything

    def _is_phrase(self, words: list[_Word], size: int) -> bool:
        close = all(b.start_s - a.end_s <= GAP_S for a, b in pairwise(words))
        return len(words) == size and close and tuple(word.text for word in words) in self._phrases

    def _counts(self, found: list[_Word], before: list[_Word], after: list[_Word]) -> bool:
        """Whether a phrase is sure enough, and no piece of talk unless it is a shout."""
        settings = self._settings
        confidence = min(word.confidence for word in found)
        if " ".join(word.text for word in found) in settings.shouts:
            return confidence >= settings.shout_confidence
        near = [one for one in before if found[0].start_s - one.end_s < settings.alone_s]
        near += [one for one in after[:1] if one.start_s - found[-1].end_s < settings.alone_s]
        talk = any(one.text == UNKNOWN and one.end_s - one.start_s > settings.talk_s for one in near)
        return confidence >= settings.confidence and not talk

    def _known(self, found: list[_Word]) -> bool:
        start_s, end_s = found[0].start_s, found[-1].end_s
        return any(min(end_s, end) - max(start_s, start) > OVERLAP_S for start, end in self._emitted)

    def _emit(self, found: list[_Word]) -> Heard:
        now_s = self._now / RATE_HZ
        start_s, end_s = found[0].start_s, min(found[-1].end_s, now_s)
        self._emitted = [one for one in self._emitted if now_s - one[1] < 2 * self._settings.longest_s]
        self._emitted.append((start_s, end_s))
        return Heard(
            "word",
            " ".join(word.text for word in found),
            self._origin_s + start_s,
            self._origin_s + end_s,
            self._origin_s + now_s,
            min(1.0, *(word.confidence for word in found)),
            self._channel,
        )


def _word(row: dict[str, Any], shift_s: float) -> _Word:
    return _Word(str(row["word"]), float(row["start"]) + shift_s, float(row["end"]) + shift_s, float(row["conf"]))
