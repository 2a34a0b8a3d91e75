"""The phone pages in real browsers, with the real server and a table that plays a part."""

import dataclasses
import gzip
import os
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.party.diagrams import diagram_json
from tabletop.party.messages import (
    Act,
    Choose,
    Contact,
    FindGame,
    GuessMove,
    Host,
    React,
    Remote,
    ResumeGame,
    Sit,
    Speak,
    Throw,
    Touch,
    Turn,
    You,
)
from tabletop.party.views import (
    DiceState,
    FoundGame,
    MatchView,
    PiecesView,
    ResultView,
    View,
    WaitView,
)
from tests.lanes import slow_except
from tests.left_out import AXE
from tests.party.bad_network import BadNetwork
from tests.party.browsers import ENTER, ChromiumPhone, Loop, Phone, see, sit, until
from tests.party.gallery import FOUND, SAVED, VIEWS, seated
from tests.party.scripted_table import CODE, PAGES, Guest, ScriptedTable, phone_texts
from tests.party.small_game import DIAGRAM, PLATES, SPOTS, SmallGame

MAX_COMPRESSED_BYTES = 57 * 1024
MAX_WORDS_BYTES = 3 * 1024
"""Together 60 KB."""

NewPhone = Callable[[], Phone]


def spot(name: str) -> str:
    return f'[data-spot="{name}"] .hit'


def acts(game: SmallGame, kind: type[Act]) -> list[Act]:
    return [act for act in game.table.acts if isinstance(act, kind)]


def play_with_a_lost_connection(game: SmallGame, loop: Loop, new: NewPhone) -> None:
    ada, ben = new(), new()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".prompt", "Lay a stone.")
    ada.touch(spot("b2"))
    see(ben, ".prompt", "Lay a stone.")
    ben.touch(spot("b2"))
    see(ben, ".why", "A piece lies there.")
    ben.touch(spot("a3"))
    see(ada, ".prompt", "Lay a stone.")

    # The server is gone; when it is back, both have their seats, by a touch or by themselves.
    table = game.table
    loop.run(table.stop())
    for each, name in ((ada, "Ada"), (ben, "Ben")):
        see(each, ".keep", name)
    loop.run(table.start())
    ben.touch("button.main")
    see(ada, ".prompt", "Lay a stone.")
    ada.touch(spot("b1"))
    see(ben, ".prompt", "Lay a stone.")
    ben.touch(spot("a1"))
    see(ada, ".prompt", "Lay a stone.")

    # A reload comes back to the same seat as well.
    ada.open(table.link)
    see(ada, ".plate .who", "Ada")
    ada.touch(spot("b3"))
    for each in (ada, ben):
        see(each, "h1", "Ada wins!")
        each.close()


@pytest.mark.chromium
def test_two_phones_play_and_one_is_lost_and_comes_back(
    game: SmallGame, loop: Loop, phones: NewPhone
) -> None:
    play_with_a_lost_connection(game, loop, phones)


@pytest.mark.chromium
def test_a_touch_tells_on_which_view_it_was_made(
    game: SmallGame, loop: Loop, phones: NewPhone
) -> None:
    ada = phones()
    sit(ada, game.table.link, "Ada", 0)
    (guest,) = game.table.guests.values()
    for plies in (0, 7):
        view = replace(game.view(0), plies=plies, head=f"after {plies}")
        loop.call(partial(game.table.show, guest, view))
        see(ada, "h1, .head, .plate", f"after {plies}")
        ada.touch(spot("c2"))
        until("the touch", lambda plies=plies: acts(game, Touch)[-1:] == [Touch("c2", plies)])  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.firefox
def test_the_same_in_firefox(game: SmallGame, loop: Loop, fox: NewPhone) -> None:
    play_with_a_lost_connection(game, loop, fox)


