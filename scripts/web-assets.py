#!/usr/bin/env python3
"""Writes Sources/WebApp/assets.c: every file of the web app, embedded by clang's #embed.

Run it after a file was added to Sources/WebApp/app or taken out; `--check` says whether it is due.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "Sources/WebApp"
HEAD = """\
#include "WebApp.h"

// Written by scripts/web-assets.py; a file that is added to app/ is listed by running it again.
// `#embed` (C23) is known to clang 19 and later in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
"""


def source():
    """The C source."""
    paths = sorted(str(file.relative_to(ROOT / "app")) for file in (ROOT / "app").rglob("*") if file.is_file())
    names = {path: re.sub(r"\W", "_", path) for path in paths}
    assert len(set(names.values())) == len(paths), "two files would have one name in C"
    arrays = [f'static const unsigned char {names[path]}[] = {{\n#embed "app/{path}"\n}};\n' for path in paths]
    rows = [f'  {{"{path}", {names[path]}, sizeof {names[path]}}},\n' for path in paths]
    return (HEAD + "\n" + "\n".join(arrays) + "\nconst struct webapp_asset webapp_assets[] = {\n"
            + "".join(rows) + "};\n\nconst size_t webapp_asset_count = sizeof webapp_assets / sizeof *webapp_assets;\n")


def main():
    """Writes or checks."""
    file = ROOT / "assets.c"
    if sys.argv[1:] == ["--check"]:
        if not file.exists() or file.read_text() != source():
            sys.exit("Sources/WebApp/assets.c is not of these files: run scripts/web-assets.py")
        return
    file.write_text(source())


if __name__ == "__main__":
    main()
