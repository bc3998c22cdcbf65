#!/usr/bin/env bash
# Measures ping and trace side by side with others, in network namespaces; an argument is the number
# of runs.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
swift build -c release --product homenet
exec Benchmarks/paths.sh .build/release/homenet "$@"
