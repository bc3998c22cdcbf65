# SPDX-License-Identifier: MIT
"""What scripts/arrows.py accepts and refuses."""

import sys
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "scripts"))

import arrows  # noqa: E402

PACKAGE = """
let package = Package(
  targets: [
    .target(name: "Wire", dependencies: []),
    .target(
      name: "Server",
      dependencies: [
        "Wire",  // "Storage" is not listed
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: strict
    ),
    .target(name: "Storage", dependencies: ["Wire", .product(name: "NIOCore", package: "nio")]),
  ]
)
"""


class ArrowsTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        self.write("Package.swift", PACKAGE)
        (self.root / "Sources").mkdir()

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def complaints(self):
        return arrows.check(self.root)

    def assertAccepted(self):
        self.assertEqual(self.complaints(), [])

    def assertRefused(self, *words):
        complaints = self.complaints()
        self.assertEqual(len(complaints), 1, complaints)
        for word in words:
            self.assertIn(word, complaints[0])


class Circles(ArrowsTest):
    def test_one_way_is_accepted(self):
        self.write("Sources/Server/HTTP/Problem.swift", "struct Problem {}\n")
        self.write("Sources/Server/API/Routes.swift", "struct Routes { var problem: Problem }\n")
        self.assertAccepted()

    def test_two_folders_that_name_each_other_are_refused(self):
        self.write("Sources/Server/HTTP/Problem.swift", "struct Problem { var routes: Routes? }\n")
        self.write("Sources/Server/API/Routes.swift", "final class Routes { var p: Problem? }\n")
        self.assertRefused(
            "Server: API, HTTP depend on each other",
            "HTTP -> API: Routes (as in Sources/Server/HTTP/Problem.swift)",
            "API -> HTTP: Problem (as in Sources/Server/API/Routes.swift)",
        )

    def test_longer_circles_are_refused(self):
        self.write("Sources/Server/A/A.swift", "struct A { var b: B? }\n")
        self.write("Sources/Server/B/B.swift", "struct B { var c: [C] }\n")
        self.write("Sources/Server/C/C.swift", "struct C { var a: [A] }\n")
        self.assertRefused("A, B, C depend on each other")

    def test_files_beside_the_folders_are_a_folder(self):
        self.write("Sources/Server/Server.swift", "struct Server { var listener: Listener }\n")
        self.write("Sources/Server/Listening/Listener.swift", "struct Listener { var s: [Server] }\n")
        self.assertRefused("(root)")

    def test_folders_within_folders_are_one(self):
        self.write("Sources/Server/Names/Asking/A.swift", "struct A { var b: B? }\n")
        self.write("Sources/Server/Names/Report/B.swift", "struct B { var a: [A] }\n")
        self.assertAccepted()

    def test_extensions_are_uses(self):
        self.write("Sources/Server/A/A.swift", "public struct A { var b: B? }\n")
        self.write("Sources/Server/B/B.swift", "struct B {}\nextension A { var x: Int { 0 } }\n")
        self.assertRefused("B -> A: A")

    def test_comments_and_strings_are_no_uses(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\n")
        for text in [
            "/// As `Alpha` has it.",
            "/* Alpha /* nested */ Alpha */",
            'let word = "Alpha"',
            'let word = #"an "Alpha" \\(Alpha.self)"#',
            'let lines = """\n  Alpha "quoted"\n  """',
            'let word = "a \\" Alpha"',
        ]:
            with self.subTest(text):
                self.write("Sources/Server/B/B.swift", f"struct Beta {{}}\n{text}\n")
                self.assertAccepted()

    def test_interpolated_code_is_a_use(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\n")
        for text in [
            'let word = "one \\(f("two \\(Alpha.name)"))"',
            'let word = #"\\#(Alpha.name)"#',
            'let lines = """\n  \\(Alpha.name)\n  """',
        ]:
            with self.subTest(text):
                self.write("Sources/Server/B/B.swift", f"struct Beta {{}}\n{text}\n")
                self.assertRefused("B -> A: Alpha")

    def test_code_after_a_string_is_still_code(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\n")
        self.write(
            "Sources/Server/B/B.swift",
            'struct Beta {}\nlet url = "http://\\(name(of: "//"))/"; let a = Alpha()\n',
        )
        self.assertRefused("B -> A: Alpha")

    def test_members_nested_and_private_types_are_no_uses(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\n")
        for text in [
            "let a = Other.Alpha()",
            "enum Other {\n  struct Alpha {}\n  var a: Alpha\n}",
            "private struct Alpha {}\nlet a = Alpha()",
            "func f<Alpha: Sequence>(_ a: Alpha) {}",
        ]:
            with self.subTest(text):
                self.write("Sources/Server/B/B.swift", f"struct Beta {{}}\n{text}\n")
                self.assertAccepted()

    def test_neighbouring_words_are_each_a_use(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\nenum Gamma {}\n")
        for text in ["Alpha Gamma", "0...Alpha.most", "Gamma.Beta.Alpha"]:
            with self.subTest(text):
                self.write("Sources/Server/B/B.swift", f"struct Beta {{}}\nlet a = {text}\n")
                self.assertRefused("B -> A: " + ("Gamma" if text[0] == "G" else "Alpha"))

    def test_the_module_may_stand_before_a_name(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha { var b: Beta? }\n")
        self.write("Sources/Server/B/B.swift", "struct Beta {}\nlet a = Server.Alpha()\n")
        self.assertRefused("B -> A: Alpha")

    def test_names_of_two_folders_are_refused(self):
        self.write("Sources/Server/A/A.swift", "struct Alpha {}\n")
        self.write("Sources/Server/B/B.swift", "struct Alpha {}\n")
        self.assertRefused("Alpha is declared in A and B")


class Imports(ArrowsTest):
    def test_listed_dependencies_are_accepted(self):
        self.write(
            "Sources/Server/A/A.swift",
            "public import Hummingbird\n@preconcurrency import Glibc\nimport struct Wire.IPAddress\n",
        )
        self.assertAccepted()

    def test_what_the_package_does_not_list_is_refused(self):
        self.write("Sources/Server/A/A.swift", "import Wire\nimport Storage\n")
        self.assertRefused("Server/A/A.swift:2: Server must not import Storage", "Package.swift")

    def test_reserved_modules_are_refused_even_where_listed(self):
        self.write("Sources/Storage/Store.swift", "internal import NIOCore\n")
        self.assertRefused("Storage must not import NIOCore", "only ")

    def test_pure_targets_import_nothing(self):
        for module in ["Glibc", "Synchronization", "Foundation", "Hummingbird"]:
            with self.subTest(module):
                self.write("Sources/Wire/A.swift", f"import {module}\n")
                self.assertRefused(f"Wire must not import {module}", "pure")

    def test_foundation_is_imported_where_listed_only(self):
        self.write("Sources/Server/A/A.swift", "import FoundationEssentials\n")
        self.assertAccepted()
        self.write("Sources/Server/A/A.swift", "import Foundation\n")
        self.assertRefused("Server must not import Foundation")
        self.write("Sources/Server/A/A.swift", "")
        self.write("Sources/Storage/Store.swift", "import FoundationEssentials\n")
        self.assertRefused("Storage must not import FoundationEssentials")

    def test_system_modules_are_imported_where_listed_only(self):
        self.write("Sources/Server/A/A.swift", "import Dispatch\n")
        self.assertRefused("Server must not import Dispatch", "system calls")

    def test_commented_imports_are_none(self):
        self.write("Sources/Wire/A.swift", "// import Glibc\n/*\nimport Glibc\n*/\n")
        self.assertAccepted()


class Project(unittest.TestCase):
    def test_the_project_passes(self):
        self.assertEqual(arrows.check(PROJECT), [])


if __name__ == "__main__":
    unittest.main()
