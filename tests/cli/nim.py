"""Nim, so that the commands are tested without the real games."""

from dataclasses import dataclass

from tabletop.engine import BadNotation, Game, Option, Options, Outcome, Refusal, Rule, say


@dataclass(frozen=True, slots=True)
class Heap:
    """Some matches; whoever takes the last one wins, or loses with ``misere``."""

    left: int
    turn: int
    seats: int
    misere: bool

    def moves(self) -> tuple[str, ...]:
        return tuple(str(take) for take in (1, 2, 3) if take <= self.left)

    def play(self, move: str) -> "Heap":
        after = (self.turn + 1) % self.seats
        return Heap(self.left - int(move), after, self.seats, self.misere)

    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        last = (self.turn - 1) % self.seats
        others = tuple(seat for seat in range(self.seats) if seat != last)
        words = say("nim.last", "{who} took the last match.", who=last)
        return Outcome(others if self.misere else (last,), words)

    def __str__(self) -> str:
        return f"{self.left} {self.turn}"


def read_move(text: str) -> str:
    if text not in ("1", "2", "3"):
        raise BadNotation(f"{text!r} is no number of matches")
    return text


def read_state(text: str, seats: int, options: Options) -> Heap:
    left, _, turn = text.partition(" ")
    if not (left.isascii() and left.isdigit() and len(left) < 4 and turn in map(str, range(seats))):
        raise BadNotation(f"{text!r} is no heap")
    return Heap(int(left), int(turn), seats, bool(options["misere"]))


NIM = Game(
    key="nim",
    title=say("nim.title", "Nim"),
    designer="Nobody",
    order=99,
    blurb=(),
    goal=say("test.goal", "Win."),
    seats=(2, 3),
    seat_names=(),
    options=(
        Option("misere", False, (False, True), say("nim.misere", "Who takes the last loses")),
    ),
    rules=(
        Rule("1", say("nim.1", "Taking"), say("nim.1.body", "Take one, two or three matches.")),
        Rule("2", say("nim.2", "The end"), say("nim.2.body", "The last match wins.\nOr loses.")),
    ),
    notation_rule="1",
    end_rule="2",
    first=lambda seats, options: Heap(5, 0, seats, bool(options["misere"])),
    parse_move=read_move,
    parse_state=read_state,
    refuse=lambda state, _: Refusal(say("nim.few", "Only {n} left.", n=state.left), "1"),
)


def find(key: str) -> Game:
    if key != "nim":
        raise KeyError(f"no game is called {key!r}; the games are nim")
    return NIM
