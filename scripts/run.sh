#!/usr/bin/env bash
# Builds homenet and serves the simulated home; arguments go to `homenet demo`, which prints the
# address. With --scan it scans the home once instead.
#
# The debug program, which takes half the time to build and is the one that `make test` needs;
# `make install` builds the released one.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh || true
if [ -x .build/debug/homenet ]; then
  echo "building homenet (what has changed since the last time)" >&2
else
  echo "building homenet for the first time: about ten minutes on two cores, less on more" >&2
fi
# Standard output is the program's alone: of --scan with --format json it may be read by another.
scripts/build-debug.sh --product homenet 2>&1 | scripts/build-progress.sh homenet >&2
if [ -n "${SSH_CONNECTION:-}" ]; then
  echo "from the machine that you sit at: ssh -L 8480:127.0.0.1:8480 $(id -un)@$(hostname), then open the address"
fi
exec .build/debug/homenet demo "$@"
