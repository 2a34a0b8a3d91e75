"""Hints: asked for, thought about, shown place by place with their reason, and gone again."""

import dataclasses
from math import inf
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tabletop.engine import Match, Text
from tabletop.engine.analysis import Analysis, Candidate
from tabletop.games import find_game, view_of
from tabletop.input.actions import Button, Down, Press, Tap, Walk
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.board import CARD_KEY, HINT_KEY, SPOT_KEY
from tabletop.scenes.play.hints import (
    COMPUTER_TO_MOVE,
    HINT_STEP_SECONDS,
    HINTS_OFF,
    MAX_HINT_SECONDS,
    MIN_HINT_SECONDS,
    NOT_YET,
    PLAY_HINT,
    THROW_DICE,
)
from tabletop.ui.board.marks import CORNERS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tests.scenes.match.hint_match import (
    advised,
    always,
    ask,
    begun,
    hinted,
    merit,
    picked,
    press_tool,
    touch,
)
from tests.scenes.setups import make_setup
from tools.album.scripted import Scripted, think


def test_a_good_ply_is_shown_with_what_the_search_thinks(table: AppContext) -> None:
    thinking = think(table, always("d4>c3", 0.38, 0.62))
    scene = begun(table, "trelawney", "c3")
    merit(scene)
    press_tool(scene)
    assert hinted(scene) == "This is the safest way to stay ahead."
    assert advised(scene) == "d4>c3"
    (question,) = thinking.asked
    assert question.plies == ("c3",)
    assert question.seconds == MAX_HINT_SECONDS
    assert len(scene.match.plies) == 1


