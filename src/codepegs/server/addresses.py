"""The addresses of this machine, and the host names that the Host header of a request may contain."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress

LOOPBACK_NAMES = ("localhost", "localhost.localdomain")

PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses reserved for documentation (RFC 5737, RFC 3849). Connecting a datagram socket to one sends nothing, and
shows which of its own addresses this machine would use to reach the network."""


def host_name(header: str) -> str:
    """Return the name or address in a Host header, without its port.

    >>> host_name("Localhost:8000"), host_name("[::1]:8000"), host_name("pegs.example.org.")
    ('localhost', '::1', 'pegs.example.org')
    """
    bracketed = re.fullmatch(r"\[([^\]]*)\](:\d*)?", header.strip())
    name = bracketed[1] if bracketed else re.sub(r":\d*$", "", header.strip())
    return name.lower().removesuffix(".")


def is_ip(name: str) -> bool:
    """Return whether a name is an IP address.

    >>> is_ip("192.168.1.5"), is_ip("::1"), is_ip("fe80::1%eth0"), is_ip("1.example.org")
    (True, True, True, False)
    """
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


def is_unspecified(host: str) -> bool:
    """Return whether a host stands for every address of the machine, so that a server listens at all of them.

    >>> is_unspecified("0.0.0.0"), is_unspecified("::"), is_unspecified("127.0.0.1")
    (True, True, False)
    """
    return is_ip(host) and ipaddress.ip_address(host).is_unspecified


def own_names(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names that the Host header of a request to a server may contain.

    IP addresses are not among them: the server accepts every one.

    >>> own_names("0.0.0.0", ["Pegs.example.org:8000"]) >= {"localhost", "pegs.example.org"}
    True
    """
    machine = socket.gethostname().lower()
    names = (*LOOPBACK_NAMES, machine, f"{machine}.local", host, *more)
    return frozenset(host_name(name) for name in names if name)


def lan_address(host: str) -> str | None:
    """Return the address of this machine in its network."""
    for family, probe in PROBES if ":" in host else PROBES[:1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.connect((probe, 9))
            found: str = sender.getsockname()[0]
            if not ipaddress.ip_address(found.partition("%")[0]).is_loopback:
                return found
    return None


def url(host: str, port: int) -> str:
    """Return the address of the page.

    >>> url("192.168.1.5", 8000), url("::1", 80)
    ('http://192.168.1.5:8000', 'http://[::1]:80')
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
