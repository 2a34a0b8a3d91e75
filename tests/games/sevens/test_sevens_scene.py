"""A match on the screen as a whole: pages above it, its end, and that it is taken up as it was."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.engine import Record
from tabletop.games.sevens import GAME, Picture, SevensMatch, live
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.phases.guessing import DEAF, GuessPart
from tabletop.games.sevens.phases.looking import LookPart, ReadyPart
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.geometry import overlap
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import Pose
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.screen.begin import Start, noted
from tabletop.games.sevens.screen.scene import KEEPING, SevensScene
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import plan_of, work_room
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Nudge, Point, Press, Pull, Tap, Walk
from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame, Screen
from tabletop.ui.label import Label
from tabletop.ui.scene import Scene, SceneStack
from tabletop.ui.table import Table
from tests.games.sevens.hands import (
    DIAMOND,
    go_on,
    guessing,
    look,
    play,
    seed_of,
    show,
    take_turn,
    tossed,
)
from tests.games.sevens.shown import button, scene_of, touch, wait

BROAD, TALL, SMALL = (1920, 1080), (1080, 1920), (1024, 600)
TICK = 1 / 60


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    with Store.open(tmp_path) as store:
        yield Table(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)


class Glass:
    """A match in a window, under pages that come to lie above it; fingers and keys work it."""

    def __init__(
        self,
        table: Table,
        match: SevensMatch,
        *,
        size: tuple[int, int] = (1280, 800),
        facing: bool = False,
        match_id: str = "one",
    ) -> None:
        start = Start(table, Scene, match.options)
        record = noted(match.record(), facing=facing)
        self.scene = start.taken_up(record, match_id)
        self.match = self.scene.desk.match
        self.stack = SceneStack(self.scene, Canvas(size))

    @property
    def surface(self) -> Surface:
        assert self.scene.part.surface is not None
        return self.scene.part.surface

    @property
    def asked(self) -> AskScene:
        """The question that lies above."""
        assert isinstance(self.stack.top, AskScene)
        return self.stack.top

    def down(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Down(source="touch", contact=contact, at=at))

    def up(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Tap(source="touch", contact=contact, at=at))

    def tap(self, key: str) -> None:
        """A tap on a button of what lies on top."""
        at = self.place(key)
        self.down(at, 9)
        self.up(at, 9)

    def place(self, key: str) -> Point:
        top = self.stack.top
        if top is self.scene:
            buttons = self.scene.part.buttons.buttons
        else:
            buttons = self.asked.buttons.buttons
        at = next(button for button in buttons if button.key == key).centre
        turned = top is self.scene and self.scene.part.turned
        return self.scene.desk.opposite(at) if turned else at

    def menu(self) -> None:
        """A tap on the menu's button."""
        at = self.scene.desk.plan.menu.centre
        if self.scene.part.turned:
            at = self.scene.desk.opposite(at)
        self.down(at, 9)
        self.up(at, 9)

    def choose(self, *keys: str) -> None:
        """Opens the pause, and answers what is asked."""
        self.menu()
        for key in keys:
            self.tap(key)

    def answers(self) -> list[str]:
        return [key for key, _, _ in self.asked.answers]

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            self.stack.update(TICK)

    def grip(self, number: int, by: Point = (0.0, 0.0), contact: int = 1) -> None:
        """A finger takes a piece, and moves it by so many units."""
        sight = self.surface.sight
        at = self.surface.pieces.pieces[number].pose.at
        began, end = sight.to_canvas(at), sight.to_canvas((at[0] + by[0], at[1] + by[1]))
        self.down(began, contact)
        self.wait(0.1)
        if by != (0.0, 0.0):
            self.stack.handle(Pull(source="touch", contact=contact, at=end, began=began))
            self.wait(0.4)

    def held(self) -> list[int]:
        return [piece.number for piece in self.surface.pieces.pieces if piece.held]

    def drawn(self) -> Frame:
        frame = Frame(self.scene.desk.canvas)
        self.stack.draw(frame)
        return frame


def lay(scene: SevensScene, target: Picture, *, but: int | None = None) -> None:
    """Lays the pieces of the target in the corner of the work room, as a player may do."""
    surface, work = scene.part.surface, work_room(plan_of(scene.desk))
    assert surface is not None
    left, _, _, bottom = target.span
    placed = target.shifted((work.left - left + 0.1, work.bottom - bottom - 0.1))
    poses = {n: piece.pose for n, piece in enumerate(placed.pieces) if n != but}
    surface.pieces.lay(poses)
    scene.update(TICK)


