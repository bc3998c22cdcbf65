#!/usr/bin/env bash
# The web app's tests: its pure modules by node, its pages in Chromium. Arguments go to pytest.
#
# The first run fetches pytest, Playwright and axe from PyPI into .build/web/venv; the browser is
# Debian's /usr/bin/chromium. Screenshots are left in .build/web/screenshots.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '== %s\n' "$*"; }
venv=.build/web/venv
packages="pytest==9.* playwright==1.* axe-playwright-python==0.1.*"

say "web app: modules"
command -v node >/dev/null || { echo "needs node 20 (apt-get install nodejs)" >&2; exit 1; }
node --test Tests/Web/unit/

say "web app: pages"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || { echo "needs Chromium (apt-get install chromium)" >&2; exit 1; }
if [ "$(cat "$venv/packages" 2>/dev/null)" != "$packages" ]; then
  python3 -m venv "$venv"
  # shellcheck disable=SC2086
  "$venv/bin/pip" install --quiet --disable-pip-version-check $packages
  echo "$packages" >"$venv/packages"
fi
exec "$venv/bin/python" -m pytest -q -p no:cacheprovider Tests/Web/browser "$@"
