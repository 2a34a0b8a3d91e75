"""The pages of tournaments, as referees and players use them."""

import asyncio
import csv
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import tournaments, visitors
from tabletop.hub.pages.tournament_views import FORMATS, bracket, view
from tabletop.hub.pages.visitor import VISITOR_COOKIE
from tabletop.hub.tournament import Tournament
from tests.hub.browsing import text_of
from tests.hub.staff_client import HubSite, with_hub
from tests.hub.table_client import record_text
from tests.hub.test_tournaments import _call, _play

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana"]


async def _create(site: HubSite, **fields: str) -> str:
    """Creates a tournament; gives its address."""
    given = {"name": "Shoo Cup", "game": "shoo", "format": "swiss", "rounds": "3", **fields}
    answer = await site.post("/tournaments/new", "Rolf", given)
    assert answer.status == 303, await answer.text()
    return answer.headers["Location"]


async def _do(site: HubSite, cup: str, act: str, user: str = "Rolf", **fields: str) -> int:
    return (await site.post(f"{cup}/{act}", user, fields)).status


async def _state(site: HubSite, cup: str) -> Tournament:
    number = int(cup.rpartition("/")[2])
    return await site.database.read(lambda db: tournaments.load(db, number))


@pytest.mark.parametrize("format", list(FORMATS))
def test_each_format_is_created_and_shown_from_the_first_to_the_last_moment(
    tmp_path: Path, format: str
) -> None:
    async def work(site: HubSite) -> None:
        game = "shout7" if format == "pools" else "shoo"
        cup = await _create(site, format=format, game=game, rounds="1", third_place="1")
        public = cup.replace("tournaments", "t")
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1", ("shoo", "shout7")))
        await site.post("/tables/1/location", "Ines", location="by the window")

        async def shown() -> str:
            """Both pages are drawn at each moment."""
            await site.text(public)
            await site.text("/tournaments", "Ines")
            assert "Shoo Cup" in await site.text("/t")
            return await site.text(cup, "Rolf")

        assert "Enter at least two players" in await shown()
        assert await _do(site, cup, "enter", names="\n".join(NAMES[:4])) == 303
        await shown()
        assert await _do(site, cup, "start") == 303
        await shown()
        if _call(oak) is not None:
            assert "by the window" in await site.text(public)
            assert "by the window" in await shown()
        while (call := _call(oak)) is not None and format != "arena":
            _play(oak, min(seat.name for seat in call.seats), call.pairing)
            assert call.seats[0].name in await shown()
            if (await _state(site, cup)).rounds[-1].started is False:
                assert await _do(site, cup, "start") == 303
        if format == "arena":
            return
        assert "has won" in await site.text(public)
        assert await _do(site, cup, "finish") == 303
        assert "finished" in await shown()
        pdf = await site.get(f"{cup}/standings.pdf", "Ines")
        assert (await pdf.read()).startswith(b"%PDF")

    with_hub(tmp_path, work)


