#!/usr/bin/env bash
# Everything that must hold before a change is merged: format and house rules, then every test, in a
# network namespace that holds nothing but loopback. Arguments, such as --filter NAME, go to the tests' program.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say "packages"
scripts/install-system-packages.sh --tests || echo "tests that need the missing packages say so"
scripts/lab-packages.sh || echo "tests that need the missing packages say so"
say "format and house rules"
scripts/lint.sh
python3 -m unittest discover -s Tests/Scripts -p '*_test.py'
say "build"
scripts/build-debug.sh --build-tests
say "tests, sealed from every network"
if [ "$#" -gt 0 ]; then
  scripts/sealed-tests.sh "$@"
  exit
fi
# What only computes gives way to what a real kernel answers in its own time.
scripts/side-by-side.sh \
  virtual-clocks "nice -n 10 scripts/sealed-tests.sh virtual" \
  crowds "scripts/sealed-tests.sh crowds"
scripts/side-by-side.sh \
  pages "nice -n 10 scripts/web-tests.sh && nice -n 10 scripts/api-tests.sh" \
  diagnostics "scripts/sealed-tests.sh diagnostics" \
  server-and-daemons "scripts/sealed-tests.sh server && scripts/sealed-tests.sh daemons" \
  commands "scripts/sealed-tests.sh commands" \
  kills "STORETRIAL=.build/debug/storetrial nice -n 10 scripts/kill-store.sh --quick"
