#!/usr/bin/env bash
# How right verdicts are, on real devices: a table by category, and every wrong verdict with its reasons.
#
# The corpus is no part of the project: HOMENET_CORPUS names its directory. HOMENET names a built
# program to measure; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
corpus=${HOMENET_CORPUS:-../shared/corpus}
if [ ! -f "$corpus/score.py" ]; then
  echo "No corpus at $corpus: set HOMENET_CORPUS to the directory that holds it."
  exit 0
fi
homenet=${HOMENET:-}
if [ -z "$homenet" ]; then
  scripts/build-release.sh homenet >&2
  homenet=$(swift build -c release --show-bin-path)/homenet
fi
verdicts=$(mktemp)
scored=$(mktemp)
trap 'rm -f "$verdicts" "$scored"' EXIT
for name in devices fragments; do
  [ -f "$corpus/$name.jsonl" ] || continue
  echo "== $name"
  "$homenet" identify --format json "$corpus/$name.jsonl" >"$verdicts"
  python3 "$corpus/score.py" "$corpus/$name.jsonl" --wrong <"$verdicts" >"$scored"
  python3 - "$verdicts" "$scored" <<'PYTHON'
import json
import re
import sys

verdicts = {}
for line in open(sys.argv[1], encoding="utf-8"):
    verdict = json.loads(line)
    verdicts[verdict["id"]] = verdict
for line in open(sys.argv[2], encoding="utf-8"):
    print(line, end="")
    found = re.match(r"[! ] (.*): (category|vendor|model) ", line)
    if found:
        for reason in verdicts[found[1]]["because"]:
            if reason["claim"] == found[2]:
                print(f"      because {reason['evidence']} ({reason['source']})")
PYTHON
done
