#!/usr/bin/env bash
# The web app's tests: its pure modules by node, its pages in Chromium, with the made-up homes of
# webfixture (WEBFIXTURE names another) and with the demo home that the built homenet serves.
# Arguments go to pytest: --looks keeps pictures, --all-looks takes every picture in both sizes and
# themes, -k NAME runs some.
#
# The first run fetches pytest, Playwright and axe from PyPI into .build/web/venv; the browser is
# Debian's chromium, or what CHROMIUM names. The tests themselves run in a network namespace that
# nothing leaves.
# Pictures are left in .build/web/screenshots.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '== %s\n' "$*"; }
venv=.build/web/venv
packages="pytest==9.* pytest-xdist==3.* playwright==1.* axe-playwright-python==0.1.*"

if [ -z "${HOMENET_SEALED:-}" ]; then
  command -v node >/dev/null || { echo "web-tests: node 20 is missing (package nodejs)" >&2; exit 3; }
  [ -x "${CHROMIUM:-/usr/bin/chromium}" ] ||
    { echo "web-tests: Chromium is missing (package chromium)" >&2; exit 3; }
  if [ "$(cat "$venv/packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv "$venv" ||
      { echo "web-tests: python3 -m venv fails (package python3-venv)" >&2; exit 3; }
    # shellcheck disable=SC2086  # packages are words
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check $packages
    echo "$packages" >"$venv/packages"
  fi
  [ -n "${WEBFIXTURE:-}" ] || scripts/build-debug.sh --product webfixture
  exec scripts/sealed.sh "$0" "$@"
fi

say "web app: modules"
node --test --test-reporter=spec Tests/Web/unit/
say "web app: pages"
exec "$venv/bin/python" -m pytest -q -p no:cacheprovider -n "${WEB_JOBS:-2}" --dist loadgroup \
  Tests/Web/browser "$@"
