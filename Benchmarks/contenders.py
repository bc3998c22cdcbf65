# SPDX-License-Identifier: MIT
"""The scanners: how each is called, and how its findings are read."""

import json
import re
import signal
import subprocess
import threading
import time

from capture import SocketWatch
from namespaces import unprivileged

ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")


def homenet_document(text):
    """The one JSON object that a scan prints; empty where there is none."""
    try:
        return json.loads(text)
    except ValueError:
        return {}


def homenet_devices(text):
    """Addresses of the devices that a scan calls present, but for the scanner itself."""
    return {
        device["ip"]
        for device in homenet_document(text).get("devices", [])
        if device["state"] == "present" and not device["self"]
    }


def unconfirmed(document):
    """How many devices a scan only remembers; not a claim that they are there."""
    return sum(device["state"] == "unconfirmed" for device in document.get("devices", []))


class Contender:
    """A scanner in one way of calling it."""

    def __init__(self, name, command, privileged, read=None, with_macs=True):
        self.name, self.command, self.privileged = name, command, privileged
        self.read = read or (lambda text: set(ADDRESS.findall(text)))
        self.with_macs = with_macs

    def arguments(self, arena):
        """The command line for that network, as whoever runs it."""
        command = [part.replace("{network}", arena.network) for part in self.command]
        return command if self.privileged else unprivileged(command)

    def start(self, arena):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return arena.scanner.start(self.arguments(arena), new_session=False, **pipes)

    def measure(self, arena, timeout, watch=False):
        """One run: seconds as a whole process, and who was found."""
        began = time.monotonic()
        process = self.start(arena)
        sockets = SocketWatch(process.pid) if watch else None
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            errors += f"killed after {timeout} s"
        run = self._judge(arena, time.monotonic() - began, process.returncode, output, errors)
        if sockets:
            run["most_sockets"] = sockets.peak
            run["peak_memory"] = sockets.peak_memory
        return run

    def interrupted(self, arena, after):
        """One run that gets SIGINT; its seconds are those from the signal to the end."""
        process = self.start(arena)
        time.sleep(after)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        run = self._judge(arena, time.monotonic() - began, process.returncode, output, errors)
        run["complete"] = homenet_document(output).get("interrupted") is True
        return run

    def _judge(self, arena, seconds, code, output, errors):
        found = self.read(output) - {arena.scanner.address}
        return {
            "seconds": seconds,
            "found": len(found & set(arena.addresses)),
            "phantoms": sorted(found - set(arena.addresses)),
            "addresses": found,
            "error": (errors.strip()[-300:] or f"exit code {code}") if code != 0 else "",
            "counters": homenet_document(output).get("counters"),
            "document": homenet_document(output),
            "unconfirmed": unconfirmed(homenet_document(output)),
        }


def nmap_up(text):
    return {ADDRESS.search(line)[0] for line in text.splitlines() if "Status: Up" in line}


def whole_scan(homenet):
    """A default scan, with names and services."""
    return Contender("homenet scan", [homenet, "scan", "--format", "json", "--quiet"], False,
                     homenet_devices)


def raw_scan(homenet):
    """A sweep by ARP of its own, with CAP_NET_RAW."""
    scan = [homenet, "scan", "--format", "json", "--quiet", "--discover-only"]
    return Contender("homenet scan --discover-only", scan, True, homenet_devices)


def contenders(homenet):
    """Everybody; the first is the one that is measured, the others are its yardsticks."""
    scan = [homenet, "scan", "--format", "json", "--quiet", "--discover-only"]
    return [
        Contender("homenet scan --discover-only", scan, False, homenet_devices),
        Contender("homenet … --settle 200ms", scan + ["--settle", "200ms"], False, homenet_devices),
        Contender("arp-scan", ["arp-scan", "-I", "eth0", "-l", "--plain"], True),
        Contender(
            "arp-scan, tuned",
            ["arp-scan", "-I", "eth0", "-l", "--plain", "-r", "1", "-t", "100", "-B", "10M"],
            True,
        ),
        Contender("nmap -sn -n", ["nmap", "-sn", "-n", "-oG", "-", "{network}"], True, nmap_up),
        Contender(
            "nmap -sn -n --unprivileged",
            ["nmap", "-sn", "-n", "--unprivileged", "-oG", "-", "{network}"],
            False,
            nmap_up,
            with_macs=False,
        ),
        # fping's exit code 1 says that some addresses are silent.
        Contender(
            "fping -a -g",
            ["sh", "-c", "fping -a -q -g {network} || [ $? -eq 1 ]"],
            True,  # the package gives it CAP_NET_RAW
            lambda text: set(text.split()),
            with_macs=False,
        ),
    ]


def watch(homenet, arena, timeout):
    """When each device was known with its MAC, by `--watch`: seconds since the process started.

    Two clocks: the scan's own, and ours when the line has arrived in the pipe.
    """
    command = [homenet, "scan", "--watch", "--quiet", "--discover-only"]
    began = time.monotonic()
    process = arena.scanner.start(
        unprivileged(command), new_session=False, stdout=subprocess.PIPE, text=True
    )
    killer = threading.Timer(timeout, process.kill)
    killer.start()
    own, seen = {}, {}
    for line in process.stdout:
        now = time.monotonic() - began
        update = homenet_document(line)
        for device in update.get("devices", []):
            if device["mac"] and device["state"] == "present" and device["ip"] in arena.devices:
                own.setdefault(device["ip"], update["elapsed_ms"] / 1000)
                seen.setdefault(device["ip"], now)
    process.wait()
    killer.cancel()
    return {
        "seconds": max(seen.values(), default=float(timeout)),
        "own_seconds": max(own.values(), default=float(timeout)),
        "found": len(seen),
        "phantoms": [],
        "error": "" if process.returncode == 0 else f"exit code {process.returncode}",
    }
