"""The stage that a game is played on: one clock, the ears, the narrator, and the driver that brings them together.

A conversation is a generator: it yields the audio time at which it wants to be woken (None: not at all) and is sent what
was heard next, or None when that time has come. So a whole evening reads like a script, and the driver alone knows where
sound comes from. Sound is cut into steps of STEP frames counted from the first sample, whatever the source's blocks, so
the same sound gives the same evening.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from huhn_voice.hearing.sound import RATE_HZ, Block, Heard, Source
from huhn_voice.speaking.script import event_key, event_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from huhn_voice.rules.game import Event
    from huhn_voice.speaking.narrator import Narrator
    from huhn_voice.speaking.script import Script
    from huhn_voice.speaking.utterance import Utterance

STEP = 320
"""Frames (20 ms): how often the clock of a conversation moves."""

T = TypeVar("T")
Conversation = Generator[float | None, Heard | None, T]


class Listener(Protocol):
    """What the stage needs of the ears."""

    def hear(self, block: Block) -> list[Heard]:
        """Take one step of sound and return what was heard."""

    def close(self) -> None:
        """Free the recognizers."""


class Stage:
    """Clock, ears and mouth of one table.

    Attributes:
        now_s: audio time.
        keys: typed phrases, put there by any thread.
        prompt: the last sentence, for "repeat".
        heard_any: whether anything was ever heard.
    """

    def __init__(
        self,
        narrator: Narrator,
        script: Script,
        *,
        show: Callable[[str], None] = lambda _text: None,
        cue: Callable[[str, float], None] = lambda _label, _at_s: None,
        spoken: Callable[[Utterance], None] = lambda _utterance: None,
        output_latency_s: float = 0.0,
    ) -> None:
        self.narrator = narrator
        self.script = script
        self.show = show
        self.cue = cue
        self.spoken = spoken
        self._output_latency_s = output_latency_s
        self.ears: Listener | None = None
        self.keys: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.now_s = 0.0
        self.prompt = ""
        self.heard_any = False

    def say(self, key: str, **values: Any) -> float:  # noqa: ANN401 - the script checks its values
        """Speak a sentence of the script; return the audio time at which it will have been spoken."""
        return self._speak(self.script.say(key, **values), self._noise(key, values))

    def tell(self, events: Iterable[Event]) -> float:
        """Speak what happened; return the audio time at which it will have been told."""
        told_s = self.now_s
        for event in events:
            noise = self._noise(event_key(event), event_values(event))
            told_s = max(told_s, self._speak(self.script.tell(event), noise))
        return told_s

    def say_again(self) -> float:
        """Speak the last sentence again."""
        return self._speak(self.prompt)

    def run(self, source: Source, conversation: Conversation[T]) -> T | None:
        """Drive a conversation by the sound of a source; return its result, None if the sound ended before."""
        try:
            wake_s = next(conversation)
            for step in _steps(source):
                for heard in self._hear(step):
                    wake_s = self._wake(conversation, wake_s, heard.heard_s)
                    self.now_s = max(self.now_s, heard.heard_s)
                    wake_s = conversation.send(heard)
                wake_s = self._wake(conversation, wake_s, step.end / RATE_HZ)
                self.now_s = step.end / RATE_HZ
        except StopIteration as stop:
            result: T = stop.value
            return result
        return None

    def run_typed(self, lines: Iterator[str], conversation: Conversation[T]) -> T | None:
        """Drive a conversation by typed lines alone: each line takes a second, short waits pass by themselves."""
        try:
            wake_s = next(conversation)
            while True:
                while wake_s is not None and wake_s - self.now_s <= 5.0:
                    wake_s = self._wake(conversation, wake_s, wake_s)
                line = next(lines, None)
                if line is None:
                    return None
                self.now_s += 1.0
                wake_s = self._wake(conversation, wake_s, self.now_s)
                wake_s = conversation.send(self._typed(line))
        except StopIteration as stop:
            result: T = stop.value
            return result

    def _noise(self, key: str, values: Mapping[str, Any]) -> str | None:
        """The short noise that goes with a sentence, where the table is told in sounds."""
        return self.script.sound(key, **values) if self.script.verbosity == "sounds" else None

    def _speak(self, text: str, noise: str | None = None) -> float:
        if not text and noise is None:
            return self.now_s
        if text:
            self.prompt = text
            self.show(text)
        utterance = self.narrator.say(text, self.now_s + self._output_latency_s, noise=noise)
        self.spoken(utterance)
        return utterance.end_s

    def _hear(self, step: Block) -> list[Heard]:
        self.now_s = max(self.now_s, step.start / RATE_HZ)
        heard = self.ears.hear(step) if self.ears is not None else []
        heard = [one for one in heard if not self._own_voice(one)]
        self.heard_any = self.heard_any or bool(heard)
        while not self.keys.empty():
            heard.append(self._typed(self.keys.get()))
        return heard

    def _own_voice(self, heard: Heard) -> bool:
        """Whether the microphone heard the narrator: during a sentence always, in its tail if it has the word.

        The tail is where an eager player answers a prompt; only an echo repeats a word of the sentence itself.
        """
        utterance = self.narrator.utterance_at(heard.onset_s)
        if utterance is None:
            return False
        return heard.onset_s < utterance.end_s or heard.word in utterance.text.lower()

    def _typed(self, line: str) -> Heard:
        return Heard("key", line.strip(), self.now_s, self.now_s, self.now_s)

    def _wake(self, conversation: Conversation[T], wake_s: float | None, until_s: float) -> float | None:
        while wake_s is not None and wake_s <= until_s:
            self.now_s = max(self.now_s, wake_s)
            wake_s = conversation.send(None)
        return wake_s


def _steps(source: Source) -> Iterator[Block]:
    """Cut the source's blocks into steps of STEP frames counted from sample 0."""
    import numpy as np  # noqa: PLC0415 - keep the typed game light

    rest: list[Block] = []
    have = 0
    for block in source.blocks():
        rest.append(block)
        have += len(block.samples)
        if have < STEP:
            continue
        samples = np.concatenate([piece.samples for piece in rest])
        start = rest[0].start
        whole = have - have % STEP
        for at in range(0, whole, STEP):
            yield Block(start + at, samples[at : at + STEP])
        rest = [Block(start + whole, samples[whole:])] if have % STEP else []
        have %= STEP
