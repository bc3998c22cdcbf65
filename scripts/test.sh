#!/usr/bin/env bash
# Everything that must hold before a change is merged: format and house rules, then every test, in a
# network namespace that holds nothing but loopback. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

say "system packages"
scripts/install-system-packages.sh --tests || echo "tests that need the missing packages say so"
say "format and house rules"
scripts/lint.sh
say "build"
swift build --build-tests
if [ "$#" -gt 0 ]; then
  say "tests, sealed from every network"
  exec scripts/sealed-tests.sh "$@"
fi

say "bytes and virtual machines, sealed from every network"
scripts/sealed-tests.sh virtual

say "real kernels, one after another; the pages' tests run beside, and are shown after them"
pages=$(mktemp)
setsid scripts/web-tests.sh >"$pages" 2>&1 &
beside=$!
# A session of its own: its browsers end with it.
trap 'kill -- "-$beside" 2>/dev/null || true; rm -f "$pages"' EXIT
scripts/sealed-tests.sh real
failed=0
wait "$beside" || failed=$?
cat "$pages"
[ "$failed" -eq 0 ] || exit "$failed"

scripts/api-tests.sh
