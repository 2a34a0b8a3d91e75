"""The model of a match scene: the match, its seats, the timeline and the ply being entered.

The timeline holds which moment of the match is shown: an animated ply, or an earlier position.
The session draws nothing and opens no page. Each change queues an event; the scene drains the
queue, refreshes once and saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, inf
from typing import Any, Final, Protocol, TypeAlias

from tabletop.engine import (
    CHANCE,
    ROLL,
    Call,
    Game,
    IllegalMove,
    Match,
    Outcome,
    Picker,
    Ply,
    Refusal,
    Seat,
    Spot,
    Text,
    Word,
    say,
)
from tabletop.engine.game import after_steps
from tabletop.engine.match import (
    NOTHING_TO_TAKE_BACK,
    SOURCE_SCREEN,
    TENTHS_BELOW_SECONDS,
    THROWS_STAY,
)
from tabletop.engine.record import UNFINISHED_RESULT
from tabletop.input.actions import Button
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.refusals import ROLL_FIRST, UNDO_BOUND
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.tween import Timer

FINISH_SECONDS: Final = 1.4
"""Seconds in which the winning line is drawn, before the result is shown."""

CALL_WAIT_SECONDS: Final = 3.0
"""Seconds of each wait for a call, after each phase of an animation."""


class PlyTiming(Protocol):
    """How long plies are shown."""

    def seconds(self, ply: Ply) -> float:
        """How long the animation of a ply takes."""
        ...

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply ends, in seconds of its animation."""
        ...


