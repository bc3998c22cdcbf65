# SPDX-License-Identifier: MIT
"""Whether the rounds of kills find a store that loses what it acknowledged, and the failing file system fails."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "Tests" / "Kills"))

import kills  # noqa: E402

COMPILER = shutil.which("cc") or shutil.which("clang")

# A stand-in for storetrial: numbers in a table. KEEPS names what it does wrong.
PROGRAM = '''#!{python}
import os, sqlite3, sys, time
command, options = sys.argv[1], dict(zip(sys.argv[2::2], sys.argv[3::2]))
keeps = os.environ["KEEPS"]
path = options["--data"] + "/numbers.sqlite"
log = os.open(options["--log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
def say(line): os.write(log, (line + "\\n").encode())
def opened():
    os.makedirs(options["--data"], exist_ok=True)
    database = sqlite3.connect(path, isolation_level=None, timeout=2)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE IF NOT EXISTS number (number INTEGER PRIMARY KEY, text TEXT)")
    return database
if command == "write":
    say("run " + options["--seed"])
    end = time.monotonic() + int(options["--milliseconds"]) / 1000
    number, database = int(options["--after"]), None
    if keeps == "crashes":
        sys.exit(5)
    while time.monotonic() < end:
        try:
            database = database or opened()
        except sqlite3.Error:
            say("unopened")
            time.sleep(0.002)
            continue
        number += 1
        say(f"begin {{number}} 0")
        try:
            if keeps == "late":
                say(f"done {{number}}")
                time.sleep(0.02)
            database.execute("INSERT INTO number VALUES (?, ?)", (number, "x" * 3000))
            if keeps != "late":
                say(f"done {{number}}")
        except sqlite3.Error as error:
            say(f"failed {{number}} {{error}}")
            time.sleep(0.002)
    say("ended")
else:
    lines = open(options["--log"]).read().split("\\n")[:-1]
    done = {{int(line.split()[1]) for line in lines if line.startswith("done")}}
    database = opened()
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    lost = done - {{row[0] for row in database.execute("SELECT number FROM number")}}
    if lost:
        print("lost:", sorted(lost))
        sys.exit(1)
    say("settled 0")
'''


class KillsTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="homenet-kills-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM.format(python=sys.executable))
        self.program.chmod(0o700)

    def faults(self):
        library = self.folder / "faults.so"
        if not library.exists():
            source = PROJECT / "Tests" / "Kills" / "faults.c"
            subprocess.run(
                [COMPILER, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"],
                check=True,
            )
        return library

    def run_kills(self, keeps, *arguments):
        stores = self.folder / "stores"
        stores.mkdir()
        said = io.StringIO()
        os.environ["KEEPS"] = keeps
        self.addCleanup(os.environ.pop, "KEEPS", None)
        with contextlib.redirect_stdout(said):
            status = kills.main(
                ["--program", str(self.program), "--folder", str(stores), "--longest", "120", *arguments]
            )
        return status, said.getvalue(), list(stores.iterdir())

    def test_a_store_that_keeps_everything_passes(self):
        status, said, left = self.run_kills("all", "--kill", "5", "--rounds", "3")
        self.assertEqual(status, 0, said)
        self.assertIn("5 kills", said)
        self.assertEqual(left, [])

    def test_what_is_acknowledged_before_it_is_stored_is_found(self):
        status, said, left = self.run_kills("late", "--kill", "30")
        self.assertEqual(status, 1, said)
        self.assertIn("lost: [", said)
        self.assertTrue((left[0] / "data" / "numbers.sqlite").exists())

    def test_a_writer_that_ends_by_itself_is_found(self):
        status, said, _ = self.run_kills("crashes", "--kill", "30")
        self.assertEqual(status, 1, said)
        self.assertIn("status 5", said)

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_on_a_failing_file_system_writes_are_refused_and_nothing_is_lost(self):
        status, said, left = self.run_kills(
            "all", "--kill", "0", "--fail", "12", "--faults", str(self.faults())
        )
        self.assertEqual(status, 0, said)
        self.assertNotIn(" 0 refused", said)
        self.assertEqual(left, [])

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_a_file_system_that_never_fails_is_found(self):
        source, library = self.folder / "nothing.c", self.folder / "nothing.so"
        source.write_text("int homenet_nothing;\n")
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source], check=True)
        status, said, _ = self.run_kills("all", "--kill", "1", "--fail", "10", "--faults", str(library))
        self.assertEqual(status, 1, said)
        self.assertIn("of 10 rounds 'fail' none had anything failed", said)

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_faults_are_the_same_for_the_same_seed_and_in_one_folder_only(self):
        script = (
            "import os, sys\n"
            "file = os.open(sys.argv[1], os.O_WRONLY)\n"
            "for _ in range(3000):\n"
            "    try: print(os.pwrite(file, b'x' * 100, 0), end=' ')\n"
            "    except OSError as error: print(error.errno, end=' ')\n"
        )

        def outcome(seed, path):
            environment = {
                **os.environ, "LD_PRELOAD": str(self.faults()),
                "HOMENET_FAULTS": f"{seed}:{self.folder.resolve()}/inside",
            }
            command = [sys.executable, "-c", script, str(path)]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            return done.stdout

        inside = self.folder.resolve() / "inside" / "file"
        inside.parent.mkdir()
        outside = self.folder / "outside"
        for file in (inside, outside):
            file.touch()
        first = outcome(7, inside)
        self.assertEqual(first, outcome(7, inside))
        self.assertNotEqual(first, outcome(8, inside))
        self.assertGreater(len(set(first.split())), 3)
        self.assertEqual(set(outcome(7, outside).split()), {"100"})


if __name__ == "__main__":
    unittest.main()
