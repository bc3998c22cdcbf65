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

# Dependencies point one way: folders make no circles, and targets import only what they may.
scripts/arrows.py || failed=1

# The thread sanitizer takes what a Mutex guards for a race (Sources/Networking/Lock.swift).
mutexes=$(grep -rnE '\bMutex[<(]' Sources Tests --include='*.swift')
[ -z "$mutexes" ] || complain "use Lock, which the thread sanitizer knows: $mutexes"

# A stream between two paces says how much may wait in it.
grep -rnE 'Async(Throwing)?Stream.*makeStream\(' Sources --include='*.swift' | while IFS=: read -r file number _; do
  sed -n "$number,$((number + 5))p" "$file" | grep -q 'bufferingPolicy: \.buffering' || echo "$file:$number"
done | { ! grep . >&2; } || complain "these streams are unbounded: give a bufferingPolicy"

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

for script in scripts/*.sh scripts/arrows.py .ci/run; do
  [ -x "$script" ] || complain "$script is not executable"
  [[ "$script" == *.py ]] || bash -n "$script" || failed=1
done
exit "$failed"
