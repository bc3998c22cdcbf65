#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a thousand followers cost a server: event streams of many clients at once, on loopback.

Measures the time until all have their snapshot, how long a change takes to reach all of them, the
server's memory before, with and after them, what sockets they leave behind, and how quickly SIGTERM
ends the server while they listen. Standard library only.

    scripts/build-release.sh webfixture
    scripts/sealed.sh Benchmarks/event_clients.py --server .build/release/webfixture
"""

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

HEADERS = "Host: localhost\r\nConnection: keep-alive\r\n"
LIMIT = 60  # seconds that any step may take


class Client:
    """One event stream; what it hears is looked at and dropped."""

    def __init__(self):
        self.has_begun = False
        self.snapshot_at = None
        self.word_at = None
        self.word = None
        self.writer = None
        self.task = None

    async def run(self, port):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 16)
        self.writer.write(f"GET /api/v1/events HTTP/1.1\r\n{HEADERS}\r\n".encode())
        tail = b""
        while part := await reader.read(1 << 16):
            heard = tail + part
            self.has_begun = self.has_begun or b"event: snapshot" in heard
            # A snapshot is whole once its blank line is there.
            if self.snapshot_at is None and self.has_begun and b"\n\n" in heard:
                self.snapshot_at = time.monotonic()
            if self.word and self.word_at is None and self.word in heard:
                self.word_at = time.monotonic()
            tail = heard[-64:]


async def request(port, method, path, body=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    kind = "Content-Type: application/json\r\n" if body else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{kind}"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = await asyncio.wait_for(reader.read(-1), LIMIT)
    writer.close()
    return answer


async def until(is_true):
    end = time.monotonic() + LIMIT
    while not is_true():
        if time.monotonic() > end:
            raise SystemExit("event_clients: took longer than a minute")
        await asyncio.sleep(0.005)


def resident_mb(pid):
    text = Path(f"/proc/{pid}/status").read_text()
    return round(int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024, 1)


def sockets(port, state):
    """How many of the server's sockets are in that state (net/tcp_states.h in hexadecimal)."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(1 for one in fields if one[1].endswith(f":{port:04X}") and one[3] == state)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


async def measure(options, server, port):
    result = {"clients": options.clients, "devices": options.devices}
    # A first client loads what every server loads once.
    await request(port, "GET", "/api/v1/devices")
    await asyncio.sleep(1)
    result["resident_before_mb"] = resident_mb(server.pid)

    clients = [Client() for _ in range(options.clients)]
    began = time.monotonic()
    for client in clients:
        client.task = asyncio.create_task(client.run(port))
    await until(lambda: all(one.snapshot_at for one in clients))
    result["all_have_snapshot_ms"] = round((max(one.snapshot_at for one in clients) - began) * 1000)
    result["resident_with_mb"] = resident_mb(server.pid)

    slowest, middle = [], []
    answer = await request(port, "GET", "/api/v1/devices")
    device = re.search(rb'"id":"([^"]+)"', answer)[1].decode()
    for number in range(options.changes):
        word = f"changed-{number}-{os.getpid()}".encode()
        for client in clients:
            client.word, client.word_at = word, None
        await asyncio.sleep(0.6)
        body = json.dumps({"user_name": word.decode()}).encode()
        began = time.monotonic()
        answer = await request(port, "PATCH", f"/api/v1/devices/{device}", body)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"event_clients: {answer[:80]}")
        await until(lambda: all(one.word_at for one in clients))
        times = [one.word_at - began for one in clients]
        middle.append(percentile(times, 0.5))
        slowest.append(max(times))
    result["change_to_half_ms"] = round(percentile(middle, 0.5) * 1000)
    result["change_to_all_ms"] = round(percentile(slowest, 0.5) * 1000)
    result["change_to_all_worst_ms"] = round(max(slowest) * 1000)

    for client in clients:
        client.writer.close()
    await asyncio.gather(*(one.task for one in clients), return_exceptions=True)
    await asyncio.sleep(2)
    result["close_wait"] = sockets(port, "08")
    result["established"] = sockets(port, "01")
    result["resident_after_mb"] = resident_mb(server.pid)

    # They come again, and the server is told to end while they listen.
    clients = [Client() for _ in range(options.clients)]
    for client in clients:
        client.task = asyncio.create_task(client.run(port))
    await until(lambda: all(one.snapshot_at for one in clients))
    result["resident_again_mb"] = resident_mb(server.pid)
    began = time.monotonic()
    server.send_signal(signal.SIGTERM)
    await asyncio.wait_for(asyncio.to_thread(server.wait), LIMIT)
    result["sigterm_ms"] = round((time.monotonic() - began) * 1000)
    result["exit_code"] = server.returncode
    await asyncio.gather(*(one.task for one in clients), return_exceptions=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default=".build/release/webfixture")
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--devices", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=10)
    options = parser.parse_args()
    if not 1 <= options.clients <= 8000 or not 1 <= options.changes <= 100:
        parser.error("--clients is 1 to 8000, --changes 1 to 100")

    # Two descriptors a client, and some; the server inherits the limit.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = options.clients * 2 + 256
    if most != resource.RLIM_INFINITY and most < wanted:
        raise SystemExit(f"event_clients: {wanted} descriptors are needed, {most} are permitted")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))

    server = subprocess.Popen(
        [options.server, "--devices", str(options.devices)], stdout=subprocess.PIPE, text=True
    )
    try:
        address = server.stdout.readline()
        port = int(re.search(r":(\d+)/", address)[1])
        print(json.dumps(asyncio.run(measure(options, server, port)), indent=2))
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
