"""A match of Sevens against the computer on the board of high scores."""

from tabletop.ai import LEVELS
from tabletop.engine import Record
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.phases.over import DEAF, OverPart
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.begin import Start
from tabletop.games.sevens.screen.players import changed
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.screen.sitting import Sitting
from tabletop.store import scores
from tabletop.store.feats import FEAT, Feat
from tabletop.store.scores import Entry, Scope, naming
from tabletop.ui.canvas import Canvas
from tabletop.ui.feat_words import WHY
from tabletop.ui.scene import Change, Scene, Swap
from tabletop.ui.table import Table
from tabletop.ui.winner import Winner
from tests.games.sevens.test_sevens_over import played

KEEN = Sitting(levels=(None, LEVELS[3]))


def begun(table: Table, sitting: Sitting = KEEN) -> SevensScene:
    table.settings = table.settings.but({"kiosk.level": "kiosk", "look.speed": "off"})
    scene = Start(table, Scene, GAME.check_options({}), sitting).match()
    scene.fit(Canvas((1280, 800)))
    scene.desk.match.toss(0.0, 0)
    scene.update(0.1)
    return scene


def won(scene: SevensScene, match: SevensMatch | None = None) -> OverPart:
    """The match is over: Blue has 15 points, Red 12."""
    scene.desk.match = match or played()
    scene.update(0.1)
    scene.update(DEAF)
    assert isinstance(scene.part, OverPart)
    return scene.part


def keys(part: OverPart) -> list[str]:
    return [button.key for button in part.lay_buttons()]


class Board:
    """What a name is asked for, in place of the page that lies above the games."""

    def __init__(self, table: Table) -> None:
        self.asked: list[Winner] = []
        table.asks_name = self.ask

    def ask(self, table: Table, winner: Winner) -> Change:
        self.asked.append(winner)
        table.store.write(naming(winner.match_id, "Anna", ""))
        return winner.back("Anna")


def kept(table: Table, match_id: str) -> Record:
    assert table.store.flush()
    return table.store.find(match_id)


def test_a_win_counts_by_its_points_and_is_named(table: Table) -> None:
    board = Board(table)
    scene = begun(table)
    part = won(scene)
    assert scene.desk.feat == Feat((), "keen", "points", 15, 1, "keen", scene.desk.match_id)
    assert part._why.endswith("Won with 15 points.")
    assert "name" in keys(part)
    part.pressed("name")
    assert [winner.match_id for winner in board.asked] == [scene.desk.match_id]
    assert "name" not in keys(part)
    assert table.store.flush()
    nobody: tuple[Entry, ...] = ()
    (entry,) = table.store.read(lambda db: scores.read(db, Scope()), nobody)
    assert (entry.name, entry.game, entry.feat.number) == ("Anna", GAME.key, 15)
    scene.leave()


def test_a_loss_and_a_match_of_two_people_do_not(table: Table) -> None:
    Board(table)
    for sitting in (Sitting(levels=(LEVELS[3], None)), Sitting()):
        scene = begun(table, sitting)
        part = won(scene)
        assert "name" not in keys(part)
        assert part._why == part.reason
        scene.leave()


def test_a_computer_that_has_played_for_the_person_spoils_it(table: Table) -> None:
    Board(table)
    scene = begun(table)
    scene.on_table.mind(0)
    scene.on_table.hand_back(0)
    part = won(scene)
    assert part._why.endswith(WHY["others"])
    assert "name" not in keys(part)
    assert dict(kept(table, scene.desk.match_id).extra)[FEAT] == "spoilt=others"
    scene.leave()


def test_a_weaker_computer_on_the_way_spoils_it(table: Table) -> None:
    scene = begun(table)
    scene.desk.levels = changed(scene.desk.levels, 1, LEVELS[0])
    scene.update(0.1)
    assert scene.desk.feat.spoilt == ("others",)
    scene.leave()


def test_what_spoilt_it_is_known_when_it_is_taken_up_again(table: Table) -> None:
    scene = begun(table)
    scene.desk.feat = scene.desk.feat.spoiled("others")
    scene.leave()
    record = kept(table, scene.desk.match_id)
    again = Start(table, Scene, GAME.check_options({})).taken_up(record, scene.desk.match_id)
    assert again.desk.feat.spoilt == ("others",)
    again.leave()


def test_wins_in_a_row_go_on_in_the_next_match(table: Table) -> None:
    scene = begun(table)
    part = won(scene)
    change = part.pressed("again")
    assert isinstance(change, Swap)
    following = change.scene
    assert isinstance(following, SevensScene)
    assert following.desk.feat == Feat(wins=1, least="keen", run=scene.desk.match_id)
    scene.leave()
    following.leave()


def test_at_home_nothing_counts(table: Table) -> None:
    Board(table)
    scene = begun(table)
    table.settings = table.settings.but({"kiosk.level": "full"})
    part = won(scene)
    assert "name" not in keys(part)
    assert part._why == part.reason
    scene.leave()
