"""Swiss pairings reproduced round by round from what other programs published."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tabletop.hub.tournament import swiss
from tabletop.hub.tournament.events import RoundStarted
from tests.hub.tournament.referee import Referee, ids
from tests.lanes import slow_except

FOLDER = Path(__file__).parent / "published"
FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))
SMALL = [name for name in FILES if int(name.split("_")[1]) <= 21]
WITHOUT_BYES = [name for name in FILES if int(name.split("_")[1]) % 2 == 0]
"""For these the editions of 2017 and 2026 say the same."""
SCORES = {"1": (1.0, 0.0), "0": (0.0, 1.0), "=": (0.5, 0.5)}
NO_SHOWS = {"+": (1.0, 0.0), "-": (0.0, 1.0), "--": (0.0, 0.0)}


@dataclass(frozen=True)
class Published:
    players: int
    rounds: int
    lines: tuple[tuple[str, ...], ...]
    """By round: `1-5 =` for a game, `7 U` for a bye."""


def _read(name: str) -> Published:
    facts = {}
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, value = line.split(": " if line.startswith("round ") else " ", 1)
            facts[key] = value
    rounds = tuple(tuple(text.split(", ")) for key, text in facts.items() if " " in key)
    return Published(int(facts["players"]), int(facts["rounds"]), rounds)


def _reproduce(name: str) -> int:
    """Plays a tournament with the published results; the number of rounds that were compared."""
    published = _read(name)
    first = published.lines[0]
    white_first = any(item.startswith("1-") for item in first)
    for seed in range(64):
        referee = Referee("swiss", rounds=published.rounds, seed=seed)
        referee.enter_many(published.players)
        made = referee.pair()
        if (made.pairings[0].players[0] == "p1") == white_first:
            break
    for number, line in enumerate(published.lines, 1):
        if number > 1:
            made = referee.pair()
        games: dict[tuple[str, ...], str] = {}
        byes = []
        for item in line:
            who, what = item.split(" ")
            if "-" in who:
                white, black = who.split("-")
                games[f"p{white}", f"p{black}"] = what
            else:
                byes.append(f"p{who}")
                assert what == "U"
        assert set(ids(made.pairings)) == set(games), f"round {number}"
        assert list(made.byes) == byes, f"round {number}"
        assert not made.waived
        referee.tell(RoundStarted, number=number)
        for pairing in made.pairings:
            what = games[pairing.players]
            if what in SCORES:
                referee.give(pairing.id, *SCORES[what])
            else:
                referee.give(pairing.id, *NO_SHOWS[what], how="no_show")
    return len(published.lines)


@pytest.mark.parametrize("name", slow_except(FILES, *SMALL))
def test_reproduced(name: str) -> None:
    assert _reproduce(name) == int(name.split("_")[3])


@pytest.mark.parametrize("name", slow_except(WITHOUT_BYES, *SMALL, "bbp_40_players_9_rounds_42"))
def test_reproduced_by_the_library_for_many_players(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("py4swiss")
    monkeypatch.setattr(swiss, "MAX_CAISSIFY", 0)
    assert _reproduce(name) == int(name.split("_")[3])
