"""From a win against the computer to a name on the board, and what keeps a win from it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE
from tabletop.engine.match import TYPED
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.players.filler import PERSON, Filler
from tabletop.scenes.attract import AttractScene
from tabletop.scenes.attract_offer import taken_over
from tabletop.scenes.attract_scores import STANDS, ShownScores
from tabletop.scenes.match import MatchScene
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.result import DEAF, ResultScene
from tabletop.scenes.score_entry import ScoreEntry
from tabletop.scenes.scores_page import ScoresPage, read_scores
from tabletop.scenes.scoring import _spoilt, counted
from tabletop.scenes.setup import FACING, Aid, Setup
from tabletop.settings import Settings
from tabletop.store import Store
from tabletop.store.feats import Feat
from tabletop.store.scores import Entry, Scope
from tabletop.supervision.discretion import discreet
from tabletop.ui.canvas import Canvas
from tabletop.ui.feat_words import WHY
from tabletop.ui.scene import Pop, SceneStack
from tabletop.ui.table import Table
from tabletop.ui.widgets import PushButton
from tests.scenes.computers import first
from tests.scenes.thoughts import think

EASY = Filler(LEVELS[1])
KEEN = Filler(LEVELS[3])
WINDOW = Canvas((1280, 800))


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Table]:
    """A table among strangers, on the same day for all of it."""
    settings = Settings().but({"look.speed": "off", "kiosk.level": "kiosk"})
    with Store.open(tmp_path, now=lambda: "2030-01-01T12:00:00.000+00:00") as store:
        yield Table(settings, store, tmp_path, lambda: "2030-01-01", lambda: 7)


def against(filler: Filler = EASY, person: int = 0, key: str = "trelawney") -> Setup:
    fillers = tuple(PERSON if seat == person else filler for seat in (0, 1))
    return Setup(find_game(key), fillers=fillers)


def sat_down(table: Table, setup: Setup, match_id: str = "one") -> tuple[SceneStack, MatchScene]:
    scene = MatchScene(table, setup, setup.start(table), match_id)
    return SceneStack(scene, WINDOW), scene


def play(scene: MatchScene, winner: int, *, plies: int = 1000) -> None:
    """Plays so that one seat wins as soon as it can, and the other never if it can help it."""
    luck = Random(7)
    while plies and (state := scene.match.state).outcome() is None:
        plies -= 1
        if state.turn == CHANCE:
            scene.play("")
            continue
        moves = list(state.moves())
        ends = {move: state.play(move).outcome() for move in moves}
        wins = [m for m in moves if (end := ends[m]) and end.winners == (winner,)]
        quiet = [m for m in moves if ends[m] is None]
        pool = wins if state.turn == winner and wins else quiet or moves
        scene.play(str(luck.choice(pool)))


def to_result(stack: SceneStack) -> ResultScene:
    for _ in range(200):
        if isinstance(stack.top, ResultScene):
            break
        stack.update(0.1)
    stack.update(DEAF)
    stack.update(0.1)
    assert isinstance(stack.top, ResultScene)
    return stack.top


def keys(stack: SceneStack) -> set[str]:
    return set(buttons(stack))


def buttons(stack: SceneStack) -> dict[str, PushButton]:
    top = stack.top
    found = top._buttons if isinstance(top, ResultScene) else top.buttons  # type: ignore[attr-defined]
    return {button.key: button for button in found.buttons}


def touch(stack: SceneStack, key: str) -> None:
    top = stack.top
    if isinstance(top, ResultScene):
        stack.apply(Pop(key))
    else:
        stack.apply(top.pressed(key))  # type: ignore[attr-defined]


def write(stack: SceneStack, name: str) -> None:
    entry = stack.top
    assert isinstance(entry, ScoreEntry)
    entry.letters.text = ""
    for sign in name:
        entry.letters.write(sign)
    touch(stack, "done")


def board(table: Table, game: str = "trelawney") -> list[tuple[str, str, int, int]]:
    """Name, level, turns and wins in a row of all that have a name."""
    assert table.store.flush()
    found: tuple[Entry, ...] = read_scores(table, Scope(), game)
    return [(e.name, e.feat.level, e.feat.number, e.feat.wins) for e in found]


def own_turns(scene: MatchScene, seat: int) -> int:
    return sum(ply.seat == seat for ply in scene.match.plies)


def test_a_win_is_named_and_shown_on_the_board(kiosk: Table) -> None:
    kiosk.settings = kiosk.settings.but({"kiosk.event": "Fair"})
    stack, scene = sat_down(kiosk, against(person=1))
    play(scene, 1)
    to_result(stack)
    assert "name" in keys(stack)
    touch(stack, "name")
    write(stack, "Anna")
    assert isinstance(stack.top, ScoresPage)
    assert board(kiosk) == [("Anna", "easy", own_turns(scene, 1), 1)]
    stack.update(0.1)
    assert [entry.name for entry in stack.top.entries] == ["Anna"]
    touch(stack, "event")
    assert [entry.event for entry in stack.top.entries] == ["Fair"]
    touch(stack, "leave")
    assert isinstance(stack.top, ResultScene)
    assert "name" not in keys(stack)


def test_the_result_says_in_how_many_turns(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    said = next(one.words for one in stack.top.sayings() if one.about == "why")
    assert said.endswith(f"Won in {own_turns(scene, 0)} turns.")


def test_a_loss_is_not_named(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 1)
    to_result(stack)
    assert "name" not in keys(stack)
    assert counted(scene.match, scene.setup) is None


def test_people_against_each_other_are_not_named(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, Setup(find_game("trelawney")))
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)


def test_at_home_nobody_is_asked(table: Table) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    stack, scene = sat_down(table, against())
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)
    assert counted(scene.match, scene.setup) is None


def test_what_is_taken_back_does_not_count(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.handle(Press(source="keyboard", button=Button.UNDO))
    assert len(scene.match.plies) < 3
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)
    assert counted(scene.match, scene.setup) == WHY["undo"]


def test_a_hint_that_was_shown_does_not_count_and_one_that_was_only_asked_for_does(
    kiosk: Table,
) -> None:
    think(kiosk, first, slow=True)
    stack, scene = sat_down(kiosk, against())
    scene.handle(Press(source="keyboard", button=Button.HINT))
    scene.handle(Press(source="keyboard", button=Button.OK))
    assert scene.setup.feat.spoilt == ()
    think(kiosk, first)
    stack, scene = sat_down(kiosk, against(), "two")
    scene.handle(Press(source="keyboard", button=Button.HINT))
    stack.update(0.5)
    assert scene.hint.advice is not None
    assert scene.setup.feat.spoilt == ("hint",)


def test_help_does_not_count(kiosk: Table) -> None:
    think(kiosk, first)
    stack, scene = sat_down(kiosk, against().aided(0, Aid(help=True)))
    for _ in range(5):
        stack.update(0.5)
    assert scene.hint.advice is not None
    scene.handle(Press(source="keyboard", button=Button.OK))
    assert scene.setup.feat.spoilt == ("help",)


def test_more_time_to_think_counts_like_any_other(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against().aided(0, Aid(time=100)))
    play(scene, 0)
    to_result(stack)
    assert "name" in keys(stack)


def test_typed_dice_do_not_count(kiosk: Table) -> None:
    _, scene = sat_down(kiosk, against(key="super7"))
    throw = next(iter(scene.match.state.moves()))
    scene._send(scene.match.play(str(throw), source=TYPED))
    assert "dice" in _spoilt_of(scene)
    _, scene = sat_down(kiosk, against(key="super7"), "two")
    scene.play("")
    assert "dice" not in _spoilt_of(scene)


def _spoilt_of(scene: MatchScene) -> tuple[str, ...]:
    return _spoilt(scene.match, scene.setup)


def test_a_computer_that_minds_a_seat_spoils_it(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.mind(0)
    scene.hand_back(0)
    play(scene, 0)
    to_result(stack)
    assert counted(scene.match, scene.setup) == WHY["others"]


def test_a_weaker_computer_on_the_way_spoils_it(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against(KEEN))
    play(scene, 0, plies=3)
    scene._fill(scene.setup.filled(1, EASY))
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)


def test_who_plays_may_be_changed_before_the_first_ply(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against(KEEN))
    scene._fill(scene.setup.filled(1, EASY))
    play(scene, 0)
    to_result(stack)
    assert "name" in keys(stack)
    assert scene.setup.feat.level == "easy"


def test_other_rules_than_the_usual_ones_do_not_count(kiosk: Table) -> None:
    setup = against()
    option = setup.game.options[0]
    other = next(value for value in option.choices if value != option.default)
    options = setup.game.check_options({option.key: other})
    stack, scene = sat_down(kiosk, replace(setup, options=options))
    play(scene, 0)
    to_result(stack)
    assert counted(scene.match, scene.setup) == WHY["options"]


def test_a_computer_whose_time_is_up_was_not_beaten(kiosk: Table) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.match.resign(1)
    scene._ended()
    assert counted(scene.match, scene.setup) == WHY["time"]


def test_a_game_that_was_shown_is_not_ones_own(kiosk: Table) -> None:
    _, shown = sat_down(kiosk, against())
    play(shown, 0, plies=4)
    scene = taken_over(kiosk, shown.match, people=1)
    assert scene.setup.feat.spoilt == ("begun",)


def test_at_home_nothing_is_said_of_it_either(table: Table) -> None:
    _, shown = sat_down(table, against())
    play(shown, 0, plies=4)
    scene = taken_over(table, shown.match, people=1)
    assert scene.setup.feat == Feat()


def test_what_spoilt_it_is_known_after_a_restart(kiosk: Table) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0, plies=4)
    scene.mind(0)
    scene.hand_back(0)
    play(scene, 0, plies=1)
    assert kiosk.store.flush()
    record = kiosk.store.find("one")
    again = Setup.of(scene.match.game, scene.match, record)
    assert again.feat.spoilt == ("others",)


def test_wins_in_a_row_are_counted_while_people_play_on(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    for number in range(3):
        person = scene.setup.persons[0]
        play(scene, person)
        to_result(stack)
        assert scene.setup.feat.wins == number + 1
        touch(stack, "again")
    assert scene.setup.feat == Feat(wins=3, least="easy", run="one")
    play(scene, scene.setup.computers[0])
    to_result(stack)
    touch(stack, "again")
    assert scene.setup.feat == Feat()


def test_others_who_sit_down_begin_at_none(kiosk: Table) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0)
    assert scene.setup.feat.wins == 1
    assert scene.setup.as_begun.feat == Feat()


def test_a_refused_name_is_not_taken_and_nothing_is_said_of_why(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "H1tler")
    entry = stack.top
    assert isinstance(entry, ScoreEntry)
    assert [label.text for label in entry.labels][-1] == "Please choose another name"
    write(stack, "Kim")
    assert [name for name, *_ in board(kiosk)] == ["Kim"]


def test_who_wants_no_name_is_not_on_the_board(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "")
    assert isinstance(stack.top, ResultScene)
    assert "name" in keys(stack)
    assert board(kiosk) == []


def test_children_write_three_letters(kiosk: Table) -> None:
    kiosk.settings = kiosk.settings.but({"kiosk.level": "kid"})
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    assert not {"sign:1", "space"} & keys(stack)
    write(stack, "a1 nna")
    assert [name for name, *_ in board(kiosk)] == ["ANN"]


def test_the_keys_face_the_winners_seat_and_speak_its_language(kiosk: Table) -> None:
    setup = replace(against(person=1), sides=FACING, languages=("", "de"))
    stack, scene = sat_down(kiosk, setup)
    play(scene, 1)
    result = to_result(stack)
    offered = [button for button in result._buttons.buttons if button.key == "name"]
    assert [button.turns for button in offered] == [2]
    touch(stack, "name")
    entry = stack.top
    assert isinstance(entry, ScoreEntry)
    assert (entry.turns, entry.language) == (2, "de")


def test_a_name_is_left_out_of_logs(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Quirinius")
    assert "Quirinius" not in discreet("Quirinius has won")


def test_the_cup_in_the_menu_leads_to_the_board(kiosk: Table) -> None:
    stack = SceneStack(MenuScene(kiosk), WINDOW)
    touch(stack, "scores")
    assert isinstance(stack.top, ScoresPage)


def test_where_there_are_no_scores_there_is_no_cup(table: Table) -> None:
    assert "scores" not in keys(SceneStack(MenuScene(table), WINDOW))


def test_every_game_and_level_can_be_looked_at(kiosk: Table) -> None:
    stack = SceneStack(ScoresPage(kiosk), WINDOW)
    page = stack.top
    assert isinstance(page, ScoresPage)
    for game in page.games:
        touch(stack, f"game:{game.key}")
        assert page.labels[0].text == game.title
    seen = [page.level]
    for _ in LEVELS:
        touch(stack, "later")
        seen.append(page.level)
    assert list(dict.fromkeys(seen)) == [level.key.removeprefix("level.") for level in LEVELS]


def test_only_the_operator_clears_the_board(kiosk: Table) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    assert "clear" not in keys(stack)
    kiosk.operator = True
    stack = SceneStack(ScoresPage(kiosk, scene.match.game), WINDOW)
    assert board(kiosk)
    touch(stack, "clear")
    touch(stack, "clear")
    assert board(kiosk) == []
    kiosk.operator = False


def test_passers_by_see_the_board_after_its_game(kiosk: Table) -> None:
    attract = AttractScene(kiosk)
    attract.fit(WINDOW)
    assert attract._board() is None  # nobody has won yet
    while attract.shown.game.key != "trelawney":
        attract.shown.leave()
        attract.shown = attract._next()
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    assert kiosk.store.flush()
    shown = attract._board()
    assert isinstance(shown, ShownScores)
    attract.shown.leave()
    attract.shown = shown
    shown.fit(WINDOW)
    attract.update(STANDS)
    assert type(attract.shown) is not ShownScores
    attract.leave()


def test_the_board_is_there_after_a_restart(kiosk: Table, tmp_path: Path) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    touch(stack, "name")
    write(stack, "Anna")
    kiosk.store.close()
    with Store.open(tmp_path) as store:
        later = Table(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)
        assert [name for name, *_ in board(later)] == ["Anna"]
