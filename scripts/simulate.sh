#!/usr/bin/env bash
# Lives a year of a home of sixty devices on a virtual clock, and prints what the watch made of it, how
# large its store is, and how long the pages' queries take. A line a month says how far it is; what may
# not happen fails, with the day, the device and why.
#
# usage: [SEEDS="1 2 3"] [DAYS=365] [LEVEL=inventory|trackers|monitors] [BUILD=debug|optimized] scripts/simulate.sh
#   SEEDS  a year for each of them
#   LEVEL  inventory drives all of the inventory, which recognises devices; trackers drives the presence
#          trackers alone, in a fraction of the time; monitors feeds what the trackers record of the home to
#          fifty monitors and the home's alerts, with 400 faults, failures of our own, kills and channels
#          that take nothing, and compares what is told with what happened
#   BUILD  debug is the build of all tests; optimized is another one in .build/optimized, which is made
#          anew and lives a year in a fraction of the time
# The report is left in .build/simulation.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "simulate: $1" >&2; exit 2; }
seeds=${SEEDS:-1}
days=${DAYS:-365}
level=${LEVEL:-inventory}
build=${BUILD:-debug}
[[ "$seeds" =~ ^[0-9]{1,18}(\ [0-9]{1,18})*$ ]] || fail "SEEDS are numbers with a space between: '$seeds'"
[[ "$days" =~ ^[1-9][0-9]{0,3}$ ]] || fail "DAYS is a number from 1 to 9999: '$days'"
case "$level" in trackers | inventory) filter='^HomeYearTests\.FullYearTests' ;;
  monitors) filter='^HomeYearTests\.MonitorYearTests' ;;
  *) fail "LEVEL is trackers, inventory or monitors: '$level'" ;;
esac
case "$build" in
  debug) options=() ;;
  # The optimiser is told of in debug mode, so that tests see what is internal.
  optimized)
    options=(--scratch-path .build/optimized -Xswiftc -O)
    export HOMENET_BUILD=.build/optimized
    ;;
  *) fail "BUILD is debug or optimized: '$build'" ;;
esac

scripts/build-debug.sh --build-tests "${options[@]}"
# A year commits some ten thousand times: what the disk takes for that says nothing of the home.
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || room=0
if [ -w /dev/shm ] && [ "${room:-0}" -gt 524288 ]; then export TMPDIR=/dev/shm; fi
export HOMENET_SIMULATION_REPORT=$PWD/.build/simulation.txt
export HOMENET_SIMULATION_SEEDS=$seeds HOMENET_SIMULATION_DAYS=$days HOMENET_SIMULATION_LEVEL=$level
rm -f "$HOMENET_SIMULATION_REPORT"
scripts/sealed-tests.sh --filter "$filter"
[ -s "$HOMENET_SIMULATION_REPORT" ] || { echo "simulate: no year was lived" >&2; exit 1; }
