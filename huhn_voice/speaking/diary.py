"""The narration written down: numbered WAV files and an index of what was said when."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from pathlib import Path

    from huhn_voice.speaking.utterance import Utterance

INDEX = "index.txt"
HEADER = "# number\tstart_s\tend_s\tfile\ttext\n"


class Diary:
    """A folder of narration: `0001.wav`, `0002.wav`, … and `index.txt`, one line an utterance, flushed.

    An index that is there is continued, so a resumed game adds to its narration.

    Attributes:
        last_number: the highest number that the index held when it was opened.

    Raises:
        HuhnVoiceError: the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = folder / INDEX
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lines = self._index.read_text("utf-8").splitlines() if self._index.exists() else []
            with self._index.open("a", encoding="utf-8") as index:
                index.write("" if lines else HEADER)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            msg = f"The narration cannot be written to {folder} ({reason}); choose another folder."
            raise HuhnVoiceError(msg) from error
        numbers = [line.partition("\t")[0] for line in lines]
        self.last_number = max((int(number) for number in numbers if number.isdecimal()), default=0)

    def add(self, said: Utterance) -> None:
        """Write an utterance down.

        Raises:
            OSError: the folder cannot be written any more.
        """
        name = "-"
        if said.path is not None and said.state != "dropped":
            name = f"{said.number:04d}.wav"
            shutil.copyfile(said.path, self.folder / name)
        self._line(f"{said.number}\t{said.start_s:.3f}\t{said.end_s:.3f}\t{name}\t{said.text}")

    def cut(self, number: int, at_s: float) -> None:
        """Note that an utterance was interrupted at an audio time.

        Raises:
            OSError: the folder cannot be written any more.
        """
        self._line(f"{number}\t\t{at_s:.3f}\t\t(interrupted)")

    def _line(self, line: str) -> None:
        with self._index.open("a", encoding="utf-8") as index:
            index.write(" ".join(line.splitlines()) + "\n")
