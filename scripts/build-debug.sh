#!/usr/bin/env bash
# Builds in debug mode, with the options that every script shares: other options compile everything
# anew. No index for editors is written, which takes a sixth of the time, but of the tests, whose
# program isn't made without one. Arguments go to `swift build`.
set -euo pipefail
cd "$(dirname "$0")/.."
HOMENET_TEST_INDEX=$(swift build --show-bin-path "$@")/index/store
export HOMENET_TEST_INDEX
exec swift build --disable-index-store "$@"
