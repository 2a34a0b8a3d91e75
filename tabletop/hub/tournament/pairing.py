"""The pairing of the next round, whatever the format."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.hub.tournament.events import PairingMade, RoundPaired, Waived
from tabletop.hub.tournament.pools import pair_pools
from tabletop.hub.tournament.schedules import pair_arena, pair_knockout, pair_round_robin
from tabletop.hub.tournament.state import Tournament
from tabletop.hub.tournament.swiss import pair_swiss


def pair_next_round(tournament: Tournament, *, id: str, at: str, by: str) -> RoundPaired:
    """The event that pairs the next round. It is computed once and then stored.

    The ids of its matches are made of the event's own: a result that is meant for a pairing that
    was undone since finds no match.

    ValueError: no round can be paired now; the sentence says why.
    """
    created = tournament.created
    number = len(tournament.rounds) + 1
    if tournament.status == "finished":
        raise ValueError("The tournament is finished.")
    if created.format != "arena" and tournament.rounds:
        last = tournament.rounds[-1]
        if not last.started:
            raise ValueError(f"Round {last.number} is paired already. Start it first.")
        missing = len(last.open_pairings)
        if missing:
            results = "One result" if missing == 1 else f"{missing} results"
            verb = "is" if missing == 1 else "are"
            raise ValueError(f"{results} of round {last.number} {verb} missing.")
    players = tournament.players_of(number)
    total = tournament.number_of_rounds
    if total is not None and tournament.rounds and number > total:
        raise ValueError("All rounds are played.")
    if len(players) < (3 if created.format == "pools" else 2) and (
        not tournament.rounds or created.format not in ("round_robin", "knockout")
    ):
        raise ValueError("There are not enough players for a round.")
    pairings: Sequence[PairingMade]
    byes: Sequence[str] = ()
    waived: tuple[Waived, ...] = ()
    match created.format:
        case "swiss":
            swiss = pair_swiss(tournament)
            pairings = [PairingMade("", pair) for pair in swiss.pairs]
            byes = [] if swiss.bye is None else [swiss.bye]
            waived = swiss.waived
        case "round_robin":
            pairings, byes = pair_round_robin(tournament)
        case "knockout":
            pairings = pair_knockout(tournament)
        case "arena":
            pairings = pair_arena(tournament)
            if not pairings:
                raise ValueError("Nobody is free to play.")
        case "pools":
            pairings, byes = pair_pools(tournament)
    if not pairings:
        raise ValueError("There is nobody left to play.")
    return RoundPaired(
        id=id,
        at=at,
        by=by,
        number=number,
        pairings=tuple(
            replace(pairing, id=f"{id}.{place}") for place, pairing in enumerate(pairings, 1)
        ),
        byes=tuple(byes),
        waived=waived,
    )
