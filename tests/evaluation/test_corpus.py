"""Manifests: read, and refused in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.evaluation.corpus import Labelled, read_manifest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    soundfile.write(tmp_path / "a.wav", np.zeros(1600), 16_000)
    return tmp_path


def manifest(folder: Path, text: str | bytes) -> Path:
    path = folder / "list.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_files_are_found_beside_the_manifest(folder: Path) -> None:
    read = read_manifest(manifest(folder, "file,label,end_s\na.wav, Chicken,1.5\na.wav,,\n"))
    assert read == [Labelled(folder / "a.wav", "chicken", 1.5), Labelled(folder / "a.wav", "", None)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lists no files"),
        ("file,label\n", "lists no files"),
        ("sound,label\na.wav,chicken\n", "lacks a column"),
        ("file,label\nb.wav,chicken\n", "Line 2 .* b.wav"),
        ("file,label,end_s\na.wav,chicken,late\n", "end_s must be seconds"),
        (b"file,label\n\xff\xfe,\n", "cannot be read"),
    ],
)
def test_a_bad_manifest_is_refused(text: str | bytes, said: str, folder: Path) -> None:
    with pytest.raises(HuhnVoiceError, match=said):
        read_manifest(manifest(folder, text))


def test_a_missing_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HuhnVoiceError, match="cannot be read"):
        read_manifest(tmp_path / "none.csv")