def show_quickly_over_a_bad_network(game: SmallGame, loop: Loop, new: NewPhone, seed: int) -> None:
    """Views change faster than a phone shows them, and the last one must stay."""
    chance = Random(seed)
    other = diagram_json(dataclasses.replace(DIAGRAM, sign_size=0.3), str)
    loop.call(lambda: game.table.add_diagram("other", other))
    network = BadNetwork(game.table.port, chance)
    loop.run(network.start())
    link = game.table.link.replace(str(game.table.port), str(network.port))
    phone = new()
    sit(phone, link, "Ada", 0)
    (guest,) = game.table.guests.values()
    first = game.view(0)
    assert isinstance(first, MatchView)

    def change() -> None:
        lit = tuple(sorted(chance.sample(SPOTS, chance.randrange(1, 9))))
        diagram, turns = chance.choice(("three", "other")), chance.choice((0, 2))
        board = replace(first.board, diagram=diagram, turns=turns, lit=lit)
        waits = WaitView("Wait", "A page lies over the match.")
        game.table.show(guest, chance.choice((waits, replace(first, board=board))))
        game.table.show(guest, replace(first, board=board, prompt="More " * chance.randrange(30)))

    def lit_now() -> Any:
        return phone.evaluate("[...document.querySelectorAll('.lit')].map(e => e.dataset.spot)")

    for _ in range(4):
        network.seconds = chance.choice((0.0, 0.02, 0.2))
        for _ in range(20):
            loop.call(change)
            time.sleep(chance.choice((0.0, 0.0, 0.005, 0.05)))
            if chance.random() < 0.15:
                loop.call(network.drop)
        network.seconds = 0.0
        assert isinstance(guest.view, MatchView)
        wanted = set(guest.view.board.lit)
        until(f"{wanted}", lambda wanted=wanted: set(lit_now()) == wanted)  # type: ignore[misc]
        time.sleep(0.2)  # nothing older comes after it
        assert set(lit_now()) == wanted
    phone.close()
    loop.run(network.stop())


@pytest.mark.chromium
def test_a_phone_shows_the_last_view_whatever_its_network_did(
    game: SmallGame, loop: Loop, phones: NewPhone
) -> None:
    show_quickly_over_a_bad_network(game, loop, phones, 5)


@pytest.mark.slow
@pytest.mark.firefox
@pytest.mark.parametrize("seed", range(4))
def test_the_last_view_stays_in_firefox_too(
    game: SmallGame, loop: Loop, fox: NewPhone, seed: int
) -> None:
    show_quickly_over_a_bad_network(game, loop, fox, seed)


