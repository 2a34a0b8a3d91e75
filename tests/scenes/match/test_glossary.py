"""Whoever asks what a place is hears it: by the sign and a touch."""

import pytest

from tabletop.engine import CHANCE, Game, Match, Spot
from tabletop.games import find_game
from tabletop.input.actions import Action, Button, Down, Press, Tap, Walk
from tabletop.scenes.match import glossary
from tabletop.scenes.match.glossary import GlossaryScene, GlossaryTarget
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.storage import new_match_id
from tabletop.ui.board.marks import FINISH_NOTE, NOT_LIT_NOTE, meanings
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.scene import Change, Pop, Push
from tests.default_context import default_context
from tests.scenes.lesson.lesson_driver import BOARDS
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, check_layout, draw

SHOO = find_game("shoo")


def opened(table: AppContext, game: Game = SHOO, *, facing: bool = False) -> MatchScene:
    match = Match(game, seed=3)
    scene = MatchScene(
        table, make_setup(game, sides=FACING_SIDES if facing else ()), match, new_match_id()
    )
    scene.fit(Canvas((1280, 800)))
    return scene


def at(scene: MatchScene, spot: Spot) -> Point:
    return scene.view.points(scene.snapshot)[spot]


def down(point: Point) -> Action:
    return Down(source="touch", contact=1, at=point)


def plate(change: Change) -> GlossaryScene:
    assert isinstance(change, Push)
    assert isinstance(change.scene, GlossaryScene)
    return change.scene


def said(scene: MatchScene, spot: Spot) -> list[str]:
    return [str(meaning.words) for meaning in meanings(scene.board.upright, scene.snapshot, spot)]


def test_the_sign_and_a_touch_do_the_same_without_holding(table: AppContext) -> None:
    scene = opened(table)
    sign = next(b for b in scene.buttons.buttons if b.key == "tool:goal")
    scene.handle(down(sign.centre))
    scene.handle(Tap(source="touch", contact=1, at=sign.centre))
    assert scene.moment.notes.goal
    page = plate(scene.handle(down(at(scene, "a9"))))
    assert not scene.moment.notes.goal
    assert str(page.said[0].words) == "a9: one of Black’s travellers, on foot."
    assert str(page.said[1].words) == "Black has the round mark."
    # The next touch means what it always means.
    scene.handle(Tap(source="touch", contact=1, at=at(scene, "a9")))
    assert scene.handle(down(at(scene, "g3"))) is None


def test_keys_ask_too(table: AppContext) -> None:
    scene = opened(table)
    scene.goal.toggle()
    scene.refresh()
    scene.handle(Walk(source="keyboard", by=1))
    page = plate(scene.handle(Press(source="keyboard", button=Button.OK)))
    assert page.said
    assert not scene.match.plies


def test_to_go_back_from_asking_is_not_to_pause(table: AppContext) -> None:
    scene = opened(table)
    scene.goal.toggle()
    scene.refresh()
    back = Press(source="keyboard", button=Button.BACK)
    assert scene.handle(back) is None
    assert not scene.moment.notes.goal
    assert isinstance(scene.handle(back), Push)  # nothing is asked any more: the pause


def test_the_sign_touched_again_asks_no_more(table: AppContext) -> None:
    scene = opened(table)
    for asks in (True, False):
        sign = next(b for b in scene.buttons.buttons if b.key == "tool:goal").centre
        scene.handle(down(sign))
        scene.handle(Tap(source="touch", contact=1, at=sign))
        assert bool(scene.moment.notes.goal) == asks
    assert scene.handle(down(at(scene, "g3"))) is None


