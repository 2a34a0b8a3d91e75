"""What a match shows: the board and its turning, tools and choices, panels, and the snapshot.

Each seat has one panel, turned to it, with its tray.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from types import MappingProxyType
from typing import Final, TypeVar

from tabletop.engine import (
    CHANCE,
    STOPPED,
    Game,
    Match,
    Outcome,
    Ply,
    Seat,
    Spot,
    Text,
    Word,
    count,
    joined,
    listed,
    say,
)
from tabletop.engine.match import TENTHS_BELOW_SECONDS, clock_text
from tabletop.games import view_of
from tabletop.input.actions import Action, Cancel, Down, Drop, Nudge, Pull, Tap, Walk
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.session import MatchSession, MatchTimeline
from tabletop.ui.board.seat_panel import (
    PanelText,
    card_layout,
    choice_boxes,
    draw_panel,
    draw_projector_panel,
    line_height,
    panel_plate,
    words_panel,
)
from tabletop.ui.board.table_layout import (
    GAP,
    TOOL_SIZE,
    Panel,
    ProjectorLayout,
    TableLayout,
    match_layout,
    reserve_tool_space,
    tools_at_seat,
    turn_walk_tools,
)
from tabletop.ui.board.turntable import TurnedView, Turntable
from tabletop.ui.board.view import BoardSnapshot, ChoiceCard, SpotButton, View
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import AMBER
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, draw_button, nearest_towards


class MatchBoard:
    """The view of a match and its layout. Changes with the window and when the board turns."""

    layout: TableLayout
    room: ProjectorLayout | None
    """The layout for a room; None at a table."""

    def __init__(self, table: AppContext, game: Game) -> None:
        self._table = table
        self.view = TurnedView(partial(view_of, game))
        self.upright = self.view.upright
        """The game's view, for what does not turn with the board: trays, words, sounds, times."""
        self.turntable = Turntable(self.view)
        self.has_tray = self.upright.tray_height > 0
        self._tools_at_seats = False
        """People sit at several edges, or not at the near one: each has the tools."""

    def fit(self, canvas: Canvas, session: MatchSession) -> None:
        """Lays everything out for a canvas, with each seat's language and text size."""
        setup, seats = session.setup, range(session.match.seats)
        # Panels belong to people: they stay where they are when colours change hands.
        numbers = [setup.player_number(seat) for seat in seats]
        edges = [setup.around[numbers.index(number)] for number in seats]
        near_only = {setup.side(seat) for seat in setup.persons} <= {0}
        self._tools_at_seats = not canvas.context.projector and not near_only
        own = self._tools_at_seats or (canvas.context.reach and not canvas.context.projector)
        plan = match_layout(canvas, edges, self.upright.tray_height, own_tools=own).in_order(
            numbers
        )
        speaks = [seat_preferences(setup, seat) for seat in seats]
        plan = plan.with_languages([language for language, _ in speaks])
        plan = plan.sized([text_scale for _, text_scale in speaks])
        self.layout = reserve_tool_space(plan) if own else plan
        self.room = self.layout if isinstance(self.layout, ProjectorLayout) else None
        self.view.fit(self.layout.places(session.match.options))
        sides = self.layout.sides if self._turns else ()
        self.turntable.fit(canvas, self.layout.board, sides)

    @property
    def _turns(self) -> bool:
        return self._table.settings["look.board"] == "turns"

    def turn(self, session: MatchSession, board: BoardSnapshot, *, animation_scale: float) -> None:
        """Turns the board to the seat that is to act, if the table is set so.

        It stays where it is for computers, and while somebody looks back.
        """
        setup, timeline, panels = session.setup, session.timeline, self.layout.panels
        side, seat, persons = self.view.turns, board.seat, setup.persons
        if not self._turns or not persons:
            side = 0
        elif timeline.at is None and session.is_person(seat):
            side = panels[seat].turns
        elif side not in [panels[person].turns for person in persons]:
            side = panels[persons[0]].turns
        if side != self.view.turns:
            self.turntable.turn(side, board, animation_scale=animation_scale)

    def tools(self, session: MatchSession, more: Mapping[str, str]) -> list[PushButton]:
        """The tools: at a corner, or at each person's own edge if people sit round the table.

        In reach mode they are only at the edge of the person who acts, or acts next.
        """
        setup, timeline = session.setup, session.timeline
        bound = session.why_no_undo() is not None
        reach = self.layout.canvas.context.reach
        if not reach and not self._tools_at_seats:
            return tool_buttons(self.layout, timeline, more, bound=bound)
        person = setup.next_person(session.acting)
        if reach:
            layout = tools_at_seat(self.layout, person)
            return tool_buttons(layout, timeline, more, bound=bound)
        layouts = {seat: tools_at_seat(self.layout, seat) for seat in setup.persons}
        corner = self.layout.walk_tools
        in_corner = all(layout.walk_tools == corner for layout in layouts.values())
        found: list[PushButton] = []
        for seat, layout in layouts.items():
            walks = layout.walk_tools != corner or (in_corner and seat == person)
            if in_corner and walks:
                layout = turn_walk_tools(layout, self.layout.panels[seat].turns)
            taken = {button.centre for button in found}
            found += [
                replace(tool, key=f"{tool.key}{SEAT_MARK}{seat}")
                if tool.key in [button.key for button in found]
                else tool
                for tool in tool_buttons(layout, timeline, more, bound=bound, walks=walks)
                if tool.centre not in taken
            ]
        return found


