"""Where the arranging player's tools lie, and what is to be seen beside the board meanwhile."""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Refusal, Text, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.curtain import Curtain, draw_curtain, draw_curtain_words
from tabletop.games.sevens.phases.part import Clock
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.screen.clock_face import draw_clock
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.plan import Plan
from tabletop.games.sevens.screen.score_strip import draw_strip
from tabletop.games.sevens.surface.figure_art import figure_picture, fitting_unit
from tabletop.ui import words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.lettering import em
from tabletop.ui.sheet import Plate, row, stacked
from tabletop.ui.stones import stone
from tabletop.ui.theme import CREAM, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.tongue import speaking, spoken
from tabletop.ui.widgets import PushButton, Style

GAP: Final = 20.0
HIGHEST: Final = 132.0
SIZE: Final = 38.0
NARROW: Final = 290.0
"""The width of a button below which its words stand on two lines."""


@dataclass(frozen=True, slots=True)
class Bench:
    """How far arranging has come: what the tools and the place beside the board show."""

    desk: Desk
    curtain: Curtain
    name: str
    laid: int
    """Pieces that lie outside the tray."""
    why: Refusal | None
    """What keeps the picture from being shown as it lies."""
    unveiling: bool
    """It is asked which piece the guessing player shall see."""
    model: Figure | None
    clock: Clock | None
    """The time to build in, where it is limited."""

    @property
    def ready(self) -> bool:
        """The picture can be shown as it lies."""
        return self.why is None

    @property
    def unwatched(self) -> bool:
        """A computer player guesses: the curtain stays open, and nobody can be caught looking."""
        return self.desk.level(self.desk.match.guesser) is not None

    @property
    def apart(self) -> bool:
        """It is built on a screen of one's own: nobody has to look away."""
        return self.desk.apart is not None

    @property
    def uncovered(self) -> bool:
        """There is nobody from whom the curtain could hide anything."""
        return self.unwatched or self.apart

    @property
    def exposed(self) -> bool:
        """A whole room sees what is seen here."""
        return self.desk.exposed

    @property
    def other(self) -> Text:
        """Who is to look away."""
        return self.desk.name(self.desk.match.guesser)


def asked_for(bench: Bench) -> Text:
    """What the arranging player is to do now."""
    match, other, opened = bench.desk.match, bench.other, bench.curtain.open
    if bench.unveiling:
        if opened:
            return say(
                "sevens.arrange.touch", "Touch the piece that {other} shall see.", other=other
            )
        return say(
            "sevens.arrange.unveil",
            "Which piece shall {other} see? Open, and touch it.",
            other=other,
        )
    if not opened and not bench.laid and bench.exposed:
        return say(
            "sevens.arrange.room",
            "Ask all to look away, or cover the projector. Then touch “Stay open”.",
        )
    if not opened and not bench.laid:
        return say(
            "sevens.arrange.away",
            "Ask {other} to look away. Then hold “Hold to open”.",
            other=other,
        )
    if not bench.laid:
        if match.piece_count < len(FULL_SET):
            return say(
                "sevens.arrange.some",
                "Build something real, with {count} of the pieces.",
                count=match.piece_count,
            )
        return say("sevens.arrange.all", "Build something real, with all seven pieces.")
    if bench.why is not None and not opened:
        return say("sevens.arrange.closed", "To go on building, hold “Hold to open”.")
    if bench.why is not None:
        # NOTE for translators: {why} is a refusal, as "Two pieces lie on each other".
        return say("sevens.arrange.why", "{why}.", why=bench.why.reason)
    if not bench.name:
        return say("sevens.arrange.name", "It can be shown. What is it? Touch Name.")
    return say(
        "sevens.arrange.ready", "“{name}” can be shown. Touch Done.", name=called(bench.name)
    )


