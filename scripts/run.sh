#!/usr/bin/env bash
# Builds homenet and serves the simulated home; arguments go to `homenet demo`, which prints the
# address. With --scan it scans the home once instead.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh || true
echo "building homenet (the first time takes a few minutes)"
scripts/build-release.sh --quiet homenet
if [ -n "${SSH_CONNECTION:-}" ]; then
  echo "from the machine that you sit at: ssh -L 8480:127.0.0.1:8480 $(id -un)@$(hostname), then open the address"
fi
exec "$(swift build -c release --show-bin-path)/homenet" demo "$@"
