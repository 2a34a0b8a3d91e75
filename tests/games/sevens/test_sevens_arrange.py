"""Arranging: what fingers, mouse and keys do behind the curtain, through the real scenes."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from itertools import combinations
from math import inf
from pathlib import Path

import pygame
import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import figures
from tabletop.games.sevens.phases.arrange import ArrangePart
from tabletop.games.sevens.phases.curtain import Curtain
from tabletop.games.sevens.phases.laying import lay_whole
from tabletop.games.sevens.phases.naming import NamingScene
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import shifted
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.plan import plan_for
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.games.sevens.shelf.own_figures import FILE, GROUP, MOST, keep_figure, own_figures
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Drop, Nudge, Point, Press, Pull, Tap, Walk
from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Scene, SceneStack
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton
from tests.games.sevens.hands import DIAMOND, play_round, show, take_turn, tossed

SIZE = (1280, 800)
SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))
TICK = 1 / 60


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Store.open(tmp_path) as store:
        yield Table(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)


def _forgotten(match: SevensMatch) -> None:
    """Keeps nothing."""


class Hands:
    """Two people's hands at a match in which a picture is being made."""

    def __init__(
        self,
        table: Table,
        match: SevensMatch | None = None,
        *,
        size: tuple[int, int] = SIZE,
        facing: bool = False,
    ) -> None:
        self.match = match or tossed()
        canvas = Canvas(size)
        self.desk = Desk(table, self.match, facing, now=self.match.now, plan=plan_for(canvas))
        self.scene = SevensScene(self.desk, _forgotten)
        self.stack = SceneStack(self.scene, canvas)

    @property
    def part(self) -> ArrangePart:
        assert isinstance(self.scene.part, ArrangePart)
        return self.scene.part

    @property
    def top(self) -> Scene:
        return self.stack.top

    def button(self, key: str) -> PushButton:
        buttons = self.part.buttons if self.top is self.scene else self.top.buttons  # type: ignore[attr-defined]
        found: PushButton = next(b for b in buttons.buttons if b.key == key)
        return found

    def at(self, key: str) -> Point:
        """Where a button really lies."""
        centre = self.button(key).centre
        turned = self.top is self.scene and self.part.turned
        return self.desk.opposite(centre) if turned else centre

    def down(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Down(source="touch", contact=contact, at=at))

    def up(self, at: Point, contact: int = 1) -> None:
        self.stack.handle(Tap(source="touch", contact=contact, at=at))

    def touch(self, at: Point, contact: int = 1) -> None:
        self.down(at, contact)
        self.up(at, contact)

    def tap(self, key: str, contact: int = 1) -> None:
        assert self.button(key).enabled
        self.touch(self.at(key), contact)
        self.stack.update(TICK)

    def press(self, button: Key) -> None:
        self.stack.handle(Press(source="keyboard", button=button))
        self.stack.update(TICK)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            self.stack.update(TICK)

    def open(self) -> None:
        self.tap("stay")
        self.wait(0.4)

    def lay(self, picture: Picture = DIAMOND) -> None:
        lay_whole(self.part.surface, picture, 0.0)
        self.wait(0.2)

    def place(self, number: int) -> Point:
        """Where a piece is seen."""
        surface = self.part.surface
        return surface.sight.to_canvas(surface.pieces.pieces[number].pose.at)

    def carry(self, number: int, to: Point, contact: int = 2) -> None:
        """Carries a piece to a place on the board, in units."""
        began = self.place(number)
        end = self.part.surface.sight.to_canvas(to)
        self.down(began, contact)
        self.wait(0.1)
        self.stack.handle(Pull(source="touch", contact=contact, at=end, began=began))
        self.wait(0.3)
        self.stack.handle(Drop(source="touch", contact=contact, at=end, began=began))
        self.wait(0.4)

    def drawn(self) -> Frame:
        frame = Frame(self.desk.canvas)
        self.stack.draw(frame)
        return frame

    def shows_wood(self) -> bool:
        """Whether anything of the board and its pieces is put on the screen."""
        frame = Frame(self.desk.canvas)
        self.part.draw_wood(frame)
        return bool(frame.blits)


