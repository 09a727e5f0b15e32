"""What the narrator deals in: one utterance, its times, and what it needs of a voice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from huhn_voice.speaking.player import Playback


class Renderer(Protocol):
    """What the narrator needs of a voice."""

    rate_wpm: int

    def render(self, text: str, noise: str | None = None) -> Path:
        """Speech of a text, after a noise, as a WAV file."""

    def change_rate(self, step_wpm: int) -> bool:
        """Speak faster or slower from now on; False at the bound."""

    def close(self) -> None:
        """Stop the engine; may be called twice."""


@dataclass(frozen=True, slots=True)
class NarratorSettings:
    """Times of the narration.

    Attributes:
        tail_s: a sentence counts as heard for so long after its end (reverberation, latency of the devices).
        lead_s: a word may be recognised so much before the sentence that it echoes.
        gap_s: silence between two sentences.
        text_rate_wpm: speed at which text without a voice is taken to be read, words per minute.
    """

    tail_s: float = 0.25
    lead_s: float = 0.05
    gap_s: float = 0.1
    text_rate_wpm: int = 165


@dataclass(slots=True, eq=False)
class Utterance:
    """One sentence, said or about to be.

    Attributes:
        number: 1, 2, 3… in the order said.
        text: what is said.
        start_s: audio time of its start; with a loudspeaker an estimate until it has begun.
        end_s: audio time of its end, without the tail; with a loudspeaker an estimate until it has ended.
        path: the sound; None if it is text only, or not rendered yet.
        state: "waiting" for its turn, "speaking", "said", or "dropped" (interrupted before it began).
        noise: name of the noise before it.
    """

    number: int
    text: str
    start_s: float
    end_s: float
    path: Path | None = None
    state: Literal["waiting", "speaking", "said", "dropped"] = "waiting"
    noise: str | None = None
    said_at: tuple[float, float] = (0.0, 0.0)  # audio and stream time at which it was asked for
    length_s: float = 0.0  # of the sound
    offset_s: float = 0.0  # audio time minus stream time while it plays
    playback: Playback | None = None

    def span_s(self) -> tuple[float, float]:
        """Audio times of start and end as far as known now; the end of what still plays is infinite.

        `start_s` and `end_s` become as exact as the loudspeaker's report allows.
        """
        if self.playback is None or self.state == "said":
            return self.start_s, self.end_s
        if self.playback.start_s is not None:
            self.start_s = self.playback.start_s + self.offset_s
            self.end_s = self.start_s + self.length_s
        if self.playback.end_s is None:
            return self.start_s, float("inf")
        self.end_s = max(self.start_s, self.playback.end_s + self.offset_s)
        return self.start_s, self.end_s


def estimate_s(text: str, rate_wpm: int) -> float:
    """How long a text takes to be said, in seconds, at a rate in words per minute.

    >>> estimate_s("Ben. On a blue five.", 150)
    2.2
    """
    words = len(text.split())
    return 0.2 + words * 60 / rate_wpm if words else 0.0
