"""`huhn-voice models list|check`: speech models."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.hearing.vocabulary import is_bundled, load
from huhn_voice.places import bundled_model
from huhn_voice.table.phrases import Phrases

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "what", choices=("list", "check"), help="list the models here, or check one for the game's words"
    )
    parser.add_argument("folder", nargs="?", type=Path, help="folder of a model (default: the bundled one)")


def run(options: argparse.Namespace) -> int:
    """List or check."""
    folder = options.folder or bundled_model()
    if options.what == "list":
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        kind = "compiled for each table" if is_bundled(folder) else "with a graph of its own"
        print(f"{folder}  {size / 1e6:.1f} MB, {kind}")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        vocabulary = load(folder, Phrases(()).spoken, Path(scratch))
    print(f"{folder} works and knows all {len(vocabulary.phrases)} phrases of the game.")
    return 0
