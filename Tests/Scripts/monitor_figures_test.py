"""What packets say of the schedule of monitors."""

import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

import monitor_figures as figures  # noqa: E402


class TargetsTest(unittest.TestCase):
    def test_a_third_is_dead_and_addresses_are_unique(self):
        targets = figures.targets(10_000)
        self.assertEqual(len(targets), 10_000)
        self.assertEqual(len({target.address for target in targets}), 10_000)
        self.assertEqual(len({target.id for target in targets}), 10_000)
        self.assertEqual(sum(target.is_dead for target in targets), 3333)
        self.assertEqual(sum(target.kind == "icmp" for target in targets if target.is_dead), 1666)
        live = [target for target in targets if not target.is_dead]
        self.assertEqual(sum(target.kind == "tcp" for target in live), 3334)

    def test_the_configuration_declares_each(self):
        targets = figures.targets(9)
        tables = tomllib.loads(figures.configuration(targets, 5))["monitor"]
        self.assertEqual(set(tables), {target.id for target in targets})
        self.assertEqual(tables["live-tcp-0"], {"kind": "tcp", "target": "10.21.0.1:8000", "interval_s": 5})
        self.assertNotIn("interval_s", figures.configuration(targets, 60))


class ScheduleTest(unittest.TestCase):
    def test_retransmissions_are_no_checks(self):
        found = figures.checks([100, 101, 103, 107, 160, 161, 220.5], 60)
        self.assertEqual(found, {0: 100, 1: 160, 2: 220.5})
        self.assertEqual(figures.lateness(found, 60), {100: 0, 160: 0, 220.5: 0.5})

    def test_a_late_first_check_makes_the_others_early_and_not_missing(self):
        found = figures.checks([101, 160, 220], 60)
        self.assertEqual(found, {0: 101, 1: 160, 2: 220})
        self.assertEqual(figures.lateness(found, 60), {101: 1, 160: 0, 220: 0})

    def test_a_check_that_left_no_packet_is_missing(self):
        found = figures.checks([100, 160, 280, 340], 60)
        self.assertEqual(figures.missing(found, 90, 345, 60), 1)
        self.assertEqual(figures.missing(found, 90, 150, 60), 0)
        self.assertEqual(figures.missing({}, 90, 150, 60), 0)

    def test_the_most_at_once(self):
        self.assertEqual(figures.most_at_once([1.01, 1.02, 1.09, 1.11, 2]), 3)
        self.assertEqual(figures.most_at_once([]), 0)

    def test_a_figure_that_is_not_known_misses_its_bound(self):
        self.assertTrue(figures.Row("x", None, "s", 1).is_missed)
        self.assertTrue(figures.Row("x", 1.5, "s", 1).is_missed)
        self.assertFalse(figures.Row("x", 1, "s", 1).is_missed)
        self.assertFalse(figures.Row("x", None, "s").is_missed)
        self.assertIn("missed", figures.table([figures.Row("x", 1.5, "s", 1)]))


if __name__ == "__main__":
    unittest.main()
