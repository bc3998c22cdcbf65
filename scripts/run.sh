#!/usr/bin/env bash
# Builds homenet and scans the simulated home; arguments go to `homenet demo --scan`.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh || true
echo "building homenet (the first time takes a few minutes)"
swift build -c release --product homenet --quiet
exec "$(swift build -c release --show-bin-path)/homenet" demo --scan "$@"
