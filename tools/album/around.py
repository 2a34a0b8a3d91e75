"""People round the table: every way to sit down, what they have of their own, boards that turn."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tabletop.engine import CHANCE, Game
from tabletop.input.actions import Button
from tabletop.scenes.match_setup import FACING_SIDES, SeatAid, last_setup
from tabletop.scenes.setup.seat_dialogs import SeatDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.scene import Push
from tabletop.ui.widgets.text_entry import NameEntry
from tools.album.match import BLITZ, PLIES, begun, of
from tools.album.stage import Stage, State, press, run, touch

WAYS: tuple[tuple[int, ...], ...] = ((0, 1), (3, 2), (1, 3), (0, 1, 3), (1, 2, 3), (0, 1, 2, 3))
"""Two neighbours, two at the sides, three and four; only those that the game is for are drawn."""
NAMES = ("Wilhelmina K", "Bo", "Zoé", "Anna")
AIDS = (SeatAid(50, hints=True), SeatAid(), SeatAid(help=True), SeatAid())


def around(stage: Stage, game: Game) -> Iterator[State]:
    """A match of people who sit at several edges."""
    for sides in WAYS:
        if len(sides) not in game.seats:
            continue
        name = "-".join(map(str, sides))
        count = len(sides)
        own: dict[str, Any] = {"names": NAMES[:count], "aids": AIDS[:count]}
        own |= {"seats": count, "sides": sides}
        yield f"at-{name}", begun(stage, game, plies=PLIES, **own)
        yield f"at-{name}-clock", begun(stage, game, plies=PLIES - 1, clock=BLITZ, **own)
        yield f"at-{name}-goal", begun(stage, game, met=False, **own)
    stage.set(look_board="turns")
    for side in range(1, 4):
        stack = begun(stage, game, plies=PLIES, sides=(side, (side + 1) % 4))
        if of(stack).match.state.turn == CHANCE:
            of(stack).play("")
            run(stack, 0.1)
        yield f"board-turned-{side}", stack
    press(stack, Button.MENU)
    yield "paused", stack
    stage.set(look_board="still")


def sitting_down(stage: Stage, game: Game) -> Iterator[State]:
    """The page of seats and names; and what each seat can have of its own in a match."""
    setup = replace(last_setup(stage.table, game), clock=BLITZ).with_players(())
    setup = setup.of_seats(max(game.seats)).with_edges(FACING_SIDES)
    page = SeatsScene(stage.table, setup)
    stack = stage.shown(page)
    yield "seats", stack
    touch(stack, "chip:0")
    yield "moving", stack
    for seat in range(setup.seats):
        setup = setup.with_name(seat, NAMES[seat]).with_aid(seat, AIDS[seat])
    stack = stage.shown(SeatsScene(stage.table, setup))
    yield "named", stack
    touch(stack, "language:0")
    yield "language", stack
    press(stack, Button.BACK)
    touch(stack, "help:0")
    yield "help", stack
    press(stack, Button.BACK)
    for side in range(4):
        sheet = SeatDialog(stage.table, setup.with_edge(0, side), 0, playing=True)
        stack.apply(Push(sheet))
        yield f"own-{side}", stack
        stack.apply(Push(NameEntry("Wilhelmina K", side)))
        yield f"name-{side}", stack
        press(stack, Button.BACK)
        press(stack, Button.BACK)
