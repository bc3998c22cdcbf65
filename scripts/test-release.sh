#!/usr/bin/env bash
# Runs the commands' tests against the program as it is released: only there the optimiser's own faults
# show. Slower than all other tests together where nothing is built yet.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests || echo "tests that need the missing packages say so"
scripts/build-release.sh homenet
scripts/build-debug.sh --build-tests
HOMENET_PROGRAM=$PWD/.build/release/homenet exec scripts/sealed-tests.sh --filter '^CommandTests\.'
