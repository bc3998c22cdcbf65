# SPDX-License-Identifier: MIT
"""What benchmarks of `homenet serve` ask it by its owner's socket, and the environment that it is started in."""

import contextlib
import http.client
import os
import socket


class OwnerConnection(http.client.HTTPConnection):
    """HTTP over the socket of the server's owner, which asks for no password."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def ask(path, method, target, body=None, timeout=30):
    """The status and the content of the answer that the server at a socket's path gives."""
    with contextlib.closing(OwnerConnection(path, timeout)) as connection:
        fields = {} if body is None else {"Content-Type": "application/json"}
        connection.request(method, target, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read()


def environment():
    """That of whoever runs this, without the settings and places of files that are no benchmark's."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("HOMENET_", "XDG_"))}
