"""Several people who touch one board at the same time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin

from tabletop.games.sevens.rules.pieces import Point
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.tangram_hands import Tangram

HOLDING, TAPPING = 91, 92
"""The fingers of the one who minds the buttons."""
STEPS = 12


@dataclass(frozen=True, slots=True)
class Carry:
    """A piece that two fingers bring to a place, turning it on the way."""

    number: int
    to: Point
    turn: float
    grip: float = 0.3
    """Units of each finger from the middle of the piece."""

    @property
    def fingers(self) -> tuple[int, int]:
        return 10 * self.number + 1, 10 * self.number + 2


class Team:
    """All fingers on the glass. It changes with every frame that is shown."""

    def __init__(
        self,
        tangram: Tangram,
        show: Callable[[Mapping[int, Pixel]], None],
        wait: Callable[[str, Callable[[], bool]], None],
    ) -> None:
        """`show` lets the program see where all fingers are, `wait` until something is so."""
        self.tangram = tangram
        self._show, self._wait = show, wait
        self.at: dict[int, Pixel] = {}
        self.most = 0
        """How many fingers were down at once."""

    def show(self) -> None:
        self.most = max(self.most, len(self.at))
        self._show(dict(self.at))

    def wait(self, what: str, seen: Callable[[], bool]) -> None:
        """Waits with all fingers where they are."""
        self._wait(what, seen)

    def lift(self, *fingers: int) -> None:
        for finger in fingers:
            del self.at[finger]
        self.show()

    def hold(self, key: str) -> None:
        """A finger goes down on a button and stays."""
        self.ready()
        self.at[HOLDING] = self.tangram.place_of(key)
        self.show()

    def tap(self, at: Pixel) -> None:
        self.at[TAPPING] = at
        for _ in range(4):  # longer than any flicker
            self.show()
        self.lift(TAPPING)

    def press(self, key: str) -> None:
        """Taps a button of the match, whatever else goes on."""
        self.ready()
        self.tap(self.tangram.place_of(key))

    def ready(self) -> None:
        self.wait("a part that hears fingers", lambda: not self.tangram.phase.ignores_touches)

    def carry(self, carries: Iterable[Carry], meanwhile: Callable[[], None] | None = None) -> None:
        """All pieces at once, each with two fingers; in the middle of it something else."""
        roads = [(carry, self._road(carry)) for carry in carries]
        for step in range(STEPS + 1):
            for carry, road in roads:
                self.at |= dict(zip(carry.fingers, next(road), strict=True))
            self.show()
            if step == STEPS // 2 and meanwhile is not None:
                meanwhile()
        for _ in range(30):  # the pieces catch up with the hands
            self.show()
        for carry, _ in roads:
            self.lift(*carry.fingers)
        self.settle()

    def settle(self) -> None:
        self.wait("pieces at rest", lambda: self.tangram.surface.pieces.asleep)

    def _road(self, carry: Carry) -> Iterator[tuple[Pixel, Pixel]]:
        start = self.tangram.surface.pieces.pieces[carry.number].pose.at
        for step in range(STEPS + 1):
            share = step / STEPS
            angle = radians(carry.turn * share)
            x = start[0] + (carry.to[0] - start[0]) * share
            y = start[1] + (carry.to[1] - start[1]) * share
            dx, dy = carry.grip * cos(angle), carry.grip * sin(angle)
            yield (
                self.tangram.spot((x - dx, y - dy)),
                self.tangram.spot((x + dx, y + dy)),
            )


def arrange_together(team: Team) -> None:
    """From the coin to seven pieces laid by up to ten fingers at once, far from each other."""
    tangram = team.tangram
    pieces = tangram.surface.pieces
    assert pieces.tray is not None
    left, across, down = pieces.tray.right, pieces.walls.width, pieces.walls.height

    def cell(column: int, row: int) -> Point:
        return left + (across - left) * (column + 0.5) / 3, down * (row + 0.5) / 3

    numbers: dict[str, list[int]] = {kind: [] for kind in "LMSQP"}
    for piece in pieces.pieces:
        numbers[piece.kind].append(piece.number)
    # Two people with two fingers each, while a third holds the curtain and taps a button.
    team.hold("curtain")
    team.wait("an open curtain", lambda: tangram.surface.enabled)
    first = [Carry(numbers["L"][0], cell(0, 0), 75.0), Carry(numbers["L"][1], cell(2, 2), -100.0)]
    team.carry(first, lambda: team.press("keep"))
    # Four pieces at once: eight fingers, and the two of the third.
    second = [
        Carry(numbers["M"][0], cell(2, 0), 30.0),
        Carry(numbers["P"][0], cell(0, 2), 130.0, 0.2),
        Carry(numbers["Q"][0], cell(1, 1), 20.0, 0.2),
        Carry(numbers["S"][0], cell(1, 0), -55.0, 0.2),
    ]

    team.carry(second, lambda: team.press("keep"))
    team.carry([Carry(numbers["S"][1], cell(1, 2), 200.0, 0.2)])
    team.lift(HOLDING)
