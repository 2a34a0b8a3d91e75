"""A very small board game for two phones: three in a row on nine squares."""

from msgspec.structs import replace

from tabletop.engine.diagram import Area, Diagram, Glyph, edge_signs, rectangle, square_tile
from tabletop.engine.text import say
from tabletop.party.diagrams import diagram_json
from tabletop.party.messages import Act, Choose, Sit, Touch, You
from tabletop.party.views import (
    Arrow,
    Board,
    MatchView,
    PhoneButton,
    Question,
    ResultView,
    SeatPlate,
    View,
)
from tests.party.scripted_table import Guest, ScriptedTable

SPOTS = tuple(f"{file}{rank}" for rank in (3, 2, 1) for file in "abc")
LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3")
DIAGRAM = Diagram(
    width=3.7,
    height=3.7,
    tiles=tuple(square_tile(s, (1 + "abc".index(s[0]), 3.1 - int(s[1])), 0.94) for s in SPOTS),
    glyphs=(
        Glyph("B", "stone", 0, say("small.black", "black stone")),
        Glyph("W", "stone", 1, say("small.white", "white stone")),
    ),
    areas=(
        Area(rectangle(0, 0, 3.7, 3.7), "frame", 0.3),
        Area(rectangle(0.45, 0.55, 3.1, 3.1), "groove"),
    ),
    signs=tuple(edge_signs(3, (1, 2.1), 3.45, 0.25)),
    turns=(0, 2),
)
PLATES = (
    SeatPlate(0, "Black", "", "#1b1e23", "#f2d9a6", "#7c858c", "disc", free=True),
    SeatPlate(1, "White", "", "#fbf5e8", "#4a2c1a", "#8f7f60", "diamond", free=True),
)


class SmallGame:
    """The game on a `ScriptedTable`: its squares are touched in turn, and a draw may be agreed."""

    def __init__(self) -> None:
        self.table = ScriptedTable(
            you=lambda: You(None, "", "Three", self.plates),
            diagrams={"three": diagram_json(DIAGRAM, str)},
            on_act=self._act,
        )
        self.plates: tuple[SeatPlate, ...] = PLATES
        self.pieces: dict[str, str] = {}
        self.last = ""
        self.turn = 0
        self.refused = {0: "", 1: ""}
        self.offered: int | None = None
        self.headline = ""

    def _act(self, phone: Guest, act: Act) -> None:
        seat = phone.you.seat
        match act:
            case Sit(number, name):
                self._sit(phone, number, name)
            case Touch(spot) if seat is not None:
                self._touch(seat, spot)
            case Choose("draw"):
                self.offered = seat
            case Choose("agree"):
                self.headline = "A draw"
            case Choose("decline"):
                self.offered = None
            case _:
                return
        self.show()

    def _sit(self, phone: Guest, number: int | None, name: str) -> None:
        self.plates = tuple(
            replace(plate, name=name, taken="phone", free=False)
            if plate.number == number
            else plate
            for plate in self.plates
        )
        phone.you = replace(phone.you, seat=number, name=name, joined=True)

    def _touch(self, seat: int, spot: str) -> None:
        self.refused = {0: "", 1: ""}
        if seat != self.turn or self.headline:
            return
        if spot in self.pieces:
            self.refused[seat] = spot
            return
        self.pieces[spot] = "BW"[seat]
        self.last, self.turn = spot, 1 - seat
        if any(all(self.pieces.get(s) == "BW"[seat] for s in line.split()) for line in LINES):
            self.headline = f"{self.plates[seat].name} wins!"

    def show(self) -> None:
        for phone in list(self.table.guests.values()):
            self.table.tell(phone, replace(phone.you, seats=self.plates))
            if phone.you.joined:
                self.table.show(phone, self.view(phone.you.seat))

    def view(self, seat: int | None) -> View:
        """What a seat sees."""
        own = seat == self.turn and not self.headline
        refused = self.refused[seat] if seat is not None else ""
        board = Board(
            "three",
            turns=0 if seat is None else DIAGRAM.turns[seat],
            pieces=dict(self.pieces),
            lit=tuple(s for s in SPOTS if s not in self.pieces) if own else (),
            last=(Arrow("", self.last),) if self.last else (),
            refused=(refused,) if refused else (),
            reasons=(refused,) if refused else (),
        )
        plates = tuple(replace(plate, active=plate.number == self.turn) for plate in self.plates)
        if self.headline:
            return ResultView("three", "Three", self.headline, "", plates, board=board)
        asked = self.offered is not None and seat == 1 - self.offered
        return MatchView(
            "three",
            "Three",
            board,
            plates,
            active=own,
            head="Your turn" if own else f"{plates[self.turn].name} is next",
            prompt="A piece lies there." if refused else "Lay a stone." if own else "",
            warning=bool(refused),
            tools=(PhoneButton("draw", "Offer a draw", icon="draw"),),
            question=Question(
                "Agree to a draw?",
                PhoneButton("agree", "Agree", "main"),
                PhoneButton("decline", "Play on"),
            )
            if asked
            else None,
        )