def test_a_referee_enters_corrects_and_takes_back_a_result(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        await _do(site, cup, "enter", names="Ada\nBo")
        await _do(site, cup, "start")
        pairing = (await _state(site, cup)).rounds[0].pairings[0]
        names = [(await _state(site, cup)).entrant(player).name for player in pairing.players]
        assert await _do(site, cup, "result", pairing=pairing.id, result="1-0") == 303
        assert (await _state(site, cup)).pairing(pairing.id).winner == pairing.players[0]
        assert await _do(site, cup, "result", pairing=pairing.id, result="first") == 303
        page = await site.text(f"{cup}?round=1", "Rolf")
        assert f"{names[1]} not here" in page
        undo = re.findall(r'name="event" value="([^"]+)"', page)
        assert await _do(site, cup, "undo", event=undo[0]) == 303
        assert (await _state(site, cup)).pairing(pairing.id).absent == ()
        assert await _do(site, cup, "result", pairing=pairing.id, result="17") == 409
        assert await _do(site, cup, "result", pairing="none", result="1-0") == 409

    with_hub(tmp_path, work)


def test_a_tournament_and_the_results_tell_the_same_whatever_a_referee_decides(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site, rounds="1")
        await _do(site, cup, "enter", names="Ada\nBo")
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1", ("shoo",)))
        await _do(site, cup, "start")
        call = _call(oak)
        assert call is not None
        seats = [seat.name for seat in call.seats]
        record = record_text(Outcome((seats.index("Ada"),), "played"), tuple(seats))
        codes = tuple(seat.visitor for seat in call.seats)
        await site.send(oak, wire.MatchResult("m1", record, call.pairing, codes))
        pairing = (await _state(site, cup)).rounds[0].pairings[0].id

        async def won() -> list[str]:
            """Who has won by the results that count, by the standings, and in the tournament."""
            lines = list(csv.DictReader((await site.text("/results.csv", "Rolf")).splitlines()))
            (counting,) = [line for line in lines if line["counts"] == "yes"]
            state = await _state(site, cup)
            winner = state.pairing(pairing).winner
            best = text_of(await site.text("/standings?game=shoo"))
            first = min(("Ada", "Bo"), key=lambda name: best.index(f" {name} "))
            by_place = {counting[f"place_{seat}"]: counting[f"name_{seat}"] for seat in (1, 2)}
            return [by_place["1"], first, state.entrant(winner).name if winner else ""]

        async def undo() -> None:
            found = re.findall(r'name="event" value="([^"]+)"', await site.text(cup, "Rolf"))
            assert await _do(site, cup, "undo", event=found[0]) == 303
            site.clock.ahead += 60  # standings are kept for some seconds

        assert await won() == ["Ada"] * 3
        players = (await _state(site, cup)).pairing(pairing).players
        bo_wins = "1-0" if (await _state(site, cup)).entrant(players[0]).name == "Bo" else "0-1"
        assert await _do(site, cup, "result", pairing=pairing, result=bo_wins) == 303
        site.clock.ahead += 60
        assert await won() == ["Bo"] * 3
        await undo()
        assert await won() == ["Ada"] * 3
        page = await site.text("/results/1", "Rolf")
        assert f'href="{cup}?round=1"' in page
        names = [re.findall(r"Place of (\w+) <select name=\"place(\d)\"", page)]
        places = {f"place{seat}": "1" if name == "Bo" else "2" for name, seat in names[0]}
        await _do(site, cup, "result", pairing=pairing, result="half")
        answer = await site.post("/results/1", "Rolf", places, decision="places", reason="seen")
        assert answer.status == 303
        site.clock.ahead += 60
        assert await won() == ["Bo"] * 3
        told = text_of(await site.text("/event/log", "Mira"))
        assert "Ada (lost)" in told
        assert "took back: corrected to" in told
        for _ in range(3):  # the correction on Results, the draw, the result of the table
            await undo()
        assert "No results." in await site.text("/results?counts=yes", "Rolf")
        assert (await _state(site, cup)).pairing(pairing).games == ()

    with_hub(tmp_path, work)


def test_players_whom_a_referee_enters_get_codes_and_take_their_pages_over_once(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site, rounds="1")
        await _do(site, cup, "enter", names="Dora\nBo")
        codes = {each.name: each.id for each in (await _state(site, cup)).entrants.values()}
        shown = text_of(await site.text(cup, "Rolf"))
        for name, code in codes.items():
            assert f"{name} {code[:2]} {code[2:4]} {code[4:]}" in shown
            assert code not in await site.text(cup, "Ines")
        slips = await site.get(f"{cup}/slips.pdf", "Rolf")
        assert (await slips.read()).startswith(b"%PDF")
        assert (await site.get(f"{cup}/slips.pdf", "Ines")).status == 403
        assert (await (await site.get("/poster.pdf", "Ines")).read()).startswith(b"%PDF")
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1", ("shoo",)))
        await _do(site, cup, "start")
        call = _call(oak)
        assert call is not None
        seats = tuple(seat.name for seat in call.seats)
        record = record_text(Outcome((seats.index("Dora"),), "played"), seats)
        claims = tuple(f"CLAIM{name.upper()}" for name in seats)
        visitors_there = tuple(seat.visitor for seat in call.seats)
        await site.send(oak, wire.MatchResult("m", record, call.pairing, visitors_there, claims))
        headers = {"Origin": str(site.client.make_url("/").origin())}
        assert codes["Dora"] in await site.text(f"/v/{codes['Dora']}", "Rolf")  # staff take nothing
        assert "knows you as Dora" in text_of(await site.text("/c/CLAIMDORA"))
        took = await site.post("/c/CLAIMDORA", headers=headers)
        assert (took.status, took.headers["Location"]) == (303, f"/v/{codes['Dora']}")
        assert took.cookies[VISITOR_COOKIE].value.startswith(codes["Dora"])
        again = await site.post("/c/CLAIMDORA", "", {"name": "Eve"}, headers=headers)
        assert again.status == 400
        await site.text(f"/v/{codes['Bo']}")  # Bo has typed the code of the slip
        assert "This seat is taken" in await site.text("/c/CLAIMBO")

    with_hub(tmp_path, work)


def test_a_name_that_is_there_already_has_a_way_on(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        public = cup.replace("tournaments", "t")
        names = "Ada\nDora\n\ndora\nEve"
        refused = await site.post(f"{cup}/enter", "Rolf", names=names)
        page = await refused.text()
        assert refused.status == 409
        assert names in page.replace("\r", "")
        assert "Line 4: There is a player called dora already" in text_of(page)
        assert not (await _state(site, cup)).entrants
        await _do(site, cup, "enter", names="A\u202eda\nDora \u200b")
        names_in = {each.name for each in (await _state(site, cup)).entrants.values()}
        assert names_in == {"Ada", "Dora"}
        headers = {"Origin": str(site.client.make_url("/").origin())}
        signed_up = await site.post("/hello", "", {"name": "Dora"}, headers=headers)
        cookies = {VISITOR_COOKIE: signed_up.cookies[VISITOR_COOKIE].value}
        page = await (await site.client.get(public, cookies=cookies)).text()
        assert "Play along as Dora 2" in page
        fields = dict(re.findall(r'name="(numbered)" value="(1)"', page))
        entered = await site.client.post(
            f"{public}/enter", data=fields, cookies=cookies, headers=headers, allow_redirects=False
        )
        assert entered.status == 303
        assert "You play along, Dora 2" in text_of(
            await (await site.client.get(public, cookies=cookies)).text()
        )
        for address, leads_to in ((f"{public}/enter", public), ("/event/people/role", "/event")):
            answer = await site.get(address, "Mira")
            assert (answer.status, answer.headers["Location"]) == (302, leads_to)
        assert (await site.get("/api/events")).status == 405

    with_hub(tmp_path, work)


def test_somebody_who_does_not_come_leads_to_the_match_and_all_are_told_the_decision(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        await _do(site, cup, "enter", names="Bo\nDora")
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1", ("shoo",)))
        await _do(site, cup, "start")
        call = _call(oak)
        assert call is not None
        players = [seat.name for seat in call.seats]
        await site.send(oak, wire.Alert("absent", call.pairing, True, "Dora is not here"))
        page = await site.text("/tables", "Rolf")
        assert f"Calls {' – '.join(players)}" in text_of(page)
        assert "<title>(1) Tables</title>" in page
        (match,) = re.findall(r'href="(/tournaments/[^"]+)">Decide this match', page)
        pairing = call.pairing.rpartition("/")[0]
        decide = await site.text(match, "Rolf")
        assert re.search(r'<details class="match" id="[^"]+" open>', decide)
        gone = "first" if players[1] == "Dora" else "second"
        assert await _do(site, cup, "result", pairing=pairing, result=gone) == 303
        page = await site.text("/tables", "Rolf")
        assert "Decide this match" not in page
        assert "<title>Tables</title>" in page
        codes = {each.name: each.id for each in (await _state(site, cup)).entrants.values()}
        assert "Round won: Dora did not come" in await site.text(f"/v/{codes['Bo']}")
        assert "You were marked as not here" in await site.text(f"/v/{codes['Dora']}")

    with_hub(tmp_path, work)


def test_the_form_has_the_fields_of_its_format_and_the_end_is_shown_everywhere(
    tmp_path: Path,
) -> None:
    async def work(site: HubSite) -> None:
        first = await site.text("/tournaments/new", "Rolf")
        assert re.findall(r'name="format" value="(\w+)"', first) == list(FORMATS)
        swiss = await site.text("/tournaments/new?format=swiss&players=20", "Rolf")
        assert re.search(r'name="rounds"[^>]*value="5"', swiss)
        assert "best_of" not in swiss
        knockout = await site.text("/tournaments/new?format=knockout&players=20", "Rolf")
        assert "third_place" in knockout
        assert 'name="rounds"' not in knockout
        cup = await _create(site, format="knockout", third_place="1")
        await _do(site, cup, "enter", names="\n".join(NAMES[:4]))
        oak = site.table("Oak")
        await site.send(oak, wire.Started("1", ("shoo",)))
        await _do(site, cup, "start")
        while (call := _call(oak)) is not None:
            page = await site.text(cup, "Rolf")
            if call.round == "Final":
                assert "The next round is paired" not in page
            await asyncio.to_thread(_play, oak, min(seat.name for seat in call.seats), call.pairing)
            if not (await _state(site, cup)).rounds[-1].started:
                await _do(site, cup, "start")
        public = cup.replace("tournaments", "t")
        for address in (cup, public):
            tabs = re.findall(r'\?round=\d+"[^>]*>([^<]+)<', await site.text(address, "Rolf"))
            assert tabs == ["Semi-final", "Final"]
        shown = text_of(await site.text("/projector"))
        assert "Winner Ada" in shown
        assert re.search(r"Final: \w+ – \w+ [01] : [01]", shown)
        assert "3. " in shown
        assert text_of(await site.text(f"{public}/bracket")).count("Semi-final") == 1
        site.clock.ahead = 24 * 3600
        assert "Winner Ada" not in text_of(await site.text("/projector"))

    with_hub(tmp_path, work)


def test_the_projector_reads_only_tournaments_that_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[int]()
    load = tournaments.load

    def counted(db: Connection, number: int) -> Tournament:
        read.append(number)
        return load(db, number)

    async def work(site: HubSite) -> None:
        cups = [await _create(site, format="knockout") for _ in range(3)]
        await site.text("/projector")
        monkeypatch.setattr(tournaments, "load", counted)
        await site.text("/projector")
        assert read == []
        await _do(site, cups[1], "enter", names="Ada\nBo")
        read.clear()
        await site.text("/projector")
        assert [f"/tournaments/{number}" for number in read] == [cups[1]]

    with_hub(tmp_path, work)


def test_what_cannot_be_done_is_said_and_changes_nothing(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        answer = await site.post(
            "/tournaments/new", "Rolf", name="  ", game="shoo", format="swiss", rounds="3"
        )
        assert answer.status == 400
        assert "needs a name" in await answer.text()
        cup = await _create(site)
        assert await _do(site, cup, "start") == 409
        await _do(site, cup, "enter", names="Ada\nBo")
        answer = await site.post(f"{cup}/enter", "Rolf", names="ada")
        assert "There is a player called ada already" in await answer.text()
        assert len((await _state(site, cup)).entrants) == 2
        assert await _do(site, cup, "dance") == 404
        assert await _do(site, "/tournaments/99", "start") == 404
        assert (await site.get("/t/99")).status == 404
        for page in (cup, cup.replace("tournaments", "t")):
            assert (await site.get(f"{page}?round=%C2%B2", "Rolf")).status == 200  # a digit: ²
        assert (
            await _do(site, cup, "enter", names="Cl\0eo") == 303
        )  # PostgreSQL stores no such sign
        entrants = (await _state(site, cup)).entrants.values()
        assert [each.name for each in entrants] == ["Ada", "Bo", "Cleo"]

    with_hub(tmp_path, work)


def test_only_referees_act_and_everybody_may_look(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        assert await _do(site, cup, "enter", "Ines", names="Ada") == 403
        assert await _do(site, cup, "enter", "", names="Ada") == 403
        assert (await site.post(f"{cup}/enter", "Rolf", token="wrong", names="Ada")).status == 403
        assert (await site.get(cup)).status == 302
        assert (await site.get(cup.replace("tournaments", "t"))).status == 200
        page = await site.text(cup, "Ines")
        assert f"{cup}/enter" not in page

    with_hub(tmp_path, work)


def test_names_are_text_and_no_markup(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site, name="<b>Cup</b>")
        await _do(site, cup, "enter", names="<script>\nBo")
        await _do(site, cup, "start")
        for page in (
            await site.text(cup, "Rolf"),
            await site.text(cup.replace("tournaments", "t")),
        ):
            assert "<b>Cup" not in page
            assert "<script>" not in page.replace('<script src="', "")
            assert "&lt;script&gt;" in page

    with_hub(tmp_path, work)


def test_two_players_of_the_coming_round_change_places(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        await _do(site, cup, "enter", names="\n".join(NAMES))
        await _do(site, cup, "pair")
        first, second = (await _state(site, cup)).rounds[0].pairings[:2]
        one, other = first.players[0], second.players[1]
        assert await _do(site, cup, "swap", one=one, other=other) == 303
        changed = (await _state(site, cup)).rounds[0].pairings[:2]
        assert changed[0].players[0] == other
        assert changed[1].players[1] == one

    with_hub(tmp_path, work)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 16])
def test_the_bracket_has_a_box_for_each_match_inside_the_picture(
    tmp_path: Path, players: int
) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site, format="knockout", third_place="1")
        await _do(site, cup, "enter", names="\n".join(f"P{n}" for n in range(players)))
        await _do(site, cup, "start")
        drawn = bracket(view(1, await _state(site, cup), site.clock()))
        assert drawn is not None
        size = 1 << (players - 1).bit_length()
        assert len(drawn.boxes) == size - 1
        assert len(drawn.lines) == size - 2
        assert all(0 <= box.x <= 1808 - box.width for box in drawn.boxes)
        assert all(0 <= box.y <= 860 - 124 for box in drawn.boxes)
        corners = {(round(box.x), round(box.y)) for box in drawn.boxes}
        assert len(corners) == len(drawn.boxes)
        assert "P0" in await site.text(f"{cup.replace('tournaments', 't')}/bracket")

    with_hub(tmp_path, work)


def test_visitors_enter_and_leave_by_phone_until_the_first_round(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        public = cup.replace("tournaments", "t")
        origin = {"Origin": str(site.client.make_url("")).rstrip("/")}

        async def phone(path: str, cookies: dict[str, str], **fields: str) -> int:
            answer = await site.client.post(
                path, data=fields, headers=origin, cookies=cookies, allow_redirects=False
            )
            for name, morsel in answer.cookies.items():
                cookies[name] = morsel.value
            return answer.status

        ada: dict[str, str] = {}
        bo: dict[str, str] = {}
        assert await phone(f"{public}/enter", ada) == 303  # to /hello
        assert len((await _state(site, cup)).entrants) == 0
        await phone("/hello", ada, name="Ada")
        await phone("/hello", bo, name="Bo")
        assert await phone(f"{public}/enter", ada) == 303
        assert await phone(f"{public}/enter", bo) == 303
        assert await phone(f"{public}/leave", ada) == 303
        assert [each.here for each in (await _state(site, cup)).entrants.values()] == [False, True]
        assert await phone(f"{public}/enter", ada) == 303
        assert await _do(site, cup, "start") == 303
        assert await phone(f"{public}/leave", bo) == 303
        assert await phone(f"{public}/enter", bo) == 409
        here = {each.name: each.here for each in (await _state(site, cup)).entrants.values()}
        assert here == {"Ada": True, "Bo": False}

    with_hub(tmp_path, work)


def test_the_start_of_a_round_is_shown_to_all_and_happens_by_itself(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site)
        public = cup.replace("tournaments", "t")
        await _do(site, cup, "enter", names="Ada\nBo\nCleo\nDan")
        state = await _state(site, cup)
        ada = next(each.id for each in state.entrants.values() if each.name == "Ada")
        then = datetime.fromtimestamp(site.clock()) + timedelta(minutes=30)
        typed = f"{then:%H:%M}"
        assert await _do(site, cup, "when", how="time", time="half past two") == 409
        assert await _do(site, cup, "when", how="time", time=typed) == 303
        for page in (cup, public, f"/v/{ada}", "/projector"):
            words = text_of(await site.text(page, "Rolf"))
            assert "Round 1 starts " in words, page
            assert f"at {typed}" in words, page
        assert await _do(site, cup, "when", how="hand") == 303
        assert "Round 1 starts" not in await site.text(public)
        page = await site.text(cup, "Rolf")
        (undo,) = re.findall(r'name="event" value="([^"]+)"', page)
        assert await _do(site, cup, "undo", event=undo) == 303
        site.clock.ahead = 30 * 60
        await tournaments.start_due(site.database, site.clock() + 1)
        assert (await _state(site, cup)).rounds[0].started
        assert await _do(site, cup, "when", how="minutes", minutes="10") == 303
        assert "Round 2 starts 10 minutes after the last result" in await site.text(public)
        just_past = datetime.fromtimestamp(site.clock()) - timedelta(minutes=2)
        assert await _do(site, cup, "when", how="time", time=f"{just_past:%H:%M}") == 409

    with_hub(tmp_path, work)


def test_a_player_asks_for_a_bye_by_phone_and_a_referee_enters_one(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        cup = await _create(site, rounds="4", max_byes="2", last_bye_round="3")
        public = cup.replace("tournaments", "t")
        await _do(site, cup, "enter", names="\n".join(NAMES[:5]))
        players = {each.name: each.id for each in (await _state(site, cup)).entrants.values()}
        cookie = await site.database.read(lambda db: visitors.cookie_of(db, players["Ada"]))
        headers = {"Origin": str(site.client.make_url("/").origin())}

        async def ask(**fields: str) -> int:
            answer = await site.client.post(
                f"{public}/bye",
                data=fields,
                cookies={VISITOR_COOKIE: cookie},
                headers=headers,
                allow_redirects=False,
            )
            return answer.status

        assert await ask(number="2") == 303
        assert await ask(number="3") == 303
        assert await ask(number="1") == 409
        assert await ask(number="3", cancel="1") == 303
        assert await ask(number="4") == 409
        answer = await site.client.get(public, cookies={VISITOR_COOKIE: cookie})
        assert "You have a bye in round 2" in await answer.text()
        assert await _do(site, cup, "bye", player=players["Bo"], number="1") == 303
        await _do(site, cup, "start")
        assert "Bye on request: Bo" in await site.text(public)
        assert "Bo (bye in round 1)" in await site.text(cup, "Rolf")
        assert await _do(site, cup, "no-bye", player=players["Ada"], number="2") == 303
        state = await _state(site, cup)
        assert state.requested[2] == ()
        assert "Undo" in await site.text(cup, "Rolf")

    with_hub(tmp_path, work)
