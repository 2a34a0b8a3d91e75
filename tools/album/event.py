"""An event of many tables: joining it, the call of players, sign-up, and codes at the seats."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from tabletop.games import find_game
from tabletop.input.event import (
    CalledSeat,
    EventState,
    FoundHub,
    JoinState,
    OpenTournament,
    PlayerCall,
    SignUpState,
    VisitorState,
)
from tabletop.scenes.event.help import help_page
from tabletop.scenes.event.join_page import JoinEventPage
from tabletop.scenes.event.player_call import PlayerCallScene
from tabletop.scenes.event.sign_up_page import SignUpPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match_setup import FACING_SIDES, last_setup
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.scene import SceneStack
from tools.album.stage import Stage, State, run, touch

HUBS: Final = (
    FoundHub("Harbour Games Fair", "hub.local:8707", 12),
    FoundHub("Games in the Old Town Hall", "192.168.24.118:8707"),
)
JOINED: Final = EventState(
    link="online", hub="Harbour Games Fair", tables=12, url="http://192.168.24.118:8707"
)
SWISS: Final = OpenTournament(3, "Saturday Swiss", "shoo", 14)
CUP: Final = OpenTournament(4, "The Great Harbour Cup for Four", "shout7", 1)
ADA, BO = CalledSeat("Ada", "BCD234"), CalledSeat("Maximiliane", "XZW789")
CALL: Final = PlayerCall("p/0", "Saturday Swiss", "Round 2", "shoo", (ADA, BO))


def pages(stage: Stage) -> Iterator[State]:
    """The pages of an event in each of their states."""
    yield from _joining(stage)
    yield from _calls(stage)
    yield from _sign_up(stage)
    yield from _codes(stage)
    stage.table.event.report(replace(JOINED, open=(SWISS,)))
    yield "title", stage.shown(TitleScene(stage.table))
    yield "menu", stage.shown(MenuScene(stage.table))
    stage.table.event.report(replace(JOINED, open=(SWISS, CUP)))
    yield "menu-of-two", stage.shown(MenuScene(stage.table))
    yield "help", stage.shown(help_page(stage.table))
    stage.table.event.report(replace(JOINED, help="sent", helper="Mia"))
    yield "help-comes", stage.shown(help_page(stage.table))
    stage.table.event.report(replace(JOINED, open=(SWISS, CUP)))
    stage.set(look_text_size=200)
    for name, scene in (
        ("large-menu", MenuScene(stage.table)),
        ("large-join", JoinEventPage(stage.table)),
        ("large-call", PlayerCallScene(stage.table, CALL)),
    ):
        yield name, stage.shown(scene)
    for moment, stack in chain(_sign_up(stage), _codes(stage)):
        if moment.startswith(("sign-up-named", "signed-up", "seats", "code-away")):
            yield f"large-{moment}", stack


def _joining(stage: Stage) -> Iterator[State]:
    stage.set(event_name="Oak", event_hub="10.0.0.5:8707")
    yield "join", stage.shown(JoinEventPage(stage.table))
    stage.table.event.report(EventState(found=HUBS, join=JoinState("refused", "code")))
    stack = stage.shown(JoinEventPage(stage.table))
    touch(stack, *(f"digit:{digit}" for digit in "480271"))
    yield "join-refused", stack
    stage.table.event.report(JOINED)
    yield "joined", stage.shown(JoinEventPage(stage.table))
    stage.table.event.report(replace(JOINED, link="away"))
    yield "joined-away", stage.shown(JoinEventPage(stage.table))
    stage.table.event.report(JOINED)


def _calls(stage: Stage) -> Iterator[State]:
    stack = stage.shown(PlayerCallScene(stage.table, CALL))
    yield "call", stack
    touch(stack, "here:0")
    yield "call-waiting", stack
    run(stack, CALL.wait + 1)
    yield "call-absent", stack
    four = replace(CALL, game="shout7", seats=(ADA, BO, CalledSeat("Cyrus"), CalledSeat("Dora")))
    yield "call-of-four", stage.shown(PlayerCallScene(stage.table, four))


def _sign_up(stage: Stage) -> Iterator[State]:
    event = stage.table.event
    yield "sign-up-none", stage.shown(SignUpPage(stage.table))
    event.report(replace(JOINED, open=(SWISS,)))
    yield "sign-up", _form(stage)
    event.report(replace(JOINED, open=(SWISS, CUP)))
    stack = _form(stage)
    yield "sign-up-named", stack
    for reason in ("taken", "full", "closed", "tries"):
        _answered(stack, stage, SignUpState("refused", reason))
        yield f"sign-up-{reason}", stack
    _answered(stack, stage, SignUpState("away"))
    yield "sign-up-away", stack
    _answered(stack, stage, SignUpState("done", code="BCD234", name="Maximiliane"))
    yield "signed-up", stack
    event.report(JOINED)


def _form(stage: Stage) -> SceneStack:
    """The form, with a name where more than one tournament is open."""
    stack = stage.shown(SignUpPage(stage.table))
    if len(stage.table.event.state.open) > 1:
        touch(stack, "pick:4", "type", *(f"sign:{sign}" for sign in "maximiliane"), "done")
        run(stack, 0.5)
    return stack


def _answered(stack: SceneStack, stage: Stage, answer: SignUpState) -> None:
    """The hub answers a sign-up."""
    touch(stack, "go")
    stage.table.event.report(replace(stage.table.event.state, sign_up=answer))
    run(stack, 0.5)


def _codes(stage: Stage) -> Iterator[State]:
    table = stage.table
    for key in ("shoo", "shout7", "sevens"):
        game = find_game(key)
        setup = last_setup(table, game).of_seats(max(game.seats)).with_players(())
        setup = setup.with_edges(FACING_SIDES[: setup.seats]).with_visitor(0, "BCD234", "Ada")
        yield f"seats-{key}", stage.shown(SeatsScene(table, setup))
    stack = stage.shown(SeatsScene(table, setup))
    touch(stack, "code:1")
    run(stack, 0.5)
    yield "code", stack
    touch(stack, *(f"sign:{sign}" for sign in "xzw789"), "done")
    yield "code-asking", stack
    for phase in ("none", "tries", "away"):
        table.event.report(replace(JOINED, visitor=VisitorState("XZW789", phase)))
        run(stack, 0.5)
        yield f"code-{phase}", stack
        touch(stack, "done")
    table.event.report(replace(JOINED, visitor=VisitorState("BCD234", "found", "Ada")))
    run(stack, 0.5)
    yield "code-of-other-seat", stack
