"""The scenes of Sevens, as the menu opens them (see `tabletop.ui.live.Live`)."""

from collections.abc import Iterator, Mapping

from tabletop.engine import Record, Text, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.learning.scene import SevensLesson
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.begin import Start
from tabletop.games.sevens.screen.moments import moments as all_moments
from tabletop.games.sevens.screen.opening import Opening
from tabletop.games.sevens.screen.shown import ShownMatch
from tabletop.games.sevens.screen.sitting import usual_sitting
from tabletop.ui.canvas import Canvas
from tabletop.ui.lesson_page import LessonPage
from tabletop.ui.live import NewPage
from tabletop.ui.scene import Scene
from tabletop.ui.table import Table


def opening(
    table: Table,
    rules: NewPage,
    sound: NewPage | None = None,
    match_rules: NewPage | None = None,
) -> Scene:
    """The page that the menu opens."""
    return Opening(table, rules, sound, match_rules)


def begin(
    table: Table,
    options: Mapping[str, OptionValue],
    rules: NewPage,
    sound: NewPage | None = None,
) -> Scene:
    """A fresh match of two."""
    sitting = usual_sitting(table)
    return Start(table, rules, GAME.check_options(options), sitting, sound=sound).match()


def take_up(
    table: Table,
    record: Record,
    match_id: str,
    rules: NewPage,
    sound: NewPage | None = None,
) -> Scene:
    """A kept match, where it was left."""
    start = Start(table, rules, GAME.check_options({}), sound=sound)
    scene = start.taken_up(record, match_id)
    # Nobody is dropped into a running clock: it stands until somebody says so.
    scene.waits = scene.desk.match.next_due is not None
    return scene


def shown(table: Table) -> Scene:
    """Two computer players, from the coin to the result."""
    return ShownMatch(table)


def lesson(table: Table) -> LessonPage:
    """The lesson: pieces laid, a picture looked at and rebuilt."""
    return SevensLesson(table)


def moments(table: Table, canvas: Canvas) -> Iterator[tuple[str, Scene]]:
    """What there is to be seen of Sevens, moment by moment."""
    return all_moments(table, canvas)


def how_far(record: Record) -> Text:
    """How far a kept match has come."""
    match = SevensMatch.replay(record)
    # NOTE for translators: how far a kept match has come; it stands behind a name, in small
    # letters.
    return say("sevens.how_far", "round {number}", number=match.round + 1)
