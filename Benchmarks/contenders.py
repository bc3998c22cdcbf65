# SPDX-License-Identifier: MIT
"""The scanners: how each is called, and how its findings are read."""

import json
import re
import time

from namespaces import unprivileged

ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")


def homenet_devices(text):
    """Addresses of devices that the scan calls present, but for the scanner itself."""
    try:
        document = json.loads(text)
    except ValueError:
        return set(), {}
    found = {
        device["ip"]
        for device in document["devices"]
        if device["state"] == "present" and not device["self"]
    }
    return found, document


class Contender:
    """A scanner in one way of calling it."""

    def __init__(self, name, command, privileged, read=None, with_macs=True):
        self.name, self.command, self.privileged = name, command, privileged
        self.read = read or (lambda text: set(ADDRESS.findall(text)))
        self.with_macs = with_macs

    def measure(self, arena, timeout):
        """One run: seconds as a whole process, and who was found."""
        command = [part.replace("{network}", arena.network) for part in self.command]
        if not self.privileged:
            command = unprivileged(command)
        began = time.monotonic()
        done = arena.scanner.run(command, timeout=timeout)
        seconds = time.monotonic() - began
        found = self.read(done.stdout) - {arena.scanner.address}
        return {
            "seconds": seconds,
            "found": len(found & set(arena.addresses)),
            "phantoms": sorted(found - set(arena.addresses)),
            "addresses": found,
            "exit": done.returncode,
            "error": done.stderr.strip()[-300:] if done.returncode != 0 else "",
        }


def nmap_up(text):
    return {ADDRESS.search(line)[0] for line in text.splitlines() if "Status: Up" in line}


def contenders(homenet):
    """Everybody; the first is the one that is measured, the others are its yardsticks."""
    scan = [homenet, "scan", "--format", "json", "--quiet", "--discover-only"]
    read = lambda text: homenet_devices(text)[0]
    return [
        Contender("homenet scan --discover-only", scan, False, read),
        Contender("homenet … --settle 200ms", scan + ["--settle", "200ms"], False, read),
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
        Contender(
            "fping -a -g",
            ["fping", "-a", "-q", "-g", "{network}"],
            True,  # the package gives it CAP_NET_RAW
            lambda text: set(text.split()),
            with_macs=False,
        ),
    ]
