"""The page on which people give their code, and what it answers."""

from dataclasses import replace

import cv2
import numpy
import pygame

from tabletop.engine import Game, Match, Record
from tabletop.games import find_game
from tabletop.input.actions import Typed
from tabletop.input.phones import PhonesState
from tabletop.scenes.destinations import ContinueMatch
from tabletop.scenes.home.resume import CodeEntryPage
from tabletop.scenes.kiosk.idle_watcher import SavedCodePage, plate_boxes
from tabletop.storage.match_codes import code_of
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen, turn_point
from tabletop.ui.core.scene import Change, SeatArea, Swap
from tests.scenes.setups import make_setup, teams
from tests.scenes.started_matches import record
from tests.scenes.touches import SIZES, button, check_layout, keys, tap


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> CodeEntryPage:
    page = CodeEntryPage(table)
    page.fit(Canvas(size))
    return page


def kept(table: AppContext, match_id: str, what: Record) -> str:
    table.store.save(what, match_id)
    return code_of(table.store, match_id, 7, table.today())


def give(page: CodeEntryPage, code: str) -> Change:
    for sign in code:
        assert tap(page, f"sign:{sign}") is None
    return tap(page, "done")


def said(page: CodeEntryPage) -> str:
    return str(page.labels[1].text)


def ended() -> Record:
    what = record(plies=3)
    match = Match.replay(find_shoo(), what)
    match.resign(0)
    return make_setup(match.game).with_headers(match.record())


def find_shoo() -> Game:
    return find_game("shoo")


def test_the_right_code_opens_the_match_that_was_left(table: AppContext) -> None:
    code = kept(table, "one", record(plies=3))
    change = give(opened(table), code)
    assert isinstance(change, Swap)
    assert isinstance(change.scene, ContinueMatch)
    assert len(change.scene.match.plies) == 3
    assert teams(change.scene.setup) == (1, 2)


def test_only_keys_that_can_come_next_are_lit(table: AppContext) -> None:
    page = opened(table)
    assert button(page, "sign:K").enabled
    assert not button(page, "sign:7").enabled
    assert not button(page, "done").enabled
    tap(page, "sign:K")
    assert not button(page, "sign:K").enabled
    assert button(page, "sign:7").enabled
    tap(page, "delete")
    assert button(page, "sign:K").enabled
    for sign in "K7W2X":
        tap(page, f"sign:{sign}")
    assert button(page, "done").enabled
    assert not any(button(page, key).enabled for key in keys(page) if key.startswith("sign:"))


def test_a_code_is_typed_as_well_and_read_by_a_scanner(table: AppContext) -> None:
    code = kept(table, "one", record(plies=3))
    for written in (code.lower(), f"tabletop:{code}", f"TABLETOP:{code}"):
        page = opened(table)
        for sign in written:
            page.handle(Typed(source="keyboard", sign=sign))
        assert isinstance(tap(page, "done"), Swap)


def test_a_code_that_nobody_has_is_answered_in_words(table: AppContext) -> None:
    page = opened(table)
    assert give(page, "K7W2X") is None
    assert said(page) == "No game is saved under K7W2X."
    page.update(0.1)
    assert said(page) == "No game is saved under K7W2X.", "it was taken away at once"
    tap(page, "sign:C")
    assert said(page) != "No game is saved under K7W2X."


def test_after_five_wrong_codes_nobody_is_listened_to_for_a_while(table: AppContext) -> None:
    code = kept(table, "one", record(plies=3))
    page = opened(table)
    for _ in range(5):
        give(page, "C2C2C" if code != "C2C2C" else "D2D2D")
    assert said(page) == "Too many wrong codes. Wait 30 seconds."
    assert not button(page, "sign:K").enabled
    page = opened(table)  # to leave the page does not help
    assert said(page) == "Too many wrong codes. Wait 30 seconds."
    for _ in range(29):
        page.update(1.0)
    assert said(page) == "Too many wrong codes. Wait 1 second."
    page.update(1.0)
    assert isinstance(give(page, code), Swap)
    assert table.code_tries.wrong == 0


