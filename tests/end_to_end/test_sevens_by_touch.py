"""Matches of Sevens by touch, and one by mouse, from the menu to the result."""

from pathlib import Path

import pytest

from tabletop.app.navigation import new_match_scene
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.posted_touches import Fingers, Mouse
from tests.end_to_end.tangram_hands import Tangram
from tests.lanes import slow_except

PORTRAIT = (1080, 1920)
SEED = next(
    seed
    for seed in range(99)
    if Card.FIVE not in {events.draw_card(seed, 0), events.draw_card(seed, 1)}
)
SHEET = ((7, 5), (4, 6), (4, 1))
"""The points of players 1 and 2 in the score table of the designers' sheet."""


def open_sevens(room: Room, hands: Fingers, *, facing: bool = False) -> Tangram:
    """From the menu to the coin."""
    hands.press("game:sevens")
    assert isinstance(room.top, OpeningPage)
    hands.press("way:people")
    if facing:
        hands.press("pick:facing")
    hands.press("start")
    tangram = Tangram(room, hands)
    assert tangram.match.phase is Phase.TOSS
    return tangram


def toss(tangram: Tangram) -> None:
    """Touches the coin, sees it land, and goes on."""
    tangram.toss()
    assert tangram.match.phase is Phase.ARRANGE


def rebuild(tangram: Tangram, points: int, *, peeks: bool = False) -> None:
    """Looks, lays so many pieces where they belong, leaves the others in the tray, and is done."""
    match = tangram.match
    tangram.press("look")
    tangram.wait_for(Phase.GUESS)
    target = match.target
    assert target is not None
    tangram.build(target, tuple(range(points)))
    if peeks:
        tangram.press("peek")
        tangram.wait_for(Phase.GUESS)
    tangram.press("done")
    if match.phase is Phase.GUESS:  # pieces in the tray are asked about once
        for _ in range(10):  # a double tap would be no answer
            tangram.room.turn(0.1)
        tangram.press("done")
    assert match.phase is Phase.SCORED


def go_on(tangram: Tangram) -> None:
    """Sees the scoring to its end, and the card turned if there is one."""
    match, before = tangram.match, len(tangram.match.events)
    for _ in range(12):
        if match.phase not in (Phase.SCORED, Phase.CARD):
            break
        tangram.lead_on()
    assert match.phase in (Phase.ARRANGE, Phase.OVER)
    assert len(match.events) > before


@pytest.mark.parametrize(
    "table",
    slow_except([(WINDOW, Fingers), (PORTRAIT, Fingers), (WINDOW, Mouse)], (WINDOW, Fingers)),
    ids=["landscape", "portrait face to face", "mouse"],
)
def test_the_score_table_of_the_sheet_comes_out(
    tmp_path: Path, table: tuple[tuple[int, int], type[Fingers]]
) -> None:
    size, hands_at = table
    with Room(tmp_path, size, seed=SEED) as room:
        hands = hands_at(room)
        tangram = open_sevens(room, hands, facing=size == PORTRAIT)
        toss(tangram)
        match = tangram.match
        first = match.first
        assert first is not None
        for number, (one, two) in enumerate(SHEET):
            # Player one arranges first, so player two guesses first.
            for points in (two, one):
                figure = booklet()[7 * number + points]
                if match.piece_count == 7:
                    tangram.arrange(figure)
                else:
                    tangram.arrange(figure, leave=(3, 4))
                rebuild(tangram, points)
                assert match.turns[-1].points == points
                go_on(tangram)
        assert match.phase is Phase.OVER
        outcome = match.outcome
        assert outcome is not None
        assert outcome.winners == (first,)
        assert (match.totals[first], match.totals[1 - first]) == (15, 12)
        kept = room.newest
        assert SevensMatch.replay(kept).totals == match.totals
        for _ in range(40):  # the result is deaf while hands are still busy with the game
            room.turn(0.1)
        tangram.press("menu")
        room.turn()
        assert isinstance(room.top, OpeningPage)
        hands.press("back")
        assert isinstance(room.top, MenuScene)
        assert room.top.unfinished.going == ()


def a_turn(tangram: Tangram, points: int, *, peeks: bool = False) -> None:
    """One turn: a figure of the booklet, and so many of its pieces laid right."""
    match = tangram.match
    figure = booklet()[len(match.turns)]
    tangram.arrange(figure, leave=() if match.piece_count == 7 else (3, 4))
    rebuild(tangram, points, peeks=peeks)
    go_on(tangram)


def begun(room: Room) -> Tangram:
    tangram = open_sevens(room, Fingers(room))
    toss(tangram)
    return tangram


