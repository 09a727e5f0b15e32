"""The record of a game: one JSON object a line, on disk before the next sentence is spoken.

The first line names the game (players, seed, house rules); every further line is one operation, an action or an undo.
Seed and operations are the whole game. A line cut off by a power cut is dropped when the record is opened again; any
other damage is an error, since a game must not go on from a guess.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 1


@dataclass(frozen=True, slots=True)
class Saved:
    """What a record holds.

    Attributes:
        header: the first line.
        operations: the further lines, in order.
        complete_bytes: length of the file up to its last complete line.
        torn: whether a cut-off last line was dropped.
    """

    header: dict[str, Any]
    operations: list[dict[str, Any]] = field(default_factory=list)
    complete_bytes: int = 0
    torn: bool = False


def load(path: Path) -> Saved:
    """Read a record.

    Raises:
        HuhnVoiceError: the file is missing, unreadable, no record, or damaged before its last line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HuhnVoiceError(f"The record {path} cannot be read ({error.strerror}): check the path.") from error
    end = data.rfind(b"\n") + 1
    torn = end < len(data)
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(data[:end].splitlines(), start=1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise HuhnVoiceError(
                f"Line {number} of the record {path} is damaged: restore the file from a copy."
            ) from error
        if not isinstance(entry, dict):
            raise HuhnVoiceError(f"Line {number} of the record {path} is no operation: is it a huhn-voice record?")
        lines.append(entry)
    if not lines or "huhn_voice" not in lines[0]:
        raise HuhnVoiceError(f"{path} is no huhn-voice record: its first line does not name a game.")
    if lines[0]["huhn_voice"] != VERSION:
        raise HuhnVoiceError(
            f"{path} was written by another version of huhn-voice ({lines[0]['huhn_voice']}): update it."
        )
    return Saved(lines[0], lines[1:], end, torn)


class Record:
    """Appends operations to a file (or, with no path, keeps them in memory only).

    Raises:
        HuhnVoiceError: from `append` and the constructors, when the file cannot be written (no space, no permission).
    """

    def __init__(self, path: Path | None, header: dict[str, Any], *, keep_bytes: int | None = None) -> None:
        self.path = path
        self.header = {"huhn_voice": VERSION} | header
        self.operations: list[dict[str, Any]] = []
        self._file = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb" if keep_bytes is None else "r+b")
            if keep_bytes is not None:
                self._file.truncate(keep_bytes)
                self._file.seek(keep_bytes)
        except FileExistsError as error:
            raise HuhnVoiceError(
                f"{path} exists already: choose another name, or go on with --resume {path}."
            ) from error
        except OSError as error:
            raise HuhnVoiceError(f"The record {path} cannot be written ({error.strerror}).") from error
        if keep_bytes is None:
            self._write(self.header)

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Saved]:
        """Open an existing record to go on with it."""
        saved = load(path)
        header = {key: value for key, value in saved.header.items() if key != "huhn_voice"}
        record = cls(path, header, keep_bytes=saved.complete_bytes)
        record.operations = list(saved.operations)
        return record, saved

    def append(self, operation: dict[str, Any]) -> None:
        """Put one operation on disk; it is there when this returns."""
        self._write(operation)
        self.operations.append(operation)

    def close(self) -> None:
        """Close the file; may be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, entry: dict[str, Any]) -> None:
        if self._file is None:
            return
        place = self._file.tell()
        try:
            self._file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(place)
            raise HuhnVoiceError(
                f"The record {self.path} cannot be written ({error.strerror}): everything before this move is saved; "
                f"make room and go on with --resume {self.path}."
            ) from error

    def _take_back(self, place: int) -> None:
        """Remove a half-written line, as far as the disk lets us; `load` drops it otherwise."""
        if self._file is not None:
            try:
                os.ftruncate(self._file.fileno(), place)
            except OSError:
                return
