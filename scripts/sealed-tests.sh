#!/usr/bin/env bash
# Runs the tests that are already built, sealed from every network.
#
# usage: scripts/sealed-tests.sh [virtual|real] [ARGUMENT…]
#   virtual  bytes, and machines on virtual clocks: side by side, on every core
#   real     real kernels and programs, which need their time: one after another, for all namespaces
#            share one neighbour table
#   Without either, both; arguments, such as --filter NAME, go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

# What needs the seal fails here where it would be skipped elsewhere (Tests/Sealing).
export HOMENET_SEAL_REQUIRED=1
run() { scripts/sealed.sh swift test --skip-build "$@"; }

case "${1:-}" in
  virtual) shift; run --filter '^(WireTests|HomeNetTests)\.' "$@" ;;
  real) shift; run --no-parallel --skip '^(WireTests|HomeNetTests)\.' "$@" ;;
  *)
    case " $* " in
      *" --filter "*) run --no-parallel "$@" ;;
      *) "$0" virtual "$@"; "$0" real "$@" ;;
    esac
    ;;
esac
