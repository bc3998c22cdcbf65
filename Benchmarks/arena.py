# SPDX-License-Identifier: MIT
"""The networks that scanners are measured in: kernels in namespaces on one bridge."""

import contextlib
import json
import subprocess
import time

from namespaces import Host, make_bridge, run

SCANNER_MAC = "52:54:00:00:00:fe"

STEALTH = """table inet stealth {
  chain in { type filter hook input priority 0; policy drop; iif "lo" accept; }
}
"""


class Network:
    """A network with a scanner's host in it; subclasses say what else is there."""

    def make_cold(self):
        """Empties the scanner's neighbour table, as if it had just joined the network."""
        self.scanner.run(["ip", "neigh", "flush", "all"])
        left = self.scanner.run(["ip", "neigh", "show", "dev", "eth0"]).stdout.splitlines()
        for line in left:
            self.scanner.run(["ip", "neigh", "del", line.split()[0], "dev", "eth0"])

    def age(self, seconds):
        """Lets the scanner's neighbour table grow old, so that its entries become STALE.

        A minute does it with the kernel's own times. In less, they are made STALE by hand.
        """
        time.sleep(seconds)
        if seconds >= 60:
            return
        for line in self.scanner.run(["ip", "neigh", "show", "dev", "eth0"]).stdout.splitlines():
            words = line.split()
            if "lladdr" in words:
                mac = words[words.index("lladdr") + 1]
                self.scanner.run(["ip", "neigh", "replace", words[0], "lladdr", mac, "dev", "eth0",
                                  "nud", "stale"])


class Arena(Network):
    """A bridge, a scanner's host, and devices, some of which drop every IP packet."""

    def __init__(self, network, prefix, addresses, scanner, stealthy=()):
        self.network, self.prefix = f"{network}/{prefix}", prefix
        self.addresses = list(addresses)
        self.devices = {}
        bridge = make_bridge()
        self.scanner = Host("scanner", SCANNER_MAC, scanner)
        self.scanner.plug(bridge, 0, prefix)
        for number, address in enumerate(self.addresses, start=1):
            mac = f"00:11:32:00:{number >> 8:02x}:{number & 255:02x}"
            host = Host(f"device{number}", mac, address)
            host.plug(bridge, number, prefix)
            self.devices[address] = (host, number)
            if address in stealthy:
                self._hide(host)
        time.sleep(0.3)  # the last port's carrier

    def _hide(self, host):
        done = host.run(["sh", "-c", f"nft -f - <<'END'\n{STEALTH}END"])
        if done.returncode != 0:
            raise RuntimeError(f"nft: {done.stderr.strip()}")

    def leave(self, address):
        """The device goes away without a word."""
        host, number = self.devices[address]
        host.unplug(number)

    def return_home(self, address):
        """The device is back."""
        run("ip", "link", "set", f"port{self.devices[address][1]}", "up")


class SimulatedHome(Network):
    """The simulated home of `netlab home`, which answers on real kernel stacks.

    `command` is what follows `netlab`; the first line it prints describes what it has made.
    """

    def __init__(self, netlab, *command):
        self.process = subprocess.Popen(
            [netlab, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.description = self._line()
        self.network = self.description["cidr"]
        devices = self.description.get("devices") or self.ask("addresses")["hosts"]
        self.devices = {device["ip"]: device for device in devices}
        self.addresses = list(self.devices)
        resolver = self.description.get("gateway")
        self.scanner = Host("scanner", None, self.description["address"], resolver=resolver,
                            network=self.description["scanner_namespace"])

    def _line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"netlab ended with {self.process.wait()}")
        return json.loads(line)

    def ask(self, command):
        """Sends a command to `netlab` and returns its answer."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self._line()

    def truth(self):
        """The MAC of every address."""
        return {address: device["mac"] for address, device in self.devices.items()}

    def leave(self, address):
        """The device goes away without a word."""
        self.ask(f"remove {self.devices[address]['label']}")

    def return_home(self, address):
        """The device is back."""
        self.ask(f"add {self.devices[address]['label']}")

    def end(self):
        """Takes the home down."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.terminate()
        self.process.wait(timeout=10)
