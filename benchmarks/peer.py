"""The peer: pocketsphinx's keyphrase spotting, whose wheel ships an English model."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.sound import RATE_HZ, Heard

if TYPE_CHECKING:
    from huhn_voice.hearing.sound import Block

THRESHOLD = 1e-20
STEP = 800


class Pocketsphinx:
    """Listens for one word as `Ears` does for many; hears in steps of 50 ms."""

    def __init__(self, word: str) -> None:
        from pocketsphinx import Decoder  # noqa: PLC0415 - an optional peer

        self._decoder = Decoder(keyphrase=word, kws_threshold=THRESHOLD, loglevel="FATAL")
        self._word = word
        self._decoder.start_utt()

    @staticmethod
    def available() -> bool:
        """Whether the package is installed."""
        return find_spec("pocketsphinx") is not None

    def hear(self, block: Block) -> list[Heard]:
        """Take a block and return what was heard in it."""
        heard = []
        samples = (np.clip(block.samples[:, 0], -1, 1) * 32_767).astype(np.int16)
        for at in range(0, len(samples), STEP):
            self._decoder.process_raw(samples[at : at + STEP].tobytes())
            if self._decoder.hyp() is not None:
                now_s = (block.start + at + STEP) / RATE_HZ
                heard.append(Heard("word", self._word, now_s, now_s, now_s))
                self._decoder.end_utt()
                self._decoder.start_utt()
        return heard
