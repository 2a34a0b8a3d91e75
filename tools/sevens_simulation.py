"""Turns and whole matches of the computer players of Sevens, without waiting."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.games.sevens.computer.memory import Skill
from tabletop.games.sevens.computer.player import (
    DoneStep,
    LayStep,
    PeekStep,
    PlanSlices,
    PlanStep,
    arrangement_for,
    build_seconds,
    guess_situation,
    plan_turn,
)
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture, Pose


def run_to_end(working: PlanSlices) -> tuple[PlanStep, ...]:
    """Runs the planning to its end; for simulations."""
    while True:
        try:
            next(working)
        except StopIteration as over:
            steps: tuple[PlanStep, ...] = over.value
            return steps


def picture_at(steps: Sequence[PlanStep], peek: float, clock: float, seen: Picture) -> Picture:
    """The pieces when the clock runs out or the turn ends; a simulation."""
    laid: dict[int, Pose] = {}
    spent = 0.0
    for step in steps:
        match step:
            case LayStep():
                spent += step.seconds
                if spent > clock:
                    break
                laid |= step.poses
            case PeekStep():
                spent += step.think + peek
            case DoneStep():
                break
    kinds = seen.kinds
    return Picture.from_poses((kinds[number], pose) for number, pose in laid.items())


def play_to_end(match: SevensMatch, skills: tuple[Skill, Skill]) -> SevensMatch:
    """Plays a match between two skills to its end."""
    while match.phase is not Phase.OVER:
        _play_step(match, skills)
    return match


def _play_step(match: SevensMatch, skills: tuple[Skill, Skill]) -> None:
    now, phase = match.now, match.phase
    match phase:
        case Phase.TOSS:
            match.toss(now)
        case Phase.ARRANGE:
            skill = skills[match.arranger]
            made = arrangement_for(match, skill)
            match.arranged(now + build_seconds(match, skill), made.name, made.picture, made.unveil)
        case Phase.READY:
            match.look(now)
            match.advance(now + match.look_seconds)
        case Phase.GUESS:
            _rebuild(match, skills[match.guesser])
        case Phase.SCORED:
            match.go_on(now)
        case Phase.CARD:
            match.turn_card(now)
            match.go_on(now)
        case _:
            raise AssertionError(f"no step in {phase}")


def _rebuild(match: SevensMatch, skill: Skill) -> None:
    turn = guess_situation(match, skill)
    steps = run_to_end(plan_turn(turn))
    for step in steps:
        if match.phase is not Phase.GUESS:
            return
        match step:
            case LayStep():
                match.advance(match.now + step.seconds)
            case PeekStep():
                match.advance(match.now + step.think)
                if match.phase is Phase.GUESS:
                    match.peek(match.now)
                    match.advance(match.now + turn.peek)
            case DoneStep():
                match.done(match.now)
        spent = turn.clock - (match.clock_left or 0.0)
        match.told(match.now, picture_at(steps, turn.peek, spent + 1e-6, turn.seen))
