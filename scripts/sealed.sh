#!/usr/bin/env bash
# Runs a command in a network namespace of its own, with nothing in it but loopback: whatever the
# command does, no packet can reach a real network. Where possible it also gets its own processes
# and mounts, so that nothing it starts or mounts outlives it.
#
# usage: scripts/sealed.sh COMMAND [ARGUMENT…]
set -euo pipefail

[ "$#" -gt 0 ] || { echo "usage: $0 COMMAND [ARGUMENT…]" >&2; exit 2; }
command -v unshare >/dev/null || { echo "sealed: unshare is missing (package util-linux)" >&2; exit 3; }
command -v ip >/dev/null || { echo "sealed: ip is missing (package iproute2)" >&2; exit 3; }

whole=(--mount --pid --fork --kill-child --mount-proc)
for flags in "--net ${whole[*]}" "--user --map-root-user --net ${whole[*]}" \
  "--net" "--user --map-root-user --net"; do
  # shellcheck disable=SC2086  # flags are words
  if unshare $flags true 2>/dev/null; then
    # Tests that mount file systems do so only where those are nobody else's.
    case "$flags" in *--mount*) export HOMENET_OWN_MOUNTS=1 ;; esac
    # shellcheck disable=SC2016,SC2086
    exec unshare $flags bash -c '
      # The kernel may give a new namespace fallback tunnels; they are down and lead nowhere.
      others=$(ip -o link show up | grep -v "^[0-9]*: lo:" || true)
      if [ -n "$others" ]; then echo "sealed: not sealed, there is $others" >&2; exit 3; fi
      ip link set lo up
      export HOMENET_SEALED=1
      exec "$@"' sealed "$@"
  fi
done
echo "sealed: this system permits no network namespaces (unshare --net); tests are not run" >&2
exit 3
