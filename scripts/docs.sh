#!/usr/bin/env bash
# Builds the documentation of every library target, from what is already compiled: symbol graphs by
# the compiler, pages by DocC, which both come with the toolchain. A warning is a failure.
#
# usage: scripts/docs.sh [TARGET…]
#   The pages of a target are left in .build/docs/TARGET.doccarchive; `docc preview` shows them.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build-debug.sh --quiet
modules=$(swift build --show-bin-path)
headers=()
for map in "$modules"/*.build/module.modulemap .build/checkouts/*/Sources/*/module.modulemap Sources/*/include/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap; do
  [ -f "$map" ] && headers+=(-Xcc "-fmodule-map-file=$map")
done
for include in Sources/*/include .build/checkouts/*/Sources/*/include; do
  [ -d "$include" ] && headers+=(-Xcc -I -Xcc "$include")
done

targets=("$@")
[ ${#targets[@]} -gt 0 ] || for catalog in Sources/*/*.docc; do targets+=("$(basename "$catalog" .docc)"); done
failed=0
for target in "${targets[@]}"; do
  symbols=.build/docs/symbols/$target
  rm -rf "$symbols" # an extension that is no more would stay documented
  mkdir -p "$symbols"
  swift symbolgraph-extract -module-name "$target" -target "$(uname -m)-unknown-linux-gnu" -I "$modules/Modules" "${headers[@]}" \
    -minimum-access-level package -skip-synthesized-members -output-dir "$symbols"
  if docc convert "Sources/$target/$target.docc" --additional-symbol-graph-dir "$symbols" \
    --fallback-display-name "$target" --fallback-bundle-identifier "homenet.$target" \
    --warnings-as-errors --output-path ".build/docs/$target.doccarchive"; then
    echo "documented $target: .build/docs/$target.doccarchive" >&2
  else
    echo "docs: $target has faults" >&2
    failed=1
  fi
done
exit "$failed"
