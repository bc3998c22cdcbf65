#!/usr/bin/env bash
# Format and house rules; prints nothing when all is well.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
complain() { printf 'lint: %s\n' "$*" >&2; failed=1; }

folders=()
for folder in Sources Tests Benchmarks Package.swift; do [ -e "$folder" ] && folders+=("$folder"); done
swift format lint -rsp "${folders[@]}" || failed=1

# Only sources are tracked.
tracked=$(git ls-files 2>/dev/null | grep -E '(^|/)(\.build/|Package\.resolved$|[^/]*\.swift(module|doc|sourceinfo)$)')
[ -z "$tracked" ] || complain "tracked, but must not be: $tracked"

# The dependency arrow points one way: bytes know nothing of sockets, sockets nothing of devices.
imports() { # FOLDER PATTERN WHY
  local found
  found=$(grep -rnE "^(public |package |private |internal |@testable )*import ($2)\b" "Sources/$1" --include='*.swift')
  [ -z "$found" ] || complain "$1 must not import that ($3): $found"
}
imports Wire '[A-Za-z]+' 'stdlib only'
imports Net 'Foundation|FoundationEssentials|HomeNet|NetLab' 'it stands below the model'
imports HomeNet 'NetLab|ArgumentParser|CShims|Glibc' 'it is free of system calls and faces'

# What would end the program on bad input, or hide a race.
risky=$(grep -rnE 'try!|fatalError\(|preconditionFailure\(|@unchecked Sendable|nonisolated\(unsafe\)' \
  Sources --include='*.swift' | grep -vE '// *(safe|why|because|Safe|Why|Because)')
while IFS= read -r line; do
  [ -n "$line" ] || continue
  file=${line%%:*}
  number=${line#*:}; number=${number%%:*}
  # A reason stands on the line before.
  sed -n "$((number - 1))p" "$file" | grep -q '//' || complain "without a written reason: $line"
done <<<"$risky"

# Every file of rules is embedded.
for file in Sources/IdentificationData/rules/*; do
  grep -qF "#embed \"rules/${file##*/}\"" Sources/IdentificationData/rules.c || complain "$file is not in rules.c"
done

for script in scripts/*.sh .ci/run; do
  [ -x "$script" ] || complain "$script is not executable"
  bash -n "$script" || failed=1
done
exit "$failed"
