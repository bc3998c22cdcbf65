#!/usr/bin/env bash
# Measures ping and trace side by side with others, in network namespaces, and ping beside a scan; an
# argument is the number of runs.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
scripts/build-release.sh homenet netlab
Benchmarks/paths.sh .build/release/homenet "$@"
exec Benchmarks/ping_beside_scan --runs "${1:-5}"
