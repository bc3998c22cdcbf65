# SPDX-License-Identifier: MIT
"""Every test target belongs to one part of scripts/sealed-tests.sh, or `make test` would leave it out."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SealedTestsTest(unittest.TestCase):
    def test_each_target_is_in_one_part(self):
        package = (ROOT / "Package.swift").read_text()
        targets = re.findall(r'\.testTarget\(\s*name: "(\w+)Tests"', package)
        script = (ROOT / "scripts/sealed-tests.sh").read_text()
        parts = re.findall(r"targets='([\w|]+)'", script)
        self.assertGreater(len(targets), 10)
        self.assertEqual(sorted(targets), sorted("|".join(parts).split("|")))

    def test_a_part_that_is_none_is_refused(self):
        run = subprocess.run(
            [ROOT / "scripts/sealed-tests.sh", "real"], capture_output=True, text=True, check=False
        )
        self.assertEqual(run.returncode, 2)
        self.assertIn("no part is called real", run.stderr)


if __name__ == "__main__":
    unittest.main()