def matched(scene: SevensScene) -> int:
    """How many pieces agree as they are seen now."""
    assert scene.part.surface is not None
    assert scene.desk.match.target is not None
    return score(scene.desk.match.target, scene.part.surface.picture()).matched


def unveiling() -> SevensMatch:
    """The holder of Piece Unveil has begun to rebuild."""
    match = play(tossed(seed_of(Card.UNVEIL)), [(5, 6)])
    take_turn(match, 2)
    go_on(match)
    show(match)
    look(match)
    assert match.unveiled == 2
    return match


def by_the_outline(scene: SevensScene) -> None:
    """Lays two pieces as they belong, by what the outline shows."""
    surface, target = scene.part.surface, scene.desk.match.target
    assert surface is not None
    assert target is not None
    (shown,) = surface.outlines
    (x, y), (ax, ay) = shown.corners[0], target.pieces[2].corners[0]
    placed = target.shifted((x - ax, y - ay))
    surface.pieces.lay({n: placed.pieces[n].pose for n in (0, 2)})
    scene.update(TICK)


def is_in_its_outline(scene: SevensScene) -> bool:
    """Whether the piece that Piece Unveil shows lies where it is shown."""
    surface = scene.part.surface
    assert surface is not None
    (shown,) = surface.outlines
    laid = next(piece for piece in surface.picture().pieces if piece.kind == shown.kind)
    return all(
        abs(x - ax) + abs(y - ay) < 1e-3
        for (x, y), (ax, ay) in zip(laid.corners, shown.corners, strict=True)
    )


# -- another window -------------------------------------------------------------------------------

WINDOWS = [(BROAD, TALL), (TALL, BROAD), (TALL, SMALL), (SMALL, TALL), (BROAD, (1440, 1080))]


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_a_guess_taken_up_in_a_window_of_another_shape_agrees_as_before(
    table: Table, size: tuple[int, int], other: tuple[int, int]
) -> None:
    glass = Glass(table, guessing(), size=size)
    lay(glass.scene, DIAMOND)
    assert matched(glass.scene) == 7
    glass.choose("leave")
    table.store.flush()
    (kept,) = table.store.unfinished()
    again = Glass(table, SevensMatch.replay(kept.record), size=other)
    assert isinstance(again.scene.part, GuessPart)
    assert matched(again.scene) == 7
    again.wait(1)
    assert again.match.guess == glass.match.guess
    again.tap("done")
    assert again.match.turns[0].points == 7


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_a_window_pulled_to_another_shape_keeps_what_was_laid(
    size: tuple[int, int], other: tuple[int, int]
) -> None:
    with scene_of(guessing(), size=size) as scene:
        lay(scene, DIAMOND, but=3)
        told = scene.desk.match.guess
        before = scene.part.surface.picture() if scene.part.surface else None
        for window in (other, size):
            scene.fit(Canvas(window))
            scene.update(TICK)
            assert matched(scene) == 6
            assert scene.desk.match.guess == told
        assert scene.part.surface is not None
        assert before is not None
        assert scene.part.surface.picture().rounded() == before.rounded()


@pytest.mark.parametrize(("size", "other"), WINDOWS)
def test_the_outline_of_piece_unveil_stays_with_what_is_laid(
    table: Table, size: tuple[int, int], other: tuple[int, int]
) -> None:
    glass = Glass(table, unveiling(), size=size)
    by_the_outline(glass.scene)
    assert is_in_its_outline(glass.scene)
    glass.stack.fit(Canvas(other))
    glass.wait(0.1)
    assert is_in_its_outline(glass.scene)
    again = Glass(table, SevensMatch.replay(glass.match.record()), size=size)
    assert is_in_its_outline(again.scene)


def test_the_outline_stays_on_the_board_however_the_pieces_lie() -> None:
    with scene_of(unveiling(), size=BROAD) as scene:
        surface = scene.part.surface
        assert surface is not None
        work = work_room(plan_of(scene.desk))
        ends = ((work.left + 1, work.bottom - 1.5), (work.right - 1, work.top + 1.5))
        for number, (x, y) in enumerate(ends):
            surface.pieces.put(number, Pose(x, y))
        scene.update(TICK)
        scene.fit(Canvas(TALL))
        scene.update(TICK)
        (shown,) = surface.outlines
        assert work_room(plan_of(scene.desk)).keeps(shown.corners)
        assert len(surface.picture()) == 2


# -- pages above ----------------------------------------------------------------------------------


