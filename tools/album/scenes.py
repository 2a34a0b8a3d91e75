"""All scenes of which pictures are made, by name."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.games import all_games
from tools.album import (
    around,
    devices,
    event,
    kiosk_idle,
    kiosk_sevens,
    large,
    lessons,
    looks,
    match,
    pages,
    phones,
    projector,
    sevens,
)
from tools.album.kiosk_attract import attract
from tools.album.kiosk_figures import pages as figures
from tools.album.kiosk_operator import locked, operator
from tools.album.kiosk_scores import pages as scores
from tools.album.kiosk_supervision import told as supervision
from tools.album.stage import Stage, State

Scenes: TypeAlias = Mapping[str, Callable[[Stage], Iterator[State]]]


def _scenes() -> Iterator[tuple[str, Callable[[Stage], Iterator[State]]]]:
    yield "title", looks.title
    yield "still", looks.still
    yield "attract", attract
    yield "codes", kiosk_idle.codes
    yield "menu", pages.menu
    yield "look", pages.look
    yield "projector", projector.pages
    yield "large", large.around_a_match
    yield "reach", large.reach_pages
    for game in all_games():
        by_game = {
            "seats": pages.seats,
            "rules": pages.rules,
            "lesson": lessons.lessons,
            "large": large.of_a_game,
        }
        if game.kind == "live":
            by_game |= {
                "live": pages.live,
                "sitting": sevens.sitting,
                "reach": sevens.reach,
                "projector": sevens.room,
                "shown": kiosk_sevens.shown,
                "idle": kiosk_idle.live,
            }
        else:
            by_game |= {
                "match": match.match,
                "facing": match.facing,
                "around": around.around,
                "sitting": around.sitting_down,
                "questions": match.questions,
                "result": pages.result,
                "review": pages.review,
                "projector": projector.match,
                "reach": large.reach,
                "idle": kiosk_idle.match,
            }
        for name, states in by_game.items():
            yield f"{name}-{game.key}", partial(states, game=game)
    yield "devices", devices.devices
    yield "teaching", devices.teaching
    yield "phones", phones.pages
    yield "event", event.pages
    yield "screens", devices.screens
    yield "fairness", devices.fairness
    yield "figures", figures
    yield "scores", scores
    yield "operator", operator
    yield "supervision", supervision
    yield "locked", locked


ALL: Final[Scenes] = MappingProxyType(dict(_scenes()))
"""What makes the moments of each scene."""
