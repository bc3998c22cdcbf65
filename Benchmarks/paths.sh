#!/usr/bin/env bash
# Trace beside traceroute and mtr, ping beside fping, in namespaces of their own.
#
# usage: Benchmarks/paths.sh HOMENET [RUNS]
set -euo pipefail
homenet=$(realpath "$1") runs=${2:-5}
chain=$(dirname "$(realpath "$0")")/chain.sh
for tool in traceroute mtr fping python3; do
  command -v $tool >/dev/null || { echo "paths: $tool is missing" >&2; exit 3; }
done

# Run inside the lab. Each round starts after mtr's idle seconds, and asks twice: a machine may have put
# pages of a program away by then, so the first pair shows the start as well, the second the trace.
inside_trace() {
  drop='setpriv --bounding-set=-all --inh-caps=-all --no-new-privs'
  for _ in $(seq "$runs"); do
    m=$(date +%s%N); mtr -n -r -c 1 10.200.0.1 >/tmp/m.$$; m=$((($(date +%s%N) - m) / 1000000))
    for when in idle again; do
      a=$(date +%s%N); $drop traceroute -n 10.200.0.1 >/tmp/t.$$; b=$(date +%s%N)
      $drop "$homenet" trace --no-names --format json 10.200.0.1 >/tmp/h.$$ || true; c=$(date +%s%N)
      python3 - $when /tmp/t.$$ /tmp/h.$$ /tmp/m.$$ $((b - a)) $((c - b)) $m <<'PY'
import json, re, sys
when = sys.argv[1]
traceroute = re.findall(r"^ *\d+  (\S+)", open(sys.argv[2]).read(), re.M)
report = json.load(open(sys.argv[3]))
homenet = [hop["nodes"][0]["address"] if hop["nodes"] else "*" for hop in report["hops"]]
mtr = [a if a != "???" else "*" for a in re.findall(r"^ *\d+\.\|-- (\S+)", open(sys.argv[4]).read(), re.M)]
def whole(hops):
    """Without the silent hops behind the last that answered, of which each program shows its own number."""
    while hops and hops[-1] == "*":
        hops = hops[:-1]
    return hops
traceroute, homenet, mtr = whole(traceroute), whole(homenet), whole(mtr)
t, h = (int(n) / 1e6 for n in sys.argv[5:7])
print(f"{when:5}  traceroute {t:8.1f} ms  homenet {h:8.1f} ms  "
      f"same hops: traceroute {bool(homenet) and homenet == traceroute}, mtr {bool(homenet) and homenet == mtr}")
if when == "again":
    print(f"       mtr {sys.argv[7]} ms;", report["verdict"]["text"])
PY
    done
  done | tee /tmp/trace.$$
  python3 - /tmp/trace.$$ <<'PY'
import re, statistics, sys
text = open(sys.argv[1]).read()
for when in "idle", "again":
    pairs = re.findall(rf"^{when} +traceroute +([\d.]+) ms  homenet +([\d.]+) ms", text, re.M)
    theirs, own = (statistics.median(float(pair[i]) for pair in pairs) for i in (0, 1))
    print(f"median {when:5}  traceroute {theirs:8.1f} ms  homenet {own:8.1f} ms")
PY
}

inside_limited() {
  "$homenet" trace --no-names --rounds 40 --interval 0.1 --format json 10.200.0.1 | python3 -c '
import json, sys
report = json.load(sys.stdin)
print([(hop["ttl"], hop["received"], hop["state"]) for hop in report["hops"]])
print(report["verdict"])'
}

inside_ping() {
  count=10 hosts=$(for ((i = 1; i <= 1000; i++)); do echo "10.200.$((i / 256)).$((i % 256))"; done)
  for _ in $(seq "$runs"); do
    fping -C $count -p 1000 -i 1 -q $hosts 2>/tmp/f.$$ || true
    "$homenet" ping -q -c $count -i 1 --format json $hosts >/tmp/p.$$ || true
    python3 - /tmp/f.$$ /tmp/p.$$ <<'PY'
import json, statistics, sys
rows = [line.split(" : ")[1].split() for line in open(sys.argv[1]) if " : " in line]
lost = sum(row.count("-") for row in rows)
jitters = []
for row in rows:
    times = [float(x) for x in row if x != "-"]
    if len(times) > 1:
        jitters.append(sum(abs(a - b) for a, b in zip(times, times[1:])) / (len(times) - 1))
targets = json.load(open(sys.argv[2]))["targets"]
mine = sum(t["sent"] - t["received"] for t in targets)
own = [t["rtt_ms"]["jitter"] for t in targets if t["rtt_ms"]]
average = [t["rtt_ms"]["avg"] for t in targets if t["rtt_ms"]]
print(f"fping lost {lost}, jitter {statistics.mean(jitters):.4f} ms;  "
      f"homenet lost {mine}, jitter {statistics.mean(own):.4f} ms, avg {statistics.mean(average):.4f} ms")
PY
  done
}

if [ "${PATHS_PART:-}" != '' ]; then
  # No pipe: grep would end before ip has written all, which pipefail takes for a failure.
  [[ "${CHAIN_SEALED:-}" = 1 && "$(ip -o addr show dev out 2>/dev/null)" == *' 10.0.1.2/30 '* ]] ||
    { echo "paths: only within chain.sh" >&2; exit 3; }
  "inside_$PATHS_PART"
  exit
fi
part() { local name=$1; shift; PATHS_PART=$name "$chain" --root "$@" -- "$0" "$homenet" "$runs"; }
echo '== seven routers and the target'; part trace
echo '== router 4 silent, the target too'; runs=1 part trace --silent 4 --mute
echo '== the kernels'\'' own limits'; part limited --limited
echo '== a thousand hosts behind two routers'; part ping --routers 1 --targets 1000
