"""A match on phones: arranging, looking and rebuilding there, and what nobody else sees."""

import subprocess
import sys
from random import Random

import pytest

from tabletop.ai import LEVELS
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import centroid, length
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.input.actions import Button, Down, Drop, Press, PressKey, Pull, Tap, Twist, WriteText
from tabletop.input.phones import Phone, PhonesState
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.party.views import PiecesView, View
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.phones import ENGLISH, NAMES, Sofa, polygons, same_place
from tests.games.sevens.scene_match import looking, over, peeking
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    guessing,
    look,
    play_round,
    seed_of,
    show,
    take_turn,
    tossed,
)
from tests.lanes import slow_except
from tools.album.notes import NotingFrame

GERMAN = UiContext(language="de")


@pytest.fixture
def quick(table: AppContext) -> AppContext:
    """A table without animations."""
    table.settings = table.settings.but({"look.speed": "off"})
    return table


def scored() -> SevensMatch:
    match = tossed()
    take_turn(match, 5)
    return match


def carded(seed: int = 0) -> SevensMatch:
    """The loser of the first round may turn the card over."""
    match = tossed(seed)
    play_round(match, (3, 6), (False, False))
    match.go_on(match.now)
    assert match.phase is Phase.CARD
    return match


def ready() -> SevensMatch:
    match = tossed()
    show(match)
    return match


PHASES = {
    "toss": lambda: SevensMatch(3),
    "arrange": tossed,
    "ready": ready,
    "look": looking,
    "guess": guessing,
    "peek": peeking,
    "scored": scored,
    "card": carded,
    "over": over,
}


# -- whole matches --------------------------------------------------------------------------------


def finish_turn(sofa: Sofa, pieces: int) -> None:
    """Rebuilds so many pieces of the picture on a phone, and goes on to what comes next."""
    guesser, target = sofa.match.guesser, sofa.match.target
    assert target is not None
    sofa.build(guesser, target, most=pieces)
    sofa.press(guesser, "done")
    sofa.wait(0.8)
    if sofa.phase is not Phase.SCORED:  # pieces are left: it is asked once more
        assert sofa.pieces(guesser).warning
        sofa.press(guesser, "done")
    sofa.score(guesser)
    if sofa.phase is Phase.CARD:
        holder = sofa.scene.phase.seat
        assert not sofa.keys(1 - holder)
        sofa.press(holder, "turn")
        sofa.press(holder, "on")


def pick_revealed(sofa: Sofa) -> None:
    """The arranging player touches the piece that the other is to see."""
    arranger = sofa.match.arranger
    assert "back" in sofa.keys(arranger)
    laid = [piece for piece in sofa.pieces(arranger).pieces if piece.where == "board"]
    sofa.tap(arranger, laid[0].key)


@pytest.mark.slow
@pytest.mark.parametrize("card", [Card.UNVEIL, Card.FIVE])
def test_a_whole_match_on_two_phones_replays_to_the_same(quick: AppContext, card: Card) -> None:
    seed = seed_of(card)
    sofa = Sofa(quick, SevensMatch(seed))
    sofa.toss()
    while sofa.phase is not Phase.OVER:
        sofa.arrange(FEWER if sofa.match.piece_count == 5 else DIAMOND)
        if sofa.phase is Phase.ARRANGE:
            pick_revealed(sofa)
        sofa.look()
        finish_turn(sofa, 7 if sofa.match.guesser == 0 else 3)
    match = sofa.match
    assert len(match.turns) == 6
    assert match.totals[0] > match.totals[1]
    assert all(turn.points == len(turn.target) for turn in match.turns if turn.guesser == 0)
    assert sofa.result(0).won
    assert not sofa.result(1).won
    assert sofa.result(None).headline
    assert not any(plate.active for plate in sofa.result(None).seats)
    again = SevensMatch.replay(match.record())
    assert again.totals == match.totals
    assert again.record() == match.record()
    sofa.press(1, "again")
    assert sofa.stack.top is not sofa.scene


