# SPDX-License-Identifier: MIT
"""The monitors of a lab, what their packets say of the schedule, and the table of it; no I/O."""

import collections
import dataclasses
import math

LATENESS_S = 1
CORES = 1
RESIDENT_MB = 150
FIRST_ROUND_S = 60

PORT = 8000
CHANNEL_PORT = 8001
# The first check that was seen may have been late: others of the target come so much earlier in their turn.
EARLY_S = 2

# The documented figures of others for 10,000 monitors at 60 s, computed from their sources.
ANCHORS = (
    ("Uptime Kuma 2", "0.3 to 1 s from one start to the next: the first round takes 1.8 h"),
    ("Gatus 5", "222 ms from one start to the next: the first round takes 37 min; three checks at once, so that "
                "three dead hosts at 10 s stall all"),
)


@dataclasses.dataclass(frozen=True)
class Target:
    """Whom a monitor asks, and how; the dead ones never answer."""

    id: str
    address: str
    kind: str
    is_dead: bool

    @property
    def table(self):
        """Its table in the configuration file."""
        target = self.address if self.kind == "icmp" else f"{self.address}:{PORT}"
        return f'[monitor.{self.id}]\nkind = "{self.kind}"\ntarget = "{target}"\n'


def targets(count):
    """A third that answer echoes, a third that accept connections, a third that are dead, half of them each."""
    dead = count // 3
    numbers = {("icmp", False): (count - dead) // 2, ("tcp", False): count - dead - (count - dead) // 2,
               ("icmp", True): dead // 2, ("tcp", True): dead - dead // 2}
    found = []
    for network, ((kind, is_dead), number) in enumerate(numbers.items(), start=20):
        found += [Target(f"{'dead' if is_dead else 'live'}-{kind}-{index}",
                         f"10.{network}.{index // 250}.{1 + index % 250}", kind, is_dead) for index in range(number)]
    return found


def configuration(targets, interval):
    """The configuration file with those monitors, and a channel to tell of them."""
    channel = f'[channel.lab]\nservice = "webhook"\nsettings = {{ url = "http://10.9.0.1:{CHANNEL_PORT}/" }}\n\n'
    channel += '[rule.lab]\nchannels = ["lab"]\n\n'
    return channel + "\n".join(target.table + (f"interval_s = {interval}\n" if interval != 60 else "") for target in targets)


def checks(times, interval):
    """The first packets of one target's checks, by the number of the check, from all packets to it, ascending.

    Retransmissions, and what is sent to find out why a target is down, come between the checks.
    """
    found = {}
    early = min(EARLY_S, interval / 4)
    for time in times:
        number = math.floor((time - times[0] + early) / interval)
        found.setdefault(number, time)
    return found


def lateness(checks, interval):
    """How late each check began, by its own rhythm: the earliest one is taken for punctual."""
    if not checks:
        return {}
    phase = min(time - number * interval for number, time in checks.items())
    return {time: time - number * interval - phase for number, time in checks.items()}


def missing(checks, begun, ended, interval):
    """How many of the checks that were due between two moments left no packet."""
    if not checks:
        return 0
    first = checks[0]
    due = range(math.ceil((begun - first) / interval), math.floor((ended - first - 1) / interval) + 1)
    return sum(number not in checks for number in due)


def rank(values, percent):
    """The least value that so many percent of all don't exceed."""
    ordered = sorted(values)
    return ordered[max(math.ceil(len(ordered) * percent / 100), 1) - 1]


def most_at_once(times, span=0.1):
    """The most moments that lie in one of the spans that time is cut into."""
    counts = collections.Counter(math.floor(time / span) for time in times)
    return max(counts.values(), default=0)


@dataclasses.dataclass
class Row:
    """A figure with its bound."""

    name: str
    value: float | None
    unit: str = ""
    bound: float | None = None
    note: str = ""

    @property
    def is_missed(self):
        return self.bound is not None and (self.value is None or self.value > self.bound)

    def json(self):
        return {"name": self.name, "value": self.value, "unit": self.unit, "bound": self.bound, "note": self.note}


def table(rows):
    """The table to print."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}  {'':>16}  {'bound':>8}"]
    for row in rows:
        value = "–" if row.value is None else f"{row.value:,.3f}".rstrip("0").rstrip(".")
        bound = "–" if row.bound is None else f"{row.bound:g} {row.unit}".strip()
        lines.append(f"{row.name:{width}}  {f'{value} {row.unit}':>16}  {bound:>8}  {row.note}"
                     f"{'  missed' if row.is_missed else ''}")
    lines.append("")
    lines += [f"{name}: {text}" for name, text in ANCHORS]
    return "\n".join(line.rstrip() for line in lines)
