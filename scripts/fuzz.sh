#!/usr/bin/env bash
# Fuzzes every codec with libFuzzer; the arguments are for how many seconds each (60), and which (all).
set -euo pipefail
cd "$(dirname "$0")/.."

[ -x Tests/Fuzz/run ] || { echo "fuzz: Tests/Fuzz/run is missing" >&2; exit 1; }
exec Tests/Fuzz/run "${@:-60}"
