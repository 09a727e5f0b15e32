"""`huhn-voice simulate`: computer players against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.bots import BOTS
from huhn_voice.rules.simulate import simulate

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--players", type=int, default=3, help="how many play, 2 to 5 (default 3)")
    parser.add_argument("--games", type=int, default=100, help="how many games (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal (default 1)")
    parser.add_argument("--bots", default=",".join(BOTS), help="kinds of players, seat by seat, repeated as needed")


def run(options: argparse.Namespace) -> int:
    """Simulate and print."""
    if not 2 <= options.players <= 5:
        raise HuhnVoiceError(f"{options.players} player(s): Feiges Huhn! is for 2 to 5.")
    if options.games < 1:
        raise HuhnVoiceError("--games must be at least 1.")
    result = simulate(options.players, options.games, options.seed, bots=options.bots.split(","))
    sheet = Table(title=f"{result.games} games of {options.players}, seed {options.seed}", title_justify="left")
    for heading in ("seat", "player", "won", "lost", "points a game"):
        sheet.add_column(heading, justify="left" if heading == "player" else "right")
    for seat, bot in enumerate(result.bots):
        won, lost = result.wins[seat] / result.games, result.losses[seat] / result.games
        sheet.add_row(str(seat + 1), bot, f"{won:.0%}", f"{lost:.0%}", f"{result.mean_points[seat]:.1f}")
    console = Console()
    console.print(sheet)
    console.print(
        f"turns a round: median {result.turns_median:.0f}, 95th percentile {result.turns_p95:.0f}; "
        f"stalemates {result.stalemates}; {result.games_per_second:.0f} games a second"
    )
    return 0