def with_card(card: Card) -> int:
    """A seed with which the loser of the first round gets this card."""
    return next(seed for seed in range(99) if events.draw_card(seed, 0) is card)


def test_a_picture_is_built_behind_the_held_curtain_and_named_on_the_glass(room: Room) -> None:
    tangram = begun(room)
    figure = next(figure for figure in booklet() if figure.name == "Sitting cat")
    curtain = tangram.place_of("curtain")
    for _ in range(4):
        room.turn(0.2)
    closed = room.pixels()
    tangram.hands.down(curtain, 1)
    for _ in range(30):
        room.turn()
    assert room.pixels() != closed
    tangram.build(figure.picture)
    tangram.hands.up(1)
    for _ in range(30):
        room.turn()
    assert not tangram.surface.enabled, "hands work behind the closed curtain"
    tangram.press("name")
    for sign in "cat":
        tangram.hands.press(f"sign:{sign}")
    tangram.hands.press("done")
    tangram.press("done")
    assert (tangram.match.phase, tangram.match.name) == (Phase.READY, "Cat")
    target = tangram.match.target
    assert target is not None
    assert score(figure.picture, target).matched == 7


@pytest.mark.slow
def test_piece_unveil_shows_its_holder_one_piece_for_the_whole_turn(tmp_path: Path) -> None:
    with Room(tmp_path, seed=with_card(Card.UNVEIL)) as room:
        tangram = begun(room)
        match = tangram.match
        a_turn(tangram, 1)
        a_turn(tangram, 3)
        holder = 1 - (match.first or 0)
        assert match.card_in_force == (holder, Card.UNVEIL)
        tangram.arrange(booklet()[3])
        assert match.guesser == holder
        tangram.press("look")
        tangram.wait_for(Phase.GUESS)
        assert match.target is not None
        assert match.unveiled is not None
        shown = tangram.surface.outlines
        assert [piece.kind for piece in shown] == [match.target.pieces[match.unveiled].kind]


@pytest.mark.slow
def test_five_seconds_more_lengthen_the_holders_look(tmp_path: Path) -> None:
    with Room(tmp_path, seed=with_card(Card.SECONDS)) as room:
        tangram = begun(room)
        a_turn(tangram, 1)
        a_turn(tangram, 3)
        tangram.arrange(booklet()[3])
        tangram.press("look")
        began = tangram.match.now
        tangram.wait_for(Phase.GUESS)
        assert tangram.match.now - began == pytest.approx(15, abs=0.3)


@pytest.mark.slow
def test_a_five_piece_round_is_played_with_five_by_both(tmp_path: Path) -> None:
    with Room(tmp_path, seed=with_card(Card.FIVE)) as room:
        tangram = begun(room)
        match = tangram.match
        a_turn(tangram, 1)
        a_turn(tangram, 3)
        for points in (5, 2):
            tangram.arrange(booklet()[len(match.turns)], leave=(3, 4))
            rebuild(tangram, points)
            assert match.turns[-1].points == points
            assert len(match.turns[-1].target) == 5
            go_on(tangram)
        assert match.round == 2


@pytest.mark.slow
def test_regain_gives_the_cost_of_the_peek_back_in_a_line_of_its_own(tmp_path: Path) -> None:
    with Room(tmp_path, seed=with_card(Card.REGAIN)) as room:
        tangram = begun(room)
        match = tangram.match
        loser = 1 - (match.first or 0)
        a_turn(tangram, 4, peeks=True)
        assert match.points(0, loser) == 2
        a_turn(tangram, 3)
        assert match.regained(loser) == 2
        assert match.totals[loser] == 4


def test_who_was_seen_looking_and_says_so_has_lost(room: Room) -> None:
    tangram = begun(room)
    tangram.press("looked")
    tangram.hands.press("yes")
    tangram.room.turn()
    assert tangram.match.outcome is not None
    assert tangram.match.outcome.winners == (tangram.match.arranger,)


def test_a_report_that_is_denied_is_dropped(room: Room) -> None:
    tangram = begun(room)
    tangram.press("looked")
    tangram.hands.press("no")
    room.turn()
    assert tangram.match.phase is Phase.ARRANGE
    assert tangram.match.pending is None


def test_a_disputed_picture_is_made_anew(room: Room) -> None:
    tangram = begun(room)
    tangram.arrange(booklet()[0])
    for answer, phase in (("no", Phase.READY), ("yes", Phase.ARRANGE)):
        tangram.press("dispute")
        tangram.hands.press(answer)
        room.turn()
        assert tangram.match.phase is phase
    tangram.arrange(booklet()[1])
    assert tangram.match.name == booklet()[1].name