SPOT_KEY = "spot:"
CARD_KEY = "card:"
"""Before the touches of a card's ply, with blanks between them."""
CONFIRM_KEY = f"{CARD_KEY}confirm"
TOOL_KEY = "tool:"
GOAL_TOOL = "goal"
"""The tool that shows the goal and explains what is touched."""
SEAT_MARK = "@"
"""After the name of a tool, before the number of the seat at which it lies."""
HINT_KEY = f"{TOOL_KEY}hint"
AGREE_ANSWER, DECLINE_ANSWER = "agree", "decline"
"""The answers to a question on a device that shows it."""
REPLAY_TOOLS = ("first", "earlier", "later", "last")
"""The tools that step through the plies."""
NO_TOOLS: Mapping[str, str] = MappingProxyType({})


def tool_buttons(
    layout: TableLayout,
    timeline: MatchTimeline,
    more: Mapping[str, str] = NO_TOOLS,
    *,
    bound: bool = False,
    walks: bool = True,
) -> list[PushButton]:
    """Menu, undo and `more`, each with its icon; first, earlier, later and last ply.

    `bound`: nothing can be taken back.
    """
    plies = len(timeline.match.plies)
    tool_row = partial(_row, layout.canvas.context, about=layout.canvas.box.centre)
    if timeline.match.outcome is not None:
        # One word cannot stand upright for all; a sign can.
        word, sign = (say("match.result", "Result"), "") if len(layout.sides) == 1 else ("", "star")
        second = PushButton(f"{TOOL_KEY}result", Box(0, 0, 1, 1), word, sign, "main", 38)
        left = tool_row(layout.menu_tools, ("menu",), turns=layout.menu_turns, last=second)
    else:
        names = ("menu", "undo", *more)
        off = ("undo",) if bound else ()
        left = tool_row(
            layout.menu_tools, names, turns=layout.menu_turns, disabled=off, pictures=more
        )
    if plies == 0 or not walks:
        return left
    count = timeline.count
    ends: list[str] = []
    if count == 0:
        ends += ["first", "earlier"]
    if count == plies:
        ends += ["later", "last"]
    return left + tool_row(layout.walk_tools, REPLAY_TOOLS, turns=layout.walk_turns, disabled=ends)


def choice_buttons(
    panel: Panel, has_tray: bool, choices: Sequence[SpotButton], *, call: bool = False
) -> list[PushButton]:
    """The acting seat's choices, turned to it; `call` keeps room for a call."""
    boxes = choice_boxes(panel, has_tray, len(choices), call)
    return [
        PushButton(
            f"{SPOT_KEY}{choice.spot}",
            box,
            choice.label,
            choice.icon,
            choice.style,
            turns=panel.turns,
            about=panel.about,
            language=panel.language,
            text_scale=panel.text_scale,
        )
        for choice, box in zip(choices, boxes, strict=True)
    ]