def test_a_piece_held_while_the_menu_opens_is_let_go(table: Table) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.0, -1.0))
    assert glass.held() == [5]
    glass.menu()
    assert glass.held() == []
    glass.up((0, 0))
    glass.tap("on")
    glass.wait(0.5)
    assert glass.held() == []
    assert len(glass.surface.picture()) == 7


def test_a_button_held_while_the_menu_opens_is_not_pressed_afterwards(table: Table) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    done = glass.place("done")
    glass.down(done)
    glass.menu()
    glass.tap("on")
    glass.up(done)
    assert glass.match.phase is Phase.GUESS
    assert not glass.scene.part.buttons.held


def test_a_held_piece_is_let_go_when_the_window_changes(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.grip(0, (4.0, 0.0))
    assert glass.held() == [0]
    glass.stack.fit(Canvas((1920, 1200)))
    assert glass.held() == []


def test_a_piece_held_over_others_lies_on_none_after_the_window_changed(table: Table) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.9, 0.9))
    glass.surface.pieces.turn(5, 15)
    glass.wait(0.3)
    glass.stack.fit(Canvas(TALL))
    glass.wait(1)
    corners = [piece.corners for piece in glass.surface.picture().pieces]
    assert len(corners) == 7
    assert all(overlap(one, other) < 1e-3 for one, other in combinations(corners, 2))