@pytest.fixture
def hands(table: Table) -> Hands:
    return Hands(table)


# -- the curtain ----------------------------------------------------------------------------------


def test_at_first_the_curtain_is_closed_and_hides_all_pieces(hands: Hands) -> None:
    assert not hands.part.curtain.open
    assert not hands.shows_wood()
    assert "look away" in hands.part.told


def test_hands_on_a_closed_curtain_move_nothing(hands: Hands) -> None:
    hands.carry(0, (8.0, 4.0))
    assert len(hands.part.surface.picture()) == 0


def test_the_curtain_is_open_while_its_button_is_held(hands: Hands) -> None:
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    assert hands.part.curtain.drawn == 1
    assert hands.shows_wood()
    hands.wait(20)
    assert hands.part.curtain.open
    hands.up(hands.at("hold"), 1)
    hands.wait(0.4)
    assert hands.part.curtain.drawn == 0
    assert not hands.shows_wood()


def test_one_hand_holds_the_curtain_while_the_other_moves_a_piece(hands: Hands) -> None:
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.carry(0, (8.0, 4.0), contact=2)
    assert len(hands.part.surface.picture()) == 1


def test_a_held_piece_is_let_go_when_the_curtain_closes(hands: Hands) -> None:
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.down(hands.place(0), 2)
    hands.wait(0.1)
    assert hands.part.surface.pieces.pieces[0].held
    hands.up(hands.at("hold"), 1)
    assert not hands.part.surface.pieces.pieces[0].held


def test_a_finger_that_slips_off_the_button_closes_the_curtain(hands: Hands) -> None:
    began = hands.at("hold")
    hands.down(began, 1)
    hands.wait(0.4)
    hands.stack.handle(Pull(source="touch", contact=1, at=(300, 500), began=began))
    assert not hands.part.curtain.open


def test_a_short_tap_on_the_button_is_told_how_it_works(hands: Hands) -> None:
    hands.tap("hold")
    assert "Keep your finger on it" in hands.part.prompt
    hands.wait(5)
    assert "Keep your finger on it" not in hands.part.prompt


def test_the_lock_closes_after_five_seconds_without_a_hand(hands: Hands) -> None:
    hands.tap("stay")
    hands.wait(1.9)
    assert hands.part.curtain.closes_in is None
    hands.wait(1.0)
    assert hands.button("stay").label.endswith("3")
    hands.wait(1.0)
    assert hands.button("stay").label.endswith("2")
    hands.wait(1.5)
    assert not hands.part.curtain.open


def test_every_hand_begins_the_five_seconds_anew(hands: Hands) -> None:
    hands.tap("stay")
    hands.wait(4.5)
    hands.touch((400, 500))
    hands.wait(4.5)
    assert hands.part.curtain.open


def test_a_finger_that_rests_on_a_piece_keeps_the_curtain_open(hands: Hands) -> None:
    hands.open()
    hands.down(hands.place(0), 2)
    hands.wait(8)
    assert hands.part.curtain.open


def test_the_lock_can_be_closed_by_hand_and_worked_by_keys(hands: Hands) -> None:
    hands.tap("stay")
    hands.tap("stay")
    assert not hands.part.curtain.open
    while hands.part.buttons.focus != "stay":
        hands.part.handle(Walk(source="keyboard", by=1))
    hands.part.handle(Press(source="keyboard", button=Key.OK))
    assert hands.part.curtain.stays


def test_a_page_above_or_the_pause_closes_the_curtain(hands: Hands) -> None:
    hands.open()
    hands.tap("name")
    assert hands.part.curtain.drawn == 0
    hands.tap("leave")
    assert not hands.part.curtain.open
    hands.open()
    hands.press(Key.MENU)
    hands.press(Key.BACK)
    assert hands.top is hands.scene
    assert hands.part.curtain.drawn == 0


def test_a_finger_that_was_lifted_during_the_pause_holds_nothing_open(hands: Hands) -> None:
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.press(Key.MENU)
    hands.stack.handle(Tap(source="touch", contact=1, at=(900, 1000)))
    hands.press(Key.BACK)
    hands.wait(0.4)
    assert not hands.part.curtain.open