def card_buttons(panel: Panel, cards: Sequence[ChoiceCard], word: Word) -> list[PushButton]:
    """The cards at the acting seat, and the button that plays the chosen one, by its touches."""
    boxes = card_layout(panel, len(cards))
    found = [
        PushButton(CARD_KEY + " ".join(card.word), box, turns=panel.turns, about=panel.about)
        for card, box in zip(cards, boxes.all("card"), strict=True)
    ]
    chosen = next((card for card in cards if card.word == word), None)
    if chosen is not None:
        found.append(
            PushButton(
                CONFIRM_KEY,
                boxes["confirm"],
                chosen.confirm,
                style="main",
                turns=panel.turns,
                about=panel.about,
                language=panel.language,
                text_scale=panel.text_scale,
            )
        )
    return found


def draw_cards(
    frame: Frame, layout: TableLayout, view: TurnedView, moment: "MatchSnapshot"
) -> None:
    """Draws the pictures of the cards on their buttons."""
    panel = layout.panels[moment.board.seat]
    turns = (view.turns - panel.turns) % 4
    boxes = card_layout(panel, len(moment.cards)).all("card")
    with frame.turned(panel.turns, panel.about), frame.in_context(panel.context):
        for card, box in zip(moment.cards, boxes, strict=True):
            view.upright.draw_card(frame, moment.board, card, box, turns)
            if card.word == moment.board.chosen:
                canvas, line = frame.canvas, frame.canvas.px(CARD_LINE)
                width, height = canvas.px(box.w) + 2 * line, canvas.px(box.h) + 2 * line
                radius = canvas.px(min(box.h * 0.28, 40.0)) + line
                frame.put(shapes.outline(width, height, radius, line, AMBER), box.centre)


def prewarm_tools(layout: TableLayout) -> None:
    """Renders the icons of all tools into the cache."""
    frame = Frame(layout.canvas)
    for room, names in (
        (layout.menu_tools, ("menu", "undo", "hint", "goal")),
        (layout.walk_tools, REPLAY_TOOLS),
    ):
        for off in ((), names):
            for tool in _row(layout.canvas.context, room, names, disabled=off):
                draw_button(frame, tool, pressed=False, focused=False)


def _row(
    context: UiContext,
    room: Box,
    tools: Iterable[str],
    *,
    disabled: Sequence[str] = (),
    pictures: Mapping[str, str] = NO_TOOLS,
    last: PushButton | None = None,
    turns: int = 0,
    about: Point = (0.0, 0.0),
) -> list[PushButton]:
    """Square buttons side by side, smaller where the room is narrow."""
    names = tuple(tools)
    count = max(len(names), len(REPLAY_TOOLS))  # all rows have the same size
    side = min(TOOL_SIZE, room.h, (room.w - GAP * (count - 1)) / count)
    gap = min(GAP, side * 0.2)
    y = room.y + (room.h - side) / 2
    row = [
        PushButton(
            f"{TOOL_KEY}{name}",
            Box(room.x + number * (side + gap), y, side, side),
            icon=pictures.get(name, name),
            enabled=name not in disabled,
            turns=turns,
            about=about,
        )
        for number, name in enumerate(names)
    ]
    if last is not None:
        x = room.x + len(names) * (side + gap)
        box = Box(x, y, min(300.0 if context.projector else 240.0, room.right - x), side)
        row.append(replace(last, box=box, turns=turns, about=about))
    return row


def reachable_points(
    points: Mapping[Spot, Point], buttons: Iterable[PushButton]
) -> dict[Spot, Point]:
    """All places where the keys can go, the choices' buttons among them."""
    found = dict(points)
    for button in buttons:
        if button.key.startswith(SPOT_KEY):
            found[button.key.removeprefix(SPOT_KEY)] = button.centre
    return found


