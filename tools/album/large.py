"""What people see who need large words, or have short arms: the main pages and matches at 200 %."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from tabletop.engine import Game
from tabletop.input.actions import Button
from tabletop.scenes.devices.devices_page import DevicesPage
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.settings.settings_pages import AccessibilityPage
from tools.album import lessons, match, pages
from tools.album.match import PLIES, begun
from tools.album.stage import Stage, State, press, run

Moments: TypeAlias = Callable[[], Iterator[State]]

SIZE: Final = 200
SHOWN: Final = {
    "menu": ("fresh", "kept-3", "kept-and-problem", "forget", "close"),
    "look": (),
    "match": (
        *("start", "picked", "refused", "middle", "looking-back", "glossary", "clock"),
        *("wins-and-teams", "hint", "called", "middle-of-3", "middle-of-4"),
    ),
    "facing": (
        *("start", "refused", "far-seat", "clock", "wish-to-take-back", "paused"),
        *("wish-for-a-draw-facing", "wish-for-a-draw-in-a-row", "wish-to-end-half-agreed"),
    ),
    "questions": ("paused", "paused-clock", "resign", "players", "device-lost"),
    "result": ("time", "resigned", "won", "you-win", "you-lose", "won-of-4"),
    "review": ("walking", "done", "better", "played"),
}
"""The moments of each kind of scene that are drawn so; without a name here, all."""


def in_large(stage: Stage, moments: Moments, kind: str = "") -> Iterator[State]:
    """The moments of a kind, in large words."""
    stage.set(look_text_size=SIZE)
    chosen = SHOWN.get(kind, ())
    for name, drawn in moments():
        if not chosen or name in chosen:
            yield name, drawn
    stage.set(look_text_size=100)


def around_a_match(stage: Stage) -> Iterator[State]:
    """The pages round a match, in large words."""
    yield from in_large(stage, lambda: pages.menu(stage), "menu")
    yield from in_large(stage, lambda: pages.look(stage), "look")
    yield from in_large(stage, lambda: _ease(stage))


def _ease(stage: Stage) -> Iterator[State]:
    yield "ease", stage.shown(AccessibilityPage(stage.table))
    yield "devices", stage.shown(DevicesPage(stage.table))


def of_a_game(stage: Stage, game: Game) -> Iterator[State]:
    """A game's match and all that goes with it, in large words."""
    found: dict[str, Moments] = {
        "seats": lambda: pages.seats(stage, game),
        "rules": lambda: _rules(stage, game),
        "lesson": lambda: lessons.lessons(stage, game),
    }
    if game.kind == "board":
        found |= {
            "match": lambda: match.match(stage, game),
            "facing": lambda: match.facing(stage, game),
            "questions": lambda: match.questions(stage, game),
            "result": lambda: pages.result(stage, game),
            "review": lambda: pages.review(stage, game),
        }
    for kind, moments in found.items():
        for name, drawn in in_large(stage, moments, kind):
            yield f"{kind}-{name}", drawn


def _rules(stage: Stage, game: Game) -> Iterator[State]:
    page = RulesScene(stage.table, game)
    stack = stage.shown(page)
    for number in range(page.pages):
        run(stack, 0.3)
        yield f"page-{number + 1}", stack
        press(stack, Button.LATER)


def reach(stage: Stage, game: Game) -> Iterator[State]:
    """A match for short arms: the tools lie at the edge of who is to move."""
    stage.set(look_reach=True)
    yield "near", begun(stage, game, plies=PLIES)
    stack = begun(stage, game, plies=match.far(game), sides=FACING_SIDES)
    yield "far", stack
    press(stack, Button.MENU)
    yield "paused", stack
    for sides in ((0, 1), (0, 3)):
        yield f"beside-{sides[1]}", begun(stage, game, plies=match.far(game), sides=sides)
    for seats in game.seats[1:]:
        yield f"of-{seats}", begun(stage, game, seats=seats, plies=PLIES, sides=FACING_SIDES)
    stage.set(look_reach=False)


def reach_pages(stage: Stage) -> Iterator[State]:
    """Pages whose heads lie at their feet."""
    stage.set(look_reach=True)
    stack = next(iter(pages.menu(stage)))[1]
    yield "menu", stack
    yield "ease", stage.shown(AccessibilityPage(stage.table))
    yield from pages.look(stage)
    stage.set(look_reach=False)
