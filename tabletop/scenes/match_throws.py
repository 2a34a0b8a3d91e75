"""A match whose dice are thrown: on the screen, by readers, or by hand and typed in."""

from tabletop.engine import CHANCE, Text
from tabletop.input.actions import Action, Roll
from tabletop.scenes.dice_source import ask_source
from tabletop.scenes.dice_words import THROW_REAL, marked
from tabletop.scenes.match_shown import ShownMatch
from tabletop.scenes.sayings import PAUSED_THROW
from tabletop.scenes.throwing import Cast
from tabletop.scenes.typed_dice import TypedDice
from tabletop.ui.canvas import Point
from tabletop.ui.scene import Change, Push


class ThrownMatch(ShownMatch):
    """Adds what becomes of the dice."""

    def overhear(self, action: Action, /) -> None:
        if isinstance(action, Roll) and self.dice.dice:
            why = self.dice.refused(action, self._course, own_hands=self._own_hands)
            self.edge.tell(marked(why or PAUSED_THROW, simulated=action.simulated))

    def _throw(self) -> Change:
        """Somebody touches the dice, or the button that throws them."""
        match self.dice.source.by:
            case "screen":
                self._cast(self.dice.on_screen())
            case "reader":
                self.notices.tell(THROW_REAL)
            case "typed":
                turns, about = self._at_tray()
                sides = self.dice.dice[-self.dice.missing :]
                lying = self.dice.lying(moving=False)
                asked = TypedDice(sides, lying, turns, about)
                asked.language = self._setup.language(self._match.game.acting(self._match.state))
                return Push(asked, self._typed)
        return None

    def _rolled(self, roll: Roll) -> None:
        """Real dice lie still. Nobody has to wait for what still moves."""
        if self._course.motion is not None and self._match.state.turn == CHANCE:
            self._course.hurry()
        heard = self.dice.heard(roll, self._course, own_hands=self._own_hands)
        if isinstance(heard, Text):
            self.notices.deny(heard)
        elif isinstance(heard, Cast):
            self._cast(heard)
        else:
            self.notices.quiet()
            self._save()

    def _typed(self, values: object) -> Change:
        if isinstance(values, tuple) and self._match.state.turn == CHANCE:
            cast = self.dice.typed(values)
            if cast is not None:
                self._cast(cast)
        return None

    def _cast(self, cast: Cast) -> None:
        self._send(self._match.play(cast.ply, cast.source))

    def _ask_dice(self, seat: int) -> Change:
        """A seat wants to throw by something else."""
        panel = self._layout.panels[seat]
        asked = ask_source(self.dice, panel.turns)
        asked.language, asked.percent = panel.language, panel.percent
        return Push(asked, self._choose_dice)

    def _choose_dice(self, chosen: object) -> Change:
        if isinstance(chosen, str):
            self._chosen = chosen
            self.dice.choose(chosen)
        self._refresh()
        return None

    def _at_tray(self) -> tuple[int, Point]:
        """How the acting seat sees things, and where the middle of the board is."""
        panel = self._layout.panels[self._match.game.acting(self._match.state)]
        return panel.turns, self._layout.canvas.box.centre

    @property
    def _own_hands(self) -> bool:
        return self._table.settings["input.own_hands"]
