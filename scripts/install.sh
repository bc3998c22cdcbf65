#!/usr/bin/env bash
# Copies homenet and its shell completions below PREFIX (/usr/local).
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${PREFIX:-/usr/local}
scripts/build-release.sh homenet
binary="$(swift build -c release --show-bin-path)/homenet"
install -D -m 755 "$binary" "$prefix/bin/homenet"
# Line numbers are half of the file; the names of functions stay, for the day it crashes.
if command -v strip >/dev/null; then strip --strip-debug "$prefix/bin/homenet"; fi
install -d "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
  "$prefix/share/fish/vendor_completions.d"
"$binary" --generate-completion-script bash >"$prefix/share/bash-completion/completions/homenet"
"$binary" --generate-completion-script zsh >"$prefix/share/zsh/site-functions/_homenet"
"$binary" --generate-completion-script fish >"$prefix/share/fish/vendor_completions.d/homenet.fish"
echo "homenet: installed below $prefix"
