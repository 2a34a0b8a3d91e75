"""A figure of the booklet is laid, own ones are kept; time and reports while arranging."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from itertools import combinations
from pathlib import Path

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import Picture, Piece, shifted
from tabletop.games.sevens.scenes import booklet as shelf
from tabletop.games.sevens.scenes.booklet import (
    MAX_OWN_FIGURES,
    OWN_FIGURES_FILE,
    OWN_GROUP,
    BookletPage,
    own_figures,
)
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Nudge, Press, Walk
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.arranging import SIZES, Hands, _overlap, _picked, _unveiling
from tests.games.sevens.scripted_match import DIAMOND, show, tossed


def keep_figure(table: AppContext, name: str, picture: Picture) -> Figure:
    """Keeps a figure, and waits until it is written."""
    figure = shelf.save_figure(table, name, picture)
    assert table.store.flush()
    return figure


def test_the_piece_to_unveil_can_be_chosen_by_keys_or_the_picture_changed(
    table: AppContext,
) -> None:
    match = _unveiling()
    hands = Hands(table, match)
    hands.lay()
    hands.phase.name = "Kite"
    hands.tap("done")
    hands.tap("back")
    assert not hands.phase.unveiling
    hands.tap("done")
    hands.open()
    for _ in range(3):
        hands.phase.handle(Walk(source="keyboard", by=1))
    assert dict(hands.phase.surface.marks) == {2: "agrees"}
    hands.phase.handle(Press(source="keyboard", button=Key.OK))
    assert match.unveiled == 2


def test_a_figure_of_the_booklet_is_laid_with_its_name(hands: Hands) -> None:
    name = _picked(hands, "lay")
    hands.wait(0.6)
    assert hands.phase.name == name
    assert len(hands.phase.surface.picture()) == 7
    hands.tap("done")
    assert hands.match.phase is Phase.READY
    assert hands.match.name == name


def test_a_figure_can_be_built_after_and_is_seen_only_with_the_picture(hands: Hands) -> None:
    name = _picked(hands, "build")
    assert hands.phase.name == name
    assert len(hands.phase.surface.picture()) == 0
    closed = len(hands.drawn().blits)
    model = hands.phase.model
    hands.phase.model = None
    assert closed == len(hands.drawn().blits)
    hands.phase.model = model
    hands.open()
    with_model = set(hands.drawn().blits)
    hands.phase.model = None
    assert with_model != set(hands.drawn().blits)


def test_an_own_picture_is_kept_and_stands_in_the_booklet(hands: Hands) -> None:
    hands.lay()
    hands.tap("keep")
    assert hands.phase.warning.key == "sevens.keep.name"
    hands.phase.name = "Kite"
    hands.tap("keep")
    assert hands.phase.prompt.key == "sevens.kept"
    kept = own_figures(hands.context.table)
    assert [(figure.name, figure.group) for figure in kept] == [("Kite", OWN_GROUP)]
    assert OWN_GROUP in BookletPage(hands.context.table).groups


def test_a_picture_that_is_not_whole_is_not_kept(hands: Hands) -> None:
    hands.phase.name = "Kite"
    hands.open()
    hands.tap("keep")
    assert hands.phase.warning.key == "sevens.keep.empty"
    hands.lay(Picture(DIAMOND.pieces[:3]))
    hands.tap("keep")
    assert "pieces left" in hands.phase.warning
    assert not (hands.context.table.data_dir / OWN_FIGURES_FILE).exists()


# -- the figures of this table --------------------------------------------------------------------


def test_a_figure_of_the_same_name_takes_the_place_of_the_old_one(table: AppContext) -> None:
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
def test_a_damaged_line_is_left_out_and_told(table: AppContext, bad: str) -> None:
    keep_figure(table, "Sound", DIAMOND)
    path = table.data_dir / OWN_FIGURES_FILE
    path.write_text(f"{bad}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert [figure.name for figure in own_figures(table)] == ["Sound"]
    assert len(table.operator_notices) == 1
    assert "line 1" in table.operator_notices[0]


def test_a_file_of_other_bytes_is_told_and_does_no_harm(table: AppContext) -> None:
    (table.data_dir / OWN_FIGURES_FILE).write_bytes(bytes(range(256)))
    assert own_figures(table) == ()
    assert table.operator_notices


@pytest.mark.parametrize("bad", ["no tabs at all", f"Kite\t9\t{DIAMOND}", "# by hand"])
def test_a_line_that_cannot_be_read_stays_when_another_figure_is_kept(
    table: AppContext, bad: str
) -> None:
    path = table.data_dir / OWN_FIGURES_FILE
    path.write_text(f"{bad}\nOld\t2\t{DIAMOND}", encoding="utf-8")
    keep_figure(table, "New", DIAMOND)
    keep_figure(table, "Old", DIAMOND.shifted((1, 0)))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == bad
    assert [line.split("\t")[0] for line in lines[1:]] == ["Old", "New"]
    assert [figure.name for figure in own_figures(table)] == ["Old", "New"]


def test_figures_beyond_the_most_stay_in_the_file(table: AppContext) -> None:
    path = table.data_dir / OWN_FIGURES_FILE
    lines = [f"Kite {number}\t3\t{DIAMOND}\n" for number in range(MAX_OWN_FIGURES + 5)]
    path.write_text("".join(lines), encoding="utf-8")
    keep_figure(table, "Kite 7", DIAMOND.shifted((1, 1)))
    kept = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert [line for place, line in enumerate(kept) if place != 7] == lines[:7] + lines[8:]


def test_a_file_that_cannot_be_read_is_never_written(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_figure(table, "Sound", DIAMOND)
    path = table.data_dir / OWN_FIGURES_FILE
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> str:
        raise PermissionError("not for you")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fail)
        with pytest.raises(PermissionError):
            keep_figure(table, "Kite", DIAMOND)
    assert path.read_bytes() == before
    path.write_bytes(b"\xe9\n" + before)
    with pytest.raises(IllegalMove, match="valid UTF-8"):
        keep_figure(table, "Kite", DIAMOND)
    assert path.read_bytes() == b"\xe9\n" + before


@pytest.mark.parametrize("name", ["", "  ", "x" * 60, "Ki\x07te"])
def test_a_name_that_no_picture_may_have_is_refused_for_a_figure(
    table: AppContext, name: str
) -> None:
    with pytest.raises(IllegalMove, match=r"Say what|at most 40|plain letters"):
        keep_figure(table, name, DIAMOND)
    assert not (table.data_dir / OWN_FIGURES_FILE).exists()


def test_the_name_of_a_figure_is_kept_with_single_blanks(table: AppContext) -> None:
    assert keep_figure(table, "  A   kite ", DIAMOND).name == "A kite"
    keep_figure(table, "A kite", DIAMOND)
    assert [figure.name for figure in own_figures(table)] == ["A kite"]


@pytest.mark.parametrize("down", [False, True])
def test_a_figure_too_large_for_a_small_board_is_not_kept(table: AppContext, down: bool) -> None:
    by = (0.0, 9.0) if down else (9.0, 0.0)
    first, *others = DIAMOND.pieces
    far = Picture((Piece(first.kind, shifted(first.corners, by)), *others))
    with pytest.raises(IllegalMove, match=r"A small board has room for 8\.6 by 8"):
        keep_figure(table, "Spread", far)


def test_there_is_room_for_so_many_figures_only(table: AppContext) -> None:
    line = f"Kite%20{{}}\t3\t{DIAMOND}\n"
    full = "".join(line.format(number) for number in range(MAX_OWN_FIGURES))
    (table.data_dir / OWN_FIGURES_FILE).write_text(full, encoding="utf-8")
    with pytest.raises(ValueError, match="no room"):
        keep_figure(table, "One more", DIAMOND)
    keep_figure(table, "Kite 7", DIAMOND.shifted((1, 1)))
    assert len(own_figures(table)) == MAX_OWN_FIGURES


def test_a_disk_that_refuses_is_told(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, text: str) -> None:
        raise OSError("the disk is full")

    store = hands.context.table.store
    with monkeypatch.context() as patch:
        patch.setattr("tabletop.storage.writer.write_atomically", refuse)
        hands.lay()
        hands.phase.name = "Kite"
        hands.tap("keep")
        assert not store.flush(0.3)
        assert store.trouble is not None
        assert "figures.txt" in store.trouble
    assert store.flush()


# -- time, and a report of looking ----------------------------------------------------------------


def test_the_time_to_build_is_shown_and_runs_out(table: AppContext) -> None:
    hands = Hands(table, tossed(arrange_seconds=30))
    hands.wait(10)
    assert hands.phase.clock.left == pytest.approx(20, abs=0.1)
    assert hands.phase.clock.whole == 30
    assert hands.stack.top.wakes_in() <= 1
    hands.wait(20.1)
    assert hands.match.phase is Phase.READY


@pytest.mark.parametrize("pages", [["name"], ["booklet"], ["booklet", "figure:1", "take"]])
def test_the_time_to_build_goes_by_on_other_pages_too(table: AppContext, pages: list[str]) -> None:
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
    table: AppContext,
) -> None:
    hands = Hands(table, tossed(first=0), facing=True)
    hands.open()
    hands.tap("looked")
    assert isinstance(hands.top, QuestionDialog)
    assert hands.top.turns == 2
    assert hands.phase.curtain.drawn == 0
    hands.press(Key.BACK)  # it must be answered
    hands.tap("no")
    hands.wait(0.1)
    assert hands.match.phase is Phase.ARRANGE
    assert hands.match.pending is None


def test_an_open_report_of_a_match_taken_up_is_asked_again(table: AppContext) -> None:
    match = tossed()
    match.report(5)
    hands = Hands(table, match)
    hands.wait(0.1)
    assert isinstance(hands.top, QuestionDialog)


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_tools_lie_apart_in_every_window(
    table: AppContext, size: tuple[int, int], facing: bool
) -> None:
    hands = Hands(table, tossed(first=1, arrange_seconds=60), size=size, facing=facing)
    plan = hands.context.plan
    boxes = {button.key: button.box for button in hands.phase.buttons.buttons}
    side = plan.clock if plan.portrait else plan.sheet
    boxes |= {"board": plan.board, "near": plan.near, "menu": plan.menu, "side": side}
    for (a, one), (b, other) in combinations(boxes.items(), 2):
        assert not _overlap(one, other), f"{a} and {b}"
    for key, box in boxes.items():
        assert min(box.x, box.y) >= 0, key
        assert box.right <= plan.canvas.width, key
        assert box.bottom <= plan.canvas.height, key
        assert min(box.w, box.h) >= 70, key
    hands.phase.model = figures.booklet()[0]
    hands.open()
    assert hands.drawn().blits


def test_face_to_face_the_hands_of_the_seat_opposite_work_as_well(table: AppContext) -> None:
    hands = Hands(table, tossed(first=1), facing=True)
    assert hands.phase.turns == 2
    hands.down(hands.at("curtain"), 1)
    hands.wait(0.4)
    hands.carry(2, (8.0, 4.0), contact=2)
    assert hands.phase.surface.picture().kinds == ("M",)
    hands.up(hands.at("curtain"), 1)
    hands.wait(0.4)
    assert not hands.phase.curtain.open
    hands.lay()
    hands.tap("name")
    for key in ("sign:a", "done"):
        hands.tap(key)
    hands.tap("done")
    assert hands.match.phase is Phase.READY


def test_a_disputed_picture_is_begun_anew(hands: Hands) -> None:
    show(hands.match)
    hands.match.dispute(hands.match.now, agreed=True)
    hands.context.now = hands.match.now
    hands.wait(0.1)
    assert hands.phase.name == ""
    assert len(hands.phase.surface.picture()) == 0


def test_marks_of_missing_pieces_go_with_the_next_touch(hands: Hands) -> None:
    hands.open()
    hands.tap("done")
    assert hands.phase.surface.marks
    hands.touch(hands.context.plan.board.centre)
    assert not hands.phase.surface.marks
