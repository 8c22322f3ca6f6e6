"""Attempts to reach somebody: on this machine, by name, far away, through files and names."""

# %% connects_here: Connects to a server on this machine.
# instructor: OSError
import socket
won = socket.create_connection(("127.0.0.1", GIVEN["port"]), timeout=5).recv(10)


# %% asks_for_a_name: Asks for the address of a machine far away.
import socket
won = socket.getaddrinfo("example.org", 80)


# %% fetches_a_page: Fetches a page.
# instructor: URLError
import urllib.request
won = urllib.request.urlopen("http://127.0.0.1:" + str(GIVEN["port"]), timeout=5).read()


# %% installs_a_package: Installs a package.
# instructor: OSError
import subprocess, sys
words = [sys.executable, "-m", "pip", "install", "--retries", "0", "--quiet",
         "--index-url", "http://127.0.0.1:" + str(GIVEN["port"]), GIVEN["marker"]]
done = subprocess.run(words, capture_output=True, text=True)
raise OSError(done.stderr[-200:])


# %% calls_the_neighbours: Sends everybody on its network what it knows, and listens for others.
# instructor: OSError
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
    one.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    one.sendto(b"hello", ("255.255.255.255", GIVEN["port"]))


# %% connects_to_a_name: Connects to a socket that has a name and no place.
# instructor: ConnectionRefusedError
import socket
with socket.socket(socket.AF_UNIX) as one:
    one.connect("\0" + GIVEN["marker"])
    won = one.recv(10)


# %% speaks_to_the_host: Opens sockets that lead out of every network.
# instructor: PermissionError
import socket
won = [socket.socket(kind, socket.SOCK_RAW) for kind in (16, 17, 40)]
