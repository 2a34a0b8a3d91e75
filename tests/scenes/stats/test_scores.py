"""What a win against the computer counts for, and what keeps it from counting."""

from dataclasses import replace

from tabletop.app.navigation import build_page
from tabletop.engine.match import SOURCE_TYPED
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.scenes.attract.scene import take_over_match
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import SeatAid, Setup
from tabletop.scenes.play.persistence import _disqualifiers, feat_note
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.stats.scores_page import ScoresPage
from tabletop.storage.scores import ScoreEligibility
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import DISQUALIFIED
from tests.scenes.match.computer_matches import first
from tests.scenes.setups import make_setup
from tests.scenes.stats.won_match import (
    EASY,
    KEEN,
    against,
    board,
    keys,
    own_turns,
    play,
    sat_down,
    to_result,
    touch,
    write,
)
from tools.album.scripted import think


def test_a_win_is_named_and_shown_on_the_board(kiosk: AppContext) -> None:
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
    wins, rows = stack.top.tables
    assert "Anna" in [label.text for label in wins.labels]
    assert [label.text for label in rows.labels] == [
        "Wins in a row",
        "Starts at two wins in a row.",
    ]
    touch(stack, "event")
    assert [entry.event for entry in stack.top.entries] == ["Fair"]
    touch(stack, "leave")
    assert isinstance(stack.top, ResultScene)
    assert "name" not in keys(stack)


def test_the_result_says_in_how_many_turns(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0)
    to_result(stack)
    said = next(one.words for one in stack.top.sayings() if one.about == "why")
    turns = scene.match.turns_until(len(scene.match.plies))
    assert said.endswith(f"in {turns} turns.")


def test_a_loss_is_not_named(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 1)
    to_result(stack)
    assert "name" not in keys(stack)
    assert feat_note(scene.match, scene.setup) is None


def test_people_against_each_other_are_not_named(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, make_setup(find_game("trelawney")))
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)


def test_at_home_nobody_is_asked(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    stack, scene = sat_down(table, against())
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)
    assert feat_note(scene.match, scene.setup) is None


def test_what_is_taken_back_does_not_count(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.handle(Press(source="keyboard", button=Button.UNDO))
    assert len(scene.match.plies) < 3
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)
    assert feat_note(scene.match, scene.setup) == DISQUALIFIED["undo"]


def test_a_hint_that_was_shown_does_not_count_and_one_that_was_only_asked_for_does(
    kiosk: AppContext,
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
    assert scene.hints.hint.advice is not None
    assert scene.setup.feat.spoilt == ("hint",)


def test_help_does_not_count(kiosk: AppContext) -> None:
    think(kiosk, first)
    stack, scene = sat_down(kiosk, against().with_aid(0, SeatAid(help=True)))
    for _ in range(5):
        stack.update(0.5)
    assert scene.hints.hint.advice is not None
    scene.handle(Press(source="keyboard", button=Button.OK))
    assert scene.setup.feat.spoilt == ("help",)


def test_more_time_to_think_counts_like_any_other(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against().with_aid(0, SeatAid(time=100)))
    play(scene, 0)
    to_result(stack)
    assert "name" in keys(stack)


def test_typed_dice_do_not_count(kiosk: AppContext) -> None:
    _, scene = sat_down(kiosk, against(key="super7"))
    throw = next(iter(scene.match.state.moves()))
    scene.session.play(str(throw), SOURCE_TYPED)
    assert "dice" in _spoilt_of(scene)
    _, scene = sat_down(kiosk, against(key="super7"), "two")
    scene.play("")
    assert "dice" not in _spoilt_of(scene)


def _spoilt_of(scene: MatchScene) -> tuple[str, ...]:
    return _disqualifiers(scene.match, scene.setup)


def test_a_computer_that_minds_a_seat_spoils_it(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.stand_ins.mind(0)
    scene.stand_ins.resume_seat(0)
    play(scene, 0)
    to_result(stack)
    assert feat_note(scene.match, scene.setup) == DISQUALIFIED["others"]


def test_a_weaker_computer_on_the_way_spoils_it(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against(KEEN))
    play(scene, 0, plies=3)
    scene.session.reseat(scene.setup.with_player(1, EASY))
    scene.refresh()
    play(scene, 0)
    to_result(stack)
    assert "name" not in keys(stack)


def test_who_plays_may_be_changed_before_the_first_ply(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against(KEEN))
    scene.session.reseat(scene.setup.with_player(1, EASY))
    scene.refresh()
    play(scene, 0)
    to_result(stack)
    assert "name" in keys(stack)
    assert scene.setup.feat.level == "easy"


def test_other_rules_than_the_usual_ones_do_not_count(kiosk: AppContext) -> None:
    setup = against()
    option = setup.game.options[0]
    other = next(value for value in option.choices if value != option.default)
    options = setup.game.check_options({option.key: other})
    stack, scene = sat_down(kiosk, replace(setup, options=options))
    play(scene, 0)
    to_result(stack)
    assert feat_note(scene.match, scene.setup) == DISQUALIFIED["options"]


def test_a_computer_whose_time_is_up_was_not_beaten(kiosk: AppContext) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0, plies=3)
    scene.match.resign(1)
    scene.session.end()
    scene.refresh()
    assert feat_note(scene.match, scene.setup) == DISQUALIFIED["time"]


def test_a_game_that_was_shown_is_not_ones_own(kiosk: AppContext) -> None:
    _, shown = sat_down(kiosk, against())
    play(shown, 0, plies=4)
    scene = take_over_match(kiosk, shown.match, people=1)
    assert scene.setup.feat.spoilt == ("begun",)


def test_at_home_nothing_is_said_of_it_either(table: AppContext) -> None:
    _, shown = sat_down(table, against())
    play(shown, 0, plies=4)
    scene = build_page(table, take_over_match(table, shown.match, people=1))
    assert isinstance(scene, MatchScene)
    assert scene.setup.feat == ScoreEligibility()


def test_what_spoilt_it_is_known_after_a_restart(kiosk: AppContext) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0, plies=4)
    scene.stand_ins.mind(0)
    scene.stand_ins.resume_seat(0)
    play(scene, 0, plies=1)
    assert kiosk.store.flush()
    record = kiosk.store.find("one")
    again = Setup.of(scene.match.game, scene.match, record)
    assert again.feat.spoilt == ("others",)


def test_wins_in_a_row_are_counted_while_people_play_on(kiosk: AppContext) -> None:
    stack, scene = sat_down(kiosk, against())
    for number in range(3):
        person = scene.setup.persons[0]
        play(scene, person)
        to_result(stack)
        assert scene.setup.feat.wins == number + 1
        touch(stack, "again")
    assert scene.setup.feat == ScoreEligibility(wins=3, least="easy", run="one")
    play(scene, scene.setup.computers[0])
    to_result(stack)
    touch(stack, "again")
    assert scene.setup.feat == ScoreEligibility()


def test_others_who_sit_down_begin_at_none(kiosk: AppContext) -> None:
    _, scene = sat_down(kiosk, against())
    play(scene, 0)
    assert scene.setup.feat.wins == 1
    assert scene.setup.without_series.feat == ScoreEligibility()
