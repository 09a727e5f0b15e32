"""Labelled sound files: a CSV with the columns `file` and `label` (empty: nothing to hear), perhaps `end_s`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Labelled:
    """One sound file.

    Attributes:
        path: the file.
        label: the phrase said in it; empty if there is nothing to hear.
        end_s: where the phrase ends in the file, seconds, if known.
    """

    path: Path
    label: str
    end_s: float | None = None


def read_manifest(path: Path) -> list[Labelled]:
    """Read a manifest; files are relative to it.

    Raises:
        HuhnVoiceError: it is missing, lacks a column, is empty, or names a file that is not there.
    """
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise HuhnVoiceError(f"The manifest {path} cannot be read ({error}): it must be a CSV file.") from error
    if not rows:
        raise HuhnVoiceError(
            f"The manifest {path} lists no files: it needs the columns file,label and a row for each file."
        )
    if not {"file", "label"} <= rows[0].keys():
        raise HuhnVoiceError(f"The manifest {path} lacks a column: its first line must name file and label.")
    labelled = []
    for number, row in enumerate(rows, start=2):
        sound = path.parent / (row["file"] or "")
        if not sound.is_file():
            raise HuhnVoiceError(f"Line {number} of {path} names {row['file']}, and there is no such file beside it.")
        try:
            end_s = float(row["end_s"]) if row.get("end_s") else None
        except ValueError as error:
            raise HuhnVoiceError(f"Line {number} of {path}: end_s must be seconds, not “{row['end_s']}”.") from error
        labelled.append(Labelled(sound, " ".join((row["label"] or "").lower().split()), end_s))
    return labelled
