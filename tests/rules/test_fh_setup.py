"""Material and set-up: rows FH-01 to FH-10 of the rules checklist."""

from __future__ import annotations

from collections import Counter

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.cards import COLOURS, Card, deck
from huhn_voice.rules.feiges_huhn import Begin, FeigesHuhn, Flip, HouseRules, RoundEnded, RoundStarted, Take
from huhn_voice.rules.game import IllegalAction

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
GOLDEN_COOP = ["pink 6", "pink 5", "pink 1"]


def test_fh_01_forty_eight_cards_two_of_each() -> None:
    cards = Counter(deck())
    assert sum(cards.values()) == 48
    assert set(cards) == {Card(value, colour) for value in range(1, 9) for colour in ("pink", "blue", "yellow")}
    assert set(cards.values()) == {2}
    assert set(Counter(card.value for card in deck()).values()) == {6}
    assert {Counter(card.colour for card in deck())[colour] for colour in COLOURS} == {16}


def test_fh_02_three_cards_aside_and_same_seed_same_deal() -> None:
    games = [FeigesHuhn(NAMES[:3], seed) for seed in (5, 5, 6)]
    assert len(games[0]._state.cards.coop) == 3
    assert games[0]._state.cards == games[1]._state.cards
    assert games[0]._state.cards != games[2]._state.cards


def test_fh_02_the_deal_of_a_seed_never_changes() -> None:
    coop = FeigesHuhn(NAMES[:3], 5)._state.cards.coop
    assert [str(card) for card in coop] == GOLDEN_COOP


@pytest.mark.parametrize(("players", "each"), [(2, 22), (3, 15), (4, 11), (5, 9)])
def test_fh_03_dealt_evenly(players: int, each: int) -> None:
    assert FeigesHuhn(NAMES[:players], 1).view().chicken_piles == (each,) * players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_fh_03_two_to_five_players(players: int) -> None:
    with pytest.raises(HuhnVoiceError, match=f"for 2 to 5 players, not {players}"):
        FeigesHuhn(NAMES[:players], 1)


def test_fh_03_six_only_when_allowed() -> None:
    game = FeigesHuhn(NAMES, 1, HouseRules(allow_more=True))
    assert game.view().chicken_piles == (7,) * 6
    assert len(game._state.cards.box) == 3


@pytest.mark.parametrize(("players", "left"), [(2, 1), (3, 0), (4, 1), (5, 0)])
def test_fh_04_left_over_cards_stay_in_the_box(players: int, left: int) -> None:
    assert len(FeigesHuhn(NAMES[:players], 1)._state.cards.box) == left


def test_fh_05_nobody_sees_a_chicken_pile() -> None:
    game = FeigesHuhn(NAMES[:3], 1)
    for seat in (None, 0, 1, 2):
        assert "Card(" not in repr(game.view(seat))
    assert "Card(" not in repr(game)
    game.apply(Begin(0))
    game.apply(Flip(0))
    assert repr(game.view(0)).count("Card(") == 1


def test_fh_06_points_are_kept_by_round_and_in_total() -> None:
    game = FeigesHuhn(NAMES[:2], 1, HouseRules(stalemate_turns=1))
    assert (game.scores, game.totals) == ((), (0, 0))
    for _ in range(2):
        if game.to_act.phase == "starter":
            game.apply(game.legal_actions()[0])
        game.apply(Flip(game.to_act.player or 0))
    assert len(game.scores) == 2
    assert game.totals == tuple(map(sum, zip(*game.scores, strict=True)))
    assert (game.view().scores, game.view().totals) == (game.scores, game.totals)


def test_fh_07_the_discard_pile_starts_empty() -> None:
    game = FeigesHuhn(NAMES[:4], 1)
    assert game.view().discard == ()
    assert game.view().top is None


def test_fh_08_whoever_clucks_best_starts() -> None:
    game = FeigesHuhn(NAMES[:3], 1)
    assert game.to_act.phase == "starter"
    assert game.legal_actions() == (Begin(0), Begin(1), Begin(2))
    started = game.apply(Begin(2))[0]
    assert started == RoundStarted(1, 2, (15, 15, 15))
    assert game.to_act.player == 2


def test_fh_09_turns_go_clockwise() -> None:
    for players in (2, 3, 5):
        game = FeigesHuhn(NAMES[:players], 1, HouseRules(starter="name", starter_seat=players - 1))
        order = []
        for _ in range(players + 1):
            seat = game.to_act.player
            assert seat is not None
            order.append(seat)
            game.apply(Flip(seat) if game.can(Flip(seat)) and game.view().top is None else Take(seat))
        assert order == [(players - 1 + step) % players for step in range(players + 1)]


def test_fh_10_exactly_one_action_by_the_active_player() -> None:
    game = FeigesHuhn(NAMES[:3], 1, HouseRules(starter="name"))
    with pytest.raises(IllegalAction, match="It is not Ben's turn: it is Anna's"):
        game.apply(Flip(1))
    game.apply(Flip(0))
    for again in (Flip(0), Take(0)):
        with pytest.raises(IllegalAction, match="It is not Anna's turn: it is Ben's"):
            game.apply(again)
    assert not any(isinstance(event, RoundEnded) for event in game.events)
