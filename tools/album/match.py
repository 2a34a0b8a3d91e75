"""What there is to be seen of a match: every kind of moment, by game and by way of sitting."""

import random
from collections.abc import Iterator
from typing import Any, Final

from tabletop.engine import CHANCE, Game, Match, TimeControl
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import find_game
from tabletop.input.actions import Button, Down
from tabletop.languages import PSEUDO
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.match.names import NAME_SECONDS
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup, seat_setups
from tabletop.ui.board.marks import meanings
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, SceneStack
from tools.album.devices import BOX, READER, lost
from tools.album.scripted import think, thought
from tools.album.stage import SEED, Stage, State, press, run, tap, touch

PLIES: Final = 14
"""How far a match has come that is in its middle."""
EARLY: Final = 11
"""How far, where the ribbon of the goal lies over places of a hint."""
TINY: Final = Canvas((320, 200))
SEEN: Final = 6
"""In so many positions every place is touched, to find what is said of wrong touches."""
BLITZ: Final = TimeControl("increment", 300, 5)
KEEN: Final = PLAYER_CHOICES[3]


def match(stage: Stage, game: Game) -> Iterator[State]:
    """One match of two at one side of the table, and one of as many as can play."""
    yield "goal", begun(stage, game, met=False)
    yield "goal-asked", _goal_asked(begun(stage, game, plies=PLIES))
    yield "start", begun(stage, game)
    yield "picked", picked(begun(stage, game, plies=PLIES))
    yield "refused", refused(stage, game)
    yield "middle", begun(stage, game, plies=PLIES)
    yield "moving", _moving(stage, game)
    yield "looking-back", _looking(begun(stage, game, plies=PLIES))
    yield "glossary", _asked(begun(stage, game, plies=PLIES))
    yield "resting", _resting(begun(stage, game, plies=PLIES))
    yield "clock", _hurried(begun(stage, game, plies=4, clock=BLITZ))
    yield "wins-and-teams", begun(stage, game, plies=3, won=(3, 11), teams=(2, 4)[: game.seats[0]])
    yield from _with_computers(stage, game)
    if max(game.seats) > 2:
        for seats in game.seats[1:]:
            yield f"start-of-{seats}", begun(stage, game, seats=seats)
            stack = begun(stage, game, seats=seats, plies=PLIES, clock=BLITZ)
            yield f"middle-of-{seats}", stack
    if calling(game):
        yield "called", _called(stage, game)


def facing(stage: Stage, game: Game) -> Iterator[State]:
    """A match of people who sit face to face."""
    yield "goal", begun(stage, game, sides=FACING_SIDES, met=False)
    yield "start", begun(stage, game, sides=FACING_SIDES)
    yield "picked", picked(begun(stage, game, plies=PLIES, sides=FACING_SIDES))
    yield "refused", refused(stage, game, facing=True)
    yield "far-seat", begun(stage, game, plies=far(game), sides=FACING_SIDES)
    yield "clock", _hurried(begun(stage, game, plies=4, sides=FACING_SIDES, clock=BLITZ))
    yield "looking-back", _looking(begun(stage, game, plies=PLIES, sides=FACING_SIDES))
    yield "hint", _hinted(stage, game, facing=True)
    yield "chances", chances(stage, game, facing=True)
    stage.set(computer_chance_bar=False)
    stage.set(input_own_hands=True)
    stack = begun(stage, game, plies=PLIES, sides=FACING_SIDES)
    press(stack, Button.MENU, 0)
    yield "asks-for-a-pause", stack
    yield from _wishes(stage, game)
    stage.set(input_own_hands=False)
    yield "device-lost", devices_lost(stage, game, facing=True)
    yield "glossary", _asked(begun(stage, game, plies=far(game), sides=FACING_SIDES))
    both = (PSEUDO, stage.table.language)
    yield "two-languages", begun(stage, game, plies=PLIES, sides=FACING_SIDES, languages=both)
    for seats in game.seats[1:]:
        yield f"middle-of-{seats}", begun(stage, game, seats=seats, plies=PLIES, sides=FACING_SIDES)
    if calling(game):
        yield "called", _called(stage, game, facing=True)


