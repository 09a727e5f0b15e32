"""Many games among computer players, and what came of them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.bots import BOTS
from huhn_voice.rules.feiges_huhn import Begin, Challenge, FeigesHuhn, GameEnded, HouseRules, RoundEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from huhn_voice.rules.bots import Bot
    from huhn_voice.rules.game import Action


@dataclass(frozen=True, slots=True)
class Statistics:
    """What came of many games.

    Attributes:
        bots: name of the bot in each seat.
        games: how many games were played.
        wins: games won by each seat; a shared win counts for everyone who shares it.
        losses: games lost by each seat, counted alike.
        mean_points: points a game of each seat.
        turns_median: turns a round.
        turns_p95: 95th percentile of turns a round.
        stalemates: rounds that were ended because they went in circles.
        rounds: how many rounds were played.
        games_per_second: speed of the simulation.
    """

    bots: tuple[str, ...]
    games: int
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    mean_points: tuple[float, ...]
    turns_median: float
    turns_p95: float
    stalemates: int
    rounds: int
    games_per_second: float


def simulate(
    players: int,
    games: int,
    seed: int,
    *,
    bots: Sequence[str] = tuple(BOTS),
    rules: HouseRules | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Statistics:
    """Let bots play.

    Args:
        players: how many play.
        games: how many games.
        seed: of the first game; the next ones count on from it.
        bots: names of the bots, from seat 0 on, repeated as needed.
        rules: house rules.
        clock: seconds, for the speed.

    Raises:
        HuhnVoiceError: no game, an unknown bot, or a number of players that is not allowed.
    """
    if games < 1:
        raise HuhnVoiceError(f"{games} games cannot be simulated: ask for at least one.")
    names = seats(players, bots)
    table = [BOTS[name] for name in names]
    started_s = clock()
    played = [play(FeigesHuhn(names, seed + number, rules), table) for number in range(games)]
    seconds = clock() - started_s
    rounds = [event for game in played for event in game.events if isinstance(event, RoundEnded)]
    ends = [event for game in played for event in game.events if isinstance(event, GameEnded)]
    turns = [event.turns for event in rounds]
    return Statistics(
        bots=names,
        games=games,
        wins=tuple(sum(seat in end.winners for end in ends) for seat in range(players)),
        losses=tuple(sum(seat in end.losers for end in ends) for seat in range(players)),
        mean_points=tuple(fmean(end.totals[seat] for end in ends) for seat in range(players)),
        turns_median=median(turns),
        turns_p95=quantiles(turns, n=20, method="inclusive")[-1] if len(turns) > 1 else turns[0],
        stalemates=sum(event.reason == "stalemate" for event in rounds),
        rounds=len(rounds),
        games_per_second=games / seconds if seconds else float("inf"),
    )


def seats(players: int, bots: Sequence[str]) -> tuple[str, ...]:
    """The bot in each seat.

    Example:
        >>> seats(3, ["bold", "sensible"])
        ('bold', 'sensible', 'bold')

    Raises:
        HuhnVoiceError: there is no bot of that name.
    """
    for name in bots:
        if name not in BOTS:
            raise HuhnVoiceError(f"There is no computer player “{name}”: choose from {', '.join(BOTS)}.")
    return tuple(bots[seat % len(bots)] for seat in range(players))


def play(game: FeigesHuhn, bots: Sequence[Bot]) -> FeigesHuhn:
    """Play a game to its end; the bots' chances depend on the game's seed only."""
    rng = random.Random(f"{game.seed}/bots")
    while game.to_act.phase != "over":
        game.apply(next_action(game, bots, rng))
    return game


def next_action(game: FeigesHuhn, bots: Sequence[Bot], rng: random.Random) -> Action:
    """What the bots do next: the fastest of those who would challenge does, else the active player acts.

    Who is fastest, and who clucks loudest, is drawn.
    """
    legal = game.legal_actions()
    active = game.to_act.player
    if active is None:
        return rng.choice([action for action in legal if isinstance(action, Begin)])
    others = [action.player for action in legal if isinstance(action, Challenge)]
    for seat in (*rng.sample(others, len(others)), active):
        action = bots[seat](game.view(seat), legal, rng)
        if action is not None:
            return action
    raise AssertionError(f"the bot in seat {active} did not act")
