#!/usr/bin/env bash
# Measures alerts of a home that is broken in ten ways, in network namespaces; arguments go to the
# benchmark, such as --defaults.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
scripts/build-release.sh homenet
exec scripts/sealed.sh Benchmarks/alerts "$@"
