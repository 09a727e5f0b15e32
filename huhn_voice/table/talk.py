"""Asking and listening: the small conversations that bigger ones are made of."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from huhn_voice.table.phrases import Meaning, NotUnderstood, Phrases

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from huhn_voice.hearing.sound import Heard
    from huhn_voice.table.stage import Conversation, Stage

ANSWER_S = 8.0
"""Seconds to wait for an answer before the question is asked again."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A phrase with its meaning."""

    meaning: Meaning
    heard: Heard


class Talk:
    """Listens on a stage for phrases of one table."""

    def __init__(self, stage: Stage, phrases: Phrases) -> None:
        self.stage = stage
        self.phrases = phrases
        self._waiting: deque[Heard] = deque()

    def next(self, until_s: float | None) -> Conversation[Understood | None]:
        """The next phrase that means anything, or None when `until_s` has come."""
        while True:
            if not self._waiting:
                heard = yield until_s
                if heard is None:
                    return None
                self._waiting.extend(self._phrases_of(heard))
                continue
            heard = self._waiting.popleft()
            if heard.kind == "cluck":
                return Understood(Meaning("cluck"), heard)
            try:
                return Understood(self.phrases.meaning(heard.word), heard)
            except NotUnderstood:
                continue

    def ask(
        self,
        label: str,
        accept: Collection[str],
        key: str,
        *,
        tries: int = 2,
        **values: Any,  # noqa: ANN401 - the script checks its values
    ) -> Generator[float | None, Heard | None, Understood | None]:
        """Ask a question of the script until it is answered by a meaning in `accept`; None if it never is."""
        for _ in range(tries):
            asked_s = self.stage.say(key, **values)
            self.stage.cue(label, asked_s)
            answer = yield from self.wait_for(accept, asked_s + ANSWER_S)
            if answer is not None:
                return answer
        return None

    def wait_for(self, accept: Collection[str], until_s: float | None) -> Conversation[Understood | None]:
        """Let everything pass that is not in `accept`."""
        while (understood := (yield from self.next(until_s))) is not None:
            if understood.meaning.name in accept:
                return understood
        return None

    def confirm(self, key: str) -> Conversation[bool]:
        """Ask for a spoken yes; silence is no."""
        answer = yield from self.ask("sure", ("yes", "no"), key)
        return answer is not None and answer.meaning.name == "yes"

    def _phrases_of(self, heard: Heard) -> list[Heard]:
        if heard.kind != "key":
            return [heard]
        try:
            return [replace(heard, word=phrase) for phrase in self.phrases.split(heard.word)]
        except NotUnderstood as error:
            self.stage.say("not_understood", said=str(error))
            return []
