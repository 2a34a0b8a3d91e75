"""The pages of results for staff: the list, corrections by a referee, exports."""

import csv
import io
import json
import re
import zipfile
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import Connection, select

from tabletop.engine.game import Outcome
from tabletop.engine.record import Record
from tabletop.event import messages as wire
from tabletop.hub import visitors
from tabletop.hub.corrections import correct
from tabletop.hub.database import Database, file_url
from tabletop.hub.export import csv_lines, guarded
from tabletop.hub.records import final_places
from tabletop.hub.schema import action, event, result, result_seat
from tests.hub.browsing import NOON, Visitor, browse, text_of
from tests.hub.table_client import join_table, record_text

WON = Outcome((0,), "five in a row")
FORMULA = '=HYPERLINK("http://evil","x")'


@pytest.fixture
def hub(tmp_path: Path) -> Database:
    return Database(file_url(tmp_path / "hub.db"))


def counting(database: Database) -> list[tuple[str, str, str, tuple[int, ...]]]:
    """Match, outcome, who decided and the places, of what counts."""

    def work(db: Connection) -> list[tuple[str, str, str, tuple[int, ...]]]:
        rows = db.execute(select(result).where(result.c.counts).order_by(result.c.id)).mappings()
        return [
            (
                row["match"],
                row["outcome"],
                row["by"],
                tuple(
                    db.execute(
                        select(result_seat.c.place)
                        .where(result_seat.c.result_id == row["id"])
                        .order_by(result_seat.c.seat)
                    ).scalars()
                ),
            )
            for row in rows.all()
        ]

    return database.look(work)


# -- corrections ---------------------------------------------------------------------------------


def test_a_referees_correction_is_a_new_event_and_later_ones_of_the_table_do_not_count(
    database: Database,
) -> None:
    oak = join_table(database, "Oak")
    sent = wire.MatchResult("m", record_text(WON), claims=("C0", "C1"))
    oak.send(sent)
    database.do(lambda db: correct(db, "m", (2, 1), "as both say", "ref", 5.0))
    assert counting(database) == [("m", "1", "ref", (2, 1))]
    oak.send(sent)
    oak.send(wire.MatchReopened("m"))
    oak.send(wire.MatchResult("m", record_text(Outcome((), "agreed"))))
    assert counting(database) == [("m", "1", "ref", (2, 1))]
    rows = database.look(lambda db: db.execute(select(result.c.id)).all())
    assert len(rows) == 4  # all that was told is kept
    database.do(lambda db: correct(db, "m", None, "", "ref", 6.0))
    assert counting(database) == []
    database.do(lambda db: correct(db, "m", (1, 1), "a draw after all", "ref", 7.0))
    assert counting(database) == [("m", "draw", "ref", (1, 1))]
    kinds = database.look(lambda db: db.execute(select(event.c.kind)).scalars().all())
    assert kinds.count("Correction") == 3


@pytest.mark.parametrize(
    "places", [(1, 2, 3), (1, 1, 3), (3, 1, 1), (2, 1, 2), (1, 1, 1), (1, 2, 2)]
)
def test_corrected_places_are_those_of_the_new_record(
    database: Database, places: tuple[int, ...]
) -> None:
    oak = join_table(database, "Oak")
    record = record_text(Outcome((0,), "most", (5, 3, 1)), ("Ada", "Bo", "Nora"), "shout7")
    oak.send(wire.MatchResult("m", record))
    database.do(lambda db: correct(db, "m", places, "recounted", "ref", 5.0))
    assert counting(database)[0][3] == places
    text = database.look(
        lambda db: db.execute(select(result.c.record).where(result.c.counts)).scalar_one()
    )
    outcome = Record.from_text(text).ended()
    assert outcome is not None
    assert final_places(3, outcome) == places
    assert "Names" in text


@pytest.mark.parametrize("places", [(2, 2), (1, 3), (1,), (0, 1), (), (1, 2, 3)])
def test_places_that_no_match_ends_with_are_refused(
    database: Database, places: tuple[int, ...]
) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON)))
    with pytest.raises(ValueError, match="lace"):
        database.do(lambda db: correct(db, "m", places, "", "ref", 5.0))
    assert counting(database) == [("m", "0", "", (1, 2))]


def test_a_referee_corrects_on_the_page_of_the_match(database: Database) -> None:
    oak = join_table(database, "Oak", NOON)
    oak.send(wire.MatchResult("m", record_text(WON, plies=23)))

    async def work(browser: Visitor) -> None:
        token = await browser.log_in(database, "referee")
        page = text_of((await browser.get("/results/1"))[1])
        assert "11 pass pass" in page
        fields = {"place0": "2", "place1": "1", "reason": "as both say", "decision": "places"}
        answer, page = await browser.post("/results/1", token=token, **fields)
        assert answer.status == 200
        assert "decided by mia" in text_of(page)
        assert "What was told" in page
        answer, page = await browser.post("/results/1", token=token, **{**fields, "place0": "9"})
        assert answer.status == 400
        assert (await browser.post("/results/99", token=token, **fields))[0].status == 404
        assert (await browser.post("/results/1", token="wrong", **fields))[0].status == 403
        await browser.post("/results/1", token=token, decision="discount")
        assert "Does not count" in (await browser.get("/results"))[1]

    browse(database, work)
    assert counting(database) == []
    words = database.look(lambda db: db.execute(select(action.c.words)).scalars().all())
    assert [line.split(":")[0] for line in words] == [
        "A result was corrected",
        "A game does not count",
    ]


