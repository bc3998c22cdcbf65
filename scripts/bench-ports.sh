#!/usr/bin/env bash
# Measures homenet ports beside nmap, in network namespaces; arguments go to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
scripts/build-release.sh homenet netlab
exec Benchmarks/ports "$@"
