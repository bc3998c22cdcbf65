#!/usr/bin/env bash
# Measures a server with 10,000 monitors, a third of them of dead hosts, in network namespaces; arguments go
# to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build-release.sh homenet
exec scripts/sealed.sh Benchmarks/monitors "$@"
