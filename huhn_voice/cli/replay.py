"""`huhn-voice replay FILE`: tell a recorded game again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.rules.feiges_huhn import FeigesHuhn
from huhn_voice.speaking.script import Script
from huhn_voice.table.ledger import restore
from huhn_voice.table.record import load

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("file", type=Path, help="a record written by `play --record`")
    parser.add_argument("--verbosity", choices=("full", "brief", "sounds"), default="full", help="how much is told")


def run(options: argparse.Namespace) -> int:
    """Tell the game."""
    saved = load(options.file)
    played = restore(saved, options.file)
    script = Script(verbosity=options.verbosity, names=played.players)
    game = FeigesHuhn(played.players, played.seed, played.rules)
    for events in (game.opening, *map(game.apply, played.history)):
        print(*filter(None, map(script.tell, events)))
    if saved.torn:
        print("(The last line of the record was cut off and is left out.)")
    return 0
