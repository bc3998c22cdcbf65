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
say "build"
swift build --build-tests
if [ "$#" -gt 0 ]; then
  say "tests, sealed from every network"
  exec scripts/sealed.sh swift test --skip-build --no-parallel "$@"
fi
say "tests without a network: bytes and machines on virtual clocks"
scripts/sealed.sh swift test --skip-build --filter '^(WireTests|HomeNetTests)\.'
# Real kernels need their time, and all namespaces share one neighbour table: one after another.
say "tests on real kernels, sealed from every network"
scripts/sealed.sh swift test --skip-build --no-parallel --skip '^(WireTests|HomeNetTests)\.'
