"""Computer players and simulation."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.bots import BOTS, PATIENCE, bold, cautious, risk, sensible, takes_rather
from huhn_voice.rules.cards import deck
from huhn_voice.rules.feiges_huhn import Challenge, FeigesHuhn, Flip, HouseRules, KeepPoints, Stalemate, Take, TuckPile
from huhn_voice.rules.simulate import next_action, play, simulate

if TYPE_CHECKING:
    from huhn_voice.rules.bots import Bot
    from huhn_voice.rules.game import Action
    from tests.rules.conftest import Rig


def ask(bot: Bot, game: FeigesHuhn, seat: int, seed: int = 0) -> Action | None:
    return bot(game.view(seat), game.legal_actions(), random.Random(seed))


def answers(bot: Bot, game: FeigesHuhn, seat: int) -> set[Action | None]:
    return {ask(bot, game, seat, seed) for seed in range(40)}


def test_risk_is_the_share_of_unseen_cards_that_would_bust(rig: Rig) -> None:
    for middle in ("Y3", "Y8", "P1 B2 Y1", "P8 P7 B6 Y4"):
        view = rig(5, 5, discard=middle).view(0)
        rest = deck()
        for card in view.discard:
            rest.remove(card)
        assert view.top is not None
        assert risk(view) == sum(card.beats(view.top) for card in rest) / len(rest)
    assert risk(rig(5, 5).view(0)) == 0


@pytest.mark.parametrize("name", BOTS)
def test_bots_only_do_what_is_legal_and_act_when_they_must(name: str) -> None:
    for seed in range(3):
        game = FeigesHuhn(["Anna", "Ben", "Cleo"], seed)
        rng = random.Random(seed)
        while game.to_act.phase != "over":
            for seat in range(3):
                action = ask(BOTS[name], game, seat, seed)
                assert action is None or (action.player == seat and game.can(action))
                assert action is not None or game.to_act.player != seat
            game.apply(next_action(game, [BOTS[name]] * 3, rng))


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", BOTS)
def test_bots_do_not_take_for_ever(name: str, players: int) -> None:
    for seed in range(2):
        game = play(FeigesHuhn(["hen"] * players, seed), [BOTS[name]] * players)
        assert not any(isinstance(event, Stalemate) for event in game.events)


def test_cautious(rig: Rig) -> None:
    assert answers(cautious, rig(9, 9, discard="Y8"), 0) == {Flip(0)}
    assert answers(cautious, rig(9, 9, discard="Y3"), 0) == {Flip(0), Take(0)}
    assert answers(cautious, rig(9, 9, discard="Y2"), 1) == {Challenge(1), None}
    assert answers(cautious, rig(9, 9, discard="Y6"), 1) == {None}
    for pile, choice in [("B5 P2 P3 P4", KeepPoints(0)), ("B5 P2 P3 P4 P6", TuckPile(0))]:
        game = rig(pile, 9, discard="Y3")
        game.apply(Flip(0))
        assert ask(cautious, game, 0) == choice


def test_bold(rig: Rig) -> None:
    assert answers(bold, rig(9, 9, discard="Y1"), 0) == {Flip(0)}
    assert answers(bold, rig(9, 9, discard="B5 B4 B3 B2 Y1"), 0) == {Take(0)}
    assert answers(bold, rig(9, 9, discard="B5 B4 B3"), 1) == {Challenge(1), None}
    assert answers(bold, rig(9, 9, discard="B5 B4"), 1) == {None}
    for middle, choice in [("B6 B6 B4 B4 Y3", KeepPoints(0)), ("B6 B6 B7 B4 B4 Y3", TuckPile(0))]:
        game = rig("B5 P2 P3 P4", 9, discard=middle)
        game.apply(Flip(0))
        assert ask(bold, game, 0) == choice


def test_sensible(rig: Rig) -> None:
    assert answers(sensible, rig(9, 9, discard="Y8"), 0) == {Flip(0)}
    deep = rig(9, 9, discard="P1 B1 P1 Y1 P3 P2")
    assert answers(sensible, deep, 0) == {Take(0)}
    assert takes_rather(deep.view(0), challenged=False)
    assert answers(sensible, deep, 1) == ({Challenge(1)} if takes_rather(deep.view(1), challenged=True) else {None})
    assert answers(sensible, rig(9, 9, discard="Y8"), 1) == {None}
    for pile, choice in [("B5 P2", KeepPoints(0)), ("B5 P2 P3 P4", TuckPile(0))]:
        game = rig(pile, 9, discard="Y3")
        game.apply(Flip(0))
        assert ask(sensible, game, 0) == choice


def test_everybody_wants_an_end_some_time(rig: Rig) -> None:
    for bot in BOTS.values():
        game = rig(9, 9, discard="P1 B1 Y2 Y1 P3 P1", turns=PATIENCE + 1)
        assert answers(bot, game, 0) == {Flip(0)}


def test_bots_know_no_more_than_the_view(rig: Rig) -> None:
    game, other = rig("P2 B7", "Y5 Y6", discard="Y3"), rig("B8 P8", "Y1 P1", discard="Y3")
    assert game.view(0) == other.view(0)
    assert [answers(bot, game, 0) for bot in BOTS.values()] == [answers(bot, other, 0) for bot in BOTS.values()]


def test_statistics_add_up() -> None:
    ticks = iter([10.0, 12.0])
    result = simulate(3, 4, 7, clock=lambda: next(ticks))
    assert result.bots == ("cautious", "bold", "sensible")
    assert result.games_per_second == 2
    assert result.rounds == 12
    assert sum(result.wins) >= 4
    assert sum(result.losses) >= 4
    assert 0 < result.turns_median <= result.turns_p95
    again = simulate(3, 4, 7, clock=iter([10.0, 12.0]).__next__)
    assert again == result


def test_one_round_is_enough_for_statistics() -> None:
    result = simulate(2, 1, 1, bots=["bold"], rules=HouseRules(rounds=1))
    assert result.turns_median == result.turns_p95


def test_simulation_that_cannot_be() -> None:
    with pytest.raises(HuhnVoiceError, match="0 games cannot be simulated"):
        simulate(3, 0, 1)
    with pytest.raises(HuhnVoiceError, match="no computer player “fox”: choose from cautious, bold, sensible"):
        simulate(3, 1, 1, bots=["fox"])
    with pytest.raises(HuhnVoiceError, match="for 2 to 5 players, not 9"):
        simulate(9, 1, 1)
