#!/usr/bin/env bash
# Kills a program that writes to a store, a thousand times at random moments, and looks each time whether the
# store opens and has everything that it acknowledged; the same on a file system that fails at random, and on
# a disk that is full at times. Tests/Kills/kills.py does it, Tests/StoreTrial is the program.
#
# usage: [COUNT=1000] [SEED=1] scripts/kill-store.sh [--quick]
#   COUNT    how many kills; half as many rounds on a failing file system, a tenth on a full disk
#   --quick  the few rounds of `make test`
# STORETRIAL names the program; without it, it is built. A store that lost something is left as it is.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "kill-store: $1" >&2; exit 2; }
count=${COUNT:-1000}
seed=${SEED:-1}
[[ "$count" =~ ^[1-9][0-9]{0,6}$ ]] || fail "COUNT is a number from 1 to 9999999: '$count'"
[[ "$seed" =~ ^[0-9]{1,15}$ ]] || fail "SEED is a number: '$seed'"
case "${1:-}" in
  '') rounds=(--kill "$count" --fail $((count / 2)) --full $((count / 10)) --rounds 40) ;;
  --quick) rounds=(--kill 40 --fail 20 --full 5 --rounds 10 --longest 100) ;;
  *) fail "what is '$1'?" ;;
esac
# Swift's toolchain brings one.
compiler=$(command -v cc || command -v clang) || fail "a C compiler is missing (package gcc)"

if [ -z "${STORETRIAL:-}" ]; then
  scripts/build-debug.sh --product storetrial
  STORETRIAL=.build/debug/storetrial
fi
[ -x "$STORETRIAL" ] || fail "$STORETRIAL is not there: build it first"
mkdir -p .build/kills
"$compiler" -Wall -Wextra -O1 -shared -fPIC -o .build/kills/faults.so Tests/Kills/faults.c -ldl

# What a kill leaves is the same in memory, where flushing takes no time.
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || room=0
if [ -w /dev/shm ] && [ "${room:-0}" -gt 524288 ]; then export TMPDIR=/dev/shm; fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/homenet-kills.XXXXXX")
status=0
scripts/sealed.sh python3 -B Tests/Kills/kills.py --program "$STORETRIAL" --faults .build/kills/faults.so \
  --folder "$folder" --seed "$seed" "${rounds[@]}" || status=$?
# After a loss (1), the stores are to be looked at.
[ "$status" -eq 1 ] || rm -rf "$folder"
exit "$status"