class MatchTimeline:
    """A match, the ply that is animated, and the ply that is looked back at, if any."""

    def __init__(self, match: Match, timing: PlyTiming) -> None:
        self.match = match
        self._timing = timing
        self.motion: PlyAnimation | None = None
        self._call = match.game.call(match.options)
        """If the game is won by calling, the animation waits for calls."""
        self._rests: tuple[float, ...] = ()
        """When the animation is still to wait for a call, in seconds since its beginning."""
        self._wait: Timer | None = None
        self.held = False
        """A computer is to act: touches play nothing."""
        self.at: int | None = None
        """How many plies are shown while somebody looks back; None: all."""
        self._finish: Timer | None = Timer(0.0) if match.outcome else None
        self.seen = match.outcome is not None
        """The result has been shown."""

    @property
    def busy(self) -> bool:
        """No ply can be entered: animation, looking back, a computer's turn, end."""
        computes = self.motion is not None or self.held
        return computes or self.at is not None or self.match.outcome is not None

    @property
    def waits(self) -> bool:
        """The animation waits, so that somebody may call."""
        return self.motion is not None and self._wait is not None

    @property
    def waits_for(self) -> float:
        """Seconds that the animation still waits for a call; infinite if it does not."""
        return self._wait.length - self._wait.spent if self.waits and self._wait else inf

    @property
    def seconds_to_call(self) -> int:
        """The same in whole seconds, as it is counted down; 0 if it does not wait."""
        return ceil(self.waits_for) if self.waits else 0

    def wakes_in(self) -> float:
        """Seconds until the animation or the time that a clock shows changes."""
        match = self.match
        if (self.motion is not None and not self.waits) or (
            self._finish is not None and not self.seen
        ):
            return 0.0  # something changes with every frame
        if self.waits:
            return self.waits_for % 1.0 + 0.005  # the seconds are counted down
        if not match.clock.ticking or match.outcome is not None:
            return inf
        left = match.clock.left[match.game.acting(match.state)]
        return 0.1 if left <= TENTHS_BELOW_SECONDS else left % 1.0 + 0.005

    @property
    def result_is_due(self) -> bool:
        finish = self._finish
        return finish is not None and finish.done and self.motion is None and not self.seen

    @property
    def count(self) -> int:
        """How many plies are shown."""
        return len(self.match.plies) if self.at is None else self.at

    def run(self, dt: float, animation_scale: float) -> bool:
        """Lets time pass; True when an animation has just ended."""
        if self.motion is not None:
            if self._wait is not None:
                self._wait.run(dt)
                if not self._wait.done:
                    return False
                self._wait = None
            self._go_on(
                self.motion.ply,
                self.motion.spent + (dt / animation_scale if animation_scale else inf),
            )
            return self.motion is None
        if self._finish is not None and not self._finish.done:
            self._finish.run(dt if animation_scale else inf)
        return False

    def _go_on(self, ply: Ply, spent: float) -> None:
        """Advances the animation to `spent` seconds, or to where it waits for a call."""
        if self._rests and spent >= self._rests[0]:
            self._wait = Timer(CALL_WAIT_SECONDS)
            spent, self._rests = self._rests[0], self._rests[1:]
        arrived = self._wait is None and spent >= self._timing.seconds(ply)
        self.motion = None if arrived else PlyAnimation(ply, spent)

    def show(self, ply: Ply, animation_scale: float, *, again: bool = False) -> None:
        """Starts the animation of a ply; if `animation_scale` is 0 it only waits for calls.

        `again`: the ply is shown because somebody looks back; it does not wait for calls.
        """
        self._wait = None
        self._rests = () if again or self._call is None else self._call_times(self._call, ply)
        self.motion = PlyAnimation(ply, 0.0) if animation_scale or self._rests else None

    def _call_times(self, call: Call, ply: Ply) -> tuple[float, ...]:
        """The ends of the phases after which a call could be true."""
        game = self.match.game
        standing, phases = game.pieces(ply.before), game.effects(ply.before, ply.move)
        return tuple(
            rest
            for count, rest in enumerate(self._timing.rests(ply), 1)
            if call.possible(after_steps(standing, phases[:count]))
        )

    def hurry(self) -> None:
        """Skips the animation to its end, or to where it waits for a call."""
        if self.motion is None or self.waits:
            return
        self._go_on(self.motion.ply, inf)

    def stop(self) -> None:
        """Ends the animation at once."""
        self.motion = self._wait = None
        self._rests = ()

    @contextmanager
    def as_arrived(self) -> Iterator[None]:
        """Meanwhile all properties have the values that they will have after the animation."""
        motion, self.motion = self.motion, None
        yield
        self.motion = motion

    def end(self) -> None:
        """The match is over: the winning line is drawn, then the result is due."""
        self._finish = Timer(FINISH_SECONDS)
        self.seen = False
        self.at = None

    def reopen(self) -> None:
        """Plies were taken back: the present is shown, and no result is due."""
        self._finish = None
        self.seen = False
        self.at = None

    def look(self, button: Button, animation_scale: float) -> None:
        """Steps through the plies of a running or finished match; steps forwards are animated."""
        plies = self.match.plies
        at = self.count
        self.stop()
        match button:
            case Button.EARLIER:
                at = max(0, at - 1)
            case Button.LATER:
                if at < len(plies):
                    self.show(plies[at], animation_scale, again=True)
                at = min(len(plies), at + 1)
            case Button.FIRST:
                at = 0
            case _:
                at = len(plies)
        over = self.match.outcome is not None
        self.at = at if at < len(plies) or over else None

    @property
    def finish(self) -> float | None:
        """How much of the winning line is drawn, from 0 to 1; None where no end is shown."""
        if self._finish is None or self.motion is not None:
            return None
        match = self.match
        if self.count != len(match.plies):
            return None
        ended = match.state.outcome() or (match.outcome if self._call else None)
        return self._finish.share if ended is not None else None

    def snapshot(
        self, hand: MoveInput, refused: MoveRefused | None, animation_scale: float
    ) -> BoardSnapshot:
        """What the board shows."""
        plies, count = self.match.plies, self.count
        state = self.match.state if count == len(plies) else plies[count].before
        live = not self.busy
        picker = hand.picker
        acting = self.motion.ply.before if self.motion else state
        return BoardSnapshot(
            game=self.match.game,
            state=state,
            seat=self.match.game.acting(acting),
            last=plies[count - 1] if count else None,
            picked=picker.picked if live else (),
            open=hand.open if live else frozenset(),
            candidates=picker.candidates if live and picker.picked else (),
            preview=hand.preview if live else None,
            chosen=hand.chosen if live else (),
            carried=hand.carried if live else None,
            motion=self.motion,
            cursor=hand.cursor if live else None,
            held=hand.held if live else None,
            refused=refused.spots if refused and live else (),
            reasons=refused.refusal.places if refused and live else (),
            finish=self.finish,
            animation_scale=animation_scale,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A ply was played, and its animation begins."""

    ply: Ply


@dataclass(frozen=True, slots=True)
class Arrived:
    """The animation of a ply has run to its end."""

    ply: Ply


@dataclass(frozen=True, slots=True)
class TakenBack:
    """One or more plies were taken back."""


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Somebody else plays, or a seat's language, text size or direction is another."""

    before: Setup


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Another match is played from now on."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Something else that is shown has changed."""


MatchEvent: TypeAlias = Played | Arrived | TakenBack | SeatsChanged | Ended | Begun | Changed


class MatchKeeper(Protocol):
    """Saves one match and counts it in the usage metrics."""

    @property
    def match_id(self) -> str:
        """The key of the match in the store."""

    def run(self, dt: float) -> bool:
        """Adds seconds to the playing time; True if a running clock is to be saved again."""

    def save(self, setup: Setup) -> None:
        """Saves what has changed."""

    def leave(self) -> None:
        """The match is no longer the current one."""

    def close(self) -> None:
        """Counts a match that people have left."""

    def count_refusal(self, reason: Text, rule: str) -> None:
        """Counts a refusal."""

    def count_hint(self) -> None:
        """Counts a hint."""


class MatchSession:
    """A match in progress. All changes go through its methods, and each queues an event."""

    def __init__(
        self,
        setup: Setup,
        match: Match,
        match_id: str,
        *,
        timing: PlyTiming,
        keep: Callable[[Setup, Match, str], MatchKeeper],
        animation_scale: Callable[[MatchSession], float],
    ) -> None:
        """`timing` tells how long plies are shown, and `keep` makes what saves a match.

        `animation_scale`: real seconds that one second of animation takes; 0 means no animation.
        """
        self._timing = timing
        self._keep = keep
        self._animation_scale = animation_scale
        self.events: list[MatchEvent] = []
        """What has happened since the last `drain`, oldest first."""
        self._minded: frozenset[Seat] = frozenset()
        self._take(setup, match, match_id)

    def _take(self, setup: Setup, match: Match, match_id: str = "") -> None:
        self.setup = setup
        self.match = match
        self.keeper = self._keep(setup, match, match_id)
        self.timeline = MatchTimeline(match, self._timing)
        self.hand = MoveInput(match.game, match.state)
        self.unwatched = False
        """No person plays any more, so the game may run fast."""
        self.recently_undone = False
        """A ply was taken back, and no person has played since."""
        self._unsaved = False

    # -- what it is -------------------------------------------------------------------------------

    @property
    def acting(self) -> Seat:
        """The seat that is to move, or to throw."""
        return self.match.game.acting(self.match.state)

    @property
    def filler(self) -> PlayerSpec:
        """Who plays at the acting seat."""
        return self.setup.player(self.acting)

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    @property
    def animation_scale(self) -> float:
        """Real seconds that one second of animation takes; 0 means no animation."""
        return self._animation_scale(self)

    @property
    def minded(self) -> frozenset[Seat]:
        """Seats of absent people at which a computer plays until they come back."""
        return self._minded.intersection(self.setup.computers)

    @property
    def kept_setup(self) -> Setup:
        """Who plays where, as it is saved: minded seats belong to their people."""
        setup = self.setup
        for seat in self.minded:
            setup = setup.with_player(seat, PERSON)
        return setup

    def is_person(self, seat: Seat) -> bool:
        return seat not in self.setup.computers

    @property
    def last_person_ply(self) -> Ply | None:
        """The last ply that no computer played or rolled."""
        computers = self.setup.computers if self.setup.persons else ()
        ply: Ply
        for ply in reversed(self.match.plies):
            if self.match.game.acting(ply.before) not in computers:
                return ply
        return None

    def why_no_undo(self, *, plies_alone: bool = False) -> Text | None:
        """Why nothing can be taken back now; None if something can.

        Whoever looks back returns to the present with it, and what is picked is put back first.
        `plies_alone`: asks for plies whatever else could be taken back.
        """
        if not plies_alone:
            if self.timeline.at is not None:
                return None
            if self.hand.bound:
                return UNDO_BOUND
            if self.hand.picker.picked:
                return None
        match, last = self.match, self.last_person_ply
        if self.setup.official:
            return say("refused.undo_tournament", "In a tournament, you can’t take moves back.")
        if not match.plies:
            return NOTHING_TO_TAKE_BACK
        if last is None:
            return say("refused.undo_computers", "Only the computers have moved so far.")
        if match.outcome is not None:
            return match.over_words
        if last.seat == CHANCE:
            return THROWS_STAY
        for ply in reversed(match.plies):
            if ply is last:
                break
            if ply.seat == CHANCE and ply.source != SOURCE_SCREEN:
                return THROWS_STAY
        return None

    # -- events -----------------------------------------------------------------------------------

    def drain(self) -> tuple[MatchEvent, ...]:
        """The events since the last call, oldest first."""
        events, self.events = tuple(self.events), []
        return events

    def changed(self) -> None:
        """Queues `Changed`: something that is shown, but not part of the session, has changed."""
        self.events.append(Changed())

    def save(self) -> None:
        """Saves the match if something has changed that is saved."""
        if self._unsaved:
            self._unsaved = False
            self.keeper.save(self.kept_setup)

    def mark_unsaved(self) -> None:
        self._unsaved = True

    # -- playing ----------------------------------------------------------------------------------

    def play(self, move: Any, source: str = "") -> Ply:
        """Plays a ply or its text; IllegalMove if the rules do not allow it."""
        ply = self.match.play(move, source)
        self.timeline.show(ply, self.animation_scale)
        self.hand.reset(self.match.state)
        self._unsaved = True
        self.recently_undone = self.recently_undone and ply.seat not in self.setup.persons
        self.events.append(Played(ply))
        if self.match.outcome is not None:
            self.end()
        return ply

    def take_back(self, back: Ply | None = None) -> None:
        """Goes back to before the ply `back`, or else to before a person's last decision.

        IllegalMove says why that cannot be.
        """
        match, last = self.match, back or self.last_person_ply
        why = self.why_no_undo(plies_alone=True)
        if why is not None and (back is None or self.setup.official):
            raise IllegalMove(why)
        if last is not None and last.seat == CHANCE:
            raise IllegalMove(THROWS_STAY)
        while match.undo(throws=back is None) is not last:
            pass
        self.timeline.reopen()
        self.hand.reset(match.state)
        self._unsaved = True
        self.recently_undone = True
        self.events.append(TakenBack())

    def resign(self, seat: Seat) -> None:
        self.match.resign(seat)
        self.end()

    def agree(self) -> None:
        """Ends the match as a draw."""
        self.match.agree()
        self.end()

    def stop(self) -> None:
        """Ends the match without a result."""
        self.match.stop()
        self.end()

    def win_by_call(self, outcome: Outcome, laid: Any | None = None) -> None:
        """Ends the match by a true call; `laid` is the ply that can no longer be taken back."""
        before = self.match.outcome
        if laid is not None:
            self.match.play(laid)  # a full board must not end the match before the call does
        self.match.end(outcome)
        if self.match.outcome != before:
            self.timeline.stop()
            self.end()

    def end(self) -> None:
        """The match is over: by the rules, by the clock, by a call or from outside."""
        # The next game of the series is played by the people again.
        self.setup, self._minded = self.kept_setup, frozenset()
        self.hand.let_go()
        self.timeline.end()
        self._unsaved = True
        self.events.append(Ended())

    def begin(self, setup: Setup, match: Match) -> None:
        """Another match is played from now on, at the same table."""
        self._take(setup, match)
        self.events.append(Begun())

    def look(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        self.hand.let_go()
        self.timeline.look(button, self.animation_scale)

    def rewind(self) -> None:
        """Shows the match from before its first ply, and does not save it as the current one."""
        self.timeline.at = 0
        self.timeline.seen = True
        self.keeper.leave()

    # -- seats ------------------------------------------------------------------------------------

    def reseat(self, setup: Setup, laid: Any | None = None) -> None:
        """Others play from now on, or seats have other settings of their own.

        `laid` is the ply that would only confirm what the acting seat cannot take back: it is
        played before a computer takes the seat.
        """
        setup = replace(setup, feat=self.setup.feat)
        if laid is not None and not self.over and setup.player(self.acting).is_computer:
            self.play(laid)
        before = self.setup
        if setup.persons != before.persons:
            self.hand.let_go()
            self.hand.reset(self.match.state)
            self.unwatched = bool(before.persons) and not setup.persons
        self.setup = setup
        self._unsaved = True
        self.events.append(SeatsChanged(before))

    def mind(self, seat: Seat, filler: PlayerSpec, laid: Any | None = None) -> None:
        """A computer plays at a seat until its people come back."""
        self._minded |= {seat}
        self.reseat(self.setup.with_player(seat, filler), laid)

    def resume_seat(self, seat: Seat, laid: Any | None = None) -> None:
        """The people of a minded seat play it themselves again."""
        if seat in self.minded:
            self.reseat(self.setup.with_player(seat, PERSON), laid)
        self._minded -= {seat}

    # -- time -------------------------------------------------------------------------------------

    def run(self, dt: float, *, clock_runs: bool) -> None:
        """Lets time pass for the clock and the animation."""
        # The clock stands still while something moves: nobody can think before they have seen it.
        ticks = clock_runs and self.match.clock.ticking and self.timeline.motion is None
        if ticks and self.match.tick(dt) is not None:
            self.end()
        timeline = self.timeline
        motion, seconds = timeline.motion, timeline.seconds_to_call
        if timeline.run(dt, self.animation_scale) and motion is not None:
            self.events.append(Arrived(motion.ply))
        elif timeline.seconds_to_call != seconds:
            self.changed()

    def leave(self) -> None:
        """People have left the match."""
        self.keeper.save(self.kept_setup)
        self.keeper.leave()
        self.keeper.close()


def fork_match(match: Match, count: int, seed: int, date: str) -> Match:
    """A new match that goes on after the first `count` plies of another.

    It keeps the throws so far and their sources; throws to come are new.
    """
    record, control = match.record(), match.clock.control
    throws = sum(ply.seat == CHANCE for ply in match.plies[:count])
    begun = replace(
        record,
        seed=seed,
        date=date,
        left=control.start(match.seats, match.clock.more).left if match.clock.ticking else (),
        result=UNFINISHED_RESULT,
        reason="",
        scores=(),
        sources=record.sources[:throws],
        plies=record.plies[:count],
    )
    return Match.replay(match.game, begun)


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """The touches are a complete ply."""

    move: Any


@dataclass(frozen=True, slots=True)
class ThrowRequested:
    """The dice are to be thrown."""


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The touch is refused: why, and where."""

    refusal: Refusal
    spots: tuple[Spot, ...]
    """The places that were touched; the refusal names those that are the reason."""


@dataclass(slots=True)
class _Contact:
    number: tuple[str, int]
    began: Spot | None
    fresh: bool
    """It picked the place where it came down."""
    left: bool = False
    """It has been over another place since."""


class MoveInput:
    """Enters one ply at a time, place by place. Contacts beside the first are ignored."""

    def __init__(self, game: Game, state: Any) -> None:
        self._game = game
        self._contact: _Contact | None = None
        self.cursor: Spot | None = None
        self._preview: Any = None
        self.chosen: Word = ()
        """The touches of the ply that is chosen by its card."""
        self.held: tuple[Spot, Point] | None = None
        self.carried: Point | None = None
        """Where a finger that came down beside the board carries a new piece."""
        self.reset(state)

    def reset(self, state: Any) -> None:
        """Starts a new ply, on another state."""
        self.state = state
        self.dice = state.turn == CHANCE and bool(state.moves())
        moves = () if state.turn == CHANCE else state.moves()
        self.picker = Picker(moves, partial(self._game.spell, state))
        self.chosen = ()
        self.let_go()

    @property
    def preview(self) -> Any:
        """The ply that letting go now would play, or else the one that is chosen."""
        if self._preview is not None or not self.chosen:
            return self._preview
        return self.picker.spelled(self.chosen)

    @property
    def open(self) -> frozenset[Spot]:
        return frozenset((ROLL,)) if self.dice else self.picker.open

    def let_go(self) -> None:
        """Forgets the contact and what it would have done; what was picked stays."""
        self._contact = None
        self._preview = None
        self.held = self.carried = None

    @property
    def bound(self) -> bool:
        """Something was picked that the game does not allow to be taken back."""
        return 0 < len(self.picker.picked) <= self._game.firm

    def back(self) -> bool:
        """Takes the last touch or the chosen card back; False if there was none, or it stays."""
        self.let_go()
        if self.chosen:
            self.chosen = ()
            return True
        return not self.bound and self.picker.back()

    def choose(self, word: Word) -> MoveEntered | None:
        """Chooses a ply by its card, to be looked at; chosen again it is entered."""
        if self.picker.spelled(word) is None:
            return None
        if word == self.chosen:
            return self.confirm()
        self.let_go()
        self.chosen = word
        return None

    def confirm(self) -> MoveEntered | None:
        """Enters the chosen ply."""
        move = self.picker.spelled(self.chosen)
        if move is None:
            return None
        self.chosen = ()
        self.picker.go_to(())
        return MoveEntered(move)

    def weigh(self, word: Word) -> None:
        """A pointer or the cursor is over a card: shows what its ply does."""
        if self._contact is None:
            self._preview = self.picker.spelled(word)

    def _anew(self) -> None:
        """Takes back all touches that do not stay."""
        while not self.bound and self.picker.back():
            pass

    def _begins(self, spot: Spot) -> bool:
        """Whether a legal ply goes on with this place once the touches are taken back."""
        kept = self.picker.picked[: self._game.firm]
        return self.picker.starts((*kept, spot))

    def down(self, number: tuple[str, int], spot: Spot | None) -> None:
        """A finger came down: an open place is picked at once."""
        if self._contact is not None and not self._rests(self._contact):
            return
        contact = _Contact(number, spot, fresh=False)
        self._contact = contact
        self.chosen = ()
        if spot is None or self.dice:
            return
        if spot in self.picker.open:
            self._answer(contact, spot)
        elif not self._is_last(spot) and self._begins(spot):
            # Another own piece: the word begins again with it.
            self._anew()
            self._answer(contact, spot)

    def pull(self, number: tuple[str, int], at: Point) -> bool:
        """The contact moved: a piece that it picked follows. True if it enters the ply."""
        contact = self._contact
        if contact is None or contact.number != number or self.dice:
            return False
        if contact.began is None:
            self.carried = at
        elif contact.fresh or self._is_last(contact.began):
            self.held = (contact.began, at)
        return True

    def over(self, spot: Spot | None) -> None:
        """The finger that moves is over a place: shows what a drop would do there."""
        if self._contact is not None and spot != self._contact.began:
            self._contact.left = True
        is_open = spot is not None and spot in self.picker.open
        self._preview = self.picker.completing(spot) if spot and is_open else None

    def tap(self, number: tuple[str, int]) -> MoveEntered | ThrowRequested | MoveRefused | None:
        """The finger went up where it came down."""
        contact = self._contact
        if contact is None or contact.number != number:
            return None
        self.let_go()
        return None if contact.fresh else self.touch(contact.began)

    def drop(
        self, number: tuple[str, int], spot: Spot | None
    ) -> MoveEntered | ThrowRequested | MoveRefused | None:
        """The finger went up elsewhere."""
        contact = self._contact
        if contact is None or contact.number != number:
            return None
        self.let_go()
        if self.dice:
            # A shake of the dice is as good as a tap on them.
            return self.touch(contact.began)
        if spot is not None and spot == contact.began:
            if not contact.fresh:
                return self.touch(spot)
            if contact.left:
                self.picker.back()  # a piece that was carried about and put back
            return None
        if spot is None:
            if contact.fresh:
                self.picker.back()
            return None
        if contact.fresh or (contact.began is not None and self._is_last(contact.began)):
            return self.touch(spot)
        if spot in self.picker.open:
            return self.touch(spot)
        if contact.began in self.picker.open:
            return None  # the finger slid off a place where it would have played
        # A piece that may not be moved stays where it is: it was pulled at, so say why.
        standing = self._game.pieces(self.state)
        return self.touch(contact.began) if contact.began in standing else None

    def cancel(self, number: tuple[str, int]) -> None:
        """The contact was cancelled."""
        if self._contact is not None and self._contact.number == number:
            if self._contact.fresh:
                self.picker.back()
            self.let_go()

    def consider(self, spot: Spot | None) -> None:
        """A pointer or the cursor stands over a place: shows what touching it would play."""
        if self._contact is None and not self.dice:
            is_open = spot is not None and spot in self.picker.open
            self._preview = self.picker.completing(spot) if spot and is_open else None

    def touch(self, spot: Spot | None) -> MoveEntered | ThrowRequested | MoveRefused | None:
        """A place was touched by a tap, a key or a button."""
        if self.dice:
            if spot is None:
                return None
            if spot == ROLL:
                return ThrowRequested()
            return MoveRefused(Refusal(ROLL_FIRST, self._game.dice_rule, (ROLL,)), (spot,))
        self.chosen = ()
        if spot is None:
            self._anew()
            return None
        if spot in self.picker.open:
            return self._pick(spot)
        if self._is_last(spot):
            self.back()
            return None
        if self.picker.picked and self._begins(spot):
            self._anew()
            return self._pick(spot)
        if len(self.picker.open) == 1 and not self.picker.picked and not self._game.firm:
            (only,) = self.picker.open
            if self.picker.starts((only, spot)):
                self.picker.pick(only)
                return self._pick(spot)
        word = (*self.picker.picked, spot)
        refusal = self._game.why_touch(self.state, word)
        return MoveRefused(refusal, (spot,)) if refusal is not None else None

    def _pick(self, spot: Spot) -> MoveEntered | None:
        move = self.picker.pick(spot)
        if move is None:
            return None
        self.picker.go_to(())
        return MoveEntered(move)

    def _answer(self, contact: _Contact, spot: Spot) -> None:
        """Shows at once what a touch does; a ply is only played when the finger lifts."""
        move = self.picker.completing(spot)
        if move is not None:
            self._preview = move
        else:
            self.picker.pick(spot)
            contact.fresh = True

    def _rests(self, contact: _Contact) -> bool:
        """Whether it touches nothing that can be picked, as a palm does."""
        began = contact.began
        return began is None or not (contact.fresh or began in self.open or self._is_last(began))

    def _is_last(self, spot: Spot) -> bool:
        return bool(self.picker.picked) and self.picker.picked[-1] == spot