def lay_tools(bench: Bench) -> list[PushButton]:
    """The curtain's button and Done at the seat's edge, the other tools above them."""
    plan = bench.desk.plan
    hold, done = row(plan.actions, 2, GAP)
    if bench.unveiling:
        last = PushButton("back", done, say("sevens.build_on", "Build on"), "back", size=SIZE)
    else:
        words_ = say("sevens.done", "Done")
        style: Style = "main" if bench.ready else "plain"
        last = PushButton("done", done, words_, "check", style, HEAD_SIZE)
    # NOTE for translators: a narrow button; keep it on two lines.
    opens = say("sevens.curtain.hold", "Hold\nto open")
    # One amber thing: what is to be touched next.
    needed = not bench.curtain.stays and (bench.unveiling or not bench.ready)
    calm: Style = "main" if needed else "plain"
    holds = PushButton("hold", hold, opens, "curtain", calm, 44)
    name, upper, lower = _rows(plan)
    if bench.unveiling and bench.uncovered:
        return [replace(last, box=plan.actions)]
    if bench.unveiling:
        return [holds, last, _lock(bench, name)]
    stay, booklet = row(upper, 2, GAP)
    keep, looked = row(lower, 2, GAP)
    named = _cut(bench, 15) or say("sevens.name", "Name")
    tools = [
        PushButton("name", name, named, "pencil", size=NAME_SIZE),
        PushButton("booklet", booklet, say("sevens.booklet.short", "Booklet"), "book", size=SIZE),
        PushButton("keep", keep, say("sevens.keep", "Keep"), "keep", size=SIZE),
    ]
    if bench.unwatched:
        wide = zip((last, *tools), (plan.actions, name, upper, lower), strict=True)
        return [replace(button, box=box) for button, box in wide]
    red = say("sevens.looked.button", "{other}\nlooked!", other=bench.other)
    if looked.w >= NARROW:
        red = say("sevens.looked.button.broad", "{other} looked!", other=bench.other)
    accuses = PushButton("looked", looked, red, "flag", size=SIZE)
    if bench.apart:
        # In the place of the lock, which has nothing to hold, stands the booklet.
        laid = zip((last, *tools), (plan.actions, name, upper, keep), strict=True)
        return [*(replace(button, box=box) for button, box in laid), accuses]
    return [holds, last, _lock(bench, stay), *tools, accuses]


def _lock(bench: Bench, box: Box) -> PushButton:
    curtain = bench.curtain
    narrow = box.w < NARROW
    # NOTE for translators: a narrow button; keep it on two lines.
    label = say("sevens.stay", "Stay\nopen") if narrow else say("sevens.stay.broad", "Stay open")
    if curtain.stays:
        label = say("sevens.close", "Close")
    if (left := curtain.closes_in) is not None and narrow:
        label = say("sevens.closes", "Closes\nin {left}", left=left)
    elif left is not None:
        label = say("sevens.closes.broad", "Closes in {left}", left=left)
    style: Style = "other" if curtain.stays else "plain"
    return PushButton("stay", box, label, "lock", style, SIZE)


def _rows(plan: Plan) -> list[Box]:
    box = plan.tools
    high = min(HIGHEST, (box.h - 2 * GAP) / 3)
    return stacked(box, [high] * 3, GAP)


def _cut(bench: Bench, most: int) -> str:
    """The name, or its beginning where it would be too small as a whole."""
    with speaking(bench.desk.language(bench.desk.match.arranger)):
        text = spoken(called(bench.name))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def draw_cloth(frame: Frame, bench: Bench) -> None:
    """Draws the curtain, which speaks to the one before whom it is drawn."""
    desk, drawn = bench.desk, bench.curtain.drawn
    label = say("sevens.arrange.curtain", "{other}, please look away", other=bench.other)
    if bench.unwatched:
        label = say("sevens.arrange.cloth", "Build a picture")
    board, guesser = desk.plan.board, desk.match.guesser
    draw_curtain(frame, board, drawn)
    if drawn == 0:
        turned = frame.turned(desk.turns(guesser), desk.about(guesser))
        with turned, desk.manner_of(guesser):
            draw_curtain_words(frame, desk.seen_by(board, guesser), label)


def draw_side(frame: Frame, bench: Bench) -> None:
    """Draws the time left if it is limited, the model if there is one, and else the score."""
    desk, plan = bench.desk, bench.desk.plan
    box = plan.seen
    # Only together with the picture itself: a model tells just as much.
    model = bench.model if bench.curtain.drawn >= 1 else None
    clock = bench.clock
    if clock is not None:
        shown = box
        if model is not None:
            shown, box = row(box, 2, GAP)
        draw_clock(frame, shown, clock.left, clock.whole, clock.note)
    if model is not None:
        _draw_model(frame, box, model)
    elif clock is None and plan.portrait:
        _draw_sums(frame, bench, box)
    elif clock is None:
        draw_strip(frame, desk, box)


def _draw_model(frame: Frame, box: Box, model: Figure) -> None:
    Plate(box, CREAM, 24).draw(frame)
    inner = box.inset(12)
    unit = fitting_unit(model.picture, inner.w, inner.h) * frame.canvas.scale
    frame.put(figure_picture(model.picture, unit), box.centre)


def _draw_sums(frame: Frame, bench: Bench, box: Box) -> None:
    """Both sums: for the whole score table there is no room."""
    match, scale = bench.desk.match, frame.canvas.scale
    Plate(box).draw(frame)
    first = match.first or 0
    for seat, each in zip((first, 1 - first), stacked(box, [box.h / 2] * 2, 0.0), strict=True):
        x, y = each.x + each.w * 0.3, each.centre[1]
        frame.put(stone(bench.desk.look(seat), 34 * scale), (x, y))
        figure = words.figures(str(match.totals[seat]), frame.canvas.px(em(HEAD_SIZE)), TEXT)
        frame.put(figure, (each.x + each.w * 0.68, y))
