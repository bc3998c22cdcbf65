#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a program that writes to a store, at random moments, and has it checked what is lost.

Three kinds of rounds:
  kill  the writer is killed
  fail  the file system fails at random meanwhile (faults.c); the writer is killed, or ends by itself
  full  the disk is filled and emptied at random meanwhile; killed, or ends by itself

After each round the store is opened and compared with what was acknowledged. A store lives for some
rounds, then another one begins. scripts/kill-store.sh builds the program and runs this.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

CHECK_SECONDS = 120
START_SECONDS = 60
# The longest that a writer lives; one that was forgotten ends by itself.
LIFE_SECONDS = 30
# Room for the store, whose log takes four megabytes.
DISK_BYTES = 8 << 20


class Lost(Exception):
    """A round that must not have ended so."""


class Log:
    """The writer's log, read from where it was read last."""

    def __init__(self, path):
        self.path = path
        self.offset = 0
        self.rest = b""
        self.counts = Counter()
        self.last_operation = 0

    def read(self):
        """Reads the new lines; returns their words."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.offset)
                new = file.read()
        except FileNotFoundError:
            return []
        self.offset += len(new)
        *lines, self.rest = (self.rest + new).split(b"\n")
        words = [line.decode(errors="replace").split(" ", 2) for line in lines]
        for word in words:
            self.counts[word[0]] += 1
            if word[0] == "begin":
                self.last_operation = int(word[1])
        return words


class Trial:
    """A store with its log, over several rounds."""

    def __init__(self, options, folder, seed):
        self.options = options
        self.seed = seed
        self.folder = Path(folder).resolve()
        self.data = self.folder / "data"
        self.log = Log(self.folder / "log")
        self.dice = random.Random(seed)
        self.folder.mkdir()
        self.is_mounted = False

    def mount(self):
        """Has the store be on a disk of its own, which is small."""
        self.data.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(self.data)]
        subprocess.run(command, check=True)
        self.is_mounted = True

    def remove(self):
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.data)], check=True)
        shutil.rmtree(self.folder)

    def round(self, kind):
        """Writes, kills and checks."""
        ends_itself = kind != "kill" and self.dice.random() < 0.5
        milliseconds = self.dice.randint(5, self.options.longest)
        limit = milliseconds if ends_itself else LIFE_SECONDS * 1000
        environment = dict(os.environ)
        if kind == "fail":
            environment["LD_PRELOAD"] = str(Path(self.options.faults).resolve())
            environment["HOMENET_FAULTS"] = f"{self.dice.getrandbits(60)}:{self.data}"
        command = [
            self.options.program, "write", "--data", str(self.data), "--log", str(self.log.path),
            "--seed", str(self.seed), "--after", str(self.log.last_operation),
            "--milliseconds", str(limit),
        ]
        writer = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
        try:
            # Mostly counted from when it begins, so that not all of the time goes to its start.
            if self.dice.random() < 0.9:
                self.wait_for_start(writer)
            self.let_live(writer, kind, None if ends_itself else milliseconds / 1000)
        finally:
            if writer.poll() is None:
                writer.kill()
            status = writer.wait()
            if kind == "full":
                self.ballast().unlink(missing_ok=True)
        self.log.read()
        if status != (0 if ends_itself else -9):
            raise Lost(f"the writer ended with status {status}")
        self.check()

    def wait_for_start(self, writer):
        end = time.monotonic() + START_SECONDS
        while not self.log.read():
            if writer.poll() is not None:
                return
            if time.monotonic() > end:
                raise Lost(f"the writer did nothing for {START_SECONDS} s")
            time.sleep(0.001)

    def let_live(self, writer, kind, seconds):
        """Waits for so long, or until the writer has ended where that is `None`."""
        end = time.monotonic() + (LIFE_SECONDS + START_SECONDS if seconds is None else seconds)
        while (left := end - time.monotonic()) > 0 and writer.poll() is None:
            if kind == "full":
                self.fill()
                time.sleep(min(left, self.dice.uniform(0.005, 0.12)))
                self.ballast().unlink()
                # A while with room, too; at once where the writer only waits for that.
                left = min(left, self.dice.choice([0.002, 0.02, 0.08]))
            if seconds is None:
                try:
                    writer.wait(left)
                except subprocess.TimeoutExpired:
                    pass
            else:
                time.sleep(left)

    def ballast(self):
        return self.data / "ballast"

    def fill(self):
        """Fills the small disk to its last byte."""
        disk = os.statvfs(self.data)
        # Never the machine's, should the mount be missing.
        if disk.f_blocks * disk.f_frsize > DISK_BYTES:
            raise Lost(f"{self.data} is not on a small disk")
        with open(self.ballast(), "wb", buffering=0) as file:
            for size in (65536, 4096, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    continue

    def check(self):
        command = [self.options.program, "check", "--data", str(self.data), "--log", str(self.log.path)]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace", timeout=CHECK_SECONDS, check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise Lost(f"the check took longer than {CHECK_SECONDS} s") from error
        self.log.read()
        if done.returncode != 0:
            raise Lost(done.stdout.strip() or f"the check ended with status {done.returncode}")


def run(options):
    """Runs all rounds; returns the exit code."""
    counts = Counter()
    by_kind = {kind: Counter() for kind in WORDS}
    started = time.monotonic()
    for kind in ("kill", "fail", "full"):
        total = getattr(options, kind)
        if kind == "full" and total > 0 and not os.environ.get("HOMENET_OWN_MOUNTS"):
            print("full disks: skipped, this system gives no mounts of one's own", flush=True)
            continue
        for first in range(0, total, options.rounds):
            seed = options.seed + first
            trial = Trial(options, Path(options.folder) / f"{kind}-{seed}", seed)
            if kind == "full":
                trial.mount()
            for number in range(first, min(first + options.rounds, total)):
                try:
                    trial.round(kind)
                except Lost as error:
                    print(f"{kind} {number + 1}, seed {seed}: {error}", flush=True)
                    keep(trial)
                    return 1
                counts[kind] += 1
                if (number + 1) % 50 == 0:
                    print(f"{kind}: {number + 1} of {total}", flush=True)
            counts += trial.log.counts
            by_kind[kind] += trial.log.counts
            trial.remove()
    rounds = ", ".join(f"{counts[kind]} {words}" for kind, words in WORDS.items())
    print(
        f"{rounds}; {counts['done']} operations acknowledged, {counts['failed']} refused, "
        f"{counts['begin'] - counts['done'] - counts['failed']} cut off; nothing lost "
        f"({time.monotonic() - started:.0f} s)"
    )
    # A trial in which nothing happened shows nothing.
    for kind, sign, least in (("kill", "done", 10), ("fail", "failed", 10), ("full", "failed", 50)):
        if counts[kind] >= least and by_kind[kind][sign] == 0:
            print(f"but of {counts[kind]} rounds '{kind}' none had anything {sign}")
            return 1
    return 0


WORDS = {"kill": "kills", "fail": "failing file systems", "full": "full disks"}


def keep(trial):
    """Leaves the store of a failure where it can be looked at."""
    if trial.is_mounted:
        copy = trial.folder / "data-copy"
        shutil.copytree(trial.data, copy)
        print(f"the store is in {copy}")
    else:
        print(f"the store is in {trial.data}")
    print(f"its log is {trial.log.path}", flush=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--program", required=True, help="storetrial")
    parser.add_argument("--faults", help="what faults.c was compiled to")
    parser.add_argument("--folder", required=True, help="a folder that exists, for the stores")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", type=int, default=1000, help="how many rounds of this kind")
    parser.add_argument("--fail", type=int, default=0)
    parser.add_argument("--full", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=40, help="rounds of one store")
    parser.add_argument("--longest", type=int, default=300, help="milliseconds until a writer is killed")
    options = parser.parse_args(arguments)
    if options.fail > 0 and not options.faults:
        parser.error("--fail needs --faults")
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
