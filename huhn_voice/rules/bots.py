"""Computer players for Feiges Huhn!, who know what anybody at the table can see and nothing else.

A bot is asked in every turn: as the active player it must answer; as another player it may challenge or stay quiet.
Bots do not count cards: they reckon with the cards that lie face up now. After PATIENCE turns of a round they all want
an end (decision D12): they flip, and keep collected cards as points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from huhn_voice.rules.cards import VALUES, deck
from huhn_voice.rules.feiges_huhn_state import COOP_SIZE
from huhn_voice.rules.feiges_huhn_types import Begin, Challenge, Flip, KeepPoints, Take, TuckPile, View
from huhn_voice.rules.game import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from huhn_voice.rules.cards import Card

Bot = Callable[[View, Sequence[Action], Random], Action | None]
"""`bot(view, legal_actions, rng)`: the action of the player in `view.seat`, or None to stay quiet.

`legal_actions` are those of the whole table. None is only ever returned where the player need not act.
"""


def cautious(view: View, legal_actions: Sequence[Action], rng: Random) -> Action | None:
    """A careful hen.

    - Takes the card if flipping goes wrong more often than 1 time in 4, but plucks up courage every fourth time.
    - Challenges if flipping goes wrong at least every second time, and then only every second time.
    - After a bust tucks the cards, unless 3 or fewer are left in the own pile.
    """
    match _options(view, legal_actions):
        case {"turn": [*actions]}:
            takes = risk(view) > 0.25 and rng.random() < 0.75 and not _weary(view)
            return _prefer(Take if takes else Flip, actions)
        case {"bust": [*actions]}:
            return _prefer(KeepPoints if _left(view) <= 3 or _weary(view) else TuckPile, actions)
        case {"challenge": [action]}:
            return action if risk(view) >= 0.5 and rng.random() < 0.5 else None
        case {"begin": [action]}:
            return action
    return None


def bold(view: View, legal_actions: Sequence[Action], rng: Random) -> Action | None:
    """A proud cock.

    - Always flips, except onto a 1 with five or more cards in the middle.
    - Challenges every second time that three or more cards lie in the middle.
    - After a bust keeps the cards as points, to end the round sooner, unless they are more than six.
    """
    match _options(view, legal_actions):
        case {"turn": [*actions]}:
            takes = len(view.discard) >= 5 and view.discard[-1].value == 1 and not _weary(view)
            return _prefer(Take if takes else Flip, actions)
        case {"bust": [*actions]}:
            return _prefer(KeepPoints if len(view.collected) <= 6 or _weary(view) else TuckPile, actions)
        case {"challenge": [action]}:
            return action if len(view.discard) >= 3 and rng.random() < 0.5 else None
        case {"begin": [action]}:
            return action
    return None


def sensible(view: View, legal_actions: Sequence[Action], rng: Random) -> Action | None:
    """A hen that can reckon.

    - Expects from every card what it will cost on average: a card of value v costs one point for each of the three
      coop cards that has value v (three times the share of v among the cards that do not lie face up), a 1 one more.
    - Takes the top card if that is likely to cost less than flipping (see `takes_rather`).
    - Challenges if a sensible player in the active seat would then take.
    - After a bust keeps the cards as points if the own pile is the shortest and has at most as many cards as were
      collected: the round can be ended before the cards could be got rid of. Else tucks them.
    """
    del rng
    match _options(view, legal_actions):
        case {"turn": [*actions]}:
            takes = takes_rather(view, challenged=view.challenger is not None) and not _weary(view)
            return _prefer(Take if takes else Flip, actions)
        case {"bust": [*actions]}:
            keeps = _left(view) == min(view.chicken_piles) and _left(view) <= len(view.collected)
            return _prefer(KeepPoints if keeps or _weary(view) else TuckPile, actions)
        case {"challenge": [action]}:
            return action if takes_rather(view, challenged=True) else None
        case {"begin": [action]}:
            return action
    return None


BOTS: dict[str, Bot] = {"cautious": cautious, "bold": bold, "sensible": sensible}
"""Every bot by its name."""

PATIENCE = 120
"""Turns of a round after which every bot wants an end."""

_DECK = len(deck())
_BEATING = {card: sum(other.beats(card) for other in deck()) for card in deck()}


def risk(view: View) -> float:
    """Chance that a card turned over now is higher and of another colour; 0 on an empty pile.

    Every card that does not lie face up is equally likely.
    """
    if view.top is None:
        return 0.0
    return (_BEATING[view.top] - sum(card.beats(view.top) for card in view.discard)) / (_DECK - len(view.discard))


class Prices:
    """What cards are likely to cost, if the coop is any three of the cards that do not lie face up.

    Attributes:
        average: points for a card that does not lie face up.
    """

    def __init__(self, view: View) -> None:
        seen = [card.value for card in (*view.discard, *view.collected)]
        hidden = _DECK - len(seen)
        counts = {value: _DECK // len(VALUES) - seen.count(value) for value in VALUES}
        self._price = {value: COOP_SIZE * counts[value] / hidden + (value == 1) for value in VALUES}
        self.average = sum(counts[value] * self._price[value] for value in VALUES) / hidden

    def of(self, cards: Iterable[Card]) -> float:
        """Points that these cards are likely to cost together."""
        return sum(self._price[card.value] for card in cards)


def takes_rather(view: View, *, challenged: bool) -> bool:
    """Whether taking is likely to cost less than flipping.

    Taking costs the top card, and an average card more if challenged. Flipping, if lucky, gets rid of an average card,
    and of another if challenged; else it costs the pile in the middle, less the card that starts the new one.
    """
    prices, unlucky = Prices(view), risk(view)
    taking = prices.of(view.discard[-1:]) + prices.average * challenged
    lucky_gain = prices.average * (1 + challenged)
    flipping = unlucky * (prices.of(view.discard) - prices.average) - (1 - unlucky) * lucky_gain
    return taking < flipping


def _left(view: View) -> int:
    """Cards in the own chicken pile."""
    return 0 if view.seat is None else view.chicken_piles[view.seat]


def _weary(view: View) -> bool:
    return view.turns > PATIENCE


def _prefer(kind: type[Action], actions: Sequence[Action]) -> Action:
    """The action of the wanted kind if it is legal, else the one that is left."""
    return next((action for action in actions if isinstance(action, kind)), actions[0])


def _options(view: View, legal_actions: Sequence[Action]) -> dict[str, list[Action]]:
    """The legal actions of the player in `view.seat`, by the question that they answer."""
    own = [action for action in legal_actions if action.player == view.seat]
    if not own:
        return {}
    question = {Begin: "begin", Challenge: "challenge"}.get(type(own[0]), view.phase)
    return {question: own}
