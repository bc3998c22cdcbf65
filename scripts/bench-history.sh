#!/usr/bin/env bash
# Measures a server that has a year of a full home: start, answers, memory, database; arguments go to the
# benchmark. --browser moves the page's time slider too, with what scripts/web-tests.sh fetches.
#
# The year is made once, in some minutes, and kept in .build/bench-history; --fresh makes it anew.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build-release.sh homenet netlab
exec scripts/sealed.sh Benchmarks/history "$@"
