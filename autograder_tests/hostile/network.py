"""Attempts to reach somebody: on this machine, by name, far away, through files and names."""

from __future__ import annotations

from autograder_tests.hostile.making import Hostile, by_code


def _net(name: str, what: str, code: str, *instructor: str) -> Hostile:
    """An attack that runs in a cell on top."""
    return by_code(
        name, what, "network", code, student=("still waits for you",), instructor=instructor
    )


ENTRIES: tuple[Hostile, ...] = (
    _net(
        "connects_here",
        "Connects to a server on this machine.",
        """
        import socket
        won = socket.create_connection(("127.0.0.1", GIVEN["port"]), timeout=5).recv(10)
        """,
        "OSError",
        "uses the network",
    ),
    _net(
        "asks_for_a_name",
        "Asks for the address of a machine far away.",
        'import socket\nwon = socket.getaddrinfo("example.org", 80)',
        "uses the network",
    ),
    _net(
        "fetches_a_page",
        "Fetches a page.",
        """
        import urllib.request
        won = urllib.request.urlopen("http://127.0.0.1:" + str(GIVEN["port"]), timeout=5).read()
        """,
        "URLError",
        "uses the network",
    ),
    _net(
        "installs_a_package",
        "Installs a package.",
        """
        import subprocess, sys
        words = [sys.executable, "-m", "pip", "install", "--retries", "0", "--quiet",
                 "--index-url", "http://127.0.0.1:" + str(GIVEN["port"]), GIVEN["marker"]]
        done = subprocess.run(words, capture_output=True, text=True)
        raise OSError(done.stderr[-200:])
        """,
        "OSError",
    ),
    _net(
        "calls_the_neighbours",
        "Sends everybody on its network what it knows, and listens for others.",
        """
        import socket
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            one.sendto(b"hello", ("255.255.255.255", GIVEN["port"]))
        """,
        "OSError",
        "uses the network",
    ),
    _net(
        "connects_to_a_name",
        "Connects to a socket that has a name and no place.",
        """
        import socket
        with socket.socket(socket.AF_UNIX) as one:
            one.connect("\\0" + GIVEN["marker"])
            won = one.recv(10)
        """,
        "ConnectionRefusedError",
        "uses the network",
    ),
    _net(
        "speaks_to_the_host",
        "Opens sockets that lead out of every network.",
        """
        import socket
        won = [socket.socket(kind, socket.SOCK_RAW) for kind in (16, 17, 40)]
        """,
        "PermissionError",
        "uses the network",
    ),
)