def _wishes(stage: Stage, game: Game) -> Iterator[State]:
    """What all have to agree on: of two face to face or in a row, and of as many as can play."""
    stack = begun(stage, game, plies=far(game), sides=FACING_SIDES)
    if of(stack).match.can_undo():
        press(stack, Button.UNDO, 1)
        yield "wish-to-take-back", stack
    for name, sides in (("facing", FACING_SIDES), ("in-a-row", ())) if game.draws else ():
        stack = begun(stage, game, plies=PLIES, sides=sides)
        press(stack, Button.MENU)
        touch(stack, "draw")
        yield f"wish-for-a-draw-{name}", stack
    stack = begun(stage, game, seats=game.seats[-1], plies=PLIES, sides=FACING_SIDES)
    press(stack, Button.MENU)
    yield "paused", stack
    touch(stack, "turn")
    yield "paused-for-the-far-side", stack
    touch(stack, "resign")
    run(stack, 1.0)
    touch(stack, "end")
    run(stack, 1.0)
    press(stack, Button.OK, 1)
    yield "wish-to-end-half-agreed", stack


def questions(stage: Stage, game: Game) -> Iterator[State]:
    """The pause, and all that lies over a match."""
    stack = begun(stage, game, plies=PLIES)
    press(stack, Button.MENU)
    yield "paused", stack
    if game.draws:
        touch(stack, "draw")
        yield "draw", stack
    stack = begun(stage, game, plies=PLIES, clock=BLITZ)
    press(stack, Button.MENU)
    yield "paused-clock", stack
    touch(stack, "resign")
    yield "resign", stack
    stack = begun(stage, game, seats=game.seats[-1], plies=PLIES, sides=FACING_SIDES)
    press(stack, Button.MENU)
    touch(stack, "players")
    yield "players", stack
    touch(stack, "seat:0")
    yield "who", stack
    stack.apply(Pop(stack.top.setup.with_player(0, KEEN)))  # type: ignore[attr-defined]
    yield "players-computer", stack
    yield "device-lost", devices_lost(stage, game)
    if of(begun(stage, game)).throws.dice.dice:
        yield from _dice(stage, game)


# -- how they come about ------------------------------------------------------------------------


SEAT_COLUMNS: Final = {
    "sides": "edges",
    "teams": "teams",
    "fillers": "players",
    "languages": "languages",
    "names": "names",
    "sizes": "text_scales",
    "aids": "aids",
}
"""What `begun` takes by seat, and its name in `seat_setups`."""


def begun(
    stage: Stage,
    game: Game,
    *,
    seats: int = 0,
    plies: int = 0,
    clock: TimeControl | None = None,
    met: bool = True,
    **chosen: Any,
) -> SceneStack:
    """A match in which so many plies were played, by no plan but always by the same.

    `met`: the people know the goal of the game, so that it is not shown.
    """
    if met:
        stage.table.met.add(game.key)
    else:
        stage.table.met.discard(game.key)
    options = game.check_options(chosen.pop("options", {}))
    columns = {name: chosen.pop(key) for key, name in SEAT_COLUMNS.items() if key in chosen}
    setup = Setup(
        game,
        seats or game.seats[0],
        options=options,
        clock=clock or TimeControl(),
        seating=seat_setups(**columns),
        **chosen,
    )
    played = setup.start(stage.table)
    play_on(played, plies)
    scene = MatchScene(stage.table, setup, played, "one")
    return stage.shown(scene)


def play_on(match: Match, plies: int) -> None:
    """Plays so many plies from the start, none that wins while there are others."""
    options = tuple(sorted(match.options.items()))
    planned = _plans.setdefault((match.game.key, match.seats, match.seed, options), [])
    for number in range(plies):
        if match.outcome is not None:
            return
        if match.state.turn == CHANCE:
            match.roll()
            words = ""
        elif number < len(planned):
            match.play(planned[number])
        else:
            moves = list(match.state.moves())
            quiet = [move for move in moves if match.state.play(move).outcome() is None]
            words = str(random.Random(SEED + number).choice(quiet or moves))
            match.play(words)
        if number == len(planned):
            planned.append(words)


_plans: dict[tuple[str, int, int, object], list[str]] = {}
"""What is played, as far as it was asked for, by game, seats, seed and options; "" throws."""