def step_cursor(
    action: Nudge | Walk,
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    others: Mapping[Spot, Point] | None = None,
) -> Spot | None:
    """Where a key takes the cursor; `others` are buttons that are no places: a call, the dice."""
    others = others or {}
    if isinstance(action, Walk):
        return walk_cursor(points, open_spots, here, action.by, tuple(others))
    step = (action.dx, action.dy)
    if here is None or here not in {**points, **others}:
        return walk_cursor(points, open_spots, None, 1, tuple(others))
    return nudge_cursor({**points, **others}, here, step)


def walk_cursor(
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    by: int,
    others: Iterable[Spot] = (),
) -> Spot | None:
    """The next (`by` 1) or previous (-1) open place in reading order, then the `others`.

    `here` if there is none.
    """
    order = sorted(
        (spot for spot in open_spots if spot in points),
        key=lambda spot: (round(points[spot][1]), points[spot][0]),
    )
    order += others
    if not order:
        return here
    at = order.index(here) + by if here in order else (0 if by > 0 else -1)
    return order[at % len(order)]


def nudge_cursor(points: Mapping[Spot, Point], here: Spot, step: tuple[int, int]) -> Spot:
    """The place that lies nearest in a direction; `here` if there is none."""
    return nearest_towards(points[here], points, *step) or here


OnTop = TypeVar("OnTop", bound=Scene)
TURN_KEY: Final = "turn"
"""The key of the button that turns a page to whoever sits at the next edge."""
TURN_ICON: Final = "swap"


def reading_sides(context: UiContext, setup: Setup) -> tuple[int, ...]:
    """The edges to which words are turned, each once, clockwise from the near one."""
    return tuple(sorted({reading_side(context, setup, seat) for seat in range(setup.seats)}))


def seat_preferences(setup: Setup, seat: Seat) -> tuple[str, int]:
    """The language and text scale of a seat's panel.

    A computer has those that all people share, so that no panel is left in another language.
    """
    if seat in setup.computers and setup.persons:
        languages = {setup.language(person) for person in setup.persons}
        scales = {setup.text_scale(person) for person in setup.persons}
        return (
            languages.pop() if len(languages) == 1 else "",
            scales.pop() if len(scales) == 1 else 0,
        )
    return setup.language(seat), setup.text_scale(seat)


def people_sides(context: UiContext, setup: Setup) -> tuple[int, ...]:
    """The edges at which people read, each once; of all seats if only computers play."""
    seats = setup.persons or range(setup.seats)
    return tuple(sorted({reading_side(context, setup, seat) for seat in seats}))


def language_at_side(context: UiContext, setup: Setup, turns: int) -> str:
    """The language of the people at an edge, by its code; empty where they have several."""
    own = {
        setup.language(seat)
        for seat in setup.persons
        if reading_side(context, setup, seat) == turns
    }
    return own.pop() if len(own) == 1 else ""


def preferences_at_side(context: UiContext, setup: Setup, turns: int) -> tuple[str, int]:
    """The language and text scale of the people at an edge.

    They are the table's where these people have several languages; of text scales the largest.
    """
    there = (seat for seat in setup.persons if setup.side(seat) == turns)
    text_scale = max((setup.text_scale(seat) for seat in there), default=0)
    return language_at_side(context, setup, turns), text_scale


def localised(scene: OnTop, context: UiContext, setup: Setup) -> OnTop:
    """The scene, in the language and text size of the people to whom it is turned."""
    scene.language, scene.text_scale = preferences_at_side(
        context, setup, getattr(scene, "turns", 0)
    )
    return scene


def reading_side(context: UiContext, setup: Setup, seat: Seat) -> int:
    """The edge of a seat; in projector mode all read from the near edge."""
    return 0 if context.projector else setup.side(seat)


def only_person(context: UiContext, setup: Setup, turns: int) -> Seat | None:
    """The seat of the only people at an edge; None where there are more, or none."""
    there = [seat for seat in setup.persons if reading_side(context, setup, seat) == turns]
    return there[0] if len(there) == 1 else None


