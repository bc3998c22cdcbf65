#!/usr/bin/env bash
# Runs the tests that are already built, sealed from every network.
#
# usage: scripts/sealed-tests.sh [PART] [ARGUMENT…]
#   virtual      bytes, and machines on virtual clocks: side by side, on every core
#   crowds       thousands of devices on real kernels, and the kernel's own tables
#   diagnostics, server, commands, daemons
#                real kernels and programs, which need their time: one after another
# All namespaces share one neighbour table, so `crowds` must not run beside other kernels' tests.
# Without a part, every part in turn; arguments, such as --filter NAME, go to the tests' program.
# HOMENET_BUILD names another build folder than .build.
set -euo pipefail
cd "$(dirname "$0")/.."

# What needs the seal fails here where it would be skipped elsewhere (Tests/Sealing).
export HOMENET_SEAL_REQUIRED=1

# `swift test` admits one at a time to a build, so the tests' program is started without it.
program=${HOMENET_BUILD:-.build}/debug/homenetPackageTests.xctest
run() { scripts/sealed.sh "$program" --testing-library swift-testing "$@"; }

part=${1:-}
case "$part" in
  virtual) targets='Wire|Model|Monitoring|Identification|Networking|Discovery|Probing|Home|HomeYear|Simulation' ;;
  crowds) targets='DemoHome|LinuxNetwork' ;;
  diagnostics) targets='Diagnostics|Checks|Channels' ;;
  server) targets='PrivateFiles|Server|Storage' ;;
  commands) targets='Command' ;;
  daemons) targets='RealDaemons' ;;
  '' | --*)
    case " $* " in
      *" --filter "*) run --no-parallel "$@" ;;
      *) for part in virtual crowds diagnostics server commands daemons; do "$0" "$part" "$@"; done ;;
    esac
    exit
    ;;
  *) echo "$0: no part is called $part" >&2; exit 2 ;;
esac
shift
[ "$part" = virtual ] || set -- --no-parallel "$@"
run --filter "^($targets)Tests\\." "$@"
