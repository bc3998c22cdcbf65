#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which way dependencies point: between the folders of each target, and between modules.

    arrows.py                  check all of Sources; complaints on standard error, exit code 1
    arrows.py --edges TARGET   list which folder of the target names which types of which other

Three rules:
1. The folders of a target don't depend on each other in a circle. A folder depends on another where
   its code names a top-level type that the other declares. Comments and strings are not code; what
   is interpolated into a string is. Files beside the folders are the folder "(root)".
2. A target imports only what Package.swift lists as its dependencies, the system modules that
   SYSTEM_MODULES gives it, and nothing that RESERVED keeps for others.
3. Foundation is imported only in the folders that FOUNDATION lists.

Members, free functions and nested types are not followed: this takes a second, and is no compiler.
"""

import argparse
import re
import sys
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

ROOT = "(root)"

# The modules of the toolchain that each target may import, beside the standard library. A target
# that isn't here may import none of them.
SYSTEM_MODULES = {
    "Home": {"Dispatch"},  # the queue on which the store may block
    "LinuxNetwork": {"Glibc", "Synchronization"},
    "Diagnostics": {"Glibc"},
    "DemoHome": {"Glibc"},
    "Storage": {"Glibc"},
    "PrivateFiles": {"Glibc"},
    "Channels": {"Glibc"},
    "Server": {"Glibc"},
    "homenet": {"Dispatch", "Glibc", "Synchronization"},
    "NetLabTool": {"Glibc"},
    "WebFixture": {"Glibc"},
}

# Targets of values and pure functions. They import nothing but each other, whatever Package.swift
# lists: no system modules, no third party, no Foundation.
PURE = {"Wire", "Model", "Identification"}

# Bytes that are compiled in, which pure targets may read.
DATA = {"IdentificationData"}

# Modules that few targets may import, whatever Package.swift lists. The patterns are fnmatch's.
RESERVED = {
    "ArgumentParser": {"homenet", "NetLabTool", "WebFixture"},
    "AsyncHTTPClient": {"Channels", "Diagnostics"},
    "CCurl": {"Channels"},
    "CMosquitto": {"Channels"},
    "CLock": {"Networking"},
    "CShims": {"Channels", "LinuxNetwork", "DemoHome"},
    "GRDB": {"Storage"},
    "HTTPTypes": {"Server"},
    "Hummingbird*": {"Server"},
    "NIO*": {"Probing", "Checks", "Channels", "Diagnostics", "DemoHome", "Server", "ServedTools"},
    "TOMLKit": {"homenet"},
    "SwiftASN1": {"Probing", "Diagnostics", "DemoHome"},
    "X509": {"Probing", "Diagnostics", "DemoHome"},
}

# The folders (or whole targets) that may import Foundation, in which part, and what for.
# FoundationEssentials comes without ICU's tables, which make all of Foundation large.
FOUNDATION = {
    "Discovery/Fold": {"Foundation"},  # Unicode forms of names in identifiers
    "Discovery/Recording": {"FoundationEssentials"},  # JSON
    "Probing/Broadcasts": {"FoundationEssentials"},  # Data of Crypto
    "Probing/Probes": {"FoundationEssentials"},  # property lists, Data of Crypto
    "Probing/TLS": {"FoundationEssentials"},  # dates of swift-certificates
    "Diagnostics/Certificate": {"FoundationEssentials"},  # dates and Data of swift-certificates
    "Diagnostics/Connecting": {"FoundationEssentials"},  # URLs
    "Diagnostics/Hosts": {"Foundation"},  # IDNA's Unicode forms
    "Diagnostics/Names": {"FoundationEssentials"},  # keys of Crypto, files
    "Diagnostics/X509": {"FoundationEssentials"},  # Data of swift-certificates
    "Diagnostics/Whois": {"FoundationEssentials"},  # JSON
    "DemoHome/Services": {"FoundationEssentials"},  # dates of certificates
    "Monitoring/Coding": {"FoundationEssentials"},  # JSON
    "Channels": {"FoundationEssentials"},  # JSON, Data of Crypto
    "homenet/Configuration": {"FoundationEssentials"},  # reading a file
    "Server": {"FoundationEssentials"},  # JSON, Data of Crypto
    "Storage/Backups": {"FoundationEssentials"},  # the names in a directory
    "Storage/Monitors": {"FoundationEssentials"},  # JSON, blobs of GRDB
    "Storage/History": {"FoundationEssentials"},  # blobs of GRDB
    "WebFixture": {"FoundationEssentials"},  # JSON
    "homenet/Commands": {"FoundationEssentials"},  # reading a file
}

STANDARD_MODULES = {"Swift", "_Concurrency", "_StringProcessing", "RegexBuilder"}
FOUNDATION_MODULES = {"Foundation", "FoundationEssentials", "FoundationNetworking"}


class Names(NamedTuple):
    """A source file, and what of it matters here."""

    path: Path
    folder: str
    declared: set  # top-level types that other files can name
    own: set  # nested and private types: what this file means by these names is its own
    used: set


# MARK: Reading Swift

OPENING = re.compile(r'//|/\*|(#*)("""|")')
OPENING_OR_PARENTHESIS = re.compile(r'//|/\*|(#*)("""|")|[()]')
COMMENT_EDGE = re.compile(r"/\*|\*/")


