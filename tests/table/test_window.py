"""FH-26, FH-27, D7: the window and who shouted."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from huhn_voice.hearing.sound import Heard
from huhn_voice.table.window import Window, WindowSettings


def said(word: str, onset_s: float, *, heard_s: float | None = None) -> Heard:
    return Heard("word", word, onset_s, onset_s + 0.4, onset_s + 0.6 if heard_s is None else heard_s)


def window(order: tuple[int, ...] = (1, 2, 0)) -> Window:
    return Window(10.0, order)


def test_fh_26_a_shout_before_the_action_challenges() -> None:
    open_window = window()
    assert open_window.shout(said("chicken", 11.0), 1)
    open_window.act(said("take", 12.0))
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 1


def test_fh_26_a_shout_after_the_action_is_ignored() -> None:
    open_window = window()
    open_window.act(said("take", 11.0))
    assert not open_window.shout(said("chicken", 11.2), 1)
    assert open_window.winner() is None


def test_fh_26_a_shout_before_the_turn_is_ignored() -> None:
    assert not window().shout(said("chicken", 9.9), 1)


def test_fh_26_the_active_player_cannot_shout() -> None:
    assert not window((1, 2)).shout(said("chicken", 11.0), 0)


def test_fh_27_photo_finish_a_shout_recognised_after_the_action_but_begun_before_it_wins() -> None:
    open_window = window()
    open_window.act(said("take", 11.3, heard_s=11.6))
    assert open_window.due_s() == pytest.approx(12.2)
    assert open_window.shout(said("chicken", 11.2, heard_s=12.1), 2)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 2


def test_fh_27_order_is_by_onset_not_by_recognition() -> None:
    open_window = window()
    open_window.shout(said("chicken", 11.5, heard_s=11.9), 1)
    open_window.shout(said("chicken", 11.2, heard_s=12.4), 2)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 2


def test_d7_in_a_tie_the_nearest_clockwise_wins() -> None:
    open_window = window((2, 0, 1))
    open_window.shout(said("chicken", 11.00), 1)
    open_window.shout(said("chicken", 11.08), 2)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 2


def test_d7_a_name_after_the_shout_says_who() -> None:
    open_window = window()
    open_window.shout(said("chicken", 11.0), None)
    open_window.name(said("ben", 11.7), 1)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 1


def test_d7_a_name_before_the_shout_says_who() -> None:
    open_window = window()
    open_window.name(said("cleo", 10.6), 2)
    open_window.shout(said("chicken", 11.2), None)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat == 2


def test_d7_the_name_of_the_active_player_does_not_say_who() -> None:
    open_window = window((1, 2))
    open_window.shout(said("chicken", 11.0), None)
    open_window.name(said("anna", 11.7), 0)
    winner = open_window.winner()
    assert winner is not None
    assert winner.seat is None


def test_nothing_is_due_before_something_was_heard() -> None:
    assert window().due_s() is None


@given(st.lists(st.tuples(st.floats(10, 20), st.sampled_from([1, 2, 3])), max_size=6), st.floats(10, 20))
def test_the_order_in_which_things_are_recognised_does_not_matter(
    shouts: list[tuple[float, int]], acted_s: float
) -> None:
    def decide(reverse: bool) -> int | None:  # noqa: FBT001
        decided = Window(10.0, (1, 2, 3), WindowSettings())
        decided.act(said("flip", acted_s))
        for onset_s, seat in sorted(shouts, reverse=reverse):
            decided.shout(said("chicken", onset_s), seat)
        winner = decided.winner()
        return None if winner is None else winner.seat

    assert decide(reverse=False) == decide(reverse=True)
