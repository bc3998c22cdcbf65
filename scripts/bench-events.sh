#!/usr/bin/env bash
# Measures a server with a thousand event streams, on loopback; arguments go to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build-release.sh webfixture
exec scripts/sealed.sh Benchmarks/event_clients.py --server .build/release/webfixture "$@"