def test_one_phone_against_a_person_at_the_table(quick: AppContext) -> None:
    sofa = Sofa(quick, SevensMatch(seed_of(Card.SECONDS)), seats=[1])
    sofa.toss(1)
    while sofa.phase is not Phase.OVER:
        if sofa.match.arranger == 1:
            sofa.arrange(DIAMOND)
            sofa.touch("look")
            sofa.wait(sofa.match.look_seconds + 0.1)
            sofa.lay(DIAMOND)
            sofa.touch("done")
        else:
            sofa.touch("curtain")
            sofa.wait(0.5)
            assert not list(polygons(sofa.view(1)))
            sofa.lay(DIAMOND)
            assert isinstance(sofa.scene.phase, ArrangePhase)
            sofa.scene.phase.call_it("Kite")
            sofa.touch("done")
            sofa.look()
            sofa.build(1, DIAMOND)
            sofa.press(1, "done")
        while sofa.phase in (Phase.SCORED, Phase.CARD):
            seat = sofa.scene.phase.seat
            offered = ("skip", "on", "turn")
            if seat == 1:
                sofa.press(1, next(key for key in offered if key in sofa.keys(1)))
            else:
                keys = [button.key for button in sofa.scene.phase.buttons.buttons]
                sofa.touch(next(key for key in offered if key in keys))
    assert sofa.match.totals == (21, 21)


@pytest.mark.slow
def test_one_phone_against_a_computer(quick: AppContext) -> None:
    sofa = Sofa(quick, SevensMatch(5), seats=[0], levels=(None, LEVELS[0]))
    sofa.toss()
    while sofa.phase is not Phase.OVER:
        match sofa.phase:
            case Phase.ARRANGE if sofa.match.arranger == 0:
                sofa.arrange(FEWER if sofa.match.piece_count == 5 else DIAMOND)
                if sofa.phase is Phase.ARRANGE:
                    pick_revealed(sofa)
            case Phase.READY if sofa.match.guesser == 0:
                sofa.look()
            case Phase.GUESS if sofa.match.guesser == 0:
                assert sofa.match.target is not None
                sofa.build(0, sofa.match.target)
                sofa.press(0, "done")
            case _:
                keys = sofa.keys(0)
                wanted = ("finish", "on", "turn", "skip")
                key = next((each for each in wanted if each in keys), None)
                if key is None:
                    sofa.wait(0.5)
                else:
                    sofa.press(0, key)
    assert len(sofa.match.turns) == 6
    assert sofa.result(0).headline


# -- what nobody else sees ------------------------------------------------------------------------


class Watched(Sofa):
    """A match after each of whose actions nobody sees what is secret."""

    def act(self, action: object) -> None:
        super().act(action)  # type: ignore[arg-type]
        self.check()

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self.check()

    def check(self) -> None:
        if self.stack.top is not self.scene:
            return
        match = self.match
        for viewer in (0, 1, None):
            view = self.view(viewer)
            shapes = list(polygons(view))
            if match.phase is Phase.ARRANGE and viewer != match.arranger:
                assert not shapes
                assert "Zebra" not in str(view)
            looks = viewer == match.guesser and match.phase in (Phase.LOOK, Phase.PEEK)
            if match.phase in (Phase.READY, Phase.LOOK) and not looks:
                assert not shapes
            if match.phase in (Phase.GUESS, Phase.PEEK) and not looks:
                self.check_guess(shapes)

    def check_guess(self, shapes: list[tuple[tuple[float, float], ...]]) -> None:
        """Only what lies on the table is shown, and the piece that a card reveals."""
        surface = self.scene.phase.surface
        assert surface is not None
        table = surface.pieces
        known = [*table.places, *(piece.corners for piece in table.pieces)]
        known += [piece.corners for piece in surface.outlines]
        for shape in shapes:
            snapped = [pose for piece in table.pieces if (pose := table.snap_preview(piece.number))]
            on_table = any(same_place(shape, each) for each in known)
            ghost = any(length(centroid(shape), pose.at) < 0.01 for pose in snapped)
            assert on_table or ghost


