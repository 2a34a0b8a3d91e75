"""What people need not do in a match of Sevens because a computer player sits opposite."""

from tabletop.ai import LEVELS
from tabletop.games.sevens.phases.arrange import ArrangePart
from tabletop.games.sevens.phases.curtain import PATIENCE
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.input.actions import Button as Key
from tabletop.ui.ask import AskScene
from tabletop.ui.table import Table
from tests.games.sevens.attended import begun, is_computers, step, until
from tests.games.sevens.hands import seed_of

KEEN = LEVELS[3]
AGAINST = (None, KEEN)


def test_nothing_is_hidden_from_it_and_nobody_says_that_it_looked(table: Table) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    part = boxes.part
    assert isinstance(part, ArrangePart)
    keys = {button.key for button in part.buttons.buttons}
    assert keys == {"done", "name", "booklet", "keep"}
    boxes.wait(PATIENCE + 1)
    assert part.curtain.drawn == 1, "nobody's hand is needed to keep it open"
    boxes.scene.desk.levels = (None, None)
    boxes.wait(0.1)
    part = boxes.part
    assert isinstance(part, ArrangePart)
    assert part.curtain.drawn == 0, "a person might look"
    assert {"hold", "stay", "looked"} <= {button.key for button in part.buttons.buttons}


def test_a_computer_is_asked_for_nothing_at_the_toss(table: Table) -> None:
    for levels in ((KEEN, None), (None, KEEN)):
        boxes = begun(table, levels)
        assert boxes.part.seat == levels.index(None)


def test_nobody_gives_up_for_a_computer(table: Table) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    boxes.press(Key.MENU)
    boxes.choose("end")
    assert isinstance(boxes.top, AskScene)
    assert [key for key, _, _ in boxes.top.answers] == ["no", "up:0", "both"]


def test_a_piece_is_unveiled_to_it_without_a_curtain(table: Table) -> None:
    table.seed = lambda: seed_of(Card.UNVEIL, Card.SECONDS)
    boxes = begun(table, (None, LEVELS[0]))
    while not boxes.match.must_unveil or is_computers(boxes):
        step(boxes, pieces=7)
        assert boxes.match.phase is not Phase.OVER
    boxes.take_from_booklet(0)
    boxes.choose("done")
    assert {button.key for button in boxes.part.buttons.buttons} == {"back"}
    boxes.wait(0.5)
    boxes.walk(1)
    boxes.press()
    assert boxes.match.unveiled == 0
