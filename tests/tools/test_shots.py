"""`tools/shots.py` and the rules by which it finds words that do not fit."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.languages import ENGLISH, PSEUDO
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import PANEL, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.page import Plate
from tools.album import draw as drawing
from tools.album.draw import every_language
from tools.album.notes import NotingFrame, ink_of, turned
from tools.album.rules import faults, small
from tools.album.stage import Stage, State

CANVAS = Canvas((1080, 1080))
"""A canvas unit is a pixel."""


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))


def kinds(frame: NotingFrame) -> list[str]:
    return [fault.kind for fault in faults(frame)]


def put_words(frame: NotingFrame, text: str, x: float, y: float, size: int = 40) -> None:
    frame.put(typesetting.line(text, size, TEXT, context=typesetting.NEUTRAL), (x, y))


class LabelPage(Scene):
    """A page with nothing but words, in a box that is too small for many."""

    def __init__(self, text: str) -> None:
        self.text = text

    def draw(self, frame: Frame) -> None:
        Label(self.text, Box(100, 100, 120, 40), most=1).draw(frame)


# -- the program ------------------------------------------------------------------------------


def test_pictures_a_sheet_and_a_page_are_written_and_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--only", "fairness", "--sizes", "640x400", "--languages", "en", "--jobs", "1"]
    assert drawing.main([str(tmp_path), *asked]) == 0
    assert "2 moments" in capsys.readouterr().out
    pictures = sorted(path.name for path in (tmp_path / "640x400").iterdir())
    assert pictures == ["fairness-none.png", "fairness-several.png"]
    assert pygame.image.load(str(tmp_path / "640x400" / pictures[0])).get_size() == (640, 400)
    assert pygame.image.load(str(tmp_path / "640x400.png")).get_width() > 640
    assert "fairness-several.png" in (tmp_path / "index.html").read_text()


def test_what_is_wrong_is_said_with_its_place_and_framed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(stage: Stage) -> Iterator[State]:
        page = LabelPage("A sentence that is too long")
        yield "moment", stage.shown(page)

    monkeypatch.setattr(drawing, "ALL", {"broken": broken})
    asked = ["--sizes", "320x200", "--languages", "en", PSEUDO, "--jobs", "1"]
    assert drawing.main([str(tmp_path), *asked]) == 1
    said = capsys.readouterr().out
    assert f"broken (moment; 320x200 en, 320x200 {PSEUDO}) cut: 'A sen" in said
    names = sorted(path.name for path in (tmp_path / "faults").iterdir())
    assert names == [f"broken-moment-320x200-{code}.png" for code in sorted(("en", PSEUDO))]
    assert "A sen" in (tmp_path / "index.html").read_text()


def test_all_scenes_can_be_drawn_in_large_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def words(stage: Stage) -> Iterator[State]:
        assert stage.canvas.context.text_scale == 200
        yield "moment", stage.shown(LabelPage("Hi"))

    monkeypatch.setattr(drawing, "ALL", {"words": words})
    asked = ["--sizes", "640x400", "--languages", "en", "--jobs", "1", "--text-size", "200"]
    assert drawing.main([str(tmp_path), *asked]) == 0


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--only", "menu", "matsch"], "no scene is called matsch: there are title, "),
        (["--languages", "en", "zz"], "there is no language zz: there are en, "),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_drawn(
    asked: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        drawing.main([str(tmp_path), *asked])
    assert refused.value.code == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_english_every_catalogue_and_the_longer_one_are_looked_at() -> None:
    assert every_language()[0] == ENGLISH
    assert every_language()[-1] == PSEUDO
    assert {"de", "fr", "es"} <= set(every_language())


# -- the rules --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["projector", "projector-super7"])
def test_a_room_with_a_picture_of_four_to_three_reads_every_word(scene: str) -> None:
    drawing.prepare()
    job = drawing.Job(scene, (1024, 768), (ENGLISH, "de", "fr", "es"), None)
    wrong = drawing.told([(shot, fault) for shot in drawing.draw(job) for fault in shot.faults])
    assert not wrong


@pytest.mark.parametrize("size", range(9, 41, 3))
def test_letters_are_noted_where_they_are_seen(size: int) -> None:
    context = typesetting.NEUTRAL
    block = typesetting.block("Áp", size, 20 * size, TEXT, context=context)
    for picture in (typesetting.line("Áp", size, TEXT, context=context), block):
        (line,) = annotations.annotations_of(picture)
        assert isinstance(line, annotations.TextLine)
        _, top, _, bottom = ink_of(line)
        seen = pygame.mask.from_surface(picture, 0).get_bounding_rects()
        lowest = max(rect.bottom for rect in seen)
        assert (top, bottom) == (min(rect.top for rect in seen), lowest)


def test_words_side_by_side_are_well() -> None:
    frame = NotingFrame(CANVAS)
    put_words(frame, "left", 200, 500)
    put_words(frame, "right", 400, 500)
    assert faults(frame) == []


def test_words_over_words_are_found_in_one_scene_only() -> None:
    frame = NotingFrame(CANVAS)
    put_words(frame, "below", 300, 500)
    put_words(frame, "above", 320, 505)
    assert kinds(frame) == ["overlaps"]
    other = NotingFrame(CANVAS)
    put_words(other, "below", 300, 500)
    with other.layer(100):
        put_words(other, "above", 320, 505)
    assert faults(other) == []


def test_words_that_are_too_small_for_a_room_are_found_in_projector_mode_only() -> None:
    room = UiContext(projector=True)
    for context, found in ((UiContext(), []), (room, [("too small for a room", "small")])):
        frame = NotingFrame(CANVAS.with_context(context))
        put_words(frame, "small", 300, 500, size=40)
        put_words(frame, "large enough", 300, 700, size=45)
        assert [(fault.kind, fault.text) for fault in faults(frame)] == found


def test_words_for_one_player_in_projector_mode_may_be_small() -> None:
    frame = NotingFrame(CANVAS.with_context(UiContext(projector=True)))
    with frame.in_context(UiContext()):
        put_words(frame, "small", 300, 500, size=40)
    assert faults(frame) == []


def test_words_that_leave_the_picture_are_found() -> None:
    frame = NotingFrame(CANVAS)
    put_words(frame, "half of this is gone", 1000, 500)
    assert kinds(frame) == ["leaves the picture"]


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_turned_words_lie_where_they_are_seen(turns: int) -> None:
    frame = NotingFrame(CANVAS)
    with frame.turned(turns, (540, 540)):
        put_words(frame, "tap", 540, 1000)
    (text,) = frame.written
    middle = [(540, 1000), (80, 540), (540, 80), (1000, 540)][turns]
    x, y = (text.ink[0] + text.ink[2]) / 2, (text.ink[1] + text.ink[3]) / 2
    assert (x, y) == pytest.approx(middle, abs=8)
    wide = text.ink[2] - text.ink[0] > text.ink[3] - text.ink[1]
    assert wide == (turns % 2 == 0)


def test_a_rectangle_turned_four_times_is_itself() -> None:
    rect, size = (1.0, 2.0, 5.0, 4.0), (10, 20)
    assert turned(rect, size, 4) == rect
    assert turned(turned(rect, size, 1), (20, 10), 3) == rect


def test_a_label_that_cannot_hold_its_words_is_cut() -> None:
    frame = NotingFrame(CANVAS)
    Label("far too many words for so small a box", Box(100, 100, 90, 30), most=1).draw(frame)
    assert "cut" in kinds(frame)
    frame = NotingFrame(CANVAS)
    Label("few words", Box(100, 100, 400, 60)).draw(frame)
    assert faults(frame) == []


def test_words_that_leave_their_plate_are_found_in_a_larger_picture_too() -> None:
    frame = NotingFrame(CANVAS)
    Plate(Box(100, 100, 200, 80)).draw(frame)
    put_words(frame, "longer than this", 200, 140)
    assert kinds(frame) == ["leaves its plate"]
    picture = shapes.rounded(200, 80, 10, PANEL).copy()
    assert annotations.annotations_of(picture) == (), "a bare copy is a mere picture"
    frame = NotingFrame(CANVAS)
    shapes.blit_centred(
        picture, typesetting.line("out", 40, TEXT, context=typesetting.NEUTRAL), dx=95
    )
    frame.put(picture, (900, 500))
    assert kinds(frame) == []
    frame.put(picture, (970, 600))
    assert kinds(frame) == ["leaves the picture"]


def test_a_plate_that_was_drawn_on_is_still_known_as_one() -> None:
    edged = shapes.copy_surface(shapes.rounded(200, 80, 10, PANEL))
    edged.blit(shapes.outline(200, 80, 10, 3, TEXT), (0, 0))
    frame = NotingFrame(CANVAS)
    frame.put(edged, (200, 140))
    put_words(frame, "longer than this", 200, 140)
    assert kinds(frame) == ["leaves its plate"]


def test_words_over_a_button_that_is_not_theirs_are_found() -> None:
    frame = NotingFrame(CANVAS)
    ButtonGroup([PushButton("go", Box(100, 100, 300, 100), "Go")]).draw(frame)
    assert faults(frame) == []
    put_words(frame, "not its own words", 440, 110)
    assert kinds(frame) == ["lies on a control"]


def test_words_half_under_a_plate_are_found_and_words_wholly_under_it_are_nobodys_trouble() -> None:
    frame = NotingFrame(CANVAS)
    put_words(frame, "half of it", 200, 140)
    Plate(Box(200, 100, 300, 80)).draw(frame)
    assert kinds(frame) == ["half hidden"]
    frame = NotingFrame(CANVAS)
    put_words(frame, "gone", 350, 140)
    Plate(Box(200, 100, 300, 80)).draw(frame)
    put_words(frame, "in its place", 350, 140)
    assert faults(frame) == []


def test_small_words_are_told_but_are_no_fault() -> None:
    frame = NotingFrame(CANVAS)
    put_words(frame, "fine print", 200, 140, size=12)
    put_words(frame, "large print", 200, 340, size=30)
    assert [fault.text for fault in small(frame)] == ["fine print"]
    assert faults(frame) == []
