# SPDX-License-Identifier: MIT
"""Figures of a home's year with their bounds, and the table of them."""

import dataclasses
import math
import statistics

DATABASE_MB = 100
RESIDENT_MB = 80
START_MS = 1000
QUERY_MS = 50
SLIDER_MS = 100


def rank(values, percent):
    """The least value that so many percent of all don't exceed."""
    ordered = sorted(values)
    return ordered[max(math.ceil(len(ordered) * percent / 100), 1) - 1]


@dataclasses.dataclass
class Row:
    """Times of one thing in milliseconds; the bound is for the 95th percentile."""

    name: str
    times: list
    bound: float | None
    answer_bytes: int | None = None

    @property
    def is_missed(self):
        return self.bound is not None and rank(self.times, 95) > self.bound

    def json(self):
        return {"name": self.name, "count": len(self.times), "p50": round(statistics.median(self.times), 2),
                "p95": round(rank(self.times, 95), 2), "max": round(max(self.times), 2), "bound": self.bound,
                "answer_bytes": self.answer_bytes}


@dataclasses.dataclass
class Size:
    """Megabytes of something, and the bound of them."""

    name: str
    megabytes: float
    bound: float | None

    @property
    def is_missed(self):
        return self.bound is not None and self.megabytes > self.bound

    def json(self):
        return {"name": self.name, "mb": round(self.megabytes, 1), "bound": self.bound}


def table(rows, sizes):
    """The table to print."""
    width = max(len(each.name) for each in [*rows, *sizes])
    lines = [f"{'':{width}}  {'median':>9}  {'p95':>9}  {'most':>9}  {'bound':>8}  {'answer':>9}"]
    for row in rows:
        each = row.json()
        size = "" if row.answer_bytes is None else f"{row.answer_bytes / 1000:6.1f} kB"
        lines.append(f"{row.name:{width}}  {each['p50']:6.1f} ms  {each['p95']:6.1f} ms  {each['max']:6.1f} ms  "
                     f"{bounded(row, 'ms'):>8}  {size:>9}{mark(row)}")
    lines.append("")
    for size in sizes:
        lines.append(f"{size.name:{width}}  {size.megabytes:6.1f} MB  {'':9}  {'':9}  {bounded(size, 'MB'):>8}{mark(size)}")
    return "\n".join(line.rstrip() for line in lines)


def bounded(each, unit):
    return "–" if each.bound is None else f"{each.bound:g} {unit}"


def mark(each):
    return "  missed" if each.is_missed else ""
