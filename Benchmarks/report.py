# SPDX-License-Identifier: MIT
"""Results as people read them."""

import os
import platform
import re
import subprocess


def machine(homenet):
    """What the figures depend on."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        kilobytes = int(re.search(r"\d+", next(lines))[0])

    def version(*command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        words = (done.stdout or done.stderr).strip().splitlines()
        return words[0] if words else ""

    return {
        "cores": os.cpu_count(),
        "memory_gib": round(kilobytes / 1024 / 1024),
        "kernel": re.match(r"[\d.]+", platform.release())[0].rstrip("."),
        "architecture": platform.machine(),
        "homenet": version(homenet, "--version"),
        "arp-scan": version("arp-scan", "--version"),
        "nmap": version("nmap", "--version"),
        "fping": version("fping", "--version"),
    }


COLUMNS = [
    ("scenario", "scenario", str),
    ("scanner", "scanner", str),
    ("as", "privileged", lambda value: "root" if value else "user"),
    ("runs", "runs", str),
    ("seconds", "seconds", lambda value: f"{value:.3f}"),
    ("max", "seconds_max", lambda value: f"{value:.3f}"),
]
KNOWN = {"scenario", "scanner", "privileged", "runs", "seconds", "seconds_max", "found_median",
         "found_min", "devices", "phantoms", "failures"}


def cells(row):
    yield from (show(row[key]) for _, key, show in COLUMNS)
    found = f"{row['found_min']:g}"
    if row["found_median"] != row["found_min"]:
        found += f"–{row['found_median']:g}"
    yield f"{found}/{row['devices']}"
    notes = [f"{key.replace('_', ' ')} {value}" for key, value in row.items() if key not in KNOWN]
    if row["phantoms"]:
        notes.append(f"phantoms {' '.join(row['phantoms'][:5])}")
    notes += [f"FAILED: {text}" for text in row["failures"]]
    yield ", ".join(notes)


def table(rows):
    """Aligned columns, two spaces apart."""
    lines = [[title for title, _, _ in COLUMNS] + ["found", ""]] + [list(cells(row)) for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
        for line in lines
    )