def test_without_motion_the_curtain_jumps() -> None:
    curtain = Curtain()
    curtain.held = True
    curtain.update(0.001, 0.0)
    assert curtain.drawn == 1


def test_at_rest_nothing_is_drawn_anew(hands: Hands) -> None:
    hands.wait(0.1)
    assert hands.stack.top.wakes_in() == inf
    hands.down(hands.at("hold"), 1)
    assert hands.stack.top.wakes_in() == 0
    hands.wait(1)
    assert hands.stack.top.wakes_in() == inf
    hands.up(hands.at("hold"), 1)
    hands.tap("stay")
    hands.wait(0.5)
    assert 1.0 < hands.stack.top.wakes_in() < 1.6


# -- the picture and its name ---------------------------------------------------------------------


def test_what_keeps_the_picture_from_being_shown_is_said_all_the_time(hands: Hands) -> None:
    hands.open()
    assert "all seven pieces" in hands.part.prompt
    hands.carry(0, (8.0, 4.0))
    assert "6 pieces are not in the picture yet" in hands.part.prompt
    hands.lay()
    assert "What is it?" in hands.part.prompt


def test_done_says_why_not_and_the_curtain_stays(hands: Hands) -> None:
    hands.open()
    hands.carry(0, (8.0, 4.0))
    hands.tap("done")
    assert "6 pieces" in hands.part.warning
    assert hands.part.curtain.open
    assert hands.match.phase is Phase.ARRANGE


def test_pieces_that_lie_apart_are_marked(hands: Hands) -> None:
    hands.open()
    hands.lay()
    hands.carry(3, (5.0, 1.2))
    assert "parts" in hands.part.prompt
    assert dict(hands.part.surface.marks) == {3: "overlap"}


def test_done_asks_for_the_name_and_then_shows_the_picture(hands: Hands) -> None:
    hands.lay()
    hands.tap("done")
    assert isinstance(hands.top, NamingScene)
    for key in ("sign:s", "sign:w", "sign:a", "sign:n", "done"):
        hands.tap(key)
    assert hands.match.phase is Phase.READY
    assert hands.match.name == "Swan"
    assert hands.match.target is not None
    assert len(hands.match.target) == 7


def test_a_name_is_shown_on_its_button_and_long_ones_are_cut(hands: Hands) -> None:
    hands.part.name = "The leaning tower of Pisa in the rain"
    hands.part.fit()
    assert hands.button("name").label.endswith("…")
    assert len(hands.button("name").label) <= 15


def test_a_round_of_five_pieces_takes_five(table: Table) -> None:
    match = next(
        match
        for seed in range(60)
        if (match := _after_round(seed)).card_in_force is not None
        and match.card_in_force[1] is Card.FIVE
    )
    hands = Hands(table, match)
    assert "5 of the pieces" not in hands.part.prompt
    hands.open()
    assert "with 5 of the pieces" in hands.part.prompt
    hands.lay()
    assert "put 2 back" in hands.part.prompt
    for number in (5, 6):
        hands.part.surface.pieces.send_home(number, 0.0)
    hands.wait(0.2)
    hands.part.name = "Kite"
    hands.tap("done")
    assert match.phase is Phase.READY


def _after_round(seed: int) -> SevensMatch:
    """A match whose first round was lost, in the second one's arranging."""
    match = tossed(seed)
    play_round(match, (7, 5), (False, False))
    match.go_on(match.now)
    if match.phase is Phase.CARD:
        match.turn_card(match.now)
        match.go_on(match.now)
    return match


def _unveiling() -> SevensMatch:
    """A match in which the guesser of the turn holds Piece Unveil."""
    for seed in range(200):
        match = _after_round(seed)
        if match.card_in_force is None or match.card_in_force[1] is not Card.UNVEIL:
            continue
        if not match.must_unveil:
            take_turn(match, 7)
            match.go_on(match.now)
        if match.must_unveil:
            return match
    raise AssertionError("no seed deals that card")


