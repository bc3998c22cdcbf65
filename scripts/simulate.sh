#!/usr/bin/env bash
# Lives a year of a home of sixty devices on a virtual clock, and prints what the watch made of it, how
# large its store is, and how long the pages' queries take. The build is a debug build, as all tests'.
#
# usage: [SEEDS="1 2 3"] [DAYS=365] [LEVEL=trackers|inventory] scripts/simulate.sh
#   SEEDS  a year for each of them
#   LEVEL  inventory drives all of the inventory, which takes several times as long
# The report is left in .build/simulation.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "simulate: $1" >&2; exit 2; }
seeds=${SEEDS:-1}
days=${DAYS:-365}
level=${LEVEL:-trackers}
[[ "$seeds" =~ ^[0-9]{1,18}(\ [0-9]{1,18})*$ ]] || fail "SEEDS are numbers with a space between: '$seeds'"
[[ "$days" =~ ^[1-9][0-9]{0,3}$ ]] || fail "DAYS is a number from 1 to 9999: '$days'"
case "$level" in trackers | inventory) ;; *) fail "LEVEL is trackers or inventory: '$level'" ;; esac

scripts/build-debug.sh --build-tests
# A year commits some ten thousand times: what the disk takes for that says nothing of the home.
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || room=0
if [ -w /dev/shm ] && [ "${room:-0}" -gt 524288 ]; then export TMPDIR=/dev/shm; fi
export HOMENET_SIMULATION_REPORT=$PWD/.build/simulation.txt
export HOMENET_SIMULATION_SEEDS=$seeds HOMENET_SIMULATION_DAYS=$days HOMENET_SIMULATION_LEVEL=$level
rm -f "$HOMENET_SIMULATION_REPORT"
scripts/sealed-tests.sh --filter '^HomeYearTests\.FullYearTests'
[ -s "$HOMENET_SIMULATION_REPORT" ] || { echo "simulate: no year was lived" >&2; exit 1; }
