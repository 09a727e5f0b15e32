"""A sound file as a source: any rate and number of channels, read and resampled piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import soundfile
import soxr

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.sound import RATE_HZ, Block

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

BLOCKS = range(160, 8001)
"""Allowed block sizes in frames."""


def open_sound(path: Path) -> Any:  # noqa: ANN401 - soundfile ships no types
    """Open a sound file for reading.

    Raises:
        HuhnVoiceError: it is missing, unreadable, no sound, or empty.
    """
    if not path.is_file():
        raise HuhnVoiceError(f"There is no sound file {path}: check the path.")
    try:
        file = soundfile.SoundFile(path)
    except (soundfile.LibsndfileError, OSError) as error:
        raise HuhnVoiceError(f"{path} is no sound file that can be read ({error}): use WAV, FLAC or OGG.") from error
    if file.frames == 0:
        file.close()
        raise HuhnVoiceError(f"{path} has no sound in it: record it again.")
    return file


def check_block(block: int) -> int:
    """Return the block size, or say what is allowed."""
    if block not in BLOCKS:
        raise HuhnVoiceError(f"A block of {block} frames is not possible: use {BLOCKS[0]} to {BLOCKS[-1]}.")
    return block


def read_mono(path: Path) -> NDArray[np.float32]:
    """A short sound file as 16 kHz mono, float32, shape (frames,)."""
    with open_sound(path) as file:
        try:
            samples = file.read(dtype="float32", always_2d=True).mean(axis=1)
        except soundfile.LibsndfileError as error:
            raise HuhnVoiceError(f"{path} is damaged ({error}): record it again.") from error
        rate = file.samplerate
    mono: NDArray[np.float32] = samples if rate == RATE_HZ else soxr.resample(samples, rate, RATE_HZ)
    return mono.astype(np.float32)


class Recording:
    """A sound file of any length.

    Args:
        path: WAV, FLAC or OGG.
        block: frames in a block, 160 to 8000.

    Raises:
        HuhnVoiceError: see `open_sound`; while reading, if the file is damaged.
    """

    def __init__(self, path: Path, block: int = 800) -> None:
        self._path = path
        self._block = check_block(block)
        self._file = open_sound(path)
        self.channels = int(self._file.channels)
        self.seconds = self._file.frames / self._file.samplerate

    def blocks(self) -> Iterator[Block]:
        """Yield the file at 16 kHz; a last short block is filled with silence."""
        start = 0
        rest = np.zeros((0, self.channels), np.float32)
        for piece in self._resampled():
            rest = np.concatenate([rest, piece])
            while len(rest) >= self._block:
                yield Block(start, rest[: self._block])
                rest = rest[self._block :]
                start += self._block
        if len(rest):
            yield Block(start, np.pad(rest, ((0, self._block - len(rest)), (0, 0))))

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._file.close()

    def _resampled(self) -> Iterator[NDArray[np.float32]]:
        rate = int(self._file.samplerate)
        stream = soxr.ResampleStream(rate, RATE_HZ, self.channels, dtype="float32") if rate != RATE_HZ else None
        while True:
            try:
                piece = self._file.read(rate, dtype="float32", always_2d=True)
            except soundfile.LibsndfileError as error:
                raise HuhnVoiceError(f"{self._path} is damaged ({error}): record it again.") from error
            last = len(piece) < rate
            if stream is not None:
                piece = stream.resample_chunk(piece, last=last).reshape(-1, self.channels)
            yield piece
            if last:
                return
