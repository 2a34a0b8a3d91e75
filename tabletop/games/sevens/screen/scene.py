"""The match on the screen: the parts of its phases, one after the other, and what is round them."""

from collections.abc import Callable
from threading import Thread
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.learning.scene import SevensLesson
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.phases.page import ConsentAsk, asks_only
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.phases.parts import part_for
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.screen.attendance import Attendance
from tabletop.games.sevens.screen.attending import Attending
from tabletop.games.sevens.screen.clock_face import draw_clock, warm_clock
from tabletop.games.sevens.screen.counted import Counted
from tabletop.games.sevens.screen.desk import FACING, TOGETHER, Desk
from tabletop.games.sevens.screen.heard import Heard
from tabletop.games.sevens.screen.own_hands import OwnHands
from tabletop.games.sevens.screen.score_strip import draw_strip
from tabletop.games.sevens.screen.scored import Scored
from tabletop.games.sevens.screen.seats_page import seats_of
from tabletop.games.sevens.screen.stage import CoveringAsk
from tabletop.games.sevens.screen.two_screens import TwoScreens
from tabletop.games.sevens.surface.wood import plan_of
from tabletop.input.actions import Action
from tabletop.ui.ask import Answers
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.playing import Playing
from tabletop.ui.scene import Change, Push, Scene
from tabletop.ui.widgets import Style

KEEPING: Final = 2.5
"""Seconds of a running clock that a power cut may give back."""
UP: Final = "up:"
"""Begins the answer that a seat gives up, before its number."""


