"""The host's figures: an empty day, a busy event, and a table that was saved."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from random import Random
from sqlite3 import Connection
from typing import Final

from tabletop.engine import Match
from tabletop.games import all_games, find_game
from tabletop.scenes.stats.usage_page import UsagePage
from tabletop.storage import usage_metrics
from tabletop.storage.usage_metrics import LEVEL_KEYS, LIVE_MOMENTS, MATCH_STAGES, UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import SceneStack
from tools.album.projector import is_room
from tools.album.stage import TODAY, Stage, State, touch

DAYS: Final = 3
OPEN: Final = range(9, 22)
"""The hours in which people come."""
LENGTHS: Final = (60, 400, 500, 700, 900, 1500, 3000)
SPOTS: Final = ("a1", "c3", "d4", "e5", "i7", "stable", "1.1", "7.3", "shove", "pass", "roll")
"""Places of which some cannot be touched at the start of any game."""


def pages(stage: Stage) -> Iterator[State]:
    """All pages of the figures."""
    yield "empty", stage.shown(UsagePage(stage.table))
    busy(stage.table)
    yield from _leaves(stage, "busy")
    stack = stage.shown(UsagePage(stage.table))
    touch(stack, "save")
    assert stage.table.store.flush()
    stack.update(0.0)
    yield "saved", stack
    stage.set(kiosk_event="The Great Autumn Games Fair of the Whole Valley")
    stack = stage.shown(UsagePage(stage.table))
    touch(stack, "week")
    yield "week", stack
    if is_room(stage):
        stage.set(look_projector=True)
        yield from _leaves(stage, "room")
        stage.set(look_projector=False)
    stage.set(look_text_size=150)
    yield from _leaves(stage, "large")
    stage.set(look_text_size=100)


def _leaves(stage: Stage, name: str) -> Iterator[State]:
    stack = stage.shown(UsagePage(stage.table))
    yield f"{name}-1", stack
    for number in range(2, 12):
        if not _turns(stack):
            break
        touch(stack, "later")
        yield f"{name}-{number}", stack


def _turns(stack: SceneStack) -> bool:
    page = stack.top
    assert isinstance(page, UsagePage)
    return any(button.key == "later" and button.enabled for button in page.buttons.buttons)


def busy(table: AppContext) -> None:
    """Counts what an event of some days might bring; always the same."""

    def work(db: Connection) -> None:
        for when, found in _event():
            usage_metrics.add_metrics(db, when, found)

    table.store.write(work)
    assert table.store.flush()


@lru_cache(maxsize=1)
def _event() -> tuple[tuple[str, tuple[UsageMetric, ...]], ...]:
    """When, and what was counted then."""
    luck, made = Random(7), []
    for before in range(DAYS):
        for hour in OPEN:
            day = datetime.fromisoformat(f"{TODAY}T{hour:02}:30:00").astimezone(UTC)
            when = (day - timedelta(days=before)).isoformat()
            made.append((when, tuple(_hour(luck))))
    return tuple(made)


def _hour(luck: Random) -> Iterator[UsageMetric]:
    for game in all_games():
        for _ in range(luck.randrange(4)):
            yield UsageMetric("begun", game.key)
            yield UsageMetric("players", game.key, str(luck.randint(1, max(game.seats))))
            level = LEVEL_KEYS[min(luck.randrange(6), luck.randrange(6))]
            yield UsageMetric("level", game.key, level)
            if luck.random() < 0.7:
                yield UsageMetric("finished", game.key)
                yield UsageMetric.length(game.key, luck.choice(LENGTHS))
                yield UsageMetric("won", game.key, f"{level} {luck.choice(('people', 'computer'))}")
            elif luck.random() < 0.8:
                where = LIVE_MOMENTS if game.kind == "live" else MATCH_STAGES
                yield UsageMetric("abandoned", game.key, luck.choice(where))
            yield UsageMetric("language", what=luck.choice(("de", "de", "en", "fr")))
            if luck.random() < 0.3:
                yield UsageMetric("hint", game.key)
            if luck.random() < 0.5:
                yield from _lesson(luck, game.key)
        if game.kind == "board":
            yield from _refusals(luck, game.key)
    if luck.random() < 0.3:
        yield UsageMetric("device", what=luck.choice(("lost", "back", "disk")))
    for what in ("puzzle begun", "puzzle finished", "memory begun"):
        if luck.random() < 0.3:
            yield UsageMetric("alone", what=what)
    yield UsageMetric("attracted")
    if luck.random() < 0.4:
        yield UsageMetric("taken over")


def _lesson(luck: Random, game: str) -> Iterator[UsageMetric]:
    yield UsageMetric("lesson", game, "begun")
    yield UsageMetric("lesson", game, luck.choice(("finished", "left 2", "left 3")))


def _refusals(luck: Random, key: str) -> Iterator[UsageMetric]:
    """What the rules say to touches that cannot be."""
    game = find_game(key)
    state = Match(game, seed=7).state
    for spot in luck.sample(SPOTS, 4):
        refusal = game.why_touch(state, (spot,))
        if refusal is not None:
            figure = UsageMetric.refused(key, refusal.reason, refusal.rule)
            if figure is not None:
                yield figure