@pytest.mark.chromium
def test_a_typed_code_joins_and_a_wrong_one_is_told(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    phone.open(game.table.url)
    see(phone, "h1")
    phone.touch("#code")
    phone.write(f"zzzz{ENTER}")
    see(phone, ".why")
    # The field keeps the keyboard and is empty, so the right code can be typed at once.
    assert phone.evaluate("document.activeElement.id + document.activeElement.value") == "code"
    phone.write(f"{CODE.lower()}{ENTER}")
    see(phone, ".seat", "Black")
    phone.touch("button.watch")
    until("the phone watches", lambda: acts(game, Sit))
    assert acts(game, Sit) == [Sit(None, "")]


@pytest.mark.chromium
def test_a_game_by_keys_alone_with_every_place_named(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".prompt", "Lay a stone.")
    places = ada.page.get_by_role("button", name="can be touched")
    assert places.count() == 9
    # White sees the board from the other side, in its own reading order.
    assert ben.evaluate("document.querySelector('.place').dataset.spot") == "c1"

    ada.page.locator(".place[tabindex='0']").focus()
    for key in ("Home", "ArrowRight", "ArrowDown", "Enter"):
        ada.page.keyboard.press(key)
    see(ben, ".prompt", "Lay a stone.")
    assert acts(game, Touch) == [Touch("b2")]
    ben.page.get_by_role("button", name="b2, black stone", exact=True).wait_for()
    ben.page.locator(".place[tabindex='0']").focus()
    for key in ("Home", "PageDown", "Space"):
        ben.page.keyboard.press(key)
    until("White has touched", lambda: acts(game, Touch)[1:])
    assert acts(game, Touch)[1:] == [Touch("b1")]
    see(ada, "#live", "Lay a stone.")


@pytest.mark.chromium
def test_a_touch_beside_a_lit_place_is_meant_for_it_and_one_on_another_is_not(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    game.pieces = {"b2": "W"}
    ada = phones()
    sit(ada, game.table.link, "Ada", 0)
    see(ada, ".prompt", "Lay a stone.")
    box = ada.page.locator(spot("b2")).bounding_box()
    assert box is not None
    ada.page.touchscreen.tap(box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2)
    until("the place on the left", lambda: acts(game, Touch))
    game.turn = 0
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until("the place itself", lambda: acts(game, Touch)[1:])
    assert acts(game, Touch) == [Touch("a2"), Touch("b2")]


@pytest.mark.chromium
def test_the_other_seat_is_asked_and_answers(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "Ada", 0)
    sit(ben, game.table.link, "Ben", 1)
    see(ada, ".tools", "Offer a draw")
    ada.touch(".tools .btn")
    see(ben, ".question", "Agree to a draw?")
    see(ben, "#alert", "Agree to a draw?")
    ben.touch(".question .main")
    see(ada, "h1", "A draw")
    assert acts(game, Choose) == [Choose("draw"), Choose("agree")]


@pytest.mark.chromium
def test_a_phone_has_its_own_language_and_keeps_it(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones("de-AT")
    phone.open(game.table.link)
    see(phone, "button.watch")
    german = see(phone, "button.watch")
    assert phone.evaluate("document.documentElement.lang") == "de"
    assert game.table.languages[-1] == "de"
    phone.page.locator("select").select_option("fr")
    until("French", lambda: phone.evaluate("document.documentElement.lang") == "fr")
    assert see(phone, "button.watch") != german
    until("the table knows", lambda: acts(game, Speak))
    assert acts(game, Speak) == [Speak("fr")]
    phone.open(game.table.link)
    see(phone, "button.watch")
    assert phone.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.chromium
def test_names_and_texts_of_the_table_are_never_markup(
    game: SmallGame, phones: Callable[..., ChromiumPhone]
) -> None:
    ada, ben = phones(), phones()
    sit(ada, game.table.link, "<b>A", 0)
    sit(ben, game.table.link, "<img src=x>", 1)
    see(ada, ".others", "<img src=x>")
    see(ben, ".others", "<b>A")
    assert ada.evaluate("document.querySelectorAll('img, .others b b').length") == 0


def test_the_pages_are_small_and_have_neither_inline_code_nor_anything_from_outside() -> None:
    files = {path.name: path.read_bytes() for path in PAGES.iterdir()}
    sent = {name: content for name, content in files.items() if not name.endswith(".txt")}
    assert sum(len(gzip.compress(content, 9)) for content in sent.values()) <= MAX_COMPRESSED_BYTES
    words = max(
        len(gzip.compress(msgspec.json.encode(phone_texts(language)), 9))
        for language in ("en", "de", "fr", "es")
    )
    assert words <= MAX_WORDS_BYTES
    for name, content in sent.items():
        if name.endswith((".html", ".js", ".css")):
            text = content.decode()
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|document\.write", text
            )
            addresses = set(re.findall(r"https?://[^\"'`\s)]+", text))
            assert addresses <= {"http://www.w3.org/2000/svg"}, name
    page = sent["index.html"].decode()
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script(?![^>]*\ssrc=)", page)


# -- every page ----------------------------------------------------------------------------------


@pytest.fixture
def table(loop: Loop) -> Iterator[ScriptedTable]:
    """A table that only shows."""
    table = ScriptedTable(seated, {"three": diagram_json(DIAGRAM, str)})
    loop.run(table.start())
    yield table
    loop.run(table.stop())


def showing(table: ScriptedTable, loop: Loop, phone: ChromiumPhone, you: You, view: View) -> None:
    """Opens the page that a phone has for a view."""
    table.you = lambda: you
    phone.open(table.link)
    see(phone, ".plate")
    guest = table.guests[max(table.guests)]
    loop.call(lambda: table.show(guest, view))
    until("the view", lambda: PAGE_OF[type(view)] in phone.evaluate("document.body.className"))


def reads_otherwise(phone: Phone, before: str) -> bool:
    return bool(phone.evaluate("document.getElementById('page').innerText") != before)


@pytest.mark.chromium
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_a_guess_moves_no_board_and_nothing_on_it_pulses(
    table: ScriptedTable,
    loop: Loop,
    phones: Callable[..., ChromiumPhone],
    size: tuple[int, int],
) -> None:
    phone = phones("en", *size)
    you, asked = VIEWS["a move to guess"]
    assert isinstance(asked, MatchView)
    assert asked.guess is not None
    changed = msgspec.structs.replace
    showing(table, loop, phone, you, changed(asked, guess=None))
    place = "(({x, y, width, height}) => [x, y, width, height])(board.getBoundingClientRect())"
    measure = f"(board => {place})(document.querySelector('.board-svg'))"
    see(phone, ".prompt", asked.prompt)
    until("its places", lambda: phone.evaluate("!!document.querySelector('.board-svg .place')"))
    first = phone.evaluate(measure)
    start, end = next((a, b[0]) for a, b in asked.guess.starts.items())
    for given, truth, gained in (((), (), 0), ((start, end), (), 0), ((start, end),) * 2 + (2,)):
        guess = changed(asked.guess, given=given, truth=truth, gained=gained)
        view = changed(asked, guess=guess)
        before = phone.evaluate("document.getElementById('page').innerText")
        loop.call(partial(table.show, table.guests[max(table.guests)], view))
        until("the next view", partial(reads_otherwise, phone, before))
        assert phone.evaluate(measure) == first
        if not given:
            until("a lit place", lambda: phone.evaluate("!!document.querySelector('.place.lit')"))
            pulsing = "document.querySelector('.board-svg').getAnimations({subtree: true}).length"
            assert phone.evaluate(pulsing) == 0


SIZES = ((360, 640), (390, 844), (768, 1024))
GAME_PAGES = ("saved", "resume", "found")
OTHER_PAGES = ("join", "code", "menu", "claim", "host", "check", "lost", *GAME_PAGES)
PAGE_OF = {MatchView: "match", ResultView: "result", PiecesView: "pieces", WaitView: "wait"}


@pytest.mark.chromium
@pytest.mark.parametrize("name", slow_except(VIEWS, "match", "pieces"))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_fits_its_width_and_can_be_touched(
    table: ScriptedTable,
    loop: Loop,
    phones: Callable[..., ChromiumPhone],
    name: str,
    size: tuple[int, int],
) -> None:
    phone = phones("en", *size)
    showing(table, loop, phone, *VIEWS[name])
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert phone.evaluate(SMALL_CONTROLS) == []


SMALL_CONTROLS = """
[...document.querySelectorAll("button, a, select, input")]
  .map(e => [e.textContent || e.type, e.getBoundingClientRect()])
  .filter(([, box]) => Math.round(box.height) < 48 || Math.round(box.width) < 44)
  .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)
"""


@pytest.mark.chromium
@pytest.mark.axe
@pytest.mark.parametrize("name", slow_except((*VIEWS, *OTHER_PAGES), "match", "join"))
def test_no_page_has_a_serious_fault_for_people_who_cannot_see_it(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone], name: str
) -> None:
    phone = phones()
    if name in VIEWS:
        showing(table, loop, phone, *VIEWS[name])
    else:
        open_other_page(table, loop, phone, name)
    phone.page.evaluate(Path(os.environ[AXE]).read_text("utf-8"))
    found = phone.page.evaluate("axe.run()")
    serious = [
        (fault["id"], fault["impact"], [node["html"][:160] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert serious == []


def open_other_page(table: ScriptedTable, loop: Loop, phone: ChromiumPhone, name: str) -> None:
    """Opens a page that is no view."""
    if name == "code":
        phone.open(table.url)
        see(phone, ".code h1")
    elif name == "check":
        phone.open(f"{table.url}/#check")
        see(phone, ".check h1", "reaches")
    elif name in GAME_PAGES:
        open_saved_games(table, phone, name)
    elif name == "join":
        table.you = lambda: You(None, "", "Three", PLATES)
        phone.open(table.link)
        see(phone, ".join h1")
    else:
        showing(table, loop, phone, seated(host=name == "host"), VIEWS["match"][1])
        if name == "lost":
            loop.run(table.stop())
            see(phone, ".keep", "Ada")
            return
        phone.touch(".plate .round")
        see(phone, ".menu h1")
        if name != "menu":
            phone.touch(".menu .btn:has(use[href='#i-lock'])")
            see(phone, f".{name} .grow")


def newcomer(found: FoundGame | None = None) -> You:
    """A phone that has no seat yet, at a table that finds saved games by their codes."""
    return You(None, "", "Three", PLATES, resumes=True, saved=SAVED, found=found)


def open_saved_games(table: ScriptedTable, phone: ChromiumPhone, name: str) -> None:
    """Opens one of the pages of saved games, as a phone with one such game."""

    def answer(guest: Guest, act: Act) -> None:
        if isinstance(act, FindGame):
            table.tell(guest, newcomer(FOUND))

    table.you, table.on_act = newcomer, answer
    phone.open(table.link)
    see(phone, ".saved h1")
    if name != "saved":
        phone.touch("button.main")
        see(phone, ".join h1")
        phone.touch("button[data-key=games]")
        see(phone, ".resume h1")
    if name == "found":
        phone.touch(".list button.guest")
        until("the board", lambda: phone.evaluate("!!document.querySelector('.pieces *')"))


@pytest.mark.chromium
@pytest.mark.parametrize("name", GAME_PAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_pages_of_saved_games_fit_and_can_be_touched(
    table: ScriptedTable,
    loop: Loop,
    phones: Callable[..., ChromiumPhone],
    name: str,
    size: tuple[int, int],
) -> None:
    phone = phones("de", *size)
    open_other_page(table, loop, phone, name)
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert phone.evaluate(SMALL_CONTROLS) == []


@pytest.mark.chromium
def test_a_saved_game_is_opened_by_its_code_with_keys_and_asked_for(
    table: ScriptedTable, phones: Callable[..., ChromiumPhone]
) -> None:
    answers = [FoundGame(1, refused="No such game."), FoundGame(2, refused="No such game."), FOUND]

    def answer(guest: Guest, act: Act) -> None:
        if isinstance(act, FindGame):
            table.tell(guest, newcomer(answers.pop(0)))

    table.you, table.on_act = newcomer, answer
    phone = phones()
    phone.open(f"{table.link}#resume")
    see(phone, ".saved-code", SAVED.code)
    see(phone, "#live", SAVED.code)
    phone.page.get_by_role("button", name="OK").press("Enter")
    see(phone, ".join h1")
    phone.page.get_by_role("button", name="Resume a game").press("Enter")
    see(phone, ".resume h1")
    for left, code in ((2, "k7w2z"), (1, "k7w2z"), (0, "k7w2x")):
        phone.page.get_by_role("textbox").fill("")
        phone.page.get_by_role("textbox").focus()
        phone.write(f"{code}{ENTER}")
        until("the answer", lambda: len(answers) == left)  # noqa: B023
        if left:
            see(phone, ".why", "No such game.")
            see(phone, "#alert", "No such game.")
    see(phone, ".found h1", "Three")
    see(phone, "#live", "White’s turn.")
    assert [act.code for act in table.acts if isinstance(act, FindGame)] == [
        "K7W2Z",
        "K7W2Z",
        "K7W2X",
    ]
    phone.page.get_by_label("Your name").fill("Ada")
    phone.page.get_by_role("radio", name="Ben").press("Enter")
    phone.page.get_by_role("radio", checked=True).wait_for()
    phone.page.get_by_role("button", name="Resume at the table").press("Enter")
    until("the wish", lambda: isinstance(table.acts[-1], ResumeGame))
    assert table.acts[-2:] == [Sit(None, "Ada"), ResumeGame(1)]


@pytest.mark.chromium
def test_the_code_of_a_saved_game_stays_on_the_phone_until_it_is_deleted(
    table: ScriptedTable, phones: Callable[..., ChromiumPhone]
) -> None:
    table.you = newcomer
    phone = phones()
    phone.open(table.link)
    see(phone, ".saved-code", SAVED.code)
    phone.open(table.link)  # it is told once only
    see(phone, ".join .list", SAVED.code)
    phone.page.get_by_role("button", name=f"Delete Three, {SAVED.code}").tap()
    phone.page.get_by_role("button", name="Delete", exact=True).tap()
    until("no list", lambda: not phone.evaluate("!!document.querySelector('.list')"))
    phone.open(table.link)
    see(phone, ".join h1")
    assert not phone.evaluate("!!document.querySelector('.list')")
    kept = msgspec.json.decode(phone.evaluate("localStorage.getItem('tabletop')"))
    assert kept["games"] == []


@pytest.mark.chromium
def test_a_spectator_guesses_a_move_on_the_board_and_a_name_by_a_button(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    showing(table, loop, phone, *VIEWS["a move to guess"])
    phone.touch(spot("b2"))
    phone.page.get_by_role("button", name="b1, can be touched").wait_for()
    phone.touch(spot("b1"))
    until("the guess", lambda: table.acts)
    phone = phones()
    showing(table, loop, phone, *VIEWS["a name to guess"])
    phone.touch(".answers .btn")
    phone.touch(".react .btn")
    until("all", lambda: len(table.acts) > 2)
    assert table.acts == [GuessMove(3, ("b2", "b1")), GuessMove(4, ("Duck",)), React("heart")]


@pytest.mark.chromium
def test_the_hosts_phone_commands(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    open_other_page(table, loop, phone, "host")
    phone.touch("button.main")
    phone.touch(".game")
    phone.touch(".remote .ok")
    for _ in range(2):
        phone.page.get_by_role("button", name="out").first.tap()
    phone.page.get_by_role("button", name="Move").first.tap()
    phone.page.get_by_role("button", name="White", exact=True).tap()
    phone.page.get_by_role("switch", name="Reactions").tap()
    phone.page.get_by_role("slider").fill("35")
    until("all", lambda: len(table.acts) > 6)
    assert table.acts == [
        Host("pause"),
        Host("next", "three"),
        Remote("ok"),
        Host("put_out", number=1),
        Host("move", number=1, seat=1),
        Host("reactions", "off"),
        Host("volume", number=35),
    ]


@pytest.mark.chromium
def test_dice_are_thrown_by_a_swipe_or_a_button_once(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    showing(table, loop, phone, *VIEWS["dice to throw"])
    tray = phone.page.locator(".tray").bounding_box()
    assert tray is not None
    x, y = tray["x"] + 100, tray["y"] + tray["height"] - 10
    phone.page.mouse.move(x, y)
    phone.page.mouse.down()
    phone.page.mouse.move(x, y - 80, steps=4)
    phone.page.mouse.up()
    see(phone, ".throw[aria-disabled=true]")  # the dice are rolling already
    phone.page.locator(".throw").dispatch_event("click")
    phone.touch(".tools .btn")
    until("the throw", lambda: len(table.acts) > 1)
    assert table.acts == [Throw(), Choose("undo")]


@pytest.mark.chromium
def test_a_throw_is_possible_again_at_once_when_the_table_has_answered(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    you, view = VIEWS["dice to throw"]
    showing(table, loop, phone, you, view)
    phone.touch(".throw")
    until("the throw", lambda: table.acts == [Throw()])
    # The next dice are there already: a phone may not see every view.
    assert isinstance(view, MatchView)
    next_dice = msgspec.structs.replace(view, dice=DiceState((3, 4), throwable=True))
    loop.call(lambda: table.show(table.guests[max(table.guests)], next_dice))
    see(phone, ".throw[aria-disabled=false]")
    phone.touch(".throw")
    until("both throws", lambda: table.acts == [Throw(), Throw()])


@pytest.mark.chromium
def test_a_dragged_piece_follows_at_once_and_the_table_is_told_in_its_units(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    showing(table, loop, phone, *VIEWS["pieces"])
    board = phone.page.locator(".pieces-svg")

    def laid_out() -> bool:
        place = board.bounding_box()
        return place is not None and abs(place["width"] / place["height"] - 8 / 9) < 0.01

    until("the board in its own shape", laid_out)
    box = board.bounding_box()
    assert box is not None
    unit = min(box["width"] / 8, box["height"] / 9)
    left, top = box["x"] + (box["width"] - 8 * unit) / 2, box["y"] + (box["height"] - 9 * unit) / 2
    mouse = phone.page.mouse
    mouse.move(left + 1.5 * unit, top + 1.5 * unit)
    mouse.down()
    mouse.move(left + 3.5 * unit, top + 2.5 * unit, steps=30)
    assert phone.evaluate("document.querySelectorAll('.pieces-svg .lifted').length") == 1
    mouse.up()
    phone.touch(".tools .btn:nth-child(2)")
    until("the turn", lambda: any(isinstance(act, Turn) for act in table.acts))
    *contacts, turned = table.acts
    assert turned == Turn(by=1)
    first, last = contacts[0], contacts[-1]
    assert isinstance(first, Contact)
    assert isinstance(last, Contact)
    assert (first.kind, last.kind) == ("down", "up")
    assert (first.x, first.y) == pytest.approx((1.5, 1.5), abs=0.05)
    assert (last.x, last.y) == pytest.approx((3.5, 2.5), abs=0.05)
    assert len(contacts) < 25  # of 32 events


@pytest.mark.chromium
def test_a_private_picture_is_covered_when_the_phone_is_put_away(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    showing(table, loop, phone, *VIEWS["pieces without a clock"])
    see(phone, ".mat")
    phone.evaluate(PUT_AWAY)
    see(phone, ".cover")
    assert phone.evaluate("document.querySelector('.mat')") is None
    phone.touch(".cover")
    see(phone, ".mat")


PUT_AWAY = """
Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true})
  && document.dispatchEvent(new Event("visibilitychange"))
"""


@pytest.mark.chromium
def test_a_phone_that_is_put_out_is_told_so(
    table: ScriptedTable, loop: Loop, phones: Callable[..., ChromiumPhone]
) -> None:
    phone = phones()
    showing(table, loop, phone, *VIEWS["match"])
    loop.call(lambda: table.put_out(table.guests[1]))
    see(phone, ".ended h1", "put this phone out")
