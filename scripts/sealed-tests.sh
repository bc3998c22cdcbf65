#!/usr/bin/env bash
# Runs the tests that are already built, sealed from every network; arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

run() { scripts/sealed.sh swift test --skip-build "$@"; }

case " $* " in
  *" --filter "*)
    run --no-parallel "$@"
    ;;
  *)
    # Bytes, and machines on virtual clocks.
    run --filter '^(WireTests|HomeNetTests)\.' "$@"
    # Real kernels need their time, and all namespaces share one neighbour table: one after another.
    run --no-parallel --skip '^(WireTests|HomeNetTests)\.' "$@"
    ;;
esac
