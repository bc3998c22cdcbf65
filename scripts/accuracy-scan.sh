#!/usr/bin/env bash
# How right a scan's verdicts are on recorded devices, beside what their records alone give; arguments go to
# Benchmarks/accuracy-scan.
#
# The corpus is no part of the project: HOMENET_CORPUS names its directory. HOMENET_PROGRAM names a built
# program to measure, with netlab beside it; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${HOMENET_PROGRAM:-}" ]; then
  exec Benchmarks/accuracy-scan --homenet "$HOMENET_PROGRAM" --netlab "$(dirname "$HOMENET_PROGRAM")/netlab" "$@"
fi
scripts/build-release.sh homenet netlab >&2
exec Benchmarks/accuracy-scan "$@"
