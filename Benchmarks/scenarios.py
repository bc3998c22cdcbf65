# SPDX-License-Identifier: MIT
"""What is measured; each scenario builds its own network and returns rows of a table."""

import statistics

from arena import Arena, SimulatedHome
from capture import Capture
from contenders import contenders, raw_scan, watch, whole_scan

HOME = [f"10.78.0.{number}" for number in range(1, 240, 8)]
STEALTHY = HOME[4::5]


def middle(values):
    return round(statistics.median(values), 3)


def row(scenario, contender, runs, devices, **more):
    """One line of the table: medians, and the worst of what was found."""
    remembered = [run["unconfirmed"] for run in runs if run.get("unconfirmed")]
    if remembered:
        more["unconfirmed"] = middle(remembered)
    return {
        "scenario": scenario,
        "scanner": contender.name,
        "privileged": contender.privileged,
        "runs": len(runs),
        "seconds": middle([run["seconds"] for run in runs]),
        "seconds_max": round(max(run["seconds"] for run in runs), 3),
        "found_median": middle([run["found"] for run in runs]),
        "found_min": min(run["found"] for run in runs),
        "devices": devices,
        "phantoms": sorted({address for run in runs for address in run["phantoms"]}),
        "failures": sorted({run["error"] for run in runs if run["error"]}),
        **more,
    }


