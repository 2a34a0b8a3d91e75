"""The addresses of this machine, found without asking the network, and a port to listen on."""

import errno
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

from tabletop.engine.text import Text, say

MORE_PORTS: Final = 20
"""Ports that are tried if the wanted one is taken."""
MAX_CONNECTIONS: Final = 512

PORTS_TAKEN: Final = say(
    "phones.ports_taken",
    "Other programs use the ports {first} to {last}. Choose another in the settings.",
)
PORT_REFUSED: Final = say(
    "phones.port_refused",
    "The system does not allow port {first}. Choose one above 1023 in the settings.",
)
NO_SUCH_ADDRESS: Final = say(
    "phones.no_such_address",
    "This machine does not have the address {host}. Choose another in the settings.",
)


_PROBES: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Where routes are asked for: an address for examples, which only the default route leads to, and
the usual private networks. No packet is sent."""
_PROBE_IPV6: Final = "2001:db8::1"
_VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "tun", "tap", "wg", "zt")
"""How interfaces begin that phones in the room are hardly ever behind."""
_IF_INET6: Final = Path("/proc/net/if_inet6")
_SIOCGIFADDR: Final = 0x8915
"""The ioctl of Linux for an interface's IPv4 address."""


def machine_addresses() -> tuple[str, ...]:
    """The IPv4 and global IPv6 addresses of this machine's networks, the likeliest first."""
    virtual = _of_interfaces()
    # Where the interfaces are known, the name is not asked for: it may need an answer from outside.
    found = dict.fromkeys([*_routed(), *(virtual or _of_host_name())])
    usable = [address for address in found if _is_usable(address)]
    # IPv4 is easier to type; phones are behind no virtual network, though it may have the route.
    return tuple(sorted(usable, key=lambda each: (virtual.get(each, False), ":" in each)))


def _is_usable(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return not (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
        or (isinstance(address, IPv6Address) and address.ipv4_mapped is not None)
    )


def _routed() -> Iterator[str]:
    """The addresses from which packets would be sent."""
    for target in _PROBES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])
    with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
        probe.connect((_PROBE_IPV6, 9))
        yield str(probe.getsockname()[0])


def _of_interfaces() -> dict[str, bool]:
    """The addresses of all interfaces, and whether these are virtual; only on Linux."""
    found: dict[str, bool] = {}
    try:
        import fcntl

        names = [name for _, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            request = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):
                answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
                found[str(IPv4Address(answer[20:24]))] = name.startswith(_VIRTUAL)
    with suppress(OSError, ValueError):
        for line in _IF_INET6.read_text("ascii").splitlines():
            digits, *_, name = line.split()
            found[str(IPv6Address(bytes.fromhex(digits)))] = name.startswith(_VIRTUAL)
    return found


def _of_host_name() -> list[str]:
    """The addresses of this machine's name, on systems that list them there."""
    with suppress(OSError, UnicodeError):
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        return [str(each[4][0]) for each in found]
    return []


def machine_names() -> frozenset[str]:
    """What this machine is called in its network, in lower case."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name}.local"} if "." not in name else {name})


class NoPort(Exception):
    """No port can be opened; `why` is for people."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why: Final = why


def open_port(host: str, port: int) -> list[socket.socket]:
    """Sockets of one port, of the wanted one if it is free; `NoPort` in words."""
    last = min(port + MORE_PORTS, 65535) if port else 0
    allowed = False
    for each in range(port, last + 1):
        try:
            return _bind_port(host, each)
        except PermissionError:
            pass
        except OSError as problem:
            if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
                raise NoPort(NO_SUCH_ADDRESS.but(host=host)) from None
            allowed = True
    refused = PORTS_TAKEN if allowed else PORT_REFUSED
    raise NoPort(refused.but(first=port, last=last))


def _bind_port(host: str, port: int) -> list[socket.socket]:
    if host:
        name = "127.0.0.1" if host == "localhost" else host
        flags = socket.AI_NUMERICHOST  # no question to the network
        family, *_, address = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=flags)[
            0
        ]
        return [_bound(family, str(address[0]), port)]
    first = _bound(socket.AF_INET, "0.0.0.0", port)
    sockets = [first]
    with suppress(OSError):  # a machine without IPv6
        sockets.append(_bound(socket.AF_INET6, "::", first.getsockname()[1]))
    return sockets


def _bound(family: int, address: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(MAX_CONNECTIONS)  # a taken port may be noticed only now
        made.setblocking(False)
    except BaseException:
        made.close()
        raise
    return made
