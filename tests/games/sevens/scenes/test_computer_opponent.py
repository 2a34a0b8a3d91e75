"""What people need not do in a match of Sevens because a computer player sits opposite."""

import pytest

from tabletop.ai import LEVELS
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.view.board import AUTO_CLOSE_SECONDS
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Hover
from tabletop.players.player_spec import PlayerSpec
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.computer_match import begun, is_computers, step, until
from tests.games.sevens.scenes.test_real_toss import read
from tests.games.sevens.scripted_match import seed_of
from tests.games.sevens.seatings import set_levels
from tools.album.notes import NotingFrame

KEEN = LEVELS[3]
AGAINST = (None, KEEN)


def test_nothing_is_hidden_from_it_and_nobody_says_that_it_looked(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    phase = boxes.phase
    assert isinstance(phase, ArrangePhase)
    keys = {button.key for button in phase.buttons.buttons}
    assert keys == {"done", "name", "undo", "clear", "booklet", "keep"}
    boxes.wait(AUTO_CLOSE_SECONDS + 1)
    assert phase.curtain.drawn == 1, "nobody's hand is needed to keep it open"
    set_levels(boxes.scene.context, (None, None))
    boxes.wait(0.1)
    phase = boxes.phase
    assert isinstance(phase, ArrangePhase)
    assert phase.curtain.drawn == 0, "a person might look"
    assert {"curtain", "looked"} <= {button.key for button in phase.buttons.buttons}


def test_a_computer_is_asked_for_nothing_at_the_toss(table: AppContext) -> None:
    for levels in ((KEEN, None), (None, KEEN)):
        boxes = begun(table, levels)
        assert boxes.phase.seat == levels.index(None)


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)], ids=str)
def test_it_is_always_told_who_the_computer_is_and_how_strong(
    table: AppContext, size: tuple[int, int]
) -> None:
    boxes = begun(table, AGAINST, size=size)
    until(boxes, Phase.ARRANGE, computer=True)
    seen = [_written(boxes)]
    until(boxes, Phase.GUESS, computer=False)
    seen.append(_written(boxes))
    boxes.match.resign(boxes.match.now, 0)
    boxes.wait(0.1)
    assert boxes.match.phase is Phase.OVER
    seen.append(_written(boxes))
    told = str(PlayerSpec(KEEN).words)
    assert "Computer" in told
    assert [words.count(told) for words in seen] == [1, 1, 1]
    set_levels(boxes.scene.context, (None, None))
    boxes.wait(0.1)
    assert told not in _written(boxes)


def _written(boxes: Boxes) -> str:
    frame = NotingFrame(boxes.scene.context.window)
    boxes.scene.draw(frame)
    return "\n".join(line.text for line in frame.written)


def test_a_computer_that_has_forgotten_the_rest_says_so_before_it_stops(table: AppContext) -> None:
    table.seed = lambda: 0
    boxes = begun(table, (None, LEVELS[0]))
    while boxes.match.round < 2:  # in the last round it has least time
        step(boxes)
    until(boxes, Phase.GUESS, computer=True)
    words, left = "", 0
    while boxes.match.phase is Phase.GUESS:
        surface = boxes.phase.surface
        assert surface is not None
        words, left = _written(boxes), 7 - len(surface.picture())
        boxes.wait(0.3)
    assert left > 0, "another seed is needed"
    assert "can’t remember the rest" in words


def test_the_name_of_the_menu_goes_with_the_pause(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    at = boxes.scene.context.plan.menu.centre
    boxes.scene.handle(Hover(source="mouse", at=at))
    assert "Menu" in _written(boxes)
    boxes.press(Key.MENU)
    boxes.choose("on")
    assert "Menu" not in _written(boxes)


def test_nobody_gives_up_for_a_computer(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    boxes.press(Key.MENU)
    boxes.choose("end")
    assert isinstance(boxes.top, QuestionDialog)
    assert [key for key, _, _ in boxes.top.answers] == ["no", "up:0", "both"]


def test_a_piece_is_unveiled_to_it_without_a_curtain(table: AppContext) -> None:
    table.seed = lambda: seed_of(Card.UNVEIL, Card.SECONDS)
    boxes = begun(table, (None, LEVELS[0]))
    while not boxes.match.must_unveil or is_computers(boxes):
        step(boxes, pieces=7)
        assert boxes.match.phase is not Phase.OVER
    boxes.take_from_booklet(0)
    boxes.choose("done")
    assert {button.key for button in boxes.phase.buttons.buttons} == {"back"}
    boxes.wait(0.5)
    boxes.walk(1)
    boxes.press()
    assert boxes.match.unveiled == 0


def test_the_bar_of_the_person_stays_near(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    own = boxes.scene.context.plan.near
    until(boxes, Phase.ARRANGE, computer=True)
    plan = boxes.scene.context.plan
    assert (plan.far, plan.near.y < plan.far.y) == (own, True)


def test_the_booklet_stays_open_however_long_one_chooses(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    boxes.choose("booklet")
    boxes.choose("figure:1")
    page = boxes.top
    for _ in range(400):
        boxes.stack.update(1.0)
    assert boxes.top is page


def test_the_effect_of_its_card_is_not_told_to_the_person_as_their_own(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.seed = lambda: seed_of(Card.SECONDS, Card.SECONDS)
    boxes = begun(table, (None, LEVELS[0]))
    while boxes.match.phase is not Phase.CARD:
        step(boxes, pieces=7)
        assert boxes.match.phase is not Phase.OVER
    boxes.wait(4)
    words = " ".join(read(boxes.scene, monkeypatch))
    assert "Red looks 5 seconds longer" in words
    assert "you look" not in words.lower()
