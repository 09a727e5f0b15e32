"""The two types that carry sound and what was heard in it.

There is one clock: seconds of the audio stream since its first sample. A microphone drives it at the table, a recording
or a scene drives it in tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

RATE_HZ = 16_000
"""Sample rate of every block behind a source."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the audio stream.

    Attributes:
        start: index of its first sample since the stream began; blocks follow each other without gap.
        samples: float32 in -1…1, shape (frames, channels), at RATE_HZ.
    """

    start: int
    samples: NDArray[np.float32]

    @property
    def end(self) -> int:
        """Index just past the last sample."""
        return self.start + len(self.samples)


class Source(Protocol):
    """Where sound comes from: microphone, recording or scene, the same to everything behind."""

    channels: int

    def blocks(self) -> Iterator[Block]:
        """Yield the stream block by block until it ends."""

    def close(self) -> None:
        """Stop and free the device or file; may be called twice."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that was heard.

    Attributes:
        kind: "word" for a phrase of the vocabulary, "cluck" for a train of clucks, "key" for something typed.
        word: the phrase as it stands in the vocabulary; "cluck" for clucks.
        onset_s: audio time at which it began.
        end_s: audio time at which it ended (as far as was heard).
        heard_s: audio time at which it was emitted.
        confidence: 0…1.
        channel: input channel, 0-based.
        level_dbfs: peak level of its loudest 50 ms, RMS in dB relative to full scale.
    """

    kind: Literal["word", "cluck", "key"]
    word: str
    onset_s: float
    end_s: float
    heard_s: float
    confidence: float = 1.0
    channel: int = 0
    level_dbfs: float = -120.0