def next_side(context: UiContext, setup: Setup, turns: int) -> int:
    """The next edge at which somebody sits, clockwise."""
    sides = reading_sides(context, setup)
    after = [side for side in sides if side > turns]
    return after[0] if after else sides[0]


def turn_button(
    context: UiContext, setup: Setup, box: Box, turns: int, about: Point
) -> tuple[PushButton, ...]:
    """The button that turns the page; none where all read it from the same edge."""
    if len(reading_sides(context, setup)) == 1:
        return ()
    return (PushButton(TURN_KEY, box, icon=TURN_ICON, turns=turns, about=about),)


def seat_zone(layout: TableLayout, at: Point) -> Seat | None:
    """The seat whose panel holds a point; None on the board."""
    for seat, panel in enumerate(layout.panels):
        if panel.box.holds(turn_point(at, -panel.turns, panel.about)):
            return seat
    return None


class InputOwner:
    """Finds whose an action is: a contact belongs to the seat where it came down."""

    def __init__(self) -> None:
        self._began: dict[tuple[str, int], Seat | None] = {}

    def of(self, action: Action, layout: TableLayout) -> Seat | None:
        """The seat that an action belongs to; None if it is not known."""
        began: Seat | None = None
        match action:
            case Down(source=source, contact=contact, at=at):
                began = self._began[source, contact] = seat_zone(layout, at)
            case Pull(source=source, contact=contact):
                began = self._began.get((source, contact))
            case Tap(source=source, contact=contact) | Drop(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case Cancel(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case _:
                pass
        return began if action.seat is None else action.seat

    def forget(self) -> None:
        """Forgets fingers that ended on another page."""
        self._began.clear()


STYLES: Final[tuple[ButtonStyle, ...]] = ("main", "other", "plain")
"""The usual styles of choices, the likeliest first."""
MAX_CHOICES: Final = 3
CARD_LINE: Final = 7.0
"""The width of the outline of a chosen card, in canvas units."""
STAND_IN_CHOICES: Final = 2
"""The height, in choices, of the text at a seat for which a computer plays meanwhile."""


@dataclass(frozen=True, slots=True)
class PanelNotes:
    """What the features of a match add to the panels."""

    refusal: Text | None = None
    """Why the acting seat's last touch was refused."""
    asides: Mapping[Seat, Text] = field(default_factory=dict)
    """What single seats are told."""
    hinted: Text | None = None
    """What the acting seat is advised."""
    doing: Text | None = None
    """What the computer that is to act does, if one is."""
    dots: int | None = None
    """How many of its dots are lit while it thinks."""
    call: bool = False
    """Seats may call at this moment."""
    wait: Text | None = None
    """What is said while the animation waits for a call."""
    asked: frozenset[Seat] = frozenset()
    """Seats over whose panels a question lies."""
    minded: frozenset[Seat] = frozenset()
    """Seats that a computer plays for people who have gone."""
    goal: Text | None = None
    """The goal of the game, while it is shown."""


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """One moment of a match: all that drawing and speech read of it."""

    board: BoardSnapshot
    panels: tuple[PanelText, ...]
    """What each seat's panel says."""
    notes: PanelNotes
    buttons: tuple[PushButton, ...]
    """Tools, choices, calls, and how the dice are thrown."""
    choices: int
    """How many of the buttons are the acting seat's choices."""
    cards: tuple[ChoiceCard, ...]
    """The acting seat's choices as pictures; then there are no others."""
    notice: Text | None
    """What everybody is told."""
    cursor: Spot | None
    """Where the keys stand, on the board or on a button."""
    live: bool
    """False while an earlier moment is looked at."""
    covered: bool
    """The result lies over the panels."""
    arrived: "MatchSnapshot | None" = None
    """What is shown once the animation has ended, if one runs and nothing else changes."""


def panel_texts(
    setup: Setup, match: Match, view: View, board: BoardSnapshot, notes: PanelNotes, *, live: bool
) -> tuple[PanelText, ...]:
    """What the panels of all seats say.

    `live` is false while somebody looks back: then nobody is to move. While something moves,
    nobody is asked for anything.
    """
    moving, last, doing = board.motion is not None, board.last, notes.doing
    if last is not None and last.seat == CHANCE:
        teller = None if moving else board.game.acting(last.before)  # tumbling dice tell nothing
    else:
        teller = last.seat if last is not None else None
    texts = []
    for seat in range(match.seats):
        active = live and seat == board.seat and match.outcome is None
        asked, left = active and not moving, match.clock.left[seat]
        aside = notes.asides.get(seat)
        line: str = ""
        if aside or notes.wait:
            line = aside or notes.wait or ""
        elif match.outcome is not None and seat in match.outcome.winners and not moving:
            line = joined("", match.outcome.reason)
        elif asked:
            line = doing or notes.refusal or notes.hinted or view.prompt(board)
        elif last is not None and (teller == seat or (teller is not None and setup.facing)):
            line = turn_told(view, match, last)
        elif live and setup.computers and (own := _own_last(setup, match, seat)) is not None:
            line = turn_told(view, match, own)
        refused = asked and not notes.wait and notes.refusal is not None and not doing
        texts.append(
            PanelText(
                name=setup.own_names[seat] or match.game.seat_names[seat],
                look=view.looks[seat],
                active=active,
                head=say("match.your_turn", "Your turn") if asked and not doing else "",
                line=line,
                warning=bool(aside) or refused,
                note=seat_note(setup, match, seat, view.score(board, seat)),
                goal=match.game.goal,
                dots=notes.dots if asked else None,
                computer=seat in setup.computers,
                aided=setup.aids[seat].given,
                clock=clock_text(left),
                hurried=left < TENTHS_BELOW_SECONDS,
            )
        )
    return tuple(texts)


def turn_told(view: View, match: Match, last: Ply) -> Text:
    """What the seat of a ply did in that turn, up to that ply."""
    plies = match.plies
    end = len(plies)
    while end and plies[end - 1] is not last:
        end -= 1
    begin = end
    while begin and plies[begin - 1].seat == last.seat:
        begin -= 1
    return view.describe_turn(plies[begin:end] or (last,))


def _own_last(setup: Setup, match: Match, seat: Seat) -> Ply | None:
    """What a computer did since a person has played; several may have played one after another."""
    computers = setup.computers
    for ply in match.plies[::-1] if seat in computers else ():
        if ply.seat == seat:
            return ply
        if ply.seat != CHANCE and ply.seat not in computers:
            return None
    return None


def _choices_of(moment: MatchSnapshot, seat: Seat) -> int:
    """How many choices a seat's panel has room for."""
    if seat in moment.notes.minded:
        return STAND_IN_CHOICES
    return moment.choices if seat == moment.board.seat else 0


def prompt_height(layout: TableLayout, moment: MatchSnapshot, *, has_tray: bool) -> float:
    """The size of what the acting seat is asked, in canvas units at a text scale of 100 %.

    No other sentence is larger. Infinite where nobody is asked for anything.
    """
    seat = moment.board.seat
    said, panel = moment.panels[seat], layout.panels[seat]
    if not said.active or not said.line or layout.canvas.context.projector:
        return inf
    if seat in moment.notes.asked:
        return inf
    choices, call = _choices_of(moment, seat), moment.notes.call
    if moment.cards:
        panel, has_tray = words_panel(panel, len(moment.cards)), False
    return line_height(layout.canvas, panel, said, has_tray=has_tray, choices=choices, call=call)


def draw_panels(frame: Frame, layout: TableLayout, view: View, moment: MatchSnapshot) -> None:
    """Draws every panel and its tray."""
    board, notes = moment.board, moment.notes
    has_tray = view.tray_height > 0
    prompt = prompt_height(layout, moment, has_tray=has_tray)
    for seat, panel in enumerate(layout.panels):
        if seat in notes.asked:
            continue
        count = _choices_of(moment, seat)
        said, call = moment.panels[seat], notes.call
        with (
            frame.turned(panel.turns, panel.about),
            frame.in_context(panel.context),
        ):
            if isinstance(layout, ProjectorLayout):
                draw_projector_panel(frame, panel, said, has_tray=has_tray, buttons=count + call)
            else:
                most = inf if said.active else prompt
                cards = len(moment.cards) if seat == board.seat else 0
                draw_panel(
                    frame,
                    panel,
                    said,
                    has_tray=has_tray,
                    choices=count,
                    cards=cards,
                    call=call,
                    most=most,
                )
                if cards:
                    continue  # they lie over the tray
            if has_tray:
                frame.touchable(f"tray:{seat}", panel.tray)
                with frame.layer(1):
                    view.draw_tray(frame, board, seat)


def _prewarm_panel(layout: TableLayout, panel: Panel, has_tray: bool, cards: int) -> None:
    frame = Frame(layout.canvas)
    with frame.turned(panel.turns, panel.about):  # a far seat's are turned once, now
        for active in (False, True):
            frame.put(panel_plate(layout.canvas, panel.box, active), panel.box.centre)
        for count in range(1, MAX_CHOICES + 1):
            for number, box in enumerate(choice_boxes(panel, has_tray, count, False)):
                style: ButtonStyle = STYLES[min(number, len(STYLES) - 1)]
                button = PushButton("", box, style=style)
                draw_button(frame, button, pressed=False, focused=False)
        for count in range(2, cards + 1):
            for box in card_layout(panel, count).all("card")[-2:]:  # the first ones are alike
                draw_button(frame, PushButton("", box), pressed=False, focused=False)


def prewarm_panels(layout: TableLayout, view: View) -> Iterator[None]:
    """Renders the large pictures of panels, choices and cards in advance, step by step."""
    has_tray = view.tray_height > 0
    for panel in layout.panels:
        yield from in_slices(partial(_prewarm_panel, layout, panel, has_tray, view.max_cards))
    yield from in_slices(partial(prewarm_tools, layout))


def _wins(setup: Setup, seat: Seat) -> Text:
    return count("match.won", "1 win", "{n} wins", n=setup.wins(seat))


def seat_note(setup: Setup, match: Match, seat: Seat, score: Text | None = None) -> Text:
    """Who sits at a seat, where that needs a word: the player, whose hand it is, games won.

    `score`: how far the seat has come in this match.
    """
    parts: list[Text] = [] if score is None else [score]
    practice = setup.after_practice is not None
    counts = bool(setup.won) and not practice
    if seat in setup.computers:
        if counts:
            parts.append(_wins(setup, seat))
        return joined(" · ", setup.player(seat).words, *parts)
    if practice:
        parts.append(say("match.practice", "Practice"))
    if setup.own_names[seat]:
        parts.append(match.game.seat_names[seat])
    elif counts:
        parts.append(say("match.player", "Player {number}", number=setup.player_number(seat) + 1))
    if counts:
        parts.append(_wins(setup, seat))
    team = setup.own[seat].team
    if team > 1:
        played = sum(ply.seat == seat for ply in match.plies)
        number = played % team + 1
        parts.append(say("match.hand", "person {number} of {team}", number=number, team=team))
    return joined(" · ", *parts)


def result_head(match: Match, outcome: Outcome, setup: Setup | None = None) -> Text:
    """The headline of a result: who won, by name where the setup knows one."""
    called = setup.name if setup is not None else match.game.seat_names.__getitem__
    names = [called(seat) for seat in outcome.winners]
    if not names and outcome.reason == STOPPED:
        return say("result.stopped", "Game abandoned.")
    if not names:
        return say("result.draw", "A draw")
    if len(names) == 1:
        return say("result.won", "{who} wins!", who=names[0])
    return say("result.tie", "{names} share the win.", names=listed(names))


def looking_back(match: Match, at: int) -> Text:
    """Where one is while stepping through the plies, after `at` of them."""
    if at == 0:
        return say("match.looking_start", "Start position")
    return say(
        "match.looking",
        "Looking back: turn {at} of {count}",
        at=match.turns_until(at),
        count=match.turns_until(len(match.plies)),
    )
