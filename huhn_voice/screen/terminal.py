"""The table on a terminal: what was said, the cards in the middle, and the scores. Colour always comes with a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from typing import IO

    from huhn_voice.rules.cards import Card
    from huhn_voice.rules.feiges_huhn import FeigesHuhn

STYLES = {"pink": "bold black on bright_magenta", "blue": "bold white on blue", "yellow": "bold black on bright_yellow"}
SHAPES = {"pink": "●", "blue": "■", "yellow": "▲"}


class Terminal:
    """Prints an evening, line by line: friendly to screen readers and to logs."""

    def __init__(self, out: IO[str]) -> None:
        self._console = Console(file=out, highlight=False, soft_wrap=True)
        self._shown: tuple[object, ...] = ()

    def say(self, text: str, at_s: float) -> None:
        """A sentence of the narrator."""
        clock = f"{int(at_s // 60):2d}:{at_s % 60:04.1f}"
        self._console.print(Text.assemble((f"{clock}  ", "dim"), text))

    def heard(self, words: str) -> None:
        """What a player said."""
        self._console.print(Text(f"         » {words}", style="italic green"))

    def note(self, text: str) -> None:
        """A remark of the machine that is not spoken."""
        self._console.print(Text(text, style="dim"))

    def table(self, game: FeigesHuhn) -> None:
        """Cards in the middle and piles, when they changed."""
        view = game.view(None)
        now = (view.discard, view.chicken_piles, view.penalty_piles, view.totals)
        if now == self._shown:
            return
        self._shown = now
        line = Text("         ")
        for card in view.discard[-6:]:
            line.append_text(face(card)).append(" ")
        if not view.discard:
            line.append("(nothing in the middle) ", style="dim")
        piles = zip(game.players, view.chicken_piles, view.penalty_piles, strict=True)
        line.append("  ".join(f"{name} {pile}{f'+{kept}' if kept else ''}" for name, pile, kept in piles), style="dim")
        self._console.print(line)

    def scores(self, game: FeigesHuhn) -> None:
        """The score sheet."""
        view = game.view(None)
        sheet = Table(
            title=f"Scores, round {view.round}" if view.phase != "over" else "Final scores", title_justify="left"
        )
        sheet.add_column("Player")
        sheet.add_column("Points", justify="right")
        for name, total in zip(game.players, view.totals, strict=True):
            sheet.add_row(name, str(total))
        self._console.print(sheet)


def face(card: Card) -> Text:
    """A card: shape, number and colour."""
    return Text(f" {SHAPES[card.colour]} {card.value} {card.colour} ", style=STYLES[card.colour])
