"""All scenes of which pictures are made, by name."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.games import all_games
from tools.album import around, devices, large, lessons, looks, match, pages, projector, sevens
from tools.album.stage import Stage, State

Scenes: TypeAlias = Mapping[str, Callable[[Stage], Iterator[State]]]


def _scenes() -> Iterator[tuple[str, Callable[[Stage], Iterator[State]]]]:
    yield "title", looks.title
    yield "still", looks.still
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
            }
        for name, states in by_game.items():
            yield f"{name}-{game.key}", partial(states, game=game)
    yield "devices", devices.devices
    yield "teaching", devices.teaching
    yield "screens", devices.screens
    yield "fairness", devices.fairness


ALL: Final[Scenes] = MappingProxyType(dict(_scenes()))
"""What makes the moments of each scene."""
