"""The ears of a table: words and clucks of every channel, merged into one stream ordered by onset.

Sound is cut into steps counted from the first sample, so what is heard does not depend on the source's block size.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.clucks import CluckDetector
from huhn_voice.hearing.levels import Levels
from huhn_voice.hearing.recognizer import Recognizer
from huhn_voice.hearing.settings import HearingSettings
from huhn_voice.hearing.sound import RATE_HZ, Block, Heard
from huhn_voice.hearing.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

REMEMBERED_S = 4.0
"""How long a shout is remembered, to see whether another one belongs to it."""
CLUCK = "cluck"
SAME_S = 0.15
"""The words of a cluck and its bursts are timed a little differently."""
RUMBLE = 0.995
"""Pole of the high-pass that takes away DC and rumble below about 13 Hz."""


class Ears:
    """Hears a list of phrases, and clucks, in a stream of sound.

    Args:
        model: folder of the bundled model, or of any Vosk model.
        phrases: what may be said, in lower case.
        channels: input channels.
        settings: how to hear.

    Raises:
        HuhnVoiceError: the model cannot be loaded or lacks words.
    """

    def __init__(
        self, model: Path, phrases: Sequence[str], channels: int = 1, settings: HearingSettings | None = None
    ) -> None:
        self.settings = settings or HearingSettings()
        self._folder = tempfile.TemporaryDirectory(prefix="huhn-voice-")
        try:
            self._vocabulary = load(model, phrases, Path(self._folder.name))
        except BaseException:
            self._folder.cleanup()
            raise
        self._channels = channels
        self._step = self.settings.words.step_frames
        self._waiting = np.zeros((0, channels), np.float32)
        self._end = 0
        self._begun = False
        self._powers = RUMBLE ** np.arange(self._step + 1)[:, None]
        self._before = np.zeros((2, channels))  # last input and output of the high-pass
        self._levels = Levels(channels)
        self._recognizers: list[Recognizer] = []
        self._detectors: list[CluckDetector] = []
        self._shouts: list[Heard] = []

    @property
    def clipped(self) -> bool:
        """Whether the input was overdriven in the last seconds: turn the microphone down."""
        return self._levels.clipped

    def hear(self, block: Block) -> list[Heard]:
        """Take a block and return what was heard in the steps that it completes."""
        if not self._begun:
            self._begin(block.start)
        waiting = np.concatenate([self._waiting, block.samples])
        heard: list[Heard] = []
        whole = len(waiting) - len(waiting) % self._step
        for at in range(0, whole, self._step):
            heard += self._hear_step(waiting[at : at + self._step])
        self._waiting = waiting[whole:]
        return heard

    def flush(self) -> list[Heard]:
        """End of the stream: hear what is left of it, and what the last words were."""
        heard: list[Heard] = []
        left = len(self._waiting)
        if left:
            heard += self._hear_step(np.pad(self._waiting, ((0, self._step - left), (0, 0))))
            self._waiting = self._waiting[:0]
        heard += self._merged([one for recognizer in self._recognizers for one in recognizer.flush()])
        return heard

    def level_dbfs(self, channel: int = 0) -> float:
        """Level (RMS) of the last 50 ms, dB relative to full scale."""
        return self._levels.now_dbfs(channel)

    def close(self) -> None:
        """Free the model and its folder; may be called twice."""
        self._recognizers.clear()
        self._folder.cleanup()

    def _begin(self, start: int) -> None:
        self._begun = True
        self._end = start
        vocabulary, settings = self._vocabulary, self.settings
        for channel in range(self._channels):
            self._recognizers.append(
                Recognizer(vocabulary.model, vocabulary.phrases, vocabulary.decoys, channel, settings.words, start)
            )
            self._detectors.append(CluckDetector(settings.clucks, channel, start))

    def _hear_step(self, step: NDArray[np.float32]) -> list[Heard]:
        clean = self._without_rumble(step)
        self._end += len(step)
        self._levels.take(step, clean, self._end)
        heard: list[Heard] = []
        for channel in range(self._channels):
            samples = np.ascontiguousarray(clean[:, channel])
            heard += self._recognizers[channel].accept(samples)
            heard += [replace(one, heard_s=self._end / RATE_HZ) for one in self._detectors[channel].accept(samples)]
        return self._merged(heard)

    def _merged(self, heard: list[Heard]) -> list[Heard]:
        """In order of onset, with levels; a word and a cluck in one breath are one shout.

        The word wins and keeps the earlier onset. An action word ("take") is no shout: somebody else's cluck beside it
        stays a cluck.
        """
        now_s = self._end / RATE_HZ
        self._shouts = [shout for shout in self._shouts if now_s - shout.end_s < REMEMBERED_S]
        merged = []
        for one in sorted(map(self._named, heard), key=lambda one: (one.onset_s, one.channel, one.kind != "word")):
            near = [shout for shout in self._shouts if self._is_one_breath(one, shout)]
            told = replace(one, level_dbfs=self._levels.loudest_dbfs(one.onset_s, one.end_s, one.channel))
            if one.word in self.settings.words.shouts:
                clucks = [shout.onset_s for shout in near if shout.word == CLUCK]
                told = replace(told, onset_s=min([one.onset_s, *clucks]))
                self._shouts.append(told)
            elif one.word == CLUCK:
                self._shouts.append(told)
                if near and one.onset_s > min(shout.onset_s for shout in near) - SAME_S:
                    continue  # "chicken! bok bok bok", or one more "bok bok"
            merged.append(told)
        return merged

    def _named(self, heard: Heard) -> Heard:
        """A cluck said in words is a cluck."""
        said = heard.kind == "word" and heard.word in self.settings.cluck_phrases
        return replace(heard, kind="cluck", word=CLUCK) if said else heard

    def _is_one_breath(self, one: Heard, other: Heard) -> bool:
        apart_s = max(one.onset_s, other.onset_s) - min(one.end_s, other.end_s)
        return one.channel == other.channel and apart_s <= self.settings.breath_s

    def _without_rumble(self, step: NDArray[np.float32]) -> NDArray[np.float32]:
        """One-pole high-pass, exact across steps: y[n] = x[n] - x[n-1] + RUMBLE·y[n-1]."""
        x_before, y_before = self._before
        change = np.diff(step, axis=0, prepend=x_before[None])
        powers = self._powers
        # Within a step the recursion is a cumulative sum of changes scaled by falling powers (0.995^800 is about 0.018).
        exact = powers[:-1] * np.cumsum(change / powers[:-1], axis=0) + powers[1:] * y_before
        self._before = np.stack([step[-1], exact[-1]])
        clean: NDArray[np.float32] = exact.astype(np.float32)
        return clean