def test_the_games_own_words_say_why(table: AppContext) -> None:
    think(table, always("d4", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    reasons = ("makes four in a row", "stops the shove", "is more than a sentence holds")
    merit(scene, *(Text("a", words) for words in reasons), move="d4")
    ask(scene)
    assert hinted(scene) == "This makes four in a row. It also stops the shove."


def test_what_is_as_true_of_other_plies_is_no_reason(table: AppContext) -> None:
    think(table, always("d4", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    merit(scene, Text("a", "brings two stones onto the board"))
    ask(scene)
    assert hinted(scene) == "This keeps the game level."


@pytest.mark.parametrize(
    ("share", "second", "words"),
    [
        (0.7, 0.4, "is clearly the best move"),
        (0.7, 0.69, "is the safest way to stay ahead"),
        (0.5, 0.49, "keeps the game level"),
        (0.3, 0.29, "is the best way to catch up"),
    ],
)
def test_without_a_reason_it_says_how_things_stand(
    table: AppContext, share: float, second: float, words: str
) -> None:
    others = [Candidate("b2", 500, (second, 1 - second))]
    think(table, always("c3", share, 1 - share, others=others))
    scene = begun(table, "trelawney")
    merit(scene)
    ask(scene)
    assert words in hinted(scene)
    assert "%" not in hinted(scene)


def test_one_touch_plays_it(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("h8", 0.5, 0.5))
    scene = begun(table, "shout7")
    ask(scene)
    hinted(scene)
    (button,) = [b for b in scene.buttons.buttons if b.key == f"{SPOT_KEY}{PLAY_HINT}"]
    scene.handle(Down(source="touch", contact=1, at=button.centre))
    scene.handle(Tap(source="touch", contact=1, at=button.centre))
    assert [str(ply.move) for ply in scene.match.plies] == ["h8"]
    assert scene.hints.hint.advice is None


def test_the_button_that_plays_it_comes_with_it_before_its_places_are_lit(
    table: AppContext,
) -> None:
    think(table, always("g3-f4", 0.5, 0.5))
    scene = begun(table, "shoo")
    ask(scene)
    hinted(scene)
    assert scene.hints.hint.lit(table.animation_scale) == 1, "of two places"
    touch(scene, "f4")
    assert not scene.match.plies, "nobody has seen yet that it ends there"
    touch(scene, "g3")  # which clears the refusal, and begins the hinted ply
    (button,) = [b for b in scene.buttons.buttons if b.key == f"{SPOT_KEY}{PLAY_HINT}"]
    scene.handle(Down(source="touch", contact=1, at=button.centre))
    scene.handle(Tap(source="touch", contact=1, at=button.centre))
    assert [str(ply.move) for ply in scene.match.plies] == ["g3-f4"]


def test_a_touch_of_where_it_ends_plays_it(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("g3-f4", 0.5, 0.5))
    scene = begun(table, "shoo")
    touch(scene, "f4")
    assert scene.notices.refused is not None
    ask(scene)
    hinted(scene)
    touch(scene, "f4")
    assert [str(ply.move) for ply in scene.match.plies] == ["g3-f4"]


def test_keys_play_it(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("g3-f4", 0.5, 0.5))
    scene = begun(table, "shoo")
    ask(scene)
    hinted(scene)
    for _ in range(40):
        scene.handle(Walk(source="keyboard", by=1))
        if scene.buttons.focus == f"{SPOT_KEY}{PLAY_HINT}":
            break
    scene.handle(Press(source="keyboard", button=Button.OK))
    assert [str(ply.move) for ply in scene.match.plies] == ["g3-f4"]


@pytest.mark.parametrize(
    ("share", "words"), [(1.0, "wins, whatever the answer"), (0.0, "is as good as any other")]
)
def test_what_is_certain_is_said_plainly(table: AppContext, share: float, words: str) -> None:
    best = Candidate("c3", 9, (share, 1 - share), proven=True)
    think(table, lambda _: Analysis("c3", (share, 1 - share), (best,)))
    scene = begun(table, "trelawney")
    merit(scene)
    ask(scene)
    assert words in hinted(scene)


def test_its_places_are_lit_one_after_another_and_then_its_effect(table: AppContext) -> None:
    think(table, always("d4>c3", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    ask(scene)
    scene.update(0.05)
    seen = []
    for _ in range(4):
        seen.append(len(scene.hints.lit(scene.snapshot)))
        assert (scene.snapshot.preview is not None) == (len(seen) == 4)
        scene.update(HINT_STEP_SECONDS)
    assert seen == [1, 2, 3, 3]
    assert scene.wakes_in() == inf, "at rest nothing is drawn"


def test_with_reduced_motion_all_is_lit_at_once(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("d4>c3", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    ask(scene)
    scene.update(0.05)
    assert len(scene.hints.lit(scene.snapshot)) == 3
    assert scene.wakes_in() == inf


def test_who_follows_it_is_led_on_and_who_picks_something_else_is_left_alone(
    table: AppContext,
) -> None:
    think(table, always("d4>c3", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    ask(scene)
    scene.update(0.05)
    assert scene.hints.advised_button is None
    touch(scene, "d4")
    assert scene.hints.hint.words is not None
    assert [mark.number for mark in scene.hints.lit(scene.snapshot)] == [2]
    touch(scene, "lay")
    assert scene.hints.lit(scene.snapshot) == ()
    assert [str(ply.move) for ply in scene.match.plies] == ["c3", "d4"]


def test_picking_something_else_takes_it_away(table: AppContext) -> None:
    think(table, always("d4>c3", 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")
    ask(scene)
    scene.update(0.05)
    touch(scene, "d3")
    assert scene.hints.hint.words is None
    assert scene.hints.lit(scene.snapshot) == ()


def test_it_says_nothing_of_what_the_keys_show(table: AppContext) -> None:
    think(table, always("5.5", 0.5, 0.5))
    scene = begun(table, "super7", "2+3")
    ask(scene)
    assert "This keeps" in hinted(scene)
    shown = []
    for _ in range(len(scene.snapshot.open)):
        scene.handle(Walk(source="keyboard", by=1))
        preview = scene.snapshot.preview
        assert ("This keeps" in hinted(scene)) == (str(preview) == "5.5")
        shown.append(str(preview))
    assert "5.5" in shown
    assert len(set(shown)) > 1


def test_a_ply_of_ones_own_takes_it_away(table: AppContext) -> None:
    think(table, always("5.5", 0.5, 0.5))
    scene = begun(table, "super7", "2+3")
    ask(scene)
    assert advised(scene) == "5.5"
    other = next(spot for spot in sorted(scene.snapshot.open) if spot != "5.5")
    touch(scene, other)
    assert scene.hints.hint.advice is None
    assert scene.hints.hint.words is None


def test_what_was_picked_makes_room_for_it(table: AppContext) -> None:
    game = find_game("shoo")
    state = game.start()
    begins = {str(move): game.spell(state, move)[0][0] for move in state.moves()}
    first = next(iter(begins.values()))
    best = next(move for move, spot in begins.items() if spot != first)
    think(table, always(best, 0.5, 0.5))
    scene = begun(table, "shoo")
    touch(scene, first)
    assert picked(scene) == (first,)
    ask(scene)
    assert advised(scene) == best
    assert picked(scene) == ()


def test_it_says_that_it_thinks_and_the_same_button_ends_that(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney")
    press_tool(scene)
    assert hinted(scene) == "Looking for a good move ·"
    assert hinted(scene, 0.4) == "Looking for a good move ··"
    assert 0.05 <= scene.wakes_in() <= 0.25
    tool = next(button for button in scene.buttons.buttons if button.key == HINT_KEY)
    assert tool.icon == "close"
    press_tool(scene)
    assert thinking.stopped == [0]
    assert advised(scene) == "c3"


def test_while_it_thinks_it_draws_no_more_than_four_times_a_second(table: AppContext) -> None:
    think(table, always("c3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney")
    ask(scene)
    seen: list[object] = []
    for _ in range(40):
        scene.update(0.05)
        frame = Frame(Canvas((1280, 800)))
        scene.draw(frame)
        keys = list(frame.blits)
        if not seen or seen[-1] != keys:
            seen.append(keys)
    assert 3 <= len(seen) <= 2 * 4


class Partly(Scripted):
    """Knows the answer long before it is done."""

    def progress(self, number: int) -> Any:
        known = super().progress(number)
        return replace(known, thought=self.answers(self.asked[number]))


def test_a_clear_answer_is_not_waited_for(table: AppContext) -> None:
    best = Candidate("c3", 9, (1.0, 0.0), proven=True)
    partly = Partly(lambda _: Analysis("c3", (1.0, 0.0), (best,), proven=True), slow=True)
    table.analysis = partly
    scene = begun(table, "trelawney")
    ask(scene)
    hinted(scene, MIN_HINT_SECONDS / 2)
    assert partly.stopped == []
    hinted(scene, MIN_HINT_SECONDS)
    assert partly.stopped == [0]


def test_a_ply_while_it_thinks_gives_the_thought_up(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney")
    ask(scene)
    scene.play("d4")
    assert thinking.waiting == set()
    scene.update(0.1)
    assert scene.hints.hint.words is None


def test_who_leaves_gives_the_thought_up(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney")
    ask(scene)
    scene.leave()
    assert thinking.waiting == set()


def test_where_dice_decide_they_are_to_be_thrown(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "super7")
    ask(scene)
    assert hinted(scene) == THROW_DICE
    assert thinking.asked == []
    scene.play("2+3")
    scene.update(9)
    assert hinted(scene) != THROW_DICE


def test_at_a_computers_turn_it_says_so(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney", fillers=(PlayerSpec("Keen"), PlayerSpec()))
    ask(scene)
    assert scene.notices.notice == COMPUTER_TO_MOVE
    assert all(question.level == "Keen" for question in thinking.asked)


def test_the_only_ply_needs_no_thinking(table: AppContext) -> None:
    def one(match: Match) -> bool:
        return len(match.state.moves()) == 1 and match.state.turn >= 0

    thinking = think(table, always("c3", 0.5, 0.5))
    match = Match(find_game("super7"), seed=3)
    while not one(match):
        if match.state.turn < 0:
            match.roll()
        else:
            match.play(match.state.moves()[0])
        if match.outcome is not None:
            match = Match(find_game("super7"), seed=match.seed + 1)
    scene = MatchScene(table, make_setup(match.game), match, "one")
    scene.fit(Canvas((1280, 800)))
    ask(scene)
    assert "is the only move" in hinted(scene)
    assert thinking.asked == []


def test_nobody_who_thinks_is_told_in_words(table: AppContext) -> None:
    think(table, lambda _: None)
    scene = begun(table, "trelawney")
    ask(scene)
    assert hinted(scene) == NOT_YET
    guess = Analysis("c3", (0.5, 0.5), guessed=True)
    think(table, lambda _: guess)
    scene = begun(table, "trelawney")
    ask(scene)
    assert hinted(scene) == NOT_YET


def test_another_seats_box_asks_for_nothing(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "trelawney")
    ask(scene, seat=1)
    assert thinking.asked == []
    assert scene.notices.asides.get(1) == "It’s Black’s turn."
    ask(scene, seat=0)
    assert len(thinking.asked) == 1


def test_hints_can_be_switched_off(table: AppContext) -> None:
    table.settings = table.settings.but({"computer.hints": False})
    thinking = think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "trelawney")
    assert HINT_KEY not in [button.key for button in scene.buttons.buttons]
    ask(scene)
    assert scene.notices.notice == HINTS_OFF
    assert thinking.asked == []


def test_a_box_that_walks_reaches_the_hint_after_all_places(table: AppContext) -> None:
    thinking = think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "trelawney")
    scene.handle(Walk(source="serial", seat=0, by=-1))
    assert scene.buttons.focus == HINT_KEY
    assert scene.snapshot.cursor is None
    scene.handle(Press(source="serial", seat=0, button=Button.OK))
    assert len(thinking.asked) == 1


def shows(scene: MatchScene, picture: pygame.Surface) -> bool:
    frame = Frame(Canvas((1280, 800)))
    scene.draw(frame)
    return any(blit[0] is picture for blit in frame.blits)


def test_a_stone_that_is_only_laid_is_shown_and_its_two_touches_read_from_left_to_right(
    table: AppContext,
) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "trelawney")
    view = view_of(scene.match.game)
    view.fit(scene.board.layout.places(scene.match.options))
    ghost = view.ghost("B", "c3")
    assert not shows(scene, ghost)
    ask(scene)
    scene.update(0.05)
    first, second = scene.hints.lit(scene.snapshot)
    assert (first.number, second.number) == (1, 2)
    assert first.at == second.at == scene.view.points(scene.snapshot)["c3"]
    assert CORNERS[first.corner][0] < CORNERS[second.corner][0]
    assert shows(scene, ghost)


def test_a_word_of_the_hint_that_is_a_button_is_marked_there(table: AppContext) -> None:
    think(table, always("c3", 0.5, 0.5))
    scene = begun(table, "trelawney")
    ask(scene)
    scene.update(0.05)
    touch(scene, "c3")
    assert scene.hints.advised_button is not None
    assert scene.hints.advised_button.key == f"{SPOT_KEY}lay"
    touch(scene, "lay")
    assert scene.hints.advised_button is None


def test_a_ply_that_wins_at_once_is_advised_before_all_others(table: AppContext) -> None:
    think(table, always("c5", 1.0, 0.0))
    scene = begun(table, "trelawney")
    for ply in ["b1", "c2", "c1", "d3", "d1", "e3", "e1", "f3"]:
        scene.play(ply)
        scene.update(9.0)
    ask(scene)
    scene.update(0.05)
    assert scene.hints.hint.advice is not None
    assert str(scene.hints.hint.advice.move) in ("a1", "f1")
    assert scene.hints.hint.advice.sentence == "This makes five in a line and wins at once."


def test_a_card_that_the_hint_chooses_is_marked(table: AppContext) -> None:
    think(table, always("c3>d4", 0.5, 0.5))
    scene = begun(table, "trelawney")
    for ply in ("a6", "b5", "a1", "d4"):
        scene.play(ply)
        scene.update(9.0)
    ask(scene)
    scene.update(0.05)
    touch(scene, "c3")
    assert scene.hints.advised_button is not None
    assert scene.hints.advised_button.key == f"{CARD_KEY}c3 d4 shove"


def test_a_place_that_alone_is_left_to_touch_has_no_number(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, always("g3-f4", 0.5, 0.5))
    scene = begun(table, "shoo")
    ask(scene)
    scene.update(0.05)
    assert [mark.number for mark in scene.hints.lit(scene.snapshot)] == [1, 2]
    touch(scene, "g3")
    assert [mark.number for mark in scene.hints.lit(scene.snapshot)] == [0]


def test_marks_of_the_last_ply_make_room_for_a_hint_and_a_refusal(table: AppContext) -> None:
    scene = begun(table, "shoo", "g3-f4")
    scene.update(5.0)
    moment = scene.snapshot

    def drawn(**changed: Any) -> int:
        frame = Frame(Canvas((1280, 800)))
        scene.view.draw(frame, dataclasses.replace(moment, **changed))
        return len(frame.blits)

    assert drawn(hinted=("f4",)) < drawn(hinted=("a9",)) == drawn()
    assert drawn(refused=("f4",)) < drawn(refused=("a9",))


def test_a_refusal_hides_the_marks_of_a_hint(table: AppContext) -> None:
    think(table, always("g3-f4", 0.5, 0.5))
    scene = begun(table, "shoo")
    ask(scene)
    hinted(scene, 3.0)
    assert scene.hints.lit(scene.snapshot)
    assert scene.snapshot.hinted == ("g3", "f4")
    touch(scene, "e5")
    assert scene.notices.refused is not None
    assert not scene.hints.lit(scene.snapshot)
    assert not scene.snapshot.hinted


def test_of_plies_about_as_good_the_one_with_a_reason_is_shown(table: AppContext) -> None:
    """A box that can be won is what people see first."""
    near = Candidate("b2", 500, (0.5, 0.5))
    think(table, always("c3", 0.52, 0.48, others=[near]))
    scene = begun(table, "trelawney")
    merit(scene, Text("a", "makes four in a row"), move="b2")
    ask(scene)
    assert hinted(scene) == "This makes four in a row."
    assert advised(scene) == "b2"


@pytest.mark.parametrize(("share", "visits"), [(0.45, 500), (0.5, 3)])
def test_a_reason_does_not_make_up_for_a_worse_ply(
    table: AppContext, share: float, visits: int
) -> None:
    worse = Candidate("b2", visits, (share, 1 - share))
    think(table, always("c3", 0.52, 0.48, others=[worse]))
    scene = begun(table, "trelawney")
    merit(scene, Text("a", "makes four in a row"), move="b2")
    ask(scene)
    hinted(scene)
    assert advised(scene) == "c3"


def test_beside_a_refusal_neither_marks_nor_the_button_are_shown(table: AppContext) -> None:
    think(table, always("3.4", 0.5, 0.5))
    scene = begun(table, "super7", "1+3")
    ask(scene)
    hinted(scene, 3)

    def offered() -> bool:
        return any(b.key == f"{SPOT_KEY}{PLAY_HINT}" for b in scene.buttons.buttons)

    assert offered()
    touch(scene, "5.5")
    assert scene.notices.refused is not None
    assert not offered()
    touch(scene, "3.4")
    assert str(scene.match.plies[-1].move) == "3.4"