def test_a_game_that_is_over_or_gone_says_so_and_is_no_wrong_guess(table: AppContext) -> None:
    page = opened(table)
    assert give(page, kept(table, "one", ended())) is None
    assert said(page) == "That game is already over."
    code = kept(table, "two", record(plies=3))
    table.store.forget("two")
    assert give(page, code) is None
    assert said(page) == "That game is no longer saved."
    assert table.code_tries.wrong == 0


def test_the_page_fits_every_window(table: AppContext) -> None:
    for size in SIZES[:-2]:
        check_layout(opened(table, size), size, least=50.0)


def place(turns: int) -> SeatArea:
    box = Canvas((1280, 800)).box
    return SeatArea((turns,), box, box, turns, box.centre)


def test_the_rooms_toward_the_edges_lie_apart_and_inside(table: AppContext) -> None:
    for size in SIZES[:-2]:
        canvas = Canvas(size)
        for edges in (
            (),
            (0,),
            (1,),
            (2,),
            (0, 2),
            (1, 3),
            (0, 1),
            (2, 3),
            (0, 1, 3),
            (0, 1, 2, 3),
        ):
            seen = []
            for turns, box in plate_boxes(canvas, edges).items():
                centre = turn_point(box.centre, turns, canvas.box.centre)
                half = (box.w / 2, box.h / 2) if turns % 2 == 0 else (box.h / 2, box.w / 2)
                seen.append((centre, half))
            assert len(seen) == max(1, len(edges))
            for number, ((x, y), (w, h)) in enumerate(seen):
                assert x - w >= 0
                assert y - h >= 0
                assert x + w <= canvas.width
                assert y + h <= canvas.height
                for (x2, y2), (w2, h2) in seen[:number]:
                    assert abs(x - x2) >= w + w2 - 0.01 or abs(y - y2) >= h + h2 - 0.01


def test_the_page_of_the_code_goes_by_itself(table: AppContext) -> None:
    page = SavedCodePage("K7W2X", (place(0), place(2)))
    page.fit(Canvas((1280, 800)))
    assert page.update(19.0) is None
    assert page.wakes_in() <= 1.0
    assert page.update(1.1) is not None


def test_a_picture_for_machines_is_left_out_where_it_would_be_too_small_for_them(
    table: AppContext,
) -> None:
    around = SavedCodePage("K7W2X", [place(turns) for turns in (0, 1, 3)])
    around.fit(Canvas((1024, 600)))
    seen = {side.turns: side.qr for side in around.sides}
    assert seen[0] is None
    for canvas in (Canvas(size) for size in SIZES[:-2]):
        for edges in ((0,), (0, 2), (1, 3), (0, 1, 3), (0, 1, 2, 3)):
            page = SavedCodePage("K7W2X", [place(turns) for turns in edges])
            page.fit(canvas)
            assert all(side.qr is None or canvas.px(side.qr.w) >= 110 for side in page.sides)
            assert any(side.qr is not None for side in page.sides)


def test_phones_are_shown_the_way_as_soon_as_they_can_join(table: AppContext) -> None:
    page = opened(table)
    alone = keys(page)
    assert page.wakes_in() > 0
    table.phones.token = "0123456789abcdefABCDEF"
    table.phones.report(PhonesState("open", addresses=("192.168.0.24",), port=8000))
    assert page.wakes_in() == 0
    page.update(0.0)
    assert page.wakes_in() > 0
    pixels = drawn(page)
    assert cv2.QRCodeDetector().detectAndDecode(pixels)[0] == f"{table.phones.link}#resume"
    assert keys(page) == alone
    for size in SIZES[:-2]:
        check_layout(opened(table, size), size, least=50.0)


def drawn(page: CodeEntryPage) -> numpy.ndarray:
    """The page as a grey picture."""
    frame = Frame(page.canvas)
    page.draw(frame)
    picture = pygame.Surface((1280, 800))
    Screen(picture).show(frame)
    rgb = numpy.frombuffer(pygame.image.tobytes(picture, "RGB"), numpy.uint8)
    return cv2.cvtColor(rgb.reshape(800, 1280, 3), cv2.COLOR_RGB2GRAY)


def test_a_game_of_another_version_is_told_so(table: AppContext) -> None:
    page = opened(table)
    code = kept(table, "one", replace(record(plies=3), ruleset=99))
    assert give(page, code) is None
    assert said(page) == "Another version of the program saved that game. It can’t be resumed here."
    assert table.code_tries.wrong == 0
