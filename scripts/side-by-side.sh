#!/usr/bin/env bash
# Runs commands side by side; fails when one of them fails. What a command prints is shown when it
# has ended: the last lines where it passed, all of it where it failed. Logs stay in .build/logs.
#
# usage: scripts/side-by-side.sh NAME COMMAND [NAME COMMAND…]     (each COMMAND is one word: a line of bash)
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] && [ $(($# % 2)) -eq 0 ] || { echo "usage: $0 NAME COMMAND [NAME COMMAND…]" >&2; exit 2; }
mkdir -p .build/logs
names=() jobs=()
# Each command is a process group of its own, so that an interrupt ends what it has started.
set -m
# The first process of a process namespace, as scripts/sealed.sh makes one, ignores all but SIGKILL.
end_jobs() {
  for job in "${jobs[@]}"; do kill -- -"$job" 2>/dev/null || true; done
  [ "${1:-}" = now ] || return 0
  sleep 1
  for job in "${jobs[@]}"; do kill -KILL -- -"$job" 2>/dev/null || true; done
}
trap end_jobs EXIT
trap 'end_jobs now; exit 130' INT TERM
while [ $# -gt 0 ]; do
  (
    started=$SECONDS status=0
    bash -c "$2" >".build/logs/$1.log" 2>&1 || status=$?
    if [ "$status" -eq 0 ]; then
      printf '\n== %s: passed after %d s\n' "$1" $((SECONDS - started))
      tail -n 3 ".build/logs/$1.log"
    else
      printf '\n== %s: FAILED after %d s (exit %d)\n' "$1" $((SECONDS - started)) "$status"
      cat ".build/logs/$1.log"
    fi
    exit "$status"
  ) </dev/null &
  names+=("$1") jobs+=($!)
  shift 2
done
echo "side by side: ${names[*]}; what they print is in .build/logs" >&2
status=0
for job in "${jobs[@]}"; do wait "$job" || status=1; done
exit "$status"