def of(stack: SceneStack) -> MatchScene:
    """The match that is on top."""
    assert isinstance(stack.top, MatchScene)
    return stack.top


def far(game: Game) -> int:
    """After so many plies it is a far seat's turn, within some that follow the middle."""
    match = Match(game, seed=SEED)
    for count in range(PLIES, 2 * PLIES):
        match = Match(game, seed=SEED)
        play_on(match, count)
        if game.acting(match.state) == 1:
            return count
    return PLIES


def picked(stack: SceneStack) -> SceneStack:
    """A finger lies where letting go would play a ply, so that its whole effect is shown."""
    scene = of(stack)
    if scene.match.state.turn == CHANCE:
        scene.play("")
        stack.update(0.0)
    for _ in range(4):
        places = scene.view.points(scene.snapshot)
        spot = next((spot for spot in sorted(scene.snapshot.open) if spot in places), None)
        if spot is None:
            buttons = [b for b in scene.buttons.buttons if b.key.startswith("spot:")]
            if buttons:
                tap_down(stack, buttons[0].centre)
            return stack
        tap_down(stack, places[spot])
        if scene.snapshot.preview is not None:
            return stack
        tap(stack, places[spot])
    return stack


def tap_down(stack: SceneStack, at: tuple[float, float]) -> None:
    """A finger comes down and stays."""
    stack.handle(Down(source="touch", contact=1, at=at))


def refused(stage: Stage, game: Game, *, facing: bool = False) -> SceneStack:
    """A wrong touch, of all that a few positions allow the one of which most is said."""
    where, spot = _wrong_touch(stage.table, game)
    stack = begun(stage, game, plies=where, sides=FACING_SIDES if facing else ())
    places = of(stack).view.points(of(stack).snapshot)
    if spot in places:
        tap(stack, places[spot])
    return stack


_wrong: dict[str, tuple[int, str]] = {}
"""By game after how many plies which wrong touch has most said of it."""


def _wrong_touch(table: AppContext, game: Game) -> tuple[int, str]:
    if game.key in _wrong:
        return _wrong[game.key]
    longest = ""
    _wrong[game.key] = 0, ""
    for plies in range(4, 4 + 3 * SEEN, 3):
        scene = of(begun(Stage(table, TINY.size), game, plies=plies))
        state = scene.match.state
        if state.turn == CHANCE:
            continue
        for name in scene.view.points(scene.snapshot):
            refusal = None if name in scene.snapshot.open else game.why_touch(state, (name,))
            if refusal is not None and len(refusal.reason) > len(longest):
                longest, _wrong[game.key] = refusal.reason, (plies, name)
    return _wrong[game.key]


def _goal_asked(stack: SceneStack) -> SceneStack:
    """The goal, shown by its tool in the middle of a match."""
    touch(stack, "tool:goal")
    run(stack, NAME_SECONDS + 0.1)  # the tool's name has gone again
    return stack


def _asked(stack: SceneStack) -> SceneStack:
    """The place of which most is to be said has been asked about."""
    scene = of(stack)
    snapshot = scene.snapshot
    told = {
        at: sum(len(meaning.words) for meaning in meanings(scene.board.upright, snapshot, spot))
        for spot, at in scene.view.points(snapshot).items()
        if scene.view.spot_at(snapshot, at) == spot
    }
    scene.goal.toggle()
    scene.refresh()
    tap_down(stack, max((at for at in told if not scene.goal.covers(at)), key=lambda at: told[at]))
    return stack


def _resting(stack: SceneStack) -> SceneStack:
    """A finger rests on a lit place, and is told its name."""
    picked(stack)
    run(stack, 1.0)
    return stack


def _moving(stage: Stage, game: Game) -> SceneStack:
    """A ply that is on its way."""
    stage.set(look_speed="normal")
    stack = begun(stage, game, plies=PLIES)
    scene = of(stack)
    luck = random.Random(SEED)
    state = scene.match.state
    scene.play("" if state.turn == CHANCE else str(luck.choice(list(state.moves()))))
    run(stack, 0.2)
    stage.set(look_speed="off")
    return stack


def _looking(stack: SceneStack) -> SceneStack:
    press(stack, Button.EARLIER)
    press(stack, Button.EARLIER)
    return stack