def test_the_holder_of_piece_unveil_is_shown_the_piece_that_is_touched(table: Table) -> None:
    match = _unveiling()
    hands = Hands(table, match)
    hands.lay()
    hands.part.name = "Kite"
    hands.tap("done")
    assert hands.part.unveiling
    assert "Which piece" in hands.part.prompt
    hands.touch(hands.place(4))
    assert match.must_unveil  # nothing is chosen through the curtain
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.touch(hands.place(4), 2)
    assert match.phase is Phase.READY
    assert match.unveiled == 4


def test_the_piece_to_unveil_can_be_chosen_by_keys_or_the_picture_changed(table: Table) -> None:
    match = _unveiling()
    hands = Hands(table, match)
    hands.lay()
    hands.part.name = "Kite"
    hands.tap("done")
    hands.tap("back")
    assert not hands.part.unveiling
    hands.tap("done")
    hands.open()
    for _ in range(3):
        hands.part.handle(Walk(source="keyboard", by=1))
    assert dict(hands.part.surface.marks) == {2: "agrees"}
    hands.part.handle(Press(source="keyboard", button=Key.OK))
    assert match.unveiled == 2


# -- the booklet ----------------------------------------------------------------------------------


def _picked(hands: Hands, how: str) -> str:
    hands.tap("booklet")
    assert isinstance(hands.top, BrowseScene)
    hands.tap("figure:1")
    hands.tap("take")
    name = figures.booklet()[1].name
    assert isinstance(hands.top, AskScene)
    hands.tap(how)
    return name


def test_a_figure_of_the_booklet_is_laid_with_its_name(hands: Hands) -> None:
    name = _picked(hands, "lay")
    hands.wait(0.6)
    assert hands.part.name == name
    assert len(hands.part.surface.picture()) == 7
    hands.tap("done")
    assert hands.match.phase is Phase.READY
    assert hands.match.name == name


def test_a_figure_can_be_built_after_and_is_seen_only_with_the_picture(hands: Hands) -> None:
    name = _picked(hands, "build")
    assert hands.part.name == name
    assert len(hands.part.surface.picture()) == 0
    closed = len(hands.drawn().blits)
    model = hands.part.model
    hands.part.model = None
    assert closed == len(hands.drawn().blits)
    hands.part.model = model
    hands.open()
    with_model = {blit.key for blit in hands.drawn().blits}
    hands.part.model = None
    assert with_model != {blit.key for blit in hands.drawn().blits}


def test_an_own_picture_is_kept_and_stands_in_the_booklet(hands: Hands) -> None:
    hands.lay()
    hands.tap("keep")
    assert "name first" in hands.part.warning
    hands.part.name = "Kite"
    hands.tap("keep")
    assert "booklet now" in hands.part.prompt
    kept = own_figures(hands.desk.table)
    assert [(figure.name, figure.group) for figure in kept] == [("Kite", GROUP)]
    assert GROUP in BrowseScene(hands.desk.table).groups


def test_a_picture_that_is_not_whole_is_not_kept(hands: Hands) -> None:
    hands.part.name = "Kite"
    hands.tap("keep")
    assert "not in the picture yet" in hands.part.warning
    assert not (hands.desk.table.data_dir / FILE).exists()


# -- the figures of this table --------------------------------------------------------------------


def test_a_figure_of_the_same_name_takes_the_place_of_the_old_one(table: Table) -> None:
    keep_figure(table, "Kite", DIAMOND)
    keep_figure(table, "Ein 100 % Drache", DIAMOND)
    keep_figure(table, "Kite", DIAMOND.shifted((3, 0)))
    kept = own_figures(table)
    assert [figure.name for figure in kept] == ["Kite", "Ein 100 % Drache"]
    assert kept[0].picture == DIAMOND.shifted((3, 0)).rounded()


