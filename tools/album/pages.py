"""The pages round a match: the menu, the seats, the rules, and what comes after."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tabletop.ai.match_analysis import ReviewAnalysis
from tabletop.engine import CHANCE, Game, Match, TimeControl
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import all_games
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Button
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.exact_rules_page import ExactRulesScene
from tabletop.scenes.lesson.rules_page import RuleCardScene, RulesScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup, last_setup, seat_setups
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.settings.settings_pages import AppearancePage, LanguagePage, SoundPage
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.scene import SceneStack
from tools.album.match import BLITZ, begun, of, play_on
from tools.album.scripted import think, thought
from tools.album.sevens import against_a_computer
from tools.album.stage import Stage, State, press, run, touch

LONGEST: Final = 200
"""A game that has not ended by itself after so many plies is ended by hand."""
REVIEWED: Final = 24
"""Plies of a match that is reviewed."""


def menu(stage: Stage) -> Iterator[State]:
    """The first screen, with nothing on the shelf, and with much."""
    table = stage.table
    yield "fresh", stage.shown(MenuScene(table))
    table.tell("DR-7f3a: it was unplugged")
    yield "problem", stage.shown(MenuScene(table))
    table.problems.clear()
    boards = [game for game in all_games() if game.kind == "board"]
    for count, game in enumerate(boards[:3], 1):
        kept = Match(game, seed=count)
        play_on(kept, 7 + count)
        table.store.save(
            Setup(game).with_edges(FACING_SIDES).with_headers(kept.record()), f"match-{count}"
        )
        if count in (1, 3):
            yield f"kept-{count}", stage.shown(MenuScene(table))
    table.tell(
        "The settings could not be kept: [Errno 28] No space left on device: 'settings.toml'"
    )
    stack = stage.shown(MenuScene(table))
    yield "kept-and-problem", stack
    touch(stack, "forget:match-1")
    yield "forget", stack
    press(stack, Button.BACK)
    touch(stack, "close")
    yield "close", stack


def look(stage: Stage) -> Iterator[State]:
    """The pages on which the table's language, its colours and its sounds are chosen."""
    yield "languages", stage.shown(LanguagePage(stage.table))
    yield "colours", stage.shown(AppearancePage(stage.table))
    yield "sounds", stage.shown(SoundPage(stage.table))


def seats(stage: Stage, game: Game) -> Iterator[State]:
    """The page before a match: for every number of seats, with people, teams and computers."""
    if game.kind == "live":
        stack = stage.shown(live_game(game).opening(stage.table))
        yield "opening", stack
        run(stack, 1.0)
        for way in ("people", "memory", "puzzle"):
            touch(stack, f"way:{way}")
            yield way, stack
        for page in ("options", "seats"):
            touch(stack, page)
            run(stack, 1.0)
            yield page, stack
            press(stack, Button.BACK)
            run(stack, 1.0)
        return
    stack = stage.shown(QuickStartPage(stage.table, last_setup(stage.table, game)))
    yield "start", stack
    touch(stack, "list:levels")
    yield "levels", stack
    touch(stack, "beginner")
    yield "beginner", stack
    touch(stack, "list:levels")
    touch(stack, "adaptive")
    yield "adaptive", stack
    touch(stack, "way:people")
    yield "people", stack
    touch(stack, "options")
    yield "options", stack
    press(stack, Button.BACK)
    touch(stack, "seats")
    yield "seats", stack
    for count in game.seats:
        setup = replace(
            last_setup(stage.table, game),
            seats=count,
            seating=seat_setups(teams=(1, 3, 2, 4)[:count], edges=FACING_SIDES),
        )
        yield f"teams-of-{count}", stage.shown(SeatsScene(stage.table, setup))
        fillers = (PLAYER_CHOICES[0], PLAYER_CHOICES[-1], PLAYER_CHOICES[3], PLAYER_CHOICES[5])[
            :count
        ]
        seating = seat_setups(players=fillers, edges=FACING_SIDES)
        setup = replace(setup, seating=seating, clock=TimeControl("sudden", 754))
        yield f"computers-of-{count}", stage.shown(SeatsScene(stage.table, setup))


def rules(stage: Stage, game: Game) -> Iterator[State]:
    """Every page of the rules: cards, one card alone with its move, and the exact text."""
    page = RulesScene(stage.table, game)
    stack = stage.shown(page)
    for number in range(page.pages):
        run(stack, 0.3)
        yield f"page-{number + 1}", stack
        press(stack, Button.LATER)
    alone = RuleCardScene(stage.table, game, 0)
    stack = stage.shown(alone)
    yield "card", stack
    run(stack, 8.0)
    yield "card-played", stack
    exact = ExactRulesScene(stage.table, game)
    stack = stage.shown(exact)
    for number in range(exact.pages):
        yield f"exact-{number + 1}", stack
        press(stack, Button.LATER)