def code_of(text):
    """The text without comments and without what stands in strings; lines keep their places."""
    kept = []
    take_code(text, 0, kept, False)
    return "".join(kept)


def take_code(text, position, kept, is_interpolated):
    """Takes code up to the end, or to the parenthesis that closes an interpolation."""
    pattern = OPENING_OR_PARENTHESIS if is_interpolated else OPENING
    depth = 0
    while match := pattern.search(text, position):
        kept.append(text[position : match.start()])
        token = match.group()
        if token == "//":
            end = text.find("\n", match.end())
            position = len(text) if end < 0 else end
        elif token == "/*":
            position = end_of_comment(text, match.end())
            kept.append(" " + "\n" * text.count("\n", match.start(), position))
        elif token == "(":
            depth += 1
            position = match.end()
            kept.append(token)
        elif token == ")":
            if depth == 0:
                return match.end()
            depth -= 1
            position = match.end()
            kept.append(token)
        else:
            position = take_string(text, match.end(), kept, match.group(1), match.group(2))
    kept.append(text[position:])
    return len(text)


def end_of_comment(text, position):
    """Comments nest."""
    depth = 1
    while match := COMMENT_EDGE.search(text, position):
        position = match.end()
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return position
    return len(text)


def take_string(text, position, kept, hashes, quotes):
    """Drops a string but for what is interpolated, and its line ends."""
    kept.append(" ")
    edge = re.compile(rf"\\{hashes}(\(?)|{quotes}{hashes}" + ("" if quotes == '"""' else r"|\n"))
    while match := edge.search(text, position):
        kept.append("\n" * text.count("\n", position, match.end()))
        position = match.end()
        if match.group(1):
            kept.append(" ")
            position = take_code(text, position, kept, True)
            kept.append(" ")
        elif match.group().startswith("\\"):
            position += 1  # the character that is escaped, as in \"
        else:
            return position
    return len(text)


KINDS = r"(?:struct|class|enum|actor|protocol|typealias)"
MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|[a-z]+(?:\(\w+\))?\s+)*?"
TOP_LEVEL = re.compile(rf"^({MODIFIERS}){KINDS}\s+([A-Z]\w*)", re.M)
NESTED = re.compile(rf"^[ \t]+{MODIFIERS}(?:{KINDS}|associatedtype)\s+([A-Z]\w*)", re.M)
GENERIC = re.compile(r"\b(?:func\s+\S+?|init|struct\s+\w+|class\s+\w+|enum\s+\w+)<([^(){]*?)>")
# `A.B` names A; B is a member, unless the dot is the end of a range.
USE = re.compile(r"\b[A-Z](?:(?<![.].)|(?<=[.]{3}.))\w*")
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private)\s+)*"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.M,
)


def names_in(path, folder, target, code):
    """What the file declares and uses."""
    declared, own = set(), set(NESTED.findall(code))
    for modifiers, name in TOP_LEVEL.findall(code):
        (own if "private" in modifiers else declared).add(name)
    for parameters in GENERIC.findall(code):
        own.update(re.findall(r"(?:^|,)\s*([A-Z]\w*)", parameters))
    used = set(USE.findall(code))
    used.update(re.findall(rf"\b{target}\.([A-Z]\w*)", code))
    return Names(path, folder, declared, own, used - own)


# MARK: Folders

class Folders:
    """Which folder of a target names whose types."""

    def __init__(self, target, directory):
        self.target = target
        self.files = []
        self.imports = []
        for path in sorted(directory.rglob("*.swift")):
            code = code_of(path.read_text(encoding="utf-8"))
            parts = path.relative_to(directory).parts
            folder = parts[0] if len(parts) > 1 else ROOT
            self.files.append(names_in(path, folder, target, code))
            for match in IMPORT.finditer(code):
                line = code.count("\n", 0, match.start()) + 1
                self.imports.append((path, line, match.group(1)))
        owners = defaultdict(set)
        for file in self.files:
            for name in file.declared:
                owners[name].add(file.folder)
        self.duplicates = {name: sorted(f) for name, f in owners.items() if len(f) > 1}
        self.owner = {name: next(iter(f)) for name, f in owners.items() if len(f) == 1}
        # (from, to) -> {type: files that name it}
        self.edges = defaultdict(lambda: defaultdict(list))
        for file in self.files:
            for name in file.used:
                owner = self.owner.get(name)
                if owner is not None and owner != file.folder:
                    self.edges[file.folder, owner][name].append(file.path)

    def circles(self):
        """The sets of folders that depend on each other."""
        following = defaultdict(list)
        for a, b in sorted(self.edges):
            following[a].append(b)
        return [circle for circle in components(following) if len(circle) > 1]


