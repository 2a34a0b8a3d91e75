"""The arguments of ``tabletop devices``; what it needs is imported when it runs."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.cli.arguments import CommandError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabletop.input.serial.source import NamedDevice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", metavar="URL", help="listen to this one: a port, or socket://...")
    parser.add_argument(
        "--driver",
        default="ttl1",
        choices=("ttl1", "loose", "bbtk", "bitsi"),
        help="the language that it speaks",
    )
    parser.add_argument(
        "--live", action="store_true", help="say how each device fares, and whenever that changes"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each event")
    parser.add_argument("--seconds", type=float, metavar="N", help="end by itself after so long")


def run(arguments: argparse.Namespace) -> int:
    """Lists the devices, or listens to one; ``--record`` then writes its bytes to a file."""
    from tabletop.cli import devices

    if arguments.url is None:
        if arguments.record is not None or arguments.seconds is not None:
            raise CommandError("--record and --seconds need --url URL")
        return devices.list_devices(arguments.json)
    return devices.listen(
        devices.ListenOptions(
            arguments.url, arguments.driver, arguments.json, arguments.seconds, arguments.record
        )
    )


def watch(arguments: argparse.Namespace, named: "Sequence[NamedDevice]", data_dir: Path) -> int:
    """Prints the state of every device, and of those named by ``--device``."""
    if any(each is not None for each in (arguments.url, arguments.record, arguments.seconds)):
        raise CommandError("--live is for all devices: name others with --device URL")
    from tabletop.cli import device_monitor
    from tabletop.input.bindings import FILE_NAME, Bindings

    bindings = Bindings(data_dir / FILE_NAME)
    if bindings.problem:
        print(f"tabletop: {bindings.problem}", file=sys.stderr)
    return device_monitor.watch(named, bindings, as_json=arguments.json)
