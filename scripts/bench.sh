#!/usr/bin/env bash
# Measures homenet side by side with others, in network namespaces; arguments go to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
scripts/build-release.sh homenet netlab
[ -x Benchmarks/run ] || { echo "bench: Benchmarks/run is missing" >&2; exit 1; }
exec Benchmarks/run "$@"