def components(following):
    """Tarjan's strongly connected components."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in following.get(node, []):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(following):
        if node not in number:
            visit(node)
    return found


def described(folders, circle, root):
    """A circle in words: each dependency within it, thinnest first, with types and a file."""
    lines = [f"{folders.target}: {', '.join(circle)} depend on each other in a circle:"]
    inner = [
        (sum(map(len, names.values())), a, b, names)
        for (a, b), names in folders.edges.items()
        if a in circle and b in circle
    ]
    for _, a, b, names in sorted(inner, key=lambda edge: edge[:3]):
        shown = ", ".join(sorted(names)[:6]) + (", …" if len(names) > 6 else "")
        file = min(path for paths in names.values() for path in paths).relative_to(root)
        lines.append(f"    {a} -> {b}: {shown} (as in {file})")
    lines.append(
        "  Move a type to the folder that both may name, or pass in a value, a closure or a protocol"
        " in one of these directions."
    )
    return "\n".join(lines)


# MARK: Imports

def dependencies(package):
    """The modules that Package.swift lists for each target, by the target's name."""
    code = re.sub(r"//[^\n]*", "", package)
    listed = {}
    for match in re.finditer(r'\.(?:target|executableTarget|testTarget)\(\s*name:\s*"(\w+)"', code):
        depth, end = 1, match.start() + code[match.start() :].index("(") + 1
        while depth and end < len(code):
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        found = re.search(r"dependencies:\s*\[", code[match.end() : end])
        names = set()
        if found:
            start = match.end() + found.end()
            depth, stop = 1, start
            while depth and stop < end:
                depth += {"[": 1, "]": -1}.get(code[stop], 0)
                stop += 1
            part = code[start : stop - 1]
            names = set(re.findall(r'\.(?:product|target|byName)\(\s*name:\s*"(\w+)"', part))
            plain = re.sub(r"\.\w+\([^)]*\)", "", part)
            names |= set(re.findall(r'"(\w+)"', plain))
        listed[match.group(1)] = names
    return listed


def refusal(target, folder, module, listed):
    """Why this folder of the target must not import the module; None where it may."""
    if module in STANDARD_MODULES or module == target:
        return None
    if target in PURE and module not in PURE | DATA:
        return "it is made of values and pure functions: pass in what it needs"
    if module in FOUNDATION_MODULES:
        allowed = FOUNDATION.get(target, set()) | FOUNDATION.get(f"{target}/{folder}", set())
        if module in allowed:
            return None
        return "do without, or give the folder a line and a reason in FOUNDATION in scripts/arrows.py"
    for pattern, targets in RESERVED.items():
        if fnmatchcase(module, pattern) and target not in targets:
            return f"only {', '.join(sorted(targets))} may: put what needs it there"
    if module in listed.get(target, set()) | SYSTEM_MODULES.get(target, set()):
        return None
    if module in set().union(*SYSTEM_MODULES.values()):
        return "ask a target that may make system calls (SYSTEM_MODULES in scripts/arrows.py)"
    return "Package.swift doesn't list it: add the dependency, or do without"


# MARK: The check

def check(root):
    """What a source tree does wrong, a text for each."""
    complaints = []
    package = root / "Package.swift"
    listed = dependencies(package.read_text(encoding="utf-8")) if package.exists() else {}
    for directory in sorted(path for path in (root / "Sources").iterdir() if path.is_dir()):
        folders = Folders(directory.name, directory)
        for name, places in sorted(folders.duplicates.items()):
            complaints.append(
                f"{directory.name}: {name} is declared in {' and '.join(places)}: rename one."
            )
        for circle in folders.circles():
            complaints.append(described(folders, circle, root))
        for path, line, module in folders.imports:
            parts = path.relative_to(directory).parts
            folder = parts[0] if len(parts) > 1 else ROOT
            if why := refusal(directory.name, folder, module, listed):
                place = path.relative_to(root)
                complaints.append(f"{place}:{line}: {directory.name} must not import {module}: {why}.")
    return complaints


def list_edges(root, target):
    folders = Folders(target, root / "Sources" / target)
    for (a, b), names in sorted(folders.edges.items()):
        print(f"{a} -> {b}")
        for name, paths in sorted(names.items()):
            print(f"    {name}: {', '.join(sorted(path.name for path in paths))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--edges", metavar="TARGET", help="list a target's dependencies and stop")
    options = parser.parse_args()
    if options.edges:
        list_edges(options.root, options.edges)
        return 0
    complaints = check(options.root)
    for complaint in complaints:
        print(f"lint: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
