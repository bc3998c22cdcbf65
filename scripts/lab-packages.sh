#!/usr/bin/env bash
# Installs, into .build/lab/venv, the programs from PyPI that the tests of real daemons meet: a BACnet and
# an EtherNet/IP stack, which Debian 12 lacks. Nothing is started.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.build/lab/venv
# cpppo also names a library for licences, which its server doesn't need.
packages="bacpypes3==0.0.110 cpppo==5.2.5 greenery==2.1"

[ "$(cat "$venv/packages" 2>/dev/null)" != "$packages" ] || exit 0
python3 -m venv "$venv" ||
  { echo "lab-packages: python3 -m venv fails (package python3-venv)" >&2; exit 3; }
# shellcheck disable=SC2086  # packages are words
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps $packages
echo "$packages" >"$venv/packages"