def test_the_pause_stops_the_clock_and_covers_the_board(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.menu()
    assert glass.asked.covers
    assert "clock stands still" in glass.asked.detail
    left = glass.match.clock_left
    glass.wait(5)
    assert glass.match.clock_left == left
    glass.tap("on")
    glass.wait(1)
    assert left is not None
    assert glass.match.clock_left == pytest.approx(left - 1, abs=0.05)


def peeking() -> SevensMatch:
    match = guessing()
    match.peek(match.now + 2)
    return match


def looking() -> SevensMatch:
    match = tossed()
    show(match)
    match.look(match.now)
    return match


@pytest.mark.parametrize("begun", [looking, guessing, peeking])
def test_no_question_lies_over_an_open_picture(
    table: Table, begun: Callable[[], SevensMatch]
) -> None:
    glass = Glass(table, begun())
    glass.choose("end")
    assert glass.asked.covers
    seen = {blit.key for blit in glass.drawn().blits}
    wood = Frame(glass.scene.desk.canvas)
    glass.scene.part.draw_wood(wood)
    assert not seen & {blit.key for blit in wood.blits}


def test_who_gives_up_is_chosen_by_name(table: Table) -> None:
    for seat in (0, 1):
        glass = Glass(table, guessing())
        glass.choose("end")
        assert glass.answers() == ["no", "up:1", "up:0", "both"]
        glass.tap(f"up:{seat}")
        assert glass.match.outcome is not None
        assert glass.match.outcome.winners == (1 - seat,)
        assert glass.stack.top is glass.scene


def test_both_may_stop_or_play_on(table: Table) -> None:
    glass = Glass(table, tossed())
    glass.choose("end", "no")
    assert glass.match.phase is Phase.ARRANGE
    glass.choose("end", "both")
    assert glass.match.outcome is not None
    assert glass.match.outcome.winners == ()
    glass.menu()
    assert "end" not in glass.answers()


def test_sitting_is_changed_in_the_pause_and_kept(table: Table) -> None:
    glass = Glass(table, tossed(first=1))
    glass.choose("facing")
    assert glass.scene.part.turned
    glass.tap("stay")  # a button of the seat opposite, where it lies now
    glass.wait(0.1)
    assert glass.scene.part.surface is not None
    assert glass.scene.part.surface.enabled
    glass.choose("leave")
    table.store.flush()
    (kept,) = table.store.unfinished()
    start = Start(table, Scene, GAME.check_options({}))
    assert start.taken_up(kept.record, "one").desk.facing
    glass = Glass(table, tossed(first=1), facing=True)
    glass.choose("facing")
    assert not glass.scene.part.turned


def over() -> SevensMatch:
    match = tossed()
    match.agree(match.now)
    return match


@pytest.mark.parametrize(
    ("match", "leaving", "still"),
    [
        (SevensMatch(), "Leave", ""),
        (over(), "Leave", ""),
        (tossed(), "Leave (the match is kept)", "The picture is covered."),
        (
            tossed(arrange_seconds=60),
            "Leave (the match is kept)",
            "The clock stands still, and the picture is covered.",
        ),
    ],
    ids=["toss", "over", "arranging", "arranging in time"],
)
def test_the_pause_says_what_is_so(match: SevensMatch, leaving: str, still: str) -> None:
    with scene_of(match) as scene:
        assert (scene.leaving, scene.still) == (leaving, still)


# -- done -----------------------------------------------------------------------------------------


def test_a_double_tap_on_done_does_not_leave_pieces_in_the_tray(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.tap("done")
    glass.wait(0.1)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS
    assert "Touch Done again" in glass.scene.part.warning
    glass.wait(DEAF)
    glass.tap("done")
    assert len(glass.match.turns) == 1


def test_another_warning_is_no_question_about_the_tray(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.scene.part.warn("Not so")
    glass.wait(1)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS
    assert "Touch Done again" in glass.scene.part.warning


def test_an_old_answer_is_asked_for_again(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.tap("done")
    glass.wait(5)
    glass.tap("done")
    assert glass.match.phase is Phase.GUESS


def test_the_clock_scores_a_piece_in_the_hand_where_it_is(table: Table) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.grip(5, (0.5, 0.5))
    assert glass.held() == [5]
    assert matched(glass.scene) == 6
    left = glass.match.clock_left
    assert left is not None
    for _ in range(round(left) + 1):
        glass.stack.update(1.0)
    assert glass.match.phase is Phase.SCORED
    (turn,) = glass.match.turns
    assert (len(turn.guess), turn.score.matched) == (7, 6)


def test_the_seconds_of_a_peek_are_counted_when_they_change(table: Table) -> None:
    match = guessing()
    match.peek(match.now + 2.4)
    glass = Glass(table, match)
    said = glass.scene.part.prompt
    assert "5 s" in said
    for number in (4, 3, 2, 1):
        for _ in range(20):
            before = glass.match.look_left
            assert before is not None
            if before <= number + 1e-6:
                break
            glass.stack.update(glass.scene.wakes_in() + 1e-4)
        assert glass.match.look_left == pytest.approx(number, abs=2e-3)
        assert f"{number} s" in glass.scene.part.prompt


# -- keys -----------------------------------------------------------------------------------------


def key(glass: Glass, button: Key) -> None:
    glass.stack.handle(Press(source="keyboard", button=button))
    glass.wait(0.4)


def test_the_keys_that_turn_and_flip_work_wherever_the_keys_stand(table: Table) -> None:
    glass = Glass(table, guessing())
    glass.stack.handle(Walk(source="keyboard", by=1))
    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert glass.scene.part.buttons.focus is not None
    before = glass.surface.pieces.pieces
    key(glass, Key.LATER)
    key(glass, Key.FLIP)
    after = glass.surface.pieces.pieces
    assert (after[0].pose.turn - before[0].pose.turn) % 360 == pytest.approx(45)
    assert after[6].pose.flipped != before[6].pose.flipped
    key(glass, Key.EARLIER)
    assert glass.surface.pieces.pieces[0].pose.turn % 360 == pytest.approx(before[0].pose.turn)


def test_only_one_thing_has_the_frame_of_the_keys(table: Table) -> None:
    glass = Glass(table, guessing())

    def framed() -> tuple[bool, bool]:
        """Whether a button has it, and whether a piece has."""
        return glass.scene.part.buttons.focus is not None, glass.surface.hands.keyed

    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert framed() == (True, False)
    glass.stack.handle(Walk(source="keyboard", by=1))
    assert framed() == (False, True)
    glass.stack.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert framed() == (True, False)


def test_keys_turn_nothing_behind_the_curtain_or_in_a_peek(table: Table) -> None:
    for match in (tossed(), peeking()):
        glass = Glass(table, match)
        before = glass.surface.pieces.pieces[6].pose
        key(glass, Key.FLIP)
        assert glass.surface.pieces.pieces[6].pose == before


# -- the time to build ----------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [False, True])
def test_it_is_said_when_the_booklet_chose(facing: bool) -> None:
    match = tossed(arrange_seconds=60)
    match.advance(61)
    with scene_of(match, facing=facing) as scene:
        assert isinstance(scene.part, ReadyPart)
        assert "Time was up: the booklet chose." in scene.part.prompt
        assert "Time was up: the booklet chose." in scene.part.told
    plain = tossed()
    show(plain)
    with scene_of(plain) as scene:
        assert "booklet" not in scene.part.prompt + scene.part.told


# -- left and taken up ----------------------------------------------------------------------------


def newest(table: Table) -> Record:
    table.store.flush()
    kept = (*table.store.unfinished(), *table.store.finished())
    return max(kept, key=lambda each: each.changed).record


def test_a_look_that_was_left_goes_on_with_what_is_left_of_it(table: Table) -> None:
    glass = Glass(table, looking())
    glass.wait(4)
    glass.choose("leave")
    again = Glass(table, SevensMatch.replay(newest(table)))
    assert isinstance(again.scene.part, LookPart)
    assert again.match.look_left == pytest.approx(6, abs=0.1)
    again.wait(6.1)
    assert isinstance(again.scene.part, GuessPart)


def test_a_peek_that_was_left_goes_on_and_the_pieces_lie_as_they_lay(table: Table) -> None:
    glass = Glass(table, guessing())
    lay(glass.scene, DIAMOND)
    glass.tap("peek")
    glass.wait(2)
    glass.choose("leave")
    again = Glass(table, SevensMatch.replay(newest(table)))
    assert again.match.look_left == pytest.approx(3, abs=0.1)
    assert again.match.phase is Phase.PEEK
    again.wait(3.1)
    assert again.surface.enabled
    assert matched(again.scene) == 7


@pytest.mark.parametrize("begun", [looking, guessing, peeking])
def test_a_power_cut_gives_back_no_more_than_moments(
    table: Table, begun: Callable[[], SevensMatch]
) -> None:
    glass = Glass(table, begun())
    glass.wait(4.5)
    again = SevensMatch.replay(newest(table))
    assert glass.match.now - again.now <= KEEPING + 0.1
    assert again.phase is glass.match.phase


def test_a_record_that_is_only_looked_at_is_not_put_on_the_shelf(table: Table) -> None:
    match = play(tossed(), [(7, 5), (4, 6), (4, 1)])
    for played, facing in ((match, False), (match, True), (over(), False)):
        scene = live.take_up(table, noted(played.record(), facing=facing), "copy", Scene)
        stack = SceneStack(scene, Canvas((1280, 800)))
        for _ in range(100):
            stack.update(0.1)
        stack.close()
    bare = live.take_up(table, tossed().record(), "copy", Scene)
    SceneStack(bare, Canvas((1280, 800))).close()
    table.store.flush()
    assert (table.store.unfinished(), table.store.finished()) == ((), ())


def test_what_is_played_on_from_a_record_is_kept(table: Table) -> None:
    glass = Glass(table, tossed(), match_id="copy")
    glass.choose("end", "up:0")
    assert SevensMatch.replay(newest(table)).outcome == glass.match.outcome


def test_another_match_follows_one_that_was_taken_up(table: Table) -> None:
    match = play(tossed(look_seconds=15), [(7, 5), (4, 6), (4, 1)])
    glass = Glass(table, match, facing=True)
    glass.wait(1.5)
    glass.tap("again")
    scene = glass.stack.top
    assert isinstance(scene, SevensScene)
    assert scene is not glass.scene
    assert scene.desk.match.phase is Phase.TOSS
    assert (scene.desk.match.options["look_seconds"], scene.desk.facing) == (15, True)
    glass.stack.close()
    table.store.flush()
    assert [kept.match_id for kept in table.store.unfinished()] == []


def test_a_second_frame_for_the_seat_opposite_draws_nothing_anew() -> None:
    match = SevensMatch(3)
    match.toss(0, 0)
    match.arranged(5, "House", booklet()[0].picture)
    match.look(6)
    match.advance(17)
    with scene_of(match, facing=True) as scene:
        assert scene.part.turned
        scene.update(0.0)
        screen = Screen(pygame.Surface((1280, 800)))
        for again in range(3):
            frame = Frame(scene.desk.canvas)
            scene.draw(frame)
            assert bool(screen.show(frame)) == (again == 0)


# -- taps that come too soon ---------------------------------------------------------------------


def test_the_second_tap_of_a_double_tap_on_done_does_not_begin_the_look() -> None:
    match = SevensMatch(3)
    match.toss(0)
    with scene_of(match) as scene:
        match.arranged(5, "House", booklet()[0].picture)
        scene.update(0.0)
        look = button(scene, "look").box.centre
        for pause, phase in ((0.0, Phase.READY), (0.5, Phase.LOOK)):
            wait(scene, pause)
            touch(scene, look)
            assert match.phase is phase


# -- what is said at the toss ---------------------------------------------------------------------


def test_the_toss_says_how_long_the_look_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def label(text: str, *rest: Any, **more: Any) -> Label:
        said.append(text)
        return Label(text, *rest, **more)

    monkeypatch.setattr("tabletop.games.sevens.phases.toss.Label", label)
    with scene_of(SevensMatch(options={"look_seconds": 15})) as scene:
        scene.draw(Frame(scene.desk.canvas))
    assert any("look at it for 15 seconds" in text for text in said)