def random_act(sofa: Sofa, random: Random) -> None:
    """Something that somebody may do on a phone: useful, useless or out of turn."""
    seat = random.randrange(2)
    view = sofa.view(seat)
    keys = sofa.keys(seat) if view is not None else []
    kind = random.random()
    if isinstance(view, PiecesView) and view.pieces and kind < 0.4:
        piece = random.choice(view.pieces)
        at = random.uniform(-1, 11), random.uniform(-1, 13)
        began = centroid(piece.corners)
        contact = sofa.down(seat, began)
        if random.random() < 0.3:
            sofa.turn(seat, random.randint(-3, 3))
        sofa.pull(seat, contact, began, at)
        if random.random() < 0.8:
            sofa.drop(seat, contact, began, at)
        else:
            sofa.cancel(contact)
    elif isinstance(view, PiecesView) and view.entry and kind < 0.5:
        sofa.write(seat, "Zebra")
    elif kind < 0.55:
        sofa.leave(seat) if random.random() < 0.4 else sofa.take(seat)
    elif kind < 0.6:
        sofa.act(PressKey(source="phone", seat=seat, key=random.choice(("done", "look", "peek"))))
    elif keys:
        chosen = random.choice(keys)
        if chosen not in ("looked", "dispute"):
            sofa.press(seat, chosen)


@pytest.mark.parametrize("seed", slow_except(range(3), 0))
def test_no_view_shows_what_is_secret(quick: AppContext, seed: int) -> None:
    random = Random(seed)
    sofa = Watched(quick, SevensMatch(seed), seats=())
    sofa.take(0)
    sofa.take(1)
    reached = set()
    for _ in range(60):
        if sofa.stack.top is not sofa.scene:
            sofa.stack.handle(Press(source="keyboard", button=Button.BACK))
            sofa.wait(0.5)
        reached.add(sofa.phase)
        if sofa.phase is Phase.OVER:
            break
        if sofa.phase is Phase.ARRANGE and random.random() < 0.2:
            for each in (0, 1):
                sofa.take(each)
            while not isinstance(sofa.view(sofa.match.arranger), PiecesView):
                sofa.press(sofa.match.arranger, "booklet:close")
            sofa.build(sofa.match.arranger, DIAMOND)
            sofa.write(sofa.match.arranger, "Zebra")
        random_act(sofa, random)
    assert len(reached) >= 2


def test_the_look_is_on_the_guessing_players_phone_alone(quick: AppContext) -> None:
    sofa = Sofa(quick, looking())
    own = sofa.pieces(1)
    assert len(own.pieces) == 7
    assert not own.active
    assert own.hides
    assert 9.0 < own.seconds <= 10.0
    assert not list(polygons(sofa.view(0)))
    assert not list(polygons(sofa.view(None)))
    sofa.wait(10.1)
    assert sofa.phase is Phase.GUESS
    assert all(piece.where == "tray" for piece in sofa.pieces(1).pieces)


def test_without_seams_the_look_shows_one_outline(quick: AppContext) -> None:
    match = tossed(seams=False)
    show(match)
    match.look(match.now)
    sofa = Sofa(quick, match)
    own = sofa.pieces(1)
    assert not own.pieces
    (outline,) = own.outline
    assert len(outline) == 4, "the diamond is one square"


def test_the_peek_is_seen_by_its_player_alone(quick: AppContext) -> None:
    sofa = Sofa(quick, guessing())
    sofa.build(1, DIAMOND, most=2)
    sofa.press(1, "peek")
    assert sofa.phase is Phase.PEEK
    own = sofa.pieces(1)
    assert len(own.pieces) == 7
    assert own.hides
    assert 4.0 < own.seconds <= 5.0
    for other in (0, None):
        assert not sofa.pieces(other).pieces
        assert sofa.pieces(other).curtain
    sofa.wait(5.1)
    back = sofa.pieces(1).pieces
    assert sum(piece.where == "board" for piece in back) == 2


