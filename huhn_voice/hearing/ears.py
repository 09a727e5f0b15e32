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
from huhn_voice.hearing.recognizer import Recognizer
from huhn_voice.hearing.settings import HearingSettings
from huhn_voice.hearing.sound import RATE_HZ, Block, Heard
from huhn_voice.hearing.vocabulary import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BREATH_S = 0.5
"""A word and a cluck of one channel that are no further apart are one shout."""
LEVEL_S = 4.0
"""So much sound is kept to measure the level of what was heard."""
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
        self._vocabulary = load(model, phrases, Path(self._folder.name))
        self._channels = channels
        self._step = self.settings.words.step_frames
        self._waiting = np.zeros((0, channels), np.float32)
        self._end = 0
        self._begun = False
        self._before = np.zeros((2, channels), np.float32)  # last input and output of the high-pass
        self._recent = np.zeros((0, channels), np.float32)
        self._recognizers: list[Recognizer] = []
        self._detectors: list[CluckDetector] = []
        self._shouts: list[Heard] = []

    def hear(self, block: Block) -> list[Heard]:
        """Take a block and return what was heard in the steps that it completes."""
        if not self._begun:
            self._begin(block.start)
        self._waiting = np.concatenate([self._waiting, block.samples])
        heard: list[Heard] = []
        while len(self._waiting) >= self._step:
            heard += self._hear_step(self._waiting[: self._step])
            self._waiting = self._waiting[self._step :]
        return heard

    def flush(self) -> list[Heard]:
        """End of the stream: what the last words were."""
        return self._merged([heard for recognizer in self._recognizers for heard in recognizer.flush()])

    def level_dbfs(self, channel: int = 0) -> float:
        """Level (RMS) of the last 50 ms, dB relative to full scale."""
        return _dbfs(self._recent[-RATE_HZ // 20 :, channel])

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
        self._recent = np.concatenate([self._recent, clean])[-int(LEVEL_S * RATE_HZ) :]
        heard: list[Heard] = []
        for channel in range(self._channels):
            samples = np.ascontiguousarray(clean[:, channel])
            heard += self._recognizers[channel].accept(samples)
            heard += [replace(one, heard_s=self._end / RATE_HZ) for one in self._detectors[channel].accept(samples)]
        return self._merged(heard)

    def _merged(self, heard: list[Heard]) -> list[Heard]:
        """In order of onset, levels filled in; a cluck in the same breath as a word is that word's decoration."""
        now_s = self._end / RATE_HZ
        self._shouts = [shout for shout in self._shouts if now_s - shout.end_s < LEVEL_S]
        merged = []
        for one in sorted(heard, key=lambda one: (one.onset_s, one.kind != "word")):
            near = [shout for shout in self._shouts if _one_breath(one, shout)]
            if one.kind == "cluck" and any(shout.kind == "word" for shout in near):
                continue
            level = replace(one, level_dbfs=self._loudest(one))
            self._shouts.append(level)
            merged.append(level)
        return merged

    def _loudest(self, heard: Heard) -> float:
        """Level of the loudest 50 ms between onset and end."""
        window = RATE_HZ // 20
        first = self._end - len(self._recent)
        start = max(0, round(heard.onset_s * RATE_HZ) - first)
        sound = self._recent[start : max(start + window, round(heard.end_s * RATE_HZ) - first), heard.channel]
        pieces = [sound[at : at + window] for at in range(0, max(1, len(sound) - window + 1), window // 2)]
        return max(map(_dbfs, pieces), default=-120.0)

    def _without_rumble(self, step: NDArray[np.float32]) -> NDArray[np.float32]:
        """One-pole high-pass, exact across steps: y[n] = x[n] - x[n-1] + RUMBLE·y[n-1]."""
        x_before, y_before = self._before
        change = np.diff(step, axis=0, prepend=x_before[None])
        powers = RUMBLE ** np.arange(len(step) + 1)[:, None]
        # Within a step the recursion is a cumulative sum of x scaled by falling powers (0.995^800 is about 0.018).
        clean = powers[:-1] * np.cumsum(change / powers[:-1], axis=0) + powers[1:] * y_before
        self._before = np.stack([step[-1], clean[-1]]).astype(np.float32)
        filtered: NDArray[np.float32] = clean.astype(np.float32)
        return filtered


def _dbfs(samples: NDArray[np.float32]) -> float:
    if not len(samples):
        return -120.0
    return float(10 * np.log10(np.mean(samples.astype(np.float64) ** 2) + 1e-12))


def _one_breath(one: Heard, other: Heard) -> bool:
    if one.channel != other.channel:
        return False
    return max(one.onset_s, other.onset_s) - min(one.end_s, other.end_s) <= BREATH_S
