#!/usr/bin/env bash
# Everything that must hold before a change is merged: format and house rules, then every test, in a
# network namespace that holds nothing but loopback. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say "system packages"
scripts/install-system-packages.sh --tests || echo "tests that need the missing packages say so"
say "format and house rules"
scripts/lint.sh
python3 -m unittest discover -s Tests/Scripts -p '*_test.py'
say "build"
swift build --build-tests
say "tests, sealed from every network"
scripts/sealed-tests.sh "$@"
if [ "$#" -eq 0 ]; then
  scripts/api-tests.sh
  scripts/web-tests.sh
fi