class Scenarios:
    """The scenarios, by name, and how often and how long each is run."""

    def __init__(self, homenet, netlab, repeat, full, say):
        self.homenet, self.netlab = homenet, netlab
        self.repeat, self.full, self.say = repeat, full, say
        self.contenders = contenders(homenet)
        self.whole = whole_scan(homenet)
        self.raw = raw_scan(homenet)

    def _gap(self, contender):
        """Seconds since the scan before: who doesn't read the kernel's table needn't wait long."""
        return 60 if self.full and not contender.privileged else 3

    def _home(self):
        return Arena("10.78.0.0", 24, HOME, "10.78.0.254", STEALTHY)

    def _compare(self, name, arena, before, repeat=None, timeout=60, devices=None):
        rows = []
        for contender in self.contenders:
            runs = []
            for _ in range(repeat or self.repeat):
                before(contender)
                runs.append(contender.measure(arena, timeout))
            rows.append(row(name, contender, runs, devices or len(arena.addresses)))
            self.say(rows[-1])
        return rows

    def cold(self):
        """/24, 30 devices, 6 of them silent to all but ARP; an empty neighbour table."""
        arena = self._home()
        return self._compare("cold /24", arena, lambda _: arena.make_cold())

    def first(self):
        """How soon every device of the /24 is known with its MAC, by the lines of `--watch`."""
        arena = self._home()
        runs = []
        for _ in range(self.repeat):
            arena.make_cold()
            runs.append(watch(self.homenet, arena, 30))
        rows = [row("all known, cold /24", self.contenders[0], runs, len(HOME),
                    by_its_own_clock=middle([run["own_seconds"] for run in runs]))]
        self.say(rows[-1])
        return rows

    def warm(self):
        """The same, scanned a minute ago: the table is full of stale entries."""
        arena = self._home()

        def before(contender):
            arena.make_cold()
            contender.measure(arena, 60)
            arena.age(self._gap(contender))

        return self._compare("warm /24", arena, before)

    def left(self):
        """Scanned a minute ago, and one device has left since: nobody may still report it."""
        arena = self._home()
        gone = HOME[7]

        def before(contender):
            arena.return_home(gone)
            arena.make_cold()
            contender.measure(arena, 60)
            arena.age(self._gap(contender))
            arena.leave(gone)

        rows = []
        for contender in [self.whole] + self.contenders:
            runs = []
            for _ in range(self.repeat):
                before(contender)
                runs.append(contender.measure(arena, 60))
            ghosts = sum(gone in run["addresses"] for run in runs)
            rows.append(row("left /24", contender, runs, len(HOME) - 1, ghosts=ghosts))
            self.say(rows[-1])
        return rows

    def large(self):
        """/22 with 100 live hosts over all of it; an empty table."""
        home = SimulatedHome(self.netlab, "home", "--hosts", "100", "--prefix", "10.79.0.0/22")
        return self._compare(
            "cold /22", home, lambda _: home.make_cold(), min(self.repeat, 3), timeout=90
        )

    def loss(self):
        """2 % of frames lost each way and 0-10 ms of delay: default scans and the others."""
        rows = []
        for contender in [self.whole] + self.contenders:
            # Each run has a seed, and so losses, of its own.
            runs = []
            for seed in range(50 if contender is self.whole and self.full else self.repeat):
                home = SimulatedHome(self.netlab, "home", "--loss", "0.02", "--delay", "10",
                                     "--seed", str(seed + 1))
                home.make_cold()
                runs.append(contender.measure(home, 60))
                home.end()
            complete = sum(run["found"] == len(home.addresses) for run in runs)
            rows.append(row("loss /24", contender, runs, len(home.addresses),
                            complete_runs=f"{complete} of {len(runs)}"))
            self.say(rows[-1])
        return rows

    def crowd(self):
        """/16 with 4,000 live hosts on a TAP device, by ARP with CAP_NET_RAW."""
        runs, more = [], {}
        for seed in range(min(self.repeat, 3)):
            crowd = SimulatedHome(self.netlab, "crowd", "--hosts", "4000", "--prefix",
                                  "10.64.0.0/16", "--seed", str(seed + 1))
            truth = crowd.truth()
            with Capture(crowd.scanner) as capture:
                run = self.raw.measure(crowd, 60, watch=True)
            run["wrong_macs"] = sum(
                device["mac"] != truth.get(device["ip"], device["mac"])
                for device in run["document"].get("devices", [])
            )
            runs.append(run)
            for key, value in capture.summary().items():
                if key in ("frames", "peak_frames_per_second"):
                    more[key] = max(more.get(key, 0), value)
            crowd.end()
        more["peak_memory_mib"] = round(max(run["peak_memory"] for run in runs), 1)
        more["wrong_macs"] = max(run["wrong_macs"] for run in runs)
        rows = [row("crowd /16", self.raw, runs, 4000, **more)]
        self.say(rows[-1])
        return rows

    def traffic(self):
        """What leaves the machine and how many sockets are open, measured from outside."""
        arena = self._home()
        rows = []
        for contender in [self.whole] + self.contenders:
            arena.make_cold()
            with Capture(arena.scanner) as capture:
                run = contender.measure(arena, 60, watch=True)
            rows.append(
                row("traffic /24", contender, [run], len(HOME), **capture.summary(),
                    most_sockets=run["most_sockets"], own_counters=run["counters"])
            )
            self.say(rows[-1])
        return rows

    def interrupt(self):
        """How soon a default scan ends after SIGINT, with what it has; sent at several times."""
        arena = self._home()
        rows = []
        for after in (0.05, 0.3, 1, 3):
            runs = []
            for _ in range(self.repeat):
                arena.make_cold()
                runs.append(self.whole.interrupted(arena, after))
            rows.append(row(f"SIGINT at {after} s", self.whole, runs, len(HOME),
                            complete=sum(run["complete"] for run in runs)))
            self.say(rows[-1])
        return rows

    def home(self):
        """A default scan of the simulated home: devices, connections, sockets, updates."""
        rows = []
        for number in range(min(self.repeat, 3)):
            home = SimulatedHome(self.netlab, "home")
            with Capture(home.scanner) as capture:
                run = self.whole.measure(home, 60, watch=True)
            seen = home.ask("counters")
            home.end()
            document = run["document"]
            addresses = [device["ip"] for device in document.get("devices", [])]
            macs = [device["mac"] for device in document.get("devices", []) if device["mac"]]
            rows.append(
                row(f"simulated home, run {number + 1}", self.whole, [run], len(home.addresses),
                    shown=len(addresses), duplicates=len(addresses) - len(set(addresses)),
                    macs=len(set(macs)), most_sockets=run["most_sockets"],
                    printed_bytes=seen["printed_bytes"],
                    connections_accepted=seen["tcp_connections"],
                    own_counters=run["counters"], **capture.summary())
            )
            self.say(rows[-1])
        return rows