def result(stage: Stage, game: Game) -> Iterator[State]:
    """Each way in which a match can end, and what is seen beside it."""
    stack = begun(stage, game, plies=4, clock=BLITZ, won=(1, 0))
    of(stack).match.tick(400.0)
    yield "time", ended(stack)
    if game.draws:
        stack = begun(stage, game, plies=6)
        of(stack).match.agree()
        yield "draw", ended(stack)
    stack = begun(
        stage, game, plies=6, fillers=(PLAYER_CHOICES[0], PLAYER_CHOICES[-1]), won=(12, 3)
    )
    of(stack).match.resign(1)
    yield "resigned", ended(stack)
    press(stack, Button.BACK)
    press(stack, Button.EARLIER)
    yield "looking-back", stack
    stack = begun(stage, game, plies=6, won=(1, 0, 0, 0)[: game.seats[0]], best_of=3)
    of(stack).match.resign(1)
    yield "series", ended(stack)
    yield "won", ended(played_out(stage, game, game.seats[0]))
    for name, person in (("you-win", True), ("you-lose", False)):
        stack = played_out(stage, game, game.seats[0], facing=False)
        outcome = of(stack).match.outcome
        winner = outcome.winners[0] if outcome is not None and outcome.winners else 0
        setup = of(stack).setup
        for seat in range(setup.seats):
            if (seat == winner) is not person:
                setup = setup.with_player(seat, PLAYER_CHOICES[3])
        of(stack).session.setup = replace(setup, streak=2)
        yield name, ended(stack)
    if len(game.seats) > 1:
        yield f"won-of-{game.seats[-1]}", ended(played_out(stage, game, game.seats[-1]))


def played_out(stage: Stage, game: Game, seats: int, *, facing: bool = True) -> SceneStack:
    """A match that was played to an end, by no plan."""
    stack = begun(stage, game, seats=seats, sides=FACING_SIDES if facing else ())
    match = of(stack).match
    for _ in range(LONGEST):
        if match.outcome is not None:
            break
        if match.state.turn == CHANCE:
            match.roll()
            continue
        moves = list(match.state.moves())
        winning = [m for m in moves if match.state.play(m).outcome() is not None]
        match.play((winning or moves)[len(match.plies) * 7 % len(winning or moves)])
    if match.outcome is None:
        match.resign(0)
    return stack


def ended(stack: SceneStack) -> SceneStack:
    """The result has come, and hears hands."""
    scene = of(stack)
    scene.session.end()
    scene.refresh()
    for _ in range(200):
        if isinstance(stack.top, ResultScene):
            break
        run(stack, 0.1)
    assert isinstance(stack.top, ResultScene)
    run(stack, 2.5)
    return stack


def review(stage: Stage, game: Game) -> Iterator[State]:
    """The walk through a finished match, and its turning points."""
    match = Match(game, seed=7)
    play_on(match, REVIEWED)
    match.resign(1)
    scripted = think(stage.table, Judge(match), slow=True)
    scene = ReviewScene(stage.table, match, ReviewAnalysis(scripted, match))
    stack = stage.shown(scene)
    run(stack, 0.3)
    yield "walking", stack
    scripted.slow = False
    for _ in range(6 * len(match.plies)):
        if scene.analysis.done:
            break
        stack.update(0.1)
    run(stack, 0.2)
    yield "done", stack
    if scene.turning_points:
        touch(stack, "turn:0")
        run(stack, 2.0)
        yield "better", stack
        touch(stack, "played")
        run(stack, 2.0)
        yield "played", stack
    think(stage.table, lambda _: None)
    walk = ReviewAnalysis(stage.table.analysis, match)
    stack = stage.shown(ReviewScene(stage.table, match, walk))
    run(stack, 1.0)
    yield "no-computer", stack


class Judge:
    """Finds every seventh ply of a match wrong, and knows a better one."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __call__(self, question: AnalysisRequest) -> Analysis | None:
        at = len(question.plies)
        seats = question.seats
        even = tuple(1 / seats for _ in range(seats))
        if at >= len(self.match.plies):
            return thought(str(self.match.plies[-1].move), *even)
        ply = self.match.plies[at]
        if at % 7 != 5 or ply.seat == CHANCE:
            return thought(str(ply.move), *even)
        moves = ply.before.moves()
        better = next((move for move in moves if move != ply.move), ply.move)
        values = [0.15 / (seats - 1)] * seats
        values[ply.seat] = 0.85
        return thought(str(better), *values)


def live(stage: Stage, game: Game) -> Iterator[State]:
    """All that there is to be seen of a game that brings its own scenes."""
    for name, scene in live_game(game).moments(stage.table, stage.canvas):
        yield name, scene
        if name == "result" and isinstance(scene, SevensScene):
            yield from against_a_computer(stage, scene)
    for name in ("options", "memory", "puzzle", "booklet"):
        stack = _opened(stage, game)
        touch(stack, *((f"way:{name}", "start") if name in ("memory", "puzzle") else (name,)))
        run(stack, 2.0)
        yield f"opened-{name}", stack
        if name in ("memory", "puzzle"):
            press(stack, Button.MENU)
            run(stack, 1.0)
            yield f"opened-{name}-paused", stack
        stack.close()
    for facing in (False, True):
        stage.set(play_seating="facing" if facing else "sides")
        side = "facing" if facing else "side"
        stack = _opened(stage, game)
        yield f"opening-{side}", stack
        touch(stack, "way:people", "start")
        run(stack, 1.0)
        yield f"begun-{side}", stack
        press(stack, Button.MENU)
        run(stack, 1.0)
        yield f"paused-{side}", stack
        if not facing:
            touch(stack, "players")
            run(stack, 1.0)
            yield "players", stack
        stack.close()


def _opened(stage: Stage, game: Game) -> SceneStack:
    """The page that the menu opens, when it hears fingers."""
    stage.table.chosen.clear()
    stack = stage.shown(live_game(game).opening(stage.table))
    run(stack, 1.0)
    return stack
