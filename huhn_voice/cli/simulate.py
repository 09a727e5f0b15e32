"""`huhn-voice simulate`: computer players against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--players", type=int, default=3, help="how many play, 2 to 5 (default 3)")
    parser.add_argument("--games", type=int, default=100, help="how many games (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal (default 1)")


def run(options: argparse.Namespace) -> int:
    """Simulate and print."""
    raise HuhnVoiceError("not yet")
