"""What a room sees in projector mode: every board game, and the pages round it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tabletop.engine import CHANCE, Game, TimeControl
from tabletop.games import all_games
from tabletop.input.actions import Button
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.devices.devices_page import DevicesPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.settings.settings_pages import AppearancePage, LanguagePage, SoundPage
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.scene import SceneStack
from tools.album.match import (
    BLITZ,
    PLIES,
    begun,
    calling,
    chances,
    devices_lost,
    likely,
    of,
    picked,
    refused,
)
from tools.album.pages import ended, played_out
from tools.album.scripted import think
from tools.album.stage import Stage, State, press, run, touch

NAMES: Final = ("Wilhelmina", "Maximilian", "Jo", "Bartholomeus")
"""As long as names can be."""
LATER: Final = 1.0
"""Seconds after which a ply has arrived and is held up."""


def is_room(stage: Stage) -> bool:
    """Whether anybody would project a picture of that shape."""
    return stage.canvas.width > stage.canvas.height * 1.2


def match(stage: Stage, game: Game) -> Iterator[State]:
    """A match that a room follows."""
    stage.set(look_projector=True)
    yield from _match(stage, game)
    yield from _ends(stage, game)
    stage.set(look_projector=False)


def _match(stage: Stage, game: Game) -> Iterator[State]:
    yield "goal", begun(stage, game, met=False)
    yield "start", begun(stage, game)
    yield "middle", begun(stage, game, plies=PLIES)
    yield "held-up", _held_up(stage, game)
    yield "clock", begun(stage, game, plies=4, clock=BLITZ, names=NAMES[: game.seats[0]])
    few = game.seats[0]
    series: dict[str, Any] = {"won": (1, 2, 0, 1)[:few], "best_of": 5}
    yield "series-and-teams", begun(stage, game, plies=3, teams=(3, 2, 1, 4)[:few], **series)
    for seats in game.seats[1:]:
        stack = begun(stage, game, seats=seats, plies=PLIES, won=(1, 2, 0, 11)[:seats], best_of=7)
        yield f"middle-of-{seats}", stack
        yield f"clock-of-{seats}", begun(stage, game, seats=seats, plies=PLIES, clock=BLITZ)
    for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
        stack = begun(stage, game, seats=seats, plies=PLIES, names=NAMES[:seats])
        press(stack, Button.MENU)
        touch(stack, "resign")
        run(stack, 1.0)
        touch(stack, "end")
        yield f"wish-of-{seats}", stack
    stack = begun(stage, game, plies=PLIES)
    press(stack, Button.EARLIER)
    yield "looking-back", stack
    think(stage.table, likely)
    stack = begun(stage, game, plies=PLIES)
    if of(stack).match.state.turn == CHANCE:
        of(stack).play("")
    press(stack, Button.HINT)
    run(stack, 0.3)
    yield "hint", stack
    yield "picked", picked(begun(stage, game, plies=PLIES))
    yield "refused", refused(stage, game)
    yield "chances", chances(stage, game)
    stage.set(computer_chance_bar=False)
    yield "device-lost", devices_lost(stage, game)
    think(stage.table, likely, slow=True)
    fillers = tuple(PLAYER_CHOICES[-1] for _ in range(few))
    stack = begun(stage, game, plies=PLIES, fillers=fillers)
    run(stack, 1.4)
    yield "computer-thinks", stack
    if calling(game):
        for seats in game.seats:
            stack = begun(stage, game, seats=seats, plies=6, options=calling(game))
            touch(stack, "call:0")
            yield f"called-of-{seats}", stack


def _held_up(stage: Stage, game: Game) -> SceneStack:
    """A ply has arrived, and everything but its places is dim."""
    stage.set(look_speed="slow")
    stack = begun(stage, game, plies=PLIES)
    scene = of(stack)
    if scene.match.state.turn == CHANCE:
        scene.play("")
        run(stack, 4.0)
    moves = list(scene.match.state.moves())
    scene.play(str(moves[len(moves) // 2]))
    for _ in range(200):
        run(stack, 0.05)
        if scene.projector.spotlight.on:
            break
    run(stack, 0.5)
    stage.set(look_speed="off")
    return stack


def _ends(stage: Stage, game: Game) -> Iterator[State]:
    """The pause, and every kind of result."""
    stack = begun(stage, game, plies=PLIES, clock=BLITZ)
    press(stack, Button.MENU)
    yield "paused", stack
    if game.draws:
        touch(stack, "draw")
        run(stack, 0.5)
        yield "draw-asked", stack
    stack = begun(stage, game, plies=4, clock=BLITZ, won=(1, 0), best_of=3)
    of(stack).match.tick(400.0)
    yield "time", ended(stack)
    yield "won", ended(played_out(stage, game, game.seats[-1]))
    stack = begun(stage, game, plies=6, won=(2, 1, 0, 0)[: game.seats[0]], best_of=5)
    of(stack).match.resign(1)
    yield "won-the-series", ended(stack)


def pages(stage: Stage) -> Iterator[State]:
    """The pages that a host shows to a room; of shapes that no room has, one."""
    stage.set(look_projector=True)
    table = stage.table
    yield "title", stage.shown(TitleScene(table))
    if not is_room(stage):
        stage.set(look_projector=False)
        return
    yield "menu", stage.shown(MenuScene(table))
    yield "languages", stage.shown(LanguagePage(table))
    yield "colours", stage.shown(AppearancePage(table))
    yield "sounds", stage.shown(SoundPage(table))
    yield "devices", stage.shown(DevicesPage(table))
    for game in all_games():
        if game.kind == "board":
            yield from _round(stage, game)
        else:
            yield from _live_round(stage, game)
    stage.set(look_projector=False)


def _live_round(stage: Stage, game: Game) -> Iterator[State]:
    """The pages of a game that brings its own first page."""
    stack = stage.shown(live_game(game).opening(stage.table))
    run(stack, 1.0)
    yield f"start-{game.key}", stack
    for page in ("options", "seats", "rules"):
        touch(stack, page)
        run(stack, 1.0)
        yield f"{page}-{game.key}", stack
        press(stack, Button.BACK)
        run(stack, 1.0)
    stack.close()


def _round(stage: Stage, game: Game) -> Iterator[State]:
    """The pages of one game."""
    setup = last_setup(stage.table, game)
    most = game.seats[-1]
    stack = stage.shown(QuickStartPage(stage.table, setup))
    yield f"start-{game.key}", stack
    touch(stack, "list:levels")
    yield f"levels-{game.key}", stack
    press(stack, Button.BACK)
    touch(stack, "options")
    yield f"options-{game.key}", stack
    press(stack, Button.BACK)
    touch(stack, "way:people")
    yield f"people-{game.key}", stack
    fillers = (PLAYER_CHOICES[0], PLAYER_CHOICES[-1], PLAYER_CHOICES[3], PLAYER_CHOICES[5])[:most]
    full = replace(setup, seats=most, clock=TimeControl("sudden", 754)).with_players(fillers)
    yield f"seats-{game.key}-full", stage.shown(SeatsScene(stage.table, full))
    rules = RulesScene(stage.table, game)
    stack = stage.shown(rules)
    run(stack, 0.3)
    yield f"rules-{game.key}", stack
