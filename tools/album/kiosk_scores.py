"""The board of high scores, the name that is written for it, and results that lead there or not."""

from collections.abc import Iterator
from random import Random
from sqlite3 import Connection
from typing import Any, Final

from tabletop.ai import LEVELS as LEVEL_NAMES
from tabletop.engine import CHANCE, Game, Seat
from tabletop.games import all_games
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES
from tabletop.scenes.attract.scene import HighScoreExhibit
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.stats.scores_page import ScoresPage, winner_name_page
from tabletop.storage.scores import ScoreEligibility
from tabletop.storage.usage_metrics import LEVEL_KEYS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import EnterHighScore
from tabletop.ui.core.scene import SceneStack
from tabletop.ui.widgets.text_entry import NameEntry
from tools.album.match import begun, of
from tools.album.pages import ended
from tools.album.projector import is_room
from tools.album.stage import TODAY, Stage, State, touch

STEADY: Final = PLAYER_CHOICES[3]
NAMES: Final = ("Anna", "Wilhelmina-X", "Jo", "ÅSA", "Maximilianne", "Zoë", "Kim")
OWN: Final = "own"
LONGEST: Final = 400


def pages(stage: Stage) -> Iterator[State]:
    """All that there is of it."""
    stage.set(kiosk_level="kiosk")
    table, game = stage.table, next(game for game in all_games() if game.kind == "board")
    yield "empty", stage.shown(ScoresPage(table))
    fill(table, game)
    live = next((each for each in all_games() if each.kind == "live"), None)
    if live is not None:
        fill(table, live)
        yield "points", stage.shown(ScoresPage(table, live))
    yield "full", stage.shown(ScoresPage(table, game))
    yield "own", stage.shown(ScoresPage(table, game, OWN))
    yield "attract", _shown(stage, game)
    stage.set(kiosk_event="The Great Autumn Games Fair of the Whole Valley")
    stack = stage.shown(ScoresPage(table, game))
    touch(stack, "event")
    yield "event", stack
    table.operator = True
    stack = stage.shown(ScoresPage(table, game))
    yield "operator", stack
    touch(stack, "clear")
    yield "clear", stack
    table.operator = False
    yield from _entries(stage)
    yield from _results(stage, game)
    if live is not None:
        yield from _live(stage, live)
    yield from _in_other_sizes(stage, game)


def _live(stage: Stage, game: Game) -> Iterator[State]:
    """The result of a live game: won against the computer, and won in a way that does not count."""
    for name, feat in (
        ("counts", ScoreEligibility().won("keen", "points", 21, "one")),
        (
            "row",
            ScoreEligibility(wins=11, least="keen", run="one").won("keen", "points", 21, "two"),
        ),
        ("spoilt", ScoreEligibility(("others",))),
    ):
        for moment, scene in live_game(game).moments(stage.table, stage.canvas):
            if moment == "result":
                desk: Any = vars(scene)["context"]
                winner = desk.match.outcome.winners[0]
                level = LEVEL_NAMES[3]
                desk.seating = desk.seating.but(1 - winner, level=level)
                stack = stage.shown(scene)
                desk.feat = feat  # as if they had played from the beginning
                stack.fit(stage.canvas)
                yield f"live-{name}", stack
                break


def _in_other_sizes(stage: Stage, game: Game) -> Iterator[State]:
    if is_room(stage):
        stage.set(look_projector=True)
        yield "room", stage.shown(ScoresPage(stage.table, game, OWN))
        yield "room-attract", _shown(stage, game)
        yield "room-result", _won(stage, game)
        stage.set(look_projector=False)
    stage.set(look_text_size=150)
    yield "large", stage.shown(ScoresPage(stage.table, game, OWN))
    yield "large-result", _won(stage, game)
    stage.set(look_text_size=100)


def _shown(stage: Stage, game: Game) -> HighScoreExhibit:
    shown = HighScoreExhibit(stage.table, game)
    shown.fit(stage.canvas)
    return shown


def _entry(stage: Stage, name: str, turns: int = 0) -> NameEntry:
    return winner_name_page(stage.table, EnterHighScore("trelawney", OWN, name, turns))


def _entries(stage: Stage) -> Iterator[State]:
    stack = stage.shown(_entry(stage, "Anna"))
    yield "entry", stack
    for sign in "hitler":  # what nobody is called
        assert isinstance(stack.top, NameEntry)
        stack.top.letters.text = stack.top.letters.text[:0] if sign == "h" else "Hitle"
        touch(stack, f"sign:{sign}")
    touch(stack, "done")
    yield "entry-refused", stack
    yield "entry-far", stage.shown(_entry(stage, "Anna", 2))
    yield "entry-left", stage.shown(_entry(stage, "Anna", 1))
    stage.set(kiosk_level="kid")
    yield "entry-initials", stage.shown(_entry(stage, "AB"))
    stage.set(kiosk_level="kiosk")


def _results(stage: Stage, game: Game) -> Iterator[State]:
    yield "result", _won(stage, game)
    yield "result-facing", _won(stage, game, sides=FACING_SIDES)
    yield (
        "result-row",
        _won(stage, game, feat=ScoreEligibility(wins=3, least="easy", run="one"), won=(3, 0)),
    )
    yield "result-spoilt", _won(stage, game, feat=ScoreEligibility(("others",)))


def _won(stage: Stage, game: Game, **chosen: Any) -> SceneStack:
    """A match that somebody has won against the computer."""
    for person in (0, 1):
        fillers = tuple(PERSON if seat == person else STEADY for seat in (0, 1))
        stack = begun(stage, game, fillers=fillers, **chosen)
        if _play_out(stack) == (person,):
            return ended(stack)
    raise AssertionError("nobody wins")


def _play_out(stack: SceneStack) -> tuple[Seat, ...]:
    match = of(stack).match
    for _ in range(LONGEST):
        if match.outcome is not None:
            return match.outcome.winners
        if match.state.turn == CHANCE:
            match.roll()
            continue
        moves = list(match.state.moves())
        winning = [m for m in moves if match.state.play(m).outcome() is not None]
        match.play((winning or moves)[len(match.plies) * 7 % len(winning or moves)])
    return ()


def fill(table: AppContext, game: Game) -> None:
    """Puts a busy day on the board; always the same."""
    luck = Random(7)

    def work(db: Connection) -> None:
        for number in range(60):
            level = LEVEL_KEYS[0] if number < 30 else luck.choice(LEVEL_KEYS)
            own = number == 17
            wins = 1 + luck.randrange(6)
            turns = luck.randint(9, 60) if not own else 58
            row = (f"{game.key}{number}", game.key, level)
            if own:
                row = (OWN, game.key, level)
            way = "points" if game.kind == "live" else "turns"
            least = (
                level if wins == 1 else min(level, luck.choice(LEVEL_KEYS), key=LEVEL_KEYS.index)
            )
            name = luck.choice(NAMES)
            db.execute(
                "INSERT OR IGNORE INTO score VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, way, turns, wins, least, f"run{number}", name, "", TODAY, f"{number:03}"),
            )

    table.store.write(work)
    assert table.store.flush()