def _hurried(stack: SceneStack) -> SceneStack:
    """The clock has almost run out."""
    scene = of(stack)
    if scene.match.state.turn == CHANCE:
        scene.play("")
        stack.update(0.0)
    left = scene.match.clock.left[scene.match.game.acting(scene.match.state)]
    stack.update(left - 7.5)
    return stack


def _called(stage: Stage, game: Game, *, facing: bool = False) -> SceneStack:
    """Somebody calls what is not there."""
    stack = begun(stage, game, plies=6, sides=FACING_SIDES if facing else (), options=calling(game))
    touch(stack, "call:0")
    return stack


def calling(game: Game) -> dict[str, Any]:
    """The options with which something can be called; empty where nothing ever can."""
    tried = ({option.key: value} for option in game.options for value in option.choices)
    return next((o for o in tried if game.call(game.check_options(o)) is not None), {})


# -- with computers and devices -----------------------------------------------------------------


def likely(question: AnalysisRequest) -> Analysis:
    """The first legal ply, and chances that a seat can be proud of."""
    game = find_game(question.game)
    match = Match(game, question.seats, dict(question.options), seed=question.seed)
    for ply in question.plies:
        match.play(ply)
    shares = [0.62, *[0.38 / (question.seats - 1)] * (question.seats - 1)]
    return thought(str(match.state.moves()[0]), *shares)


def _with_computers(stage: Stage, game: Game) -> Iterator[State]:
    yield "hint", _hinted(stage, game)
    think(stage.table, likely, slow=True)
    stack = begun(stage, game, plies=PLIES)
    press(stack, Button.HINT)
    run(stack, 1.0)
    yield "hint-thinks", stack
    yield "goal-over-hint", _goal_asked(_hinted(stage, game, plies=EARLY))
    yield "chances", chances(stage, game)
    stage.set(computer_chance_bar=False)
    think(stage.table, likely, slow=True)
    fillers = tuple(PLAYER_CHOICES[-1] for _ in range(game.seats[0]))
    stack = begun(stage, game, plies=PLIES, fillers=fillers, won=(2, 1))
    run(stack, 1.4)
    yield "computer-thinks", stack
    press(stack, Button.HINT)
    yield "computer-no-hint", stack
    think(stage.table, likely)


def _hinted(stage: Stage, game: Game, *, facing: bool = False, plies: int = PLIES) -> SceneStack:
    think(stage.table, likely)
    stack = begun(
        stage, game, plies=far(game) if facing else plies, sides=FACING_SIDES if facing else ()
    )
    if of(stack).match.state.turn == CHANCE:
        of(stack).play("")
    press(stack, Button.HINT)
    run(stack, 0.3)
    return stack


def chances(stage: Stage, game: Game, *, facing: bool = False) -> SceneStack:
    """The bar that says how well each seat fares; it is on until somebody turns it off."""
    think(stage.table, likely)
    stage.set(computer_chance_bar=True)
    stack = begun(
        stage, game, plies=PLIES, sides=FACING_SIDES if facing else (), seats=game.seats[-1]
    )
    if of(stack).match.state.turn == CHANCE:
        of(stack).play("")  # nobody's chances are asked for before the dice lie
    run(stack, 1.0)
    return stack


def devices_lost(stage: Stage, game: Game, *, facing: bool = False) -> SceneStack:
    """Two devices are lost at once."""
    for device in (READER, BOX):
        stage.table.devices.report(device)
    stack = begun(stage, game, plies=PLIES, sides=FACING_SIDES if facing else ())
    for device in (READER, BOX):
        stage.table.devices.report(lost(device))
    run(stack, 0.1)
    return stack


def _dice(stage: Stage, game: Game) -> Iterator[State]:
    """By what dice are thrown, and dice that are typed in."""
    stage.table.devices.report(READER)
    stack = begun(stage, game)
    yield "reader", stack
    touch(stack, "dice:0")
    yield "dice-source", stack
    stage.table.devices.report(lost(READER))
    stack = begun(stage, game, sides=FACING_SIDES)
    touch(stack, "dice:1")
    touch(stack, "typed")
    yield "typed-chosen", stack
    press(stack, Button.OK)
    yield "typed-dice", stack