@pytest.mark.slow
def test_equal_sums_are_a_tie_and_no_card_was_dealt(room: Room) -> None:
    tangram = begun(room)
    for _ in range(6):
        a_turn(tangram, 2)
    match = tangram.match
    assert match.cards == (None, None)
    assert match.outcome is not None
    assert (match.outcome.winners, match.totals) == ((0, 1), (6, 6))


def test_a_match_that_was_left_goes_on_from_the_menu(room: Room) -> None:
    tangram = begun(room)
    a_turn(tangram, 2)
    hands, events = tangram.hands, tangram.match.events
    tangram.menu()
    hands.press("leave")
    room.turn()
    hands.press("back")
    menu = room.top
    assert isinstance(menu, MenuScene)
    (going,) = menu.unfinished.going
    assert "round 1" in going.words
    hands.press(f"go:{going.match_id}")
    assert tangram.match.events == events
    assert tangram.match.phase is Phase.ARRANGE


def at_rebuilding(room: Room, laid: int) -> Tangram:
    """A match from the menu in which so many pieces were laid as they belong."""
    tangram = begun(room)
    tangram.arrange(booklet()[3])
    tangram.press("look")
    tangram.wait_for(Phase.GUESS)
    assert tangram.match.target is not None
    tangram.build(tangram.match.target, tuple(range(laid)))
    return tangram


def leave(tangram: Tangram) -> str:
    """Leaves the match in the pause, for the menu; gives the name that it is kept by."""
    room = tangram.room
    tangram.menu()
    tangram.hands.press("leave")
    room.turn()
    if isinstance(room.top, OpeningPage):
        tangram.hands.press("back")
    assert isinstance(room.top, MenuScene)
    return room.top.unfinished.going[0].match_id


@pytest.mark.slow
def test_pieces_that_were_laid_agree_after_the_match_was_left_for_another_window(
    room: Room,
) -> None:
    tangram = at_rebuilding(room, 4)
    left, target = tangram.match.clock_left, tangram.match.target
    match_id = leave(tangram)
    room.resize(PORTRAIT)
    tangram.hands.press(f"go:{match_id}")
    room.turn()
    for _ in range(20):  # the clock stands until somebody is ready
        room.turn(0.2)
    tangram.hands.press("on")
    assert target is not None
    assert left is not None
    assert tangram.match.clock_left == pytest.approx(left, abs=0.5)
    assert score(target, tangram.surface.picture()).matched == 4
    room.resize((1024, 600))
    assert score(target, tangram.surface.picture()).matched == 4
    tangram.build(target, (4, 5, 6))
    assert score(target, tangram.surface.picture()).matched == 7


@pytest.mark.slow
def test_the_menu_takes_a_piece_out_of_the_other_hand(room: Room) -> None:
    tangram = at_rebuilding(room, 7)
    pieces = tangram.surface.pieces
    tangram.hands.down(tangram.spot(pieces.pieces[0].pose.at), 2)
    assert [piece.number for piece in pieces.pieces if piece.held] == [0]
    tangram.menu()
    tangram.hands.up(2)
    tangram.hands.press("on")
    tangram.settle()
    assert [piece.number for piece in pieces.pieces if piece.held] == []
    assert tangram.match.target is not None
    assert score(tangram.match.target, tangram.surface.picture()).matched == 7


def test_a_power_cut_gives_back_no_more_than_a_few_seconds(room: Room) -> None:
    tangram = begun(room)
    tangram.arrange(booklet()[3])
    tangram.press("look")
    for seconds, phase in ((5, Phase.LOOK), (35, Phase.GUESS)):
        for _ in range(10 * seconds):
            room.turn(0.1)
        assert tangram.match.phase is phase
        room.table.store.flush()
        kept = SevensMatch.replay(room.newest)
        assert kept.phase is phase
        assert tangram.match.now - kept.now < 3


def test_play_again_needs_no_page_below(room: Room) -> None:
    room.app.scenes.apply(Push(new_match_scene(room.table, "sevens", 2, {"look_seconds": 20})))
    tangram = Tangram(room, Fingers(room))
    toss(tangram)
    hands = tangram.hands
    hands.press(f"go:{leave(tangram)}")
    for _ in range(2):
        tangram.menu()
        hands.press("end")
        hands.press("both")
        hands.press("yes")
        for _ in range(40):
            room.turn(0.1)
        tangram.press("again")
        assert tangram.match.options["look_seconds"] == 20
        toss(tangram)