def test_staff_who_are_no_referees_only_look(hub: Database) -> None:
    oak = join_table(hub, "Oak", NOON)
    oak.send(wire.MatchResult("m", record_text(WON)))

    async def work(browser: Visitor) -> None:
        for path in ("/results", "/results/1", "/results.csv", "/results.json", "/records.zip"):
            answer = await browser.client.get(path, allow_redirects=False)
            assert answer.status == 302, path
        assert (await browser.client.get("/standings.csv", allow_redirects=False)).status == 302
        token = await browser.log_in(hub, "staff")
        assert "Correct the result" not in (await browser.get("/results/1"))[1]
        answer, _ = await browser.post("/results/1", token=token, decision="discount")
        assert answer.status == 403
        assert (await browser.get("/results/x"))[0] == 404

    browse(hub, work)
    assert len(counting(hub)) == 1


# -- the list ------------------------------------------------------------------------------------


def test_the_list_is_filtered_and_goes_on(database: Database) -> None:
    oak, elm = join_table(database, "Oak", NOON), join_table(database, "Elm", NOON)
    for n in range(60):
        oak.send(wire.MatchResult(f"a{n}", record_text(WON, (f"Ada{n}", "Bo"))))
    elm.send(wire.MatchResult("b", record_text(WON, ("Nora", "50%_"), "super7")))
    elm.send(wire.MatchResult("b", record_text(Outcome((1,), "x"), ("Nora", "50%_"), "super7")))
    elm.send(wire.MatchResult("c", record_text(WON, ("Milo", "Bo"))), wire.MatchReopened("c"))

    async def work(browser: Visitor) -> None:
        await browser.log_in(database, "staff")

        async def rows(query: str) -> int:
            status, page = await browser.get(f"/results?{query}")
            assert status == 200
            return len(re.findall(r'<td><a href="/results/', page))

        assert await rows("") == 50
        _, page = await browser.get("/results")
        older = re.search(r'href="/results\?([^"]*before=\d+)"', page)
        assert older is not None
        assert await rows(older[1].replace("&amp;", "&")) == 12
        assert await rows("game=super7") == 1
        assert await rows("table=Elm") == 2
        assert await rows("counts=no") == 1
        assert await rows("counts=yes&table=Elm") == 1
        assert await rows("name=nora") == 1
        assert await rows("name=50%25_") == 1
        assert await rows("name=%25") == 1
        assert await rows("name=%27%20OR%201%3D1") == 0
        assert await rows("before=-1&game=%00") in (0, 50)

    browse(database, work)


# -- exports -------------------------------------------------------------------------------------


def test_no_cell_is_a_formula() -> None:
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"):
        assert str(guarded(text)).startswith("'")
    for value in ("Ada", "a=b", "", -5, 1.5, None):
        assert guarded(value) == value
    assert csv_lines([["=1", "a,b", 'c"d', "e\nf"]]) == b'\'=1,"a,b","c""d","e\nf"\r\n'


def test_exports_hold_all_results_once(database: Database) -> None:
    code = database.do(partial(visitors.sign_up, typed="Ada", address="a", now=NOON))
    oak = join_table(database, "=Oak", NOON)
    oak.now = NOON
    for n in range(60):
        oak.send(
            wire.MatchResult(f"m{n}", record_text(WON, (quote(FORMULA), "Bo")), visitors=("", code))
        )
    oak.send(wire.MatchResult("m7", record_text(Outcome((), "agreed"), ("Ada", "Bo"))))

    async def work(browser: Visitor) -> tuple[bytes, bytes, bytes, bytes]:
        await browser.log_in(database, "staff")
        found = []
        for path in ("/results.csv", "/results.json", "/records.zip", "/standings.csv"):
            answer = await browser.client.get(path)
            assert answer.status == 200
            assert "attachment" in answer.headers["Content-Disposition"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            found.append(await answer.read())
        return found[0], found[1], found[2], found[3]

    table, array, archive, standings = browse(database, work)
    assert table.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    assert [row["match"] for row in rows] == [f"m{n}" for n in range(60)] + ["m7"]
    assert (rows[7]["counts"], rows[60]["counts"]) == ("no", "yes")
    assert rows[0]["name_1"] == "'" + FORMULA
    assert (rows[0]["name_2"], rows[0]["visitor_2"], rows[0]["place_2"]) == ("Ada", "yes", "2")
    assert rows[0]["table"] == "'=Oak"
    assert code not in table.decode()
    read = json.loads(array)
    assert [row["match"] for row in read] == [row["match"] for row in rows]
    assert read[0]["seats"][0]["name"] == FORMULA
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        assert len(opened.namelist()) == 60
        for name in opened.namelist()[::60]:
            assert Record.from_text(opened.read(name).decode()).game == "shoo"
    shown = list(csv.DictReader(io.StringIO(standings.decode("utf-8-sig"))))
    assert [(row["name"], row["games"]) for row in shown] == [("Ada", "59")]


def test_an_empty_hub_exports_empty_files(hub: Database) -> None:
    async def work(browser: Visitor) -> None:
        await browser.log_in(hub, "staff")
        assert json.loads((await browser.get("/results.json"))[1]) == []
        assert len((await browser.get("/results.csv"))[1].splitlines()) == 1
        answer = await browser.client.get("/records.zip")
        with zipfile.ZipFile(io.BytesIO(await answer.read())) as opened:
            assert opened.namelist() == []

    browse(hub, work)
