#!/usr/bin/env bash
# Compares the tools with others and with what is true, in network namespaces; arguments go to the
# benchmark, such as --only faults,dns.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-system-packages.sh --tests
# The daemons of that comparison are many, and large.
parts=services
for ((i = 1; i <= $#; i++)); do
  case "${!i}" in
    --only=*) parts=${!i#--only=} ;;
    --only) next=$((i + 1)); parts=${!next:-} ;;
  esac
done
case ",$parts," in *,services,*) scripts/install-system-packages.sh --services ;; esac
scripts/build-release.sh homenet
# Two of the comparisons are the cases of tests, which run the released program.
scripts/build-debug.sh --build-tests
exec Benchmarks/tools "$@"
