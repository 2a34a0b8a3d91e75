"""The text of a record: what is written reads back, and damage is named by its line."""

from string import ascii_letters, digits, punctuation

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import BadNotation, Outcome, Record
from tests.lanes import examples
from tests.random_games import read_or_complain

SIGNS = "".join(set(punctuation) - set("[]{}"))
WORDS = st.text(ascii_letters + digits + SIGNS, min_size=1).filter(lambda word: word[0] != ";")
NAMES = st.text(ascii_letters, min_size=1, max_size=8)
ANY = st.text() | st.text('\\"\n\r\u2028\x85\x0b ={};[]abc')
OWN = (
    "Game Seats Seed Date Ruleset Option Position Clock Left MoreTime Result Reason Scores "
    "DiceSources"
)

EXAMPLE = """\
[Game "race"]
[Seats "2"]
[Seed "7"]
[Date "2031-07-07"]
[Ruleset "4"]
[Option "goal=6"]
[Option "weather=fair"]
[Result "0"]
[Reason "Fox arrived."]
[Scores "6,3"]
[DiceSources "screen*2 tray*1"]

d3 keep d3 keep d3 keep
"""
READ = Record(
    game="race",
    seed=7,
    date="2031-07-07",
    ruleset=4,
    options=(("goal", "6"), ("weather", "fair")),
    result="0",
    reason="Fox arrived.",
    scores=(6, 3),
    sources=("screen", "screen", "tray"),
    plies=("d3", "keep", "d3", "keep", "d3", "keep"),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    clock = draw(st.sampled_from(["none", "move 60", "sudden 600", "increment 300+5"]))
    left = st.lists(st.integers(0, 10**11).map(lambda ms: ms / 1000), max_size=4).map(tuple)
    keys = st.from_regex(r"[A-Za-z]\w*", fullmatch=True).filter(lambda key: key not in OWN.split())
    winners = st.sets(st.integers(0, 9), min_size=1).map(sorted)
    return Record(
        game=draw(ANY),
        seats=draw(st.integers(0, 10**18 - 1)),
        seed=draw(st.integers()),
        date=draw(ANY),
        ruleset=draw(st.integers(0, 10**18 - 1)),
        options=tuple(draw(st.dictionaries(NAMES, ANY, max_size=4)).items()),
        position=draw(ANY),
        clock=clock,
        left=() if clock == "none" else draw(left),
        more=() if clock == "none" else tuple(draw(st.lists(st.integers(0, 999), max_size=4))),
        result=draw(st.sampled_from(["*", "draw"]) | winners.map(lambda w: ",".join(map(str, w)))),
        reason=draw(ANY),
        scores=tuple(draw(st.lists(st.integers(), max_size=4))),
        sources=tuple(draw(st.lists(WORDS | st.sampled_from(["screen", "tray"])))),
        plies=tuple(draw(st.lists(WORDS, max_size=60))),
        extra=tuple(draw(st.lists(st.tuples(keys, ANY), max_size=3))),
    )


@examples(300)
@given(records())
def test_every_record_reads_back(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record


@given(records(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_line_ends_and_byte_order_marks_do_not_matter(record: Record, end: str, mark: bool) -> None:
    text = ("\ufeff" if mark else "") + record.to_text().replace("\n", end)
    assert Record.from_text(text) == record


@given(st.text() | st.text('[]{}"\\;=*,. \r\nGameSeatsLeft0123'))
def test_any_text_is_a_record_or_bad_notation(text: str) -> None:
    for attempt in (text, EXAMPLE + text, f'[Game "race"]\n[{text}]', f'[Game "{text}"]'):
        record = read_or_complain(Record.from_text, attempt)
        if isinstance(record, Record):
            assert Record.from_text(record.to_text()).plies == record.plies
        else:
            assert record.reason


@given(st.data())
def test_a_damaged_record_is_read_or_refused_in_words(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(EXAMPLE)))
    put = data.draw(st.text(max_size=2) | st.sampled_from(list('"[]{};\\\n')))
    text = EXAMPLE[:at] + put + EXAMPLE[at + data.draw(st.integers(0, 2)) :]
    record = read_or_complain(Record.from_text, text)
    assert isinstance(record, Record) or "line" in record.reason


def test_a_record_is_written_as_the_design_says() -> None:
    assert READ.to_text() == EXAMPLE
    assert Record.from_text(EXAMPLE) == READ


def test_a_long_record_is_wrapped_between_plies() -> None:
    long = Record(game="race", plies=("d1", "h2h3:ne", "d5*e5@f6~c5", *["one-two-three"] * 9) * 20)
    lines = long.to_text().splitlines()
    assert max(map(len, lines)) <= 88
    assert Record.from_text(long.to_text()) == long


@pytest.mark.parametrize(
    "body",
    [
        "d3 keep {a comment} d3 keep d3 keep",
        "{first}d3{now}keep{\nover\n[three] lines}\nd3 keep d3 keep {last}",
        "d3 keep ; to the end of the line, even with { in it\nd3 keep d3 keep",
        "d3\n\n\n  keep\td3 \t keep\nd3\nkeep\n\n",
        '; [Game "other"]\nd3 keep {; not a comment in a comment} d3 keep d3 keep',
        "d3 keep d3 keep ;to the end {of the line\nd3 keep",
        "d3 keep{now};to the end {of the line\nd3 keep d3 keep",
    ],
)
def test_comments_blanks_and_wrapping_do_not_matter(body: str) -> None:
    headers = EXAMPLE.partition("\n\n")[0]
    assert Record.from_text(f"{headers}\n\n{body}") == READ
    assert Record.from_text(f"\n  {{hello}}\n{headers}\n{body}") == READ


def test_a_semicolon_inside_a_ply_belongs_to_it() -> None:
    plies = ("guess@7:L0,0;2,0;0,2|S1,1;2,1;1,2", "done@9;", "a;b")
    long = Record(game="race", plies=plies * 5)
    assert Record.from_text(long.to_text()) == long
    assert Record.from_text('[Game "race"]\na;b ;c d;e\nf;').plies == ("a;b", "f;")


def test_only_the_game_has_to_be_said() -> None:
    assert Record.from_text('[Game "race"]') == Record(game="race")


def test_unknown_headers_are_kept_in_their_order() -> None:
    text = '[Table "the round one"]\n[Game "race"]\n[Who "Ann \\"A\\" \\\\ Bea"]\n[Table "2"]\n'
    record = Record.from_text(text)
    assert record.extra == (
        ("Table", "the round one"),
        ("Who", 'Ann "A" \\ Bea'),
        ("Table", "2"),
    )
    assert Record.from_text(record.to_text()) == record


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('[Seats "two"]', "line 2: Seats is to be a number, not 'two'"),
        ('[Seats "-2"]', "line 2: Seats is to be a number, not '-2'"),
        ('[Seed "0x7"]', "line 2: Seed is to be a number, not '0x7'"),
        ('[Seed ""]', "line 2: Seed is to be a number, not ''"),
        ('[Ruleset "\u0664"]', "line 2: Ruleset is to be a number, not '\u0664'"),
        ('[Game "shoo"]', "line 2: a second Game"),
        ('[Option "goal"]', "line 2: an Option is written key=value, once each"),
        ('[Result "2-0"]', "line 2: a Result is *, draw or the winning seats, not '2-0'"),
        ('[Result "1,1"]', "line 2: a Result is *, draw or the winning seats, not '1,1'"),
        ('[Result ""]', "line 2: a Result is *, draw or the winning seats, not ''"),
        ('[Left "10 soon"]', "line 2: Left is seconds by seat, not '10 soon'"),
        ('[Left "nan"]', "line 2: Left is seconds by seat, not 'nan'"),
        ('[Left "-1"]', "line 2: Left is seconds by seat, not '-1'"),
        ('[Scores "1;2"]', "line 2: Scores are numbers with commas, not '1;2'"),
        ('[DiceSources "a*b"]', "line 2: a dice source is name or name*times, not 'a*b'"),
        ('[DiceSources "a*9999999"]', "line 2: a dice source is name or name*times"),
        ("[Seats 2]", "line 2: a header line is [Key \"value\"], not '[Seats 2]'"),
        ('[Seats "2"', "line 2: a header line is"),
        ('[Date "7" July"]', "line 2: a header line is"),
        ('[Date "7\\"]', "line 2: a header line is"),
        ("d3 {keep", "line 2: a comment is opened and never closed"),
    ],
)
def test_damage_is_named_by_its_line(line: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as refused:
        Record.from_text(f'[Game "race"]\r\n{line}\r\n')
    assert str(refused.value).startswith(complaint)
    assert refused.value.reason == str(refused.value)


def test_an_option_is_said_once() -> None:
    with pytest.raises(BadNotation, match="line 3: an Option"):
        Record.from_text('[Game "race"]\n[Option "goal=6"]\n[Option "goal=20"]')


@pytest.mark.parametrize("text", ["", "\n", "d3 keep", "{nothing}", '[Seats "2"]'])
def test_a_text_without_a_game_is_no_record(text: str) -> None:
    with pytest.raises(BadNotation, match="this is no record"):
        Record.from_text(text)


def test_the_result_is_an_outcome() -> None:
    assert Record(game="race").ended() is None
    assert Record(game="race", result="draw", reason="So.").ended() == Outcome((), "So.")
    tie = Record(game="race", result="0,2", reason="Both.", scores=(3, 1, 3))
    assert tie.ended() == Outcome((0, 2), "Both.", (3, 1, 3))