def test_what_is_asked_about_is_never_played(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where there is nothing to be said of it."""
    monkeypatch.setattr(glossary, "meanings", lambda *_: ())
    scene_ = opened(table, find_game("trelawney"))

    def picked() -> list[Spot]:
        return list(scene_.snapshot.picked)

    scene_.goal.toggle()
    scene_.refresh()
    point = at(scene_, "c3")
    scene_.handle(down(point))
    scene_.handle(Tap(source="touch", contact=1, at=point))
    assert picked() == []
    assert not scene_.moment.notes.goal
    scene_.handle(down(point))
    scene_.handle(Tap(source="touch", contact=1, at=point))
    assert picked() == ["c3"]
    scene_.goal.toggle()
    scene_.refresh()
    scene_.handle(Walk(source="keyboard", by=1))
    scene_.handle(Press(source="keyboard", button=Button.OK))
    assert picked() == ["c3"]
    assert not scene_.match.plies


def test_a_choice_is_asked_about_too(table: AppContext) -> None:
    scene = opened(table, find_game("trelawney"))
    point = at(scene, "c3")
    scene.handle(down(point))
    scene.handle(Tap(source="touch", contact=1, at=point))
    lay = next(b for b in scene.buttons.buttons if b.key == "spot:lay")
    scene.goal.toggle()
    scene.refresh()
    page = plate(scene.handle(down(lay.centre)))
    assert [meaning.words for meaning in page.said] == [FINISH_NOTE]
    scene.resume()
    assert not scene.match.plies


def test_what_is_picked_up_is_not_called_dark(table: AppContext) -> None:
    scene = opened(table)
    point = at(scene, "g3")
    scene.handle(down(point))
    scene.handle(Tap(source="touch", contact=1, at=point))
    assert scene.snapshot.picked == ("g3",)
    assert str(NOT_LIT_NOTE) not in said(scene, "g3")


def test_dice_are_to_be_thrown_only_while_they_decide(table: AppContext) -> None:
    super7 = find_game("super7")
    scene = opened(table, super7)
    assert "Your dice. Touch them to roll." in said(scene, "roll")
    scene.play("1+3")
    scene.update(5.0)
    assert "Your dice. Touch them to roll." not in said(scene, "roll")


def test_any_new_touch_takes_the_plate_away(table: AppContext) -> None:
    scene = opened(table)
    scene.goal.toggle()
    scene.refresh()
    page = plate(scene.handle(down(at(scene, "g3"))))
    page.fit(Canvas((1280, 800)))
    assert page.handle(Tap(source="touch", contact=1, at=(5, 5))) is None  # it lifts at last
    assert page.handle(down((5, 5))) is None
    assert page.handle(Tap(source="touch", contact=1, at=(5, 5))) == Pop()
    assert page.handle(Press(source="keyboard", button=Button.OK)) == Pop()


def test_it_is_turned_to_whoever_acts(table: AppContext) -> None:
    scene = opened(table, facing=True)
    scene.play("g3-f4")
    scene.update(5.0)
    scene.goal.toggle()
    scene.refresh()
    assert plate(scene.handle(down(at(scene, "a9")))).turns == 2


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_every_place_has_words_in_the_whole_of_a_game(table: AppContext, game: Game) -> None:
    scene = opened(table, game)
    for number in range(40):
        snapshot = scene.snapshot
        for spot in scene.view.points(snapshot):
            found = meanings(scene.board.upright, snapshot, spot)
            assert found, spot
            assert all(meaning.words for meaning in found)
        match = scene.match
        if match.outcome is not None:
            break
        if match.state.turn == CHANCE:
            scene.play("")
        else:
            moves = match.state.moves()
            scene.play(str(moves[(number * 7) % len(moves)]))
        scene.update(10.0)


def test_light_refusal_and_last_move_are_told(table: AppContext) -> None:
    scene = opened(table)
    assert said(scene, "g3")[-1].startswith("It’s lit")
    assert said(scene, "e5") == [
        "e5: an empty square.",
        "You can’t play here right now.",
    ]
    scene.play("g3-f4")
    scene.update(5.0)
    assert "The dark green mark shows the last move." in said(scene, "f4")
    point = at(scene, "g2")
    scene.handle(down(point))
    scene.handle(Tap(source="touch", contact=1, at=point))
    assert "The red ring marks a move that wasn’t possible." in said(scene, "g2")
    assert scene.snapshot.open  # what would be legal stays lit


@pytest.mark.parametrize("size", SIZES[:5])
@pytest.mark.parametrize("turns", [0, 2])
def test_the_plate_fits_in_longer_words(
    table: AppContext, size: tuple[int, int], turns: int
) -> None:
    scene = opened(table)
    scene.play("g3-f4")
    scene.update(5.0)
    found = meanings(scene.board.upright, scene.snapshot, "f4")
    with default_context(language="xx"):
        page = GlossaryScene(found, scene.view.looks, GlossaryTarget((300.0, 300.0), 40.0), turns)
        check_layout(page, size)
        draw(page)


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_after_a_refused_touch_what_would_be_legal_is_lit_at_once(
    table: AppContext, game: Game
) -> None:
    scene = opened(table, game)
    if scene.match.state.turn == CHANCE:
        scene.play("1+3")
        scene.update(5.0)
    elif game.key == "trelawney":
        scene.play("c3")
        scene.update(5.0)
    before = scene.snapshot.open
    points = scene.view.points(scene.snapshot)
    refused = None
    for spot, point in points.items():
        if spot not in before and scene.view.spot_at(scene.snapshot, point) == spot:
            scene.handle(down(point))
            scene.handle(Tap(source="touch", contact=1, at=point))
            refused = scene.notices.refused
            if refused is not None:
                break
    assert refused is not None
    assert refused.refusal.reason
    assert scene.snapshot.open == before != frozenset()


def test_a_tool_is_asked_about_instead_of_used(table: AppContext) -> None:
    scene = opened(table)
    scene.play("g3-f4")
    scene.update(5.0)
    scene.goal.toggle()
    scene.refresh()
    (tool,) = (button for button in scene.buttons.buttons if button.key == "tool:first")
    page = plate(scene.handle(down(tool.centre)))
    assert str(page.said[0].words).startswith("To the start: ")
    assert scene.session.timeline.at is None


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_everything_at_a_seat_is_explained_and_nothing_is_used(
    table: AppContext, game: Game
) -> None:
    """Buttons, trays and panels, by a finger and by keys, as long as the sentence promises it."""
    options = {"declare": True} if game.key == "trelawney" else {}
    scene = MatchScene(
        table, make_setup(game, options=options), Match(game, options=options), new_match_id()
    )
    scene.fit(Canvas((1280, 800)))
    for _ in range(6):
        moves = scene.match.state.moves()
        scene.play("" if scene.match.state.turn == CHANCE else str(moves[len(moves) // 2]))
        scene.update(10.0)
        scene.update(10.0)
        before = len(scene.match.plies)
        keys = [b.key for b in scene.buttons.buttons if not b.key.startswith("tool:goal")]
        panels = scene.board.layout.panels
        points = {
            f"panel:{n}": (panel.box.x + 40, panel.box.y + 50) for n, panel in enumerate(panels)
        }
        if scene.board.has_tray:
            points |= {f"tray:{n}": panel.tray.centre for n, panel in enumerate(panels)}
        points |= {b.key: b.centre for b in scene.buttons.buttons if b.key in keys}
        for key, point in points.items():
            scene.goal.toggle()
            scene.refresh()
            page = plate(scene.handle(down(point)))
            assert all(str(note.words) for note in page.said), key
            scene.handle(Tap(source="touch", contact=1, at=point))
            scene.resume()
        assert len(scene.match.plies) == before
        assert scene.session.timeline.at is None
        assert not scene.snapshot.picked


def test_keys_that_reach_a_button_have_it_explained(table: AppContext) -> None:
    scene = opened(table, find_game("super7"))
    for key in ("tool:hint", "dice:0"):
        scene.goal.toggle()
        scene.session.hand.cursor = key
        scene.refresh()
        page = plate(scene.handle(Press(source="keyboard", button=Button.OK)))
        assert len(page.said) == 1
        assert scene.hints.hint.idle
        scene.resume()


def test_a_tray_is_asked_about_too(table: AppContext) -> None:
    game = find_game("shout7")
    scene = MatchScene(table, make_setup(game), Match(game), new_match_id())
    scene.fit(Canvas((1280, 800)))
    scene.goal.toggle()
    scene.refresh()
    page = plate(scene.handle(down(scene.board.layout.panels[1].tray.centre)))
    assert "White" in str(page.said[0].words)