@pytest.mark.parametrize(
    "bad",
    [
        "no tabs at all",
        f"Kite\t9\t{DIAMOND}",
        f"%00\t3\t{DIAMOND}",
        f"{'x' * 41}\t3\t{DIAMOND}",
        "Kite\t3\tL0,0;2,0;0,2",
        "Kite\t3\tnonsense",
        f"Kite\t3\t{DIAMOND}|more",
    ],
)
def test_a_damaged_line_is_left_out_and_told(table: Table, bad: str) -> None:
    keep_figure(table, "Sound", DIAMOND)
    path = table.data_dir / FILE
    path.write_text(f"{bad}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert [figure.name for figure in own_figures(table)] == ["Sound"]
    assert len(table.problems) == 1
    assert "line 1" in table.problems[0]


def test_a_file_of_other_bytes_is_told_and_does_no_harm(table: Table) -> None:
    (table.data_dir / FILE).write_bytes(bytes(range(256)))
    assert own_figures(table) == ()
    assert table.problems


@pytest.mark.parametrize("bad", ["no tabs at all", f"Kite\t9\t{DIAMOND}", "# by hand"])
def test_a_line_that_cannot_be_read_stays_when_another_figure_is_kept(
    table: Table, bad: str
) -> None:
    path = table.data_dir / FILE
    path.write_text(f"{bad}\nOld\t2\t{DIAMOND}", encoding="utf-8")
    keep_figure(table, "New", DIAMOND)
    keep_figure(table, "Old", DIAMOND.shifted((1, 0)))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == bad
    assert [line.split("\t")[0] for line in lines[1:]] == ["Old", "New"]
    assert [figure.name for figure in own_figures(table)] == ["Old", "New"]


def test_figures_beyond_the_most_stay_in_the_file(table: Table) -> None:
    path = table.data_dir / FILE
    lines = [f"Kite {number}\t3\t{DIAMOND}\n" for number in range(MOST + 5)]
    path.write_text("".join(lines), encoding="utf-8")
    keep_figure(table, "Kite 7", DIAMOND.shifted((1, 1)))
    kept = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert [line for place, line in enumerate(kept) if place != 7] == lines[:7] + lines[8:]


def test_a_file_that_cannot_be_read_is_never_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_figure(table, "Sound", DIAMOND)
    path = table.data_dir / FILE
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> str:
        raise PermissionError("not for you")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", fail)
        with pytest.raises(PermissionError):
            keep_figure(table, "Kite", DIAMOND)
    assert path.read_bytes() == before
    path.write_bytes(b"\xe9\n" + before)
    with pytest.raises(IllegalMove, match="not UTF-8"):
        keep_figure(table, "Kite", DIAMOND)
    assert path.read_bytes() == b"\xe9\n" + before


@pytest.mark.parametrize("name", ["", "  ", "x" * 60, "Ki\x07te"])
def test_a_name_that_no_picture_may_have_is_refused_for_a_figure(table: Table, name: str) -> None:
    with pytest.raises(IllegalMove, match=r"Say what|at most 40|plain letters"):
        keep_figure(table, name, DIAMOND)
    assert not (table.data_dir / FILE).exists()


def test_the_name_of_a_figure_is_kept_with_single_blanks(table: Table) -> None:
    assert keep_figure(table, "  A   kite ", DIAMOND).name == "A kite"
    keep_figure(table, "A kite", DIAMOND)
    assert [figure.name for figure in own_figures(table)] == ["A kite"]


@pytest.mark.parametrize("down", [False, True])
def test_a_figure_too_large_for_a_small_board_is_not_kept(table: Table, down: bool) -> None:
    by = (0.0, 9.0) if down else (9.0, 0.0)
    first, *others = DIAMOND.pieces
    far = Picture((Piece(first.kind, shifted(first.corners, by)), *others))
    with pytest.raises(IllegalMove, match=r"a small board has room for 8\.6 by 8"):
        keep_figure(table, "Spread", far)


def test_there_is_room_for_so_many_figures_only(table: Table) -> None:
    line = f"Kite%20{{}}\t3\t{DIAMOND}\n"
    full = "".join(line.format(number) for number in range(MOST))
    (table.data_dir / FILE).write_text(full, encoding="utf-8")
    with pytest.raises(ValueError, match="no room"):
        keep_figure(table, "One more", DIAMOND)
    keep_figure(table, "Kite 7", DIAMOND.shifted((1, 1)))
    assert len(own_figures(table)) == MOST


def test_a_disk_that_refuses_is_told(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, text: str) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("tabletop.games.sevens.shelf.own_figures.write_atomically", refuse)
    hands.lay()
    hands.part.name = "Kite"
    hands.tap("keep")
    assert "the disk is full" in hands.desk.table.problems[0]


# -- time, and a report of looking ----------------------------------------------------------------


def test_the_time_to_build_is_shown_and_runs_out(table: Table) -> None:
    hands = Hands(table, tossed(arrange_seconds=30))
    hands.wait(10)
    assert hands.part.clock.left == pytest.approx(20, abs=0.1)
    assert hands.part.clock.whole == 30
    assert hands.stack.top.wakes_in() <= 1
    hands.wait(20.1)
    assert hands.match.phase is Phase.READY


@pytest.mark.parametrize("pages", [["name"], ["booklet"], ["booklet", "figure:1", "take"]])
def test_the_time_to_build_goes_by_on_other_pages_too(table: Table, pages: list[str]) -> None:
    hands = Hands(table, tossed(arrange_seconds=30))
    for page in pages:
        hands.tap(page)
    for _ in range(32):
        if hands.top is not hands.scene:
            hands.stack.handle(Nudge(source="keyboard", dx=0, dy=1))
        hands.stack.update(1.0)
    assert hands.top is hands.scene
    assert hands.match.phase is Phase.READY


def test_a_report_that_is_admitted_ends_the_match(hands: Hands) -> None:
    hands.tap("looked")
    hands.tap("yes")
    hands.wait(0.1)
    assert hands.match.outcome is not None
    assert hands.match.outcome.winners == (hands.match.arranger,)


def test_a_report_that_is_denied_is_dropped_and_its_question_turns_to_the_other(
    table: Table,
) -> None:
    hands = Hands(table, tossed(first=0), facing=True)
    hands.open()
    hands.tap("looked")
    assert isinstance(hands.top, AskScene)
    assert hands.top.turns == 2
    assert hands.part.curtain.drawn == 0
    hands.press(Key.BACK)  # it must be answered
    hands.tap("no")
    hands.wait(0.1)
    assert hands.match.phase is Phase.ARRANGE
    assert hands.match.pending is None


def test_an_open_report_of_a_match_taken_up_is_asked_again(table: Table) -> None:
    match = tossed()
    match.report(5)
    hands = Hands(table, match)
    hands.wait(0.1)
    assert isinstance(hands.top, AskScene)


# -- how it lies ----------------------------------------------------------------------------------


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_tools_lie_apart_in_every_window(
    table: Table, size: tuple[int, int], facing: bool
) -> None:
    hands = Hands(table, tossed(first=1, arrange_seconds=60), size=size, facing=facing)
    plan = hands.desk.plan
    boxes = {button.key: button.box for button in hands.part.buttons.buttons}
    side = plan.clock if plan.portrait else plan.sheet
    boxes |= {"board": plan.board, "near": plan.near, "menu": plan.menu, "side": side}
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        assert not _overlap(one, other), f"{a} and {b}"
    for key, box in boxes.items():
        assert min(box.x, box.y) >= 0, key
        assert box.right <= plan.canvas.width, key
        assert box.bottom <= plan.canvas.height, key
        assert min(box.w, box.h) >= 70, key
    hands.part.model = figures.booklet()[0]
    hands.open()
    assert hands.drawn().blits


def test_face_to_face_the_hands_of_the_seat_opposite_work_as_well(table: Table) -> None:
    hands = Hands(table, tossed(first=1), facing=True)
    assert hands.part.turned
    hands.down(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.carry(2, (8.0, 4.0), contact=2)
    assert hands.part.surface.picture().kinds == ("M",)
    hands.up(hands.at("hold"), 1)
    hands.wait(0.4)
    hands.lay()
    hands.tap("name")
    for key in ("sign:a", "done"):
        hands.tap(key)
    hands.tap("done")
    assert hands.match.phase is Phase.READY


def test_a_disputed_picture_is_begun_anew(hands: Hands) -> None:
    show(hands.match)
    hands.match.dispute(hands.match.now, agreed=True)
    hands.desk.now = hands.match.now
    hands.wait(0.1)
    assert hands.part.name == ""
    assert len(hands.part.surface.picture()) == 0
