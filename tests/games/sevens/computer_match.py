"""A match of Sevens with computer players."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Mapping

from tabletop.app.opening import page_builder
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.rules.match import GAME, Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.scenes.context import FACING, TOGETHER
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import board_plan_for, centred
from tabletop.input.actions import Button as Key
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.seatings import Levels, seating

SIZE = (1280, 800)


def _no_rules() -> Scene:
    return Scene()


def begun(
    table: AppContext,
    levels: Levels,
    *,
    facing: bool = False,
    size: tuple[int, int] = SIZE,
    options: Mapping[str, OptionValue] | None = None,
) -> Boxes:
    """A fresh match of these players, before the coin."""
    checked = GAME.check_options(options or {})
    sitting = seating(FACING if facing else TOGETHER, levels)
    match = MatchSetup(table, _no_rules, checked, sitting).match()
    return Boxes(match, size, page_builder(table))


def taken_up(table: AppContext) -> Boxes:
    """The match that is on the shelf, where it was left."""
    table.store.flush()
    (kept,) = table.store.unfinished()
    start = MatchSetup(table, _no_rules, GAME.check_options({}))
    return Boxes(start.taken_up(kept.record, kept.match_id), SIZE)


def toss(boxes: Boxes) -> None:
    boxes.choose("coin")
    boxes.lead_on()


def is_computers(boxes: Boxes) -> bool:
    """Whether a computer player is at work."""
    match = boxes.match
    at_work = match.arranger if match.phase is Phase.ARRANGE else match.guesser
    return boxes.scene.context.level(at_work) is not None


def until(boxes: Boxes, phase: Phase, *, computer: bool) -> None:
    """People do what is theirs, and hurry the computer players on, until one's phase has come."""
    for _ in range(2000):
        match = boxes.match
        if match.phase is phase and is_computers(boxes) is computer:
            return
        assert match.phase is not Phase.OVER
        step(boxes)
    raise AssertionError("that never comes")


def step(boxes: Boxes, pieces: int = 3) -> None:
    """One doing of people: they lay so many pieces right, and hurry the computer players on."""
    match = boxes.match
    match match.phase:
        case Phase.TOSS:
            toss(boxes)
        case Phase.SCORED:
            boxes.lead_on(("skip", "on"))
        case Phase.CARD:
            boxes.lead_on(("turn", "on"))
        case Phase.ARRANGE | Phase.GUESS if is_computers(boxes):
            hurry(boxes)
            boxes.wait(0.2)
        case _ if is_computers(boxes):
            boxes.wait(0.2)
        case Phase.ARRANGE:
            arrange(boxes)
        case Phase.READY:
            boxes.choose("look")
        case Phase.GUESS:
            lay(boxes, pieces)
            boxes.finish()
        case _:
            boxes.wait(0.5)


def hurry(boxes: Boxes) -> None:
    """Presses "Finish now", if it is still there."""
    if any(button.key == "finish" for button in boxes.buttons.buttons):
        boxes.choose("finish")


def arrange(boxes: Boxes) -> None:
    """A person shows a figure of the booklet, or as much of one as there are pieces."""
    match, phase = boxes.match, boxes.phase
    boxes.take_from_booklet(len(match.turns) % 4)
    assert isinstance(phase, ArrangePhase)
    if phase.model is not None:
        boxes.open()
        _lay(boxes, phase.model.picture, match.piece_count)
    boxes.choose("done")
    if match.phase is Phase.ARRANGE:  # Piece Unveil: which one?
        boxes.open()
        boxes.walk(1)
        boxes.press(Key.OK)


def lay(boxes: Boxes, count: int) -> None:
    """A person lays so many pieces where they belong."""
    target = boxes.match.target
    assert target is not None
    _lay(boxes, target, count)


def _lay(boxes: Boxes, picture: Picture, count: int) -> None:
    table = boxes.surface.pieces
    free = list(range(len(table.pieces)))
    poses = {}
    for piece in centred(picture, board_plan_for(boxes.scene.context)).pieces[:count]:
        number = next(n for n in free if table.pieces[n].kind == piece.kind)
        free.remove(number)
        poses[number] = piece.pose
    table.lay(poses)
    boxes.settle()


def replayed(match: SevensMatch) -> SevensMatch:
    return SevensMatch.replay(match.record())
