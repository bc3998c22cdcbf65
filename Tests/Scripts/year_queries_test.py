# SPDX-License-Identifier: MIT
"""What the benchmark of a year asks, and how it judges the figures."""

import datetime
import random
import re
import sys
import unittest
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PROJECT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import year_figures as figures  # noqa: E402
import year_queries  # noqa: E402

DAY = 86_400_000
END = 1_790_000_000_123
YEAR = {"from_ms": END - 365 * DAY, "to_ms": END, "changes": 1000}


def queries(seed=1, year=YEAR):
    return year_queries.of(year, ["mac-1", "name-a b"], 1500, random.Random(seed))


def milliseconds(text):
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return round(time.timestamp() * 1000)


class Asking(unittest.TestCase):
    def test_the_same_seed_asks_the_same(self):
        paths = [[query.path() for query in queries(seed) for _ in range(5)] for seed in (1, 1, 2)]
        self.assertEqual(paths[0], paths[1])
        self.assertNotEqual(paths[0], paths[2])

    def test_times_and_numbers_are_of_the_year(self):
        for query in queries():
            for _ in range(50):
                parts = urlsplit(query.path())
                values = {name: value for name, [value] in parse_qs(parts.query).items()}
                self.assertNotIn(" ", parts.path)
                for name in {"from", "to", "at"} & values.keys():
                    self.assertTrue(YEAR["from_ms"] <= milliseconds(values[name]) <= END, query.name)
                if "from" in values:
                    self.assertLess(milliseconds(values["from"]), milliseconds(values["to"]))
                for name in {"before", "after"} & values.keys():
                    self.assertTrue(501 <= int(values[name]) <= 1500, query.name)

    def test_a_year_that_is_shorter_than_a_span_is_asked_as_it_is(self):
        week = {"from_ms": END - 7 * DAY, "to_ms": END, "changes": 0}
        for query in queries(year=week):
            values = parse_qs(urlsplit(query.path()).query)
            for name in {"from", "at"} & values.keys():
                self.assertGreaterEqual(milliseconds(values[name][0]), week["from_ms"])

    def test_spans_steps_and_kinds_are_those_of_the_page(self):
        modules = PROJECT / "Sources/WebApp/app/js/history"
        intervals = (modules / "intervals.js").read_text(encoding="utf-8")
        steps = re.findall(r"length: (?:(\d+) \* )?DAY, step: '(\w+)'", intervals)
        self.assertEqual([(int(days or 1) * DAY, step) for days, step in steps], list(year_queries.SPANS.values()))
        changes = (modules / "changes.js").read_text(encoding="utf-8")
        groups = re.findall(r"^  (\w+): \[([^\]]*)\]", changes, re.M)
        kinds = {group: re.findall(r"'(\w+)'", words) for group, words in groups}
        self.assertEqual(kinds["arrivals"], year_queries.ARRIVALS.split(","))
        self.assertEqual(kinds["problems"], year_queries.PROBLEMS.split(","))
        excused = re.findall(r"'(\w+)'", re.search(r"EXCUSED = \[([^\]]*)\]", changes)[1])
        self.assertEqual(kinds["changes"] + excused, year_queries.CHANGES.split(","))


class Judging(unittest.TestCase):
    def test_the_bound_is_for_all_but_five_of_a_hundred(self):
        self.assertFalse(figures.Row("quick", [1] * 95 + [900] * 5, 50).is_missed)
        self.assertTrue(figures.Row("slow", [1] * 94 + [900] * 6, 50).is_missed)
        self.assertFalse(figures.Row("at the bound", [50], 50).is_missed)
        self.assertFalse(figures.Row("without one", [900], None).is_missed)
        self.assertTrue(figures.Size("large", 80.1, 80).is_missed)

    def test_the_table_says_what_was_missed(self):
        rows = [figures.Row("a", [1.0, 3.0], 50, 2000), figures.Row("b", [99.0], 50)]
        lines = figures.table(rows, [figures.Size("c", 12.34, None)]).splitlines()
        self.assertEqual(lines[1].split(), ["a", "2.0", "ms", "3.0", "ms", "3.0", "ms", "50", "ms", "2.0", "kB"])
        self.assertTrue(lines[2].endswith("missed"))
        self.assertEqual(lines[4].split(), ["c", "12.3", "MB", "–"])


if __name__ == "__main__":
    unittest.main()