class SevensScene(TwoScreens):
    """A match of two."""

    def __init__(self, desk: Desk, keep: Callable[[SevensMatch], None]) -> None:
        """`keep` is called with the match when something has happened, and as clocks run on."""
        # The match's part is made once it is known how large the board is.
        super().__init__(desk, Part(desk))
        self._keep = keep
        self._heard = Heard(desk)
        self._hands = OwnHands(desk)
        self._attending = Attending(desk)
        self._attendance = Attendance(desk, lambda: self.part, self._follow_people)
        self._counted = Counted(desk)
        self._scored = Scored(desk)
        self.left: Callable[[], None] | None = None
        """What is told when people have left the match."""
        self._kept = -1
        self._since = 0.0
        """Seconds since the match was kept."""
        self._shown: tuple[object, ...] = ()
        self.waits = False
        """A clock would run on from here: it stands still until somebody is ready."""

    @property
    def on_table(self) -> Playing:
        return self._attendance

    def fit(self, canvas: Canvas) -> None:
        super().fit(canvas)
        # How the pieces lie in the tray takes longer to find than a frame may.
        tray = plan_of(self.desk).tray
        Thread(target=tray_poses, args=(FULL_SET, tray), daemon=True).start()

    def refuses(self, action: Action, /) -> bool:
        return self._hands.refuses(action, self.part)

    # -- what happens -------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        if self.waits:
            self.waits = False
            return self._under(self.pause())
        return super().update(dt)

    def pass_time(self, dt: float, /) -> Change:
        change = super().pass_time(dt) or self._under(self._attending.update(dt, self.part))
        self.follow()
        self._since += dt
        self._counted.run(dt)
        if self.desk.match.next_due is not None and self._since >= KEEPING:
            self._keep_now()
        return change

    def _moment(self) -> tuple[object, ...]:
        match = self.desk.match
        turn = match.phase, match.round, match.turn_in_round, len(match.turns), match.arranger
        return *turn, self.desk.levels

    def follow(self) -> None:
        """Puts the part in place that the match has come to, and keeps what happened."""
        self._scored.look()  # the result says what has come of it
        screens, moment = self.follow_screens(), self._moment()
        if moment != self._shown:
            self.part.tell()  # a player who takes over goes on from what lies there
            first, self._shown = not self._shown, moment
            self.show(self.next_part(), first=first)
        elif screens:
            self.lay_out()
        self._counted.look()  # before it is kept, as in every match
        if len(self.desk.match.events) != self._kept:
            self._keep_now()
        self._heard.look(self.part)

    def next_part(self) -> Part:
        """The part for what the match has come to."""
        return part_for(self.desk, self.part)

    def _keep_now(self) -> None:
        self._kept, self._since = len(self.desk.match.events), 0.0
        self._keep(self.desk.match)

    def wakes_in(self) -> float:
        if self.waits or self._moment() != self._shown:
            return 0.0  # a question above was answered, and the match has gone on
        return super().wakes_in()

    def rests(self) -> float:
        return min(super().rests(), self._attending.wakes_in(self.part))

    def leave(self) -> None:
        super().leave()
        self.part.tell()
        self._counted.look()
        self._keep_now()
        self._counted.leave()
        if self.left is not None:
            self.left()

    # -- the pause ----------------------------------------------------------------------------

    @property
    def answers(self) -> Answers:
        answers: list[tuple[str, Text, Style]] = []
        if self.desk.rules is not None:
            answers.append(("rules", say("sevens.pause.rules", "Rules"), "plain"))
        answers.append(("learn", say("sevens.pause.learn", "Learn"), "plain"))
        if self.desk.facing:
            sit = say("sevens.pause.sides", "Sit on one side")
        else:
            sit = say("sevens.pause.facing", "Sit face to face")
            if self.desk.sat != FACING:
                sit = say("sevens.pause.round", "Turn the words to the seats again")
        answers.append(("facing", sit, "plain"))
        if self.desk.match.phase is not Phase.OVER:
            answers.append(("players", say("sevens.pause.players", "Who plays"), "plain"))
            answers.append(("end", say("sevens.pause.end", "End the match"), "plain"))
        return tuple(answers)

    @property
    def leaving(self) -> Text:
        if self.desk.match.phase in (Phase.TOSS, Phase.OVER):
            return super().leaving  # there is nothing to go on with
        return say("sevens.pause.leave", "Leave (the match is kept)")

    def answered(self, answer: str, /) -> Change:
        match answer:
            case "rules" if self.desk.rules is not None:
                return Push(self.desk.rules())
            case "learn":
                lesson = SevensLesson(self.desk.table)
                lesson.playing = True
                return Push(lesson)
            case "facing":
                self._turn_round()
            case "players":
                return Push(seats_of(self.desk, self.part.seat), self._changed_players)
            case "end":
                return Push(self._ask_end(), self._ended)
            case _:
                pass
        return None

    def _turn_round(self) -> None:
        """All words one way, or again as people sit; face to face where nobody sat elsewhere."""
        desk = self.desk
        if desk.facing:
            desk.sat, desk.sides = desk.sides, TOGETHER
        else:
            desk.sides = desk.sat
        self.lay_out()

    def _changed_players(self, answer: object) -> Change:
        del answer
        self._follow_people()
        return None

    def _follow_people(self) -> None:
        """Others play now, or nobody is there: what lies there is told and kept."""
        self.part.let_go()
        self.part.tell()
        self.follow()
        self._keep_now()

    def _paused(self, answer: object) -> Change:
        if answer == "leave" and self.desk.table.locked and self._attendance.put_down():
            self._attendance.left = True  # strangers are told how they find it again
            return None
        return super()._paused(answer)

    def _ask_end(self) -> Scene:
        seat = self.part.seat
        question = say("sevens.end", "End this match?")
        detail = say("sevens.end.detail", "It cannot be taken up again.")
        answers: list[tuple[str, Text, Style]] = [("no", say("sevens.end.no", "Play on"), "main")]
        for each in (seat, 1 - seat):
            if self.desk.level(each) is not None and not self.desk.unattended:
                continue  # people do not give up for a computer player
            up = say("sevens.end.up", "{name} gives up", name=self.desk.name(each))
            answers.append((f"{UP}{each}", up, "plain"))
        answers.append(("both", say("sevens.end.both", "Both stop: nobody wins"), "plain"))
        return CoveringAsk(question, detail, tuple(answers), self.turns)

    def _ended(self, answer: object) -> Change:
        """Does what was chosen, once the other seat has agreed to what is not one's own."""
        seat, other = self.part.seat, 1 - self.part.seat
        if not isinstance(answer, str) or answer == "no":
            return None
        asked = asks_only(self.desk, other) is not None and self.desk.level(other) is None
        if answer == f"{UP}{seat}" or not asked:
            return self._end(answer)
        name = self.desk.name(other)
        question = say(
            "sevens.end.asked", "{name}, shall the match end, and nobody wins?", name=name
        )
        if answer.startswith(UP):
            question = say("sevens.end.asked_up", "{name}, do you give up?", name=name)
        scene = ConsentAsk(self.desk, other, question)
        return Push(scene, lambda agreed: self._end(answer) if agreed == "yes" else None)

    def _end(self, answer: str) -> Change:
        match = self.desk.match
        if match.phase is not Phase.OVER:
            if answer.startswith(UP):
                match.resign(self.desk.now, int(answer.removeprefix(UP)))
            elif answer == "both":
                match.agree(self.desk.now)
            self.follow()
        return None

    # -- drawing ------------------------------------------------------------------------------

    @property
    def head(self) -> Text:
        match = self.desk.match
        if match.phase is Phase.TOSS:
            return say("sevens.title", "Sevens")
        if match.phase is Phase.OVER:
            return say("sevens.after", "After the match")
        return say("sevens.round_of", "Round {number} of 3", number=match.round + 1)

    def draw_column(self, frame: Frame) -> None:
        plan, clock = self.desk.plan, self.part.clock
        warm_clock(frame.canvas, plan.clock)
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
        draw_strip(frame, self.desk, plan.sheet)