def test_a_guess_is_seen_by_everybody(quick: AppContext) -> None:
    sofa = Sofa(quick, guessing())
    sofa.build(1, DIAMOND, most=3)
    assert sofa.pieces(0).pieces == sofa.pieces(1).pieces
    assert sofa.pieces(None).pieces == sofa.pieces(1).pieces
    assert not sofa.pieces(0).active
    assert not sofa.pieces(0).choices


def test_the_second_window_shows_nothing_of_what_a_phone_builds(quick: AppContext) -> None:
    quick.settings = quick.settings.but({"look.projector": True})
    sofa = Sofa(quick, tossed(), seats=[0])
    sofa.build(0, DIAMOND)
    quick.secondary_display.canvas = Canvas((1280, 800))
    sofa.wait(0.2)
    before = sofa.pieces(0).pieces
    frame = NotingFrame(Canvas((1280, 800)))
    sofa.stack.draw_secondary(frame)
    assert len(frame.blits) <= 2
    for kind in (Down, Tap):
        sofa.stack.handle(kind(source=SECONDARY_SOURCE, contact=5, at=(500.0, 500.0)))
    sofa.wait(0.2)
    assert sofa.pieces(0).pieces == before


# -- arranging on a phone -------------------------------------------------------------------------


def test_the_big_screen_shows_a_curtain_and_who_builds(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.build(0, DIAMOND)
    frame = NotingFrame(sofa.canvas)
    sofa.stack.draw(frame)
    said = " ".join(text.text for text in frame.written)
    assert "Ada builds a picture on a phone." in said
    assert sofa.pieces(1).curtain
    assert "Ada" in sofa.pieces(None).curtain


def test_a_piece_snaps_to_where_the_ghost_was(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.carry(0, "5")
    square = centroid(sofa.piece(0, "5").corners)
    began = centroid(sofa.piece(0, "0").corners)
    contact = sofa.down(0, began)
    aim = began
    for step in range(16):
        aim = square[0] + (step % 4) / 4 + 0.8, square[1] + (step // 4) / 4 - 0.5
        sofa.pull(0, contact, began, aim)
        if sofa.pieces(0).ghost:
            break
    held = sofa.piece(0, "0")
    assert held.where == "hand"
    assert held.picked
    ghost = sofa.pieces(0).ghost
    assert len(ghost) == 3
    sofa.drop(0, contact, began, aim)
    assert same_place(sofa.piece(0, "0").corners, ghost)
    assert not sofa.pieces(0).ghost


def test_a_touch_beside_a_small_piece_means_it(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.carry(0, "3")
    top = min(sofa.piece(0, "3").corners, key=lambda corner: corner[1])
    began = top[0], top[1] - 0.4
    contact = sofa.down(0, began)
    assert sofa.piece(0, "3").where == "hand"
    before = centroid(sofa.piece(0, "3").corners)
    sofa.pull(0, contact, began, (began[0] - 1.5, began[1]))
    after = centroid(sofa.piece(0, "3").corners)
    assert after[0] - before[0] == pytest.approx(-1.5, abs=0.05)
    sofa.drop(0, contact, began, (began[0] - 1.5, began[1]))


def test_turning_flipping_undoing_and_clearing(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    assert "undo" not in sofa.keys(0)
    sofa.carry(0, "6")
    lying = sofa.piece(0, "6")
    sofa.turn(0, 2)
    turned = sofa.piece(0, "6")
    assert not same_place(lying.corners, turned.corners)
    sofa.turn(0, -2)
    assert same_place(lying.corners, sofa.piece(0, "6").corners)
    sofa.flip(0)
    assert not same_place(lying.corners, sofa.piece(0, "6").corners)
    sofa.press(0, "undo")
    sofa.wait(0.5)
    assert same_place(lying.corners, sofa.piece(0, "6").corners)
    sofa.press(0, "clear")
    sofa.wait(0.5)
    assert all(piece.where == "tray" for piece in sofa.pieces(0).pieces)


def test_done_says_why_not(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())

    def done() -> tuple[bool, str]:
        button = next(each for each in sofa.pieces(0).choices if each.key == "done")
        return button.enabled, button.note

    sofa.build(0, DIAMOND, most=6)
    assert done() == (False, "One piece is still in the tray.")
    sofa.act(PressKey(source="phone", seat=0, key="done"))
    assert sofa.phase is Phase.ARRANGE
    sofa.build(0, DIAMOND)
    able, named = done()
    assert not able
    assert "name" in named
    sofa.act(PressKey(source="phone", seat=0, key="done"))
    assert sofa.stack.top is sofa.scene, "no page opens where nobody could type"
    sofa.write(0, "  A \x07 kite ")
    assert sofa.pieces(0).entered == "A kite"
    able, after = done()
    assert able
    assert "Ben" in after
    sofa.drag(0, "3", (3.5, -3.0))
    able, apart = done()
    assert not able
    assert apart


def test_a_figure_of_the_booklet(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.press(0, "booklet")
    groups = sofa.words(0)
    assert not list(polygons(groups))
    sofa.press(0, "booklet:group:0")
    name = sofa.words(0).choices[1].label
    sofa.press(0, "booklet:close")
    assert sofa.words(0) == groups
    sofa.press(0, "booklet:group:0")
    sofa.press(0, "booklet:figure:1")
    assert sofa.words(0).title == name
    sofa.press(0, "booklet:build")
    sofa.wait(0.5)
    assert sofa.pieces(0).entered == name
    sofa.press(0, "done")
    assert sofa.phase is Phase.READY
    assert sofa.pieces(1).curtain == name


def test_a_figure_as_a_model(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    for key in ("booklet", "booklet:group:0", "booklet:figure:0", "booklet:model"):
        sofa.press(0, key)
    view = sofa.pieces(0)
    assert len(view.targets) == 7
    assert all(piece.where == "tray" for piece in view.pieces)
    assert not list(polygons(sofa.view(1)))


def test_a_name_of_the_booklet_is_read_in_each_language(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    for key in ("booklet", "booklet:group:0", "booklet:figure:0", "booklet:build"):
        sofa.press(0, key)
    named = sofa.pieces(0).entered
    sofa.write(0, named)
    assert sofa.pieces(0).entered == named
    sofa.press(0, "done")
    german = sofa.view(1, GERMAN)
    assert isinstance(german, PiecesView)
    assert german.curtain != named
    assert german.prompt != sofa.pieces(1).prompt


def test_wrong_keys_of_the_booklet_do_nothing(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    for key in ("booklet:group:0", "booklet:build", "booklet:figure:2"):
        sofa.act(PressKey(source="phone", seat=0, key=key))
    assert sofa.pieces(0).active
    sofa.press(0, "booklet")
    for key in ("booklet:group:99", "booklet:group:x", "booklet:figure:-1", "booklet:build"):
        sofa.act(PressKey(source="phone", seat=0, key=key))
        assert sofa.words(0).choices


def test_the_other_phone_can_do_nothing_meanwhile(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.build(0, DIAMOND)
    before = sofa.view(0)
    sofa.act(Down(source="phone", seat=1, contact=77, at=(4.0, 4.0)))
    sofa.act(Pull(source="phone", seat=1, contact=77, at=(1.0, 1.0), began=(4.0, 4.0)))
    sofa.act(Drop(source="phone", seat=1, contact=77, at=(1.0, 1.0), began=(4.0, 4.0)))
    sofa.act(Twist(source="phone", seat=1, at=(4.0, 4.0), by=1))
    sofa.act(Press(source="phone", seat=1, button=Button.FLIP))
    sofa.act(WriteText(source="phone", seat=1, text="Cow"))
    for key in ("clear", "undo", "done", "looked", "booklet", "curtain", "name"):
        sofa.act(PressKey(source="phone", seat=1, key=key))
    sofa.wait(0.6)
    assert sofa.view(0) == before
    assert sofa.phase is Phase.ARRANGE


def test_touches_beyond_the_board_are_ignored(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    before = sofa.pieces(0).pieces
    for at in ((-1000.0, 1000.0), (-0.5, 4.0), (900.0, 900.0)):
        contact = sofa.down(0, at)
        sofa.act(Tap(source="phone", seat=0, contact=contact, at=at))
    sofa.drag(0, "0", (-900.0, 900.0))
    sofa.wait(0.5)
    view = sofa.pieces(0)
    assert len(view.pieces) == len(before)
    for piece in view.pieces:
        assert all(-0.01 <= x <= view.width + 0.01 for x, _ in piece.corners)
        assert all(-0.01 <= y <= view.height + 0.01 for _, y in piece.corners)
    assert sofa.stack.top is sofa.scene


def test_hands_at_the_table_build_nothing_then(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.build(0, DIAMOND, most=3)
    before = sofa.pieces(0).pieces
    for x in range(100, 1700, 200):
        for y in range(200, 900, 150):
            sofa.stack.handle(Down(source="touch", contact=3, at=(x, y)))
            sofa.stack.handle(Tap(source="touch", contact=3, at=(x, y)))
    for button in (Button.OK, Button.UNDO, Button.FLIP, Button.BACK):
        sofa.stack.handle(Press(source="keyboard", button=button))
    sofa.wait(0.5)
    assert sofa.stack.top is sofa.scene
    assert sofa.pieces(0).pieces == before


# -- phones come and go ---------------------------------------------------------------------------


def test_a_phone_that_is_lost_comes_back_to_the_same_pieces(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.build(0, DIAMOND)
    sofa.write(0, "Kite")
    began = centroid(sofa.piece(0, "6").corners)
    contact = sofa.down(0, began)
    sofa.pull(0, contact, began, (began[0] - 1.0, began[1] - 5.0))
    sofa.cancel(contact)
    sofa.wait(1.0)
    assert not any(piece.where == "hand" for piece in sofa.pieces(0).pieces)
    before = sofa.pieces(0)
    sofa.wait(200.0)
    assert not list(polygons(sofa.view(1)))
    sofa.take(0)
    after = sofa.pieces(0)
    assert sorted(p.corners for p in after.pieces) == sorted(p.corners for p in before.pieces)
    assert after.entered == "Kite"


def test_a_seat_that_is_given_up_lies_behind_the_curtain_of_the_table(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.build(0, DIAMOND)
    sofa.write(0, "Kite")
    sofa.leave(0)
    phase = sofa.scene.phase
    assert isinstance(phase, ArrangePhase)
    assert not phase.curtain.open
    assert not phase.surface.enabled
    bare = Frame(sofa.canvas)
    phase.draw_board_layer(bare)
    assert not bare.blits
    assert len(phase.surface.picture()) == 7
    assert not list(polygons(sofa.view(0)))
    sofa.take(0)
    assert sum(piece.where == "board" for piece in sofa.pieces(0).pieces) == 7
    assert sofa.pieces(0).entered == "Kite"
    sofa.press(0, "done")
    assert sofa.phase is Phase.READY


def test_a_guess_moves_to_the_phone_and_back(quick: AppContext) -> None:
    shape = Sofa(quick, guessing()).pieces(1)
    sofa = Sofa(quick, guessing(), seats=(), size=(1080, 1920))
    sofa.lay(DIAMOND, but=(5, 6))
    sofa.take(1)
    view = sofa.pieces(1)
    assert (view.width, view.height) == (shape.width, shape.height), "a phone has one shape"
    assert sum(piece.where == "board" for piece in view.pieces) == 5
    sofa.leave(1)
    assert isinstance(sofa.scene.phase, GuessPhase)
    assert len(sofa.scene.phase.surface.picture()) == 5
    sofa.press_done_at_the_table()
    assert sofa.match.turns[-1].score.matched == 5


@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
def test_seats_are_taken_and_given_up_in_every_phase(
    quick: AppContext, name: str, seat: int
) -> None:
    match = PHASES[name]()
    sofa = Sofa(quick, match, seats=())
    events = sofa.match.events
    for _ in range(2):
        sofa.take(seat)
        for viewer in (0, 1, None):
            for context in (ENGLISH, GERMAN):
                assert sofa.view(viewer, context) is not None
        assert sofa.scene.phone_seats(ENGLISH)[seat].taken == "phone"
        assert sofa.scene.phone_seats(ENGLISH)[seat].name == NAMES[seat]
        sofa.drawn()
        sofa.leave(seat)
        assert sofa.scene.phone_seats(ENGLISH)[seat].taken == ""
        assert sofa.scene.phone_seats(ENGLISH)[seat].name == ""
        sofa.drawn()
    assert sofa.match.events == events


def test_nobody_takes_the_seat_of_a_picture_in_the_making_unasked(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed(), seats=())
    first, second = sofa.scene.phone_seats(ENGLISH)
    assert not first.free
    assert second.free


def test_seats_are_taken_while_a_page_lies_above(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed(), seats=[1])
    sofa.stack.handle(Press(source="keyboard", button=Button.MENU))
    assert isinstance(sofa.stack.top, PausePage)
    sofa.take(0)
    assert sofa.words(0).title == "Paused"
    sofa.press(0, "on")
    assert sofa.pieces(0).private


def test_a_phone_takes_the_seat_of_a_computer(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed(), seats=[1], levels=(LEVELS[0], None))
    assert "finish" in sofa.keys(1)
    sofa.take(0)
    assert sofa.pieces(0).active
    assert "finish" not in sofa.keys(1)


# -- questions ------------------------------------------------------------------------------------


def test_a_report_of_looking_is_answered_on_the_phone_of_who_looked(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())
    sofa.press(0, "looked")
    assert isinstance(sofa.stack.top, QuestionDialog)
    assert not sofa.words(0).choices
    assert not sofa.words(None).choices
    sofa.act(PressKey(source="phone", seat=0, key="yes"))
    assert not sofa.match.outcome
    sofa.press(1, "no")
    assert "didn" in sofa.pieces(0).prompt
    sofa.press(0, "looked")
    sofa.press(1, "yes")
    assert sofa.phase is Phase.OVER
    assert sofa.result(0).won


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_disputed_picture_is_answered_by_who_made_it(quick: AppContext, answer: str) -> None:
    sofa = Sofa(quick, ready())
    sofa.press(1, "dispute")
    assert not sofa.words(1).choices
    sofa.press(0, answer)
    assert sofa.phase is (Phase.ARRANGE if answer == "yes" else Phase.READY)


def test_a_pause_hides_the_board_on_phones(quick: AppContext) -> None:
    sofa = Sofa(quick, guessing())
    sofa.build(1, DIAMOND, most=3)
    sofa.press(0, "pause")
    for viewer in (0, 1, None):
        assert not list(polygons(sofa.view(viewer)))
    left = sofa.match.clock_left
    sofa.wait(5.0)
    assert sofa.match.clock_left == left
    assert sofa.keys(0) == ["on"]
    assert not sofa.keys(None)
    sofa.press(1, "on")
    assert sum(piece.where == "board" for piece in sofa.pieces(1).pieces) == 3


# -- every phase ----------------------------------------------------------------------------------


def test_the_coin_is_tossed_by_either(quick: AppContext) -> None:
    sofa = Sofa(quick, SevensMatch(3))
    assert sofa.keys(0) == sofa.keys(1) == ["coin"]
    assert not sofa.keys(None)
    sofa.press(1, "coin")
    sofa.wait(1.0)
    first = sofa.scene.phase.seat
    assert NAMES[first] in sofa.words(None).text
    sofa.press(first, "on")
    assert sofa.match.arranger == first


def test_a_card_is_secret_until_its_holder_turns_it(quick: AppContext) -> None:
    sofa = Sofa(quick, carded(seed_of(Card.FIVE)))
    assert not sofa.keys(1)
    for viewer in (0, 1, None):
        assert "Five Pieces" not in str(sofa.view(viewer))
    sofa.press(0, "turn")
    sofa.wait(1.0)
    assert sofa.words(0).title == "Five Pieces"
    assert "Five Pieces" in str(sofa.view(None))
    assert not sofa.keys(1)
    sofa.press(0, "on")
    assert sofa.phase is Phase.ARRANGE


def test_points_are_shown_with_what_was_right(quick: AppContext) -> None:
    sofa = Sofa(quick, scored())
    sofa.wait(1.0)
    for viewer in (0, 1, None):
        view = sofa.pieces(viewer)
        assert [piece.mark for piece in view.pieces] == ["right"] * 5
        assert len(view.targets) == 2
        assert "5" in view.note
        for shape in polygons(view):
            assert all(0 <= x <= view.width and 0 <= y <= view.height for x, y in shape)
    assert sofa.keys(1)[0] in ("on", "skip")
    assert "on" not in sofa.keys(0)


def test_a_revealed_piece_is_outlined(quick: AppContext) -> None:
    seed = seed_of(Card.UNVEIL)
    match = tossed(seed)
    play_round(match, (3, 6), (False, False))
    match.go_on(match.now)
    match.turn_card(match.now)
    match.go_on(match.now)
    while not match.must_unveil:
        take_turn(match, 7)
        match.go_on(match.now)
    show(match)
    look(match)
    sofa = Sofa(quick, match)
    guesser = sofa.match.guesser
    assert len(sofa.pieces(guesser).targets) == 1
    assert len(sofa.pieces(None).targets) == 1


def state_after(sofa: Sofa) -> object:
    return sofa.scene.phone_state()


def test_views_are_made_anew_when_they_change_and_only_then(quick: AppContext) -> None:
    sofa = Sofa(quick, guessing())
    sofa.wait(0.5)

    def shown() -> list[View | None]:
        found: list[View | None] = []
        for viewer in (0, 1, None):
            view = sofa.view(viewer)
            assert isinstance(view, PiecesView)
            found.append(view)
        return found

    before = state_after(sofa)
    sofa.wait(2.0)
    assert state_after(sofa) == before, "only the clock has run"
    began = centroid(sofa.piece(1, "0").corners)
    contact = sofa.down(1, began)
    held = state_after(sofa)
    assert held != before
    sofa.pull(1, contact, began, (4.0, 4.0))
    pulled = state_after(sofa)
    assert pulled != held
    sofa.drop(1, contact, began, (4.0, 4.0))
    assert state_after(sofa) != pulled
    assert shown()


def test_one_person_alone_is_told_of(quick: AppContext) -> None:
    scene = SoloScene(quick, {})
    scene.fit(Canvas((1280, 800)))
    shown = scene.phone_view(None, ENGLISH)
    assert shown is not None
    assert "alone" in str(shown)
    assert not scene.phone_seats(ENGLISH)


def test_nothing_of_phones_is_loaded_without_them() -> None:
    code = (
        "import sys, tabletop.games.sevens.live;"
        "print([name for name in sys.modules if name.startswith('tabletop.party')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


def test_the_table_is_told_of_a_phone_that_is_lost_and_back(quick: AppContext) -> None:
    sofa = Sofa(quick, tossed())

    def said() -> str:
        frame = NotingFrame(sofa.canvas)
        sofa.stack.draw(frame)
        return " ".join(text.text for text in frame.written)

    def connected(*, on: bool) -> None:
        phones = tuple(Phone(each + 1, NAMES[each], each, on or each == 1) for each in (0, 1))
        quick.phones.report(PhonesState(status="open", phones=phones))
        sofa.wait(0.1)

    connected(on=True)
    lost = "Ada’s phone is disconnected."
    assert lost not in said()
    connected(on=False)
    assert lost in said()
    assert lost in sofa.pieces(1).prompt
    assert lost in sofa.pieces(None).prompt
    connected(on=True)
    assert lost not in said()
    sofa.wait(11.0)
    assert "connected" not in sofa.pieces(0).prompt
    sofa.leave(0)
    connected(on=False)
    assert lost not in said(), "the seat is no phone's any more"
