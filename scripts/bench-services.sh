#!/usr/bin/env bash
# Measures what homenet ports and nmap say of real daemons; arguments go to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --services
scripts/build-release.sh homenet
exec Benchmarks/services "$@"
