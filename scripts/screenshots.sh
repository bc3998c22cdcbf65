#!/usr/bin/env bash
# Takes the README's pictures anew: the demo home in Chromium, sealed from every network. They are
# left in docs/images, as palette PNGs where Pillow can be had. HOMENET names another homenet.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.build/web/shots
if [ -z "${HOMENET_SEALED:-}" ]; then
  [ -n "${HOMENET:-}" ] || scripts/build-debug.sh --product homenet
  if [ ! -e "$venv/ready" ]; then
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "playwright==1.*" "pillow"
    touch "$venv/ready"
  fi
  exec scripts/sealed.sh "$0" "$@"
fi

mkdir -p docs/images
"$venv/bin/python" scripts/screenshots.py "${HOMENET:-.build/debug/homenet}" docs/images
"$venv/bin/python" - docs/images/*.png <<'PYTHON'
import sys
from PIL import Image

for path in sys.argv[1:]:
    picture = Image.open(path).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
PYTHON
ls -l docs/images
