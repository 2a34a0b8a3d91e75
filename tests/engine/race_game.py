"""Race, a small game with a die, for the tests of what does not depend on any one game.

Each turn a die of three sides is thrown, and its number is kept (``keep``) or given to the next
seat (``give``). Whoever has the goal or more first wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from re import fullmatch
from typing import Any

from tabletop.engine import (
    CHANCE,
    BadNotation,
    Game,
    Option,
    Options,
    Outcome,
    Refusal,
    Rule,
    Text,
    Word,
    WrongTouch,
    say,
)

DICE = ("d1", "d2", "d3")
NAMES = (say("race.fox", "Fox"), say("race.hen", "Hen"), say("race.owl", "Owl"))


@dataclass(frozen=True, slots=True)
class Track:
    """The points of every seat, whose turn it is, and the die on the table (0: in the hand)."""

    points: tuple[int, ...]
    seat: int
    die: int
    goal: int

    @property
    def turn(self) -> int:
        return self.seat if self.die else CHANCE

    def moves(self) -> tuple[str, ...]:
        if self.outcome():
            return ()
        return ("keep", "give") if self.die else DICE

    def play(self, move: str) -> "Track":
        if move in DICE:
            return replace(self, die=int(move[1]))
        after = (self.seat + 1) % len(self.points)
        at = self.seat if move == "keep" else after
        points = (*self.points[:at], self.points[at] + self.die, *self.points[at + 1 :])
        return replace(self, points=points, seat=after, die=0)

    def outcome(self) -> Outcome | None:
        if max(self.points) < self.goal:
            return None
        winner = max(range(len(self.points)), key=self.points.__getitem__)
        words = say("race.won", "{who} arrived.", who=NAMES[winner])
        return Outcome((winner,), words, self.points)

    def __str__(self) -> str:
        return f"{','.join(map(str, self.points))} {self.seat} {self.die or '-'}"


def first(seats: int, options: Options) -> Track:
    goal = options["goal"]
    assert isinstance(goal, int)
    return Track((0,) * seats, 0, 0, goal)


def read_move(text: str) -> str:
    if text not in (*DICE, "keep", "give"):
        raise BadNotation(say("race.ply", "'{text}' is no ply of a race", text=text))
    return text


def read_state(text: str, seats: int, options: Options) -> Track:
    start = first(seats, options)
    found = fullmatch(r"([0-9]+(?:,[0-9]+)*) ([0-9]) ([-123])", text)
    points = tuple(map(int, found[1].split(","))) if found else ()
    if found is None or len(points) != seats or int(found[2]) >= seats:
        raise BadNotation(f"{text!r} is no track")
    die = 0 if found[3] == "-" else int(found[3])
    return replace(start, points=points, seat=int(found[2]), die=die)


def refuse(state: Track, move: str) -> Refusal | None:
    if move in DICE:
        return Refusal(say("race.lies", "The die lies on the table"), "1")
    if state.turn == CHANCE:
        return Refusal(say("race.throw", "First throw the die"), "1")
    return None


def spell(_state: Track, move: str) -> tuple[Word, ...]:
    return (("die", move),) if move in DICE else ((move,),)


def refuse_touch(_state: Track, _wrong: WrongTouch) -> Refusal | None:
    return Refusal(say("race.touch", "Touch what shines"), "1")


RACE = Game(
    key="race",
    title=say("race.title", "Race"),
    designer="Nobody",
    order=98,
    blurb=(),
    goal=say("test.goal", "Win."),
    seats=(2, 3),
    seat_names=NAMES,
    options=(
        Option("goal", 6, (6, 20), say("race.goal", "How far it is")),
        Option("weather", "fair", ("fair", "foul"), say("race.weather", "Weather")),
        Option("backwards", False, (False, True), say("race.back", "Backwards")),
    ),
    ruleset=4,
    rules=(
        Rule("1", say("race.1", "Turns"), say("race.1.body", "Throw, then keep or give.")),
        Rule("2", say("race.2", "The end"), say("race.2.body", "The first to arrive wins.")),
    ),
    notation_rule="1",
    end_rule="2",
    first=first,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    refuse_touch=refuse_touch,
    acting=lambda state: state.seat,
)

LIVE = replace(RACE, key="live", title=Text("live.title", "Live"), kind="live")


def finish(match: Any, plies: Sequence[str] = ("d3", "keep", "d3", "keep", "d3", "keep")) -> None:
    """Plays a race to its end: the first seat arrives."""
    for ply in plies:
        match.play(ply)
