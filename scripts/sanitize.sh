#!/usr/bin/env bash
# Runs the tests under the thread sanitizer and under the address sanitizer; arguments go to the
# tests' program. Each has a build folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

for sanitizer in thread address; do
  printf '\n== %s sanitizer\n' "$sanitizer"
  options=(--sanitize "$sanitizer" --scratch-path ".build/$sanitizer")
  scripts/build-debug.sh --build-tests "${options[@]}"
  # A report ends the process at once, so that it can't be overlooked.
  TSAN_OPTIONS=halt_on_error=1 ASAN_OPTIONS=detect_leaks=0 HOMENET_SANITIZER=$sanitizer \
    HOMENET_BUILD=.build/$sanitizer scripts/sealed-tests.sh "$@"
done
