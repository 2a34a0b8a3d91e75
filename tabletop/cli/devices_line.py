"""The command line of ``tabletop devices``; what it needs is imported when it runs."""

import argparse

from tabletop.cli.words import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after the command, besides what may stand after each."""
    parser.add_argument("--url", metavar="URL", help="listen to this one: a port, or socket://...")
    parser.add_argument(
        "--driver",
        default="ttl1",
        choices=("ttl1", "loose", "bbtk", "bitsi"),
        help="the language that it speaks",
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each event")
    parser.add_argument("--seconds", type=float, metavar="N", help="end by itself after so long")


def run(arguments: argparse.Namespace) -> int:
    """Lists what is plugged in, or listens to one device; ``--record`` then keeps its bytes."""
    from tabletop.cli import devices

    if arguments.url is None:
        if arguments.record is not None or arguments.seconds is not None:
            raise Refused("--record and --seconds need --url URL")
        return devices.show_all(arguments.json)
    return devices.listen(
        devices.Wanted(
            arguments.url, arguments.driver, arguments.json, arguments.seconds, arguments.record
        )
    )
