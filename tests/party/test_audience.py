"""The audience: what a guess is worth, and that nobody is paid twice."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.party.audience import MAX_WORTH, MIN_WORTH, MOVE_SECONDS, Audience, Quiz

MOVE = Quiz("match 3", "move", "Where to?", starts={"c3": ("d4", "e5"), "pass": ()})
NAME = Quiz("match r1", "name", "What is it?", answers=("fish", "house", "swan", "robot"))


def asked(quiz: Quiz = MOVE) -> Audience:
    audience = Audience()
    audience.ask(quiz)
    return audience


def number(audience: Audience) -> int:
    found = audience.round(1)
    assert found is not None
    return found.number


def test_a_right_guess_at_once_has_all_the_points_and_the_right_piece_a_part() -> None:
    audience = asked()
    assert audience.guess(1, number(audience), ("c3", "d4"))
    assert audience.guess(2, number(audience), ("c3", "e5"))
    assert audience.guess(3, number(audience), ("pass",))
    audience.reveal(MOVE.key, ("c3", "d4"))
    points = dict(audience.standings({1: "Ada", 2: "Bo", 3: "Cy"}))
    assert points["Ada"] == MAX_WORTH
    assert 0 < points["Bo"] < MAX_WORTH
    assert "Cy" not in points


def test_a_name_is_right_or_wrong() -> None:
    audience = asked(NAME)
    audience.guess(1, number(audience), ("swan",))
    audience.guess(2, number(audience), ("fish",))
    audience.reveal(NAME.key, ("swan",))
    assert audience.standings({1: "Ada", 2: "Bo"}) == (("Ada", MAX_WORTH),)


@given(st.lists(st.floats(0, MOVE_SECONDS), min_size=1, max_size=6))
def test_a_later_guess_is_never_worth_more(steps: list[float]) -> None:
    audience, worths = asked(), []
    for step in steps:
        worths.append(audience.worth)
        audience.run(step)
    assert worths == sorted(worths, reverse=True)
    assert all(worth == 0 or MIN_WORTH <= worth <= MAX_WORTH for worth in worths)


def test_after_the_time_and_for_another_question_no_guess_counts() -> None:
    audience = asked()
    old = number(audience)
    audience.run(MOVE_SECONDS)
    assert not audience.guess(1, old, ("c3", "d4"))
    audience.ask(Quiz("match 4", "move", "Where to?", starts={"a1": ()}))
    assert not audience.guess(1, old, ("a1",))
    assert audience.guess(1, number(audience), ("a1",))


def test_who_was_too_late_is_asked_no_more_and_learns_the_answer() -> None:
    audience = asked()
    audience.guess(1, number(audience), ("c3", "d4"))
    audience.run(MOVE_SECONDS)
    assert audience.round(1) is not None
    assert audience.round(2) is None
    audience.reveal(MOVE.key, ("c3", "d4"))
    late = audience.round(2)
    assert late is not None
    assert late.truth == ("c3", "d4")


def test_only_what_can_be_played_can_be_guessed() -> None:
    audience = asked()
    for answer in ((), ("c3",), ("d4",), ("c3", "a1"), ("pass", "c3")):
        assert not audience.guess(1, number(audience), answer)
    audience = asked(NAME)
    assert not audience.guess(1, number(audience), ("unicorn",))


def test_a_piece_that_stays_where_it_is_laid_is_guessed_by_its_place_alone_or_twice() -> None:
    quiz = Quiz("match 5", "move", "Where to?", starts={"c3": ("c3", "d4")})
    for answer in (("c3",), ("c3", "c3")):
        audience = asked(quiz)
        assert audience.guess(1, number(audience), answer)
        audience.reveal(quiz.key, ("c3",))
        assert audience.standings({1: "Ada"}) == (("Ada", MAX_WORTH),)


def test_one_guess_each_and_points_once() -> None:
    audience = asked()
    assert audience.guess(1, number(audience), ("c3", "e5"))
    assert not audience.guess(1, number(audience), ("c3", "d4"))
    for _ in range(3):
        audience.reveal(MOVE.key, ("c3", "e5"))
        audience.ask(MOVE)
    score = audience.score(1)
    assert score is not None
    assert (score.points, score.place) == (MAX_WORTH, 1)


def test_the_answer_is_not_sent_before_it_is_known() -> None:
    audience = asked()
    audience.guess(1, number(audience), ("c3", "d4"))
    before = audience.round(2)
    assert before is not None
    assert before.truth == before.given == ()
    audience.reveal(MOVE.key, ("c3", "d4"))
    audience.ask(None)
    after = audience.round(2)
    assert after is not None
    assert after.truth == ("c3", "d4")


def test_names_are_sent_in_the_words_of_the_phone() -> None:
    audience, words = asked(NAME), {"fish": "Fisch", "swan": "Schwan"}

    def said(key: str) -> str:
        return words.get(key, key)

    found = audience.round(1, said)
    assert found is not None
    assert found.answers == ("Fisch", "house", "Schwan", "robot")
    answer = audience.in_own_words(("Schwan",), said)
    assert audience.guess(1, found.number, answer)
    given_ = audience.round(1, said)
    assert given_ is not None
    assert given_.given == ("Schwan",)


def test_who_has_gone_is_not_in_the_table() -> None:
    audience = asked()
    audience.guess(1, number(audience), ("c3", "d4"))
    audience.reveal(MOVE.key, ("c3", "d4"))
    audience.forget(1)
    assert audience.standings({1: "Ada"}) == ()
    assert audience.score(2) is None
