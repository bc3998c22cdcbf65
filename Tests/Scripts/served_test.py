"""What benchmarks ask of a server by its owner's socket."""

import http.server
import os
import socketserver
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

import served  # noqa: E402


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = self.headers.get("Content-Type", "-")
        content = f"{self.command} {self.path} {kind} {body.decode()}".encode()
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def address_string(self):
        return "owner"

    def log_message(self, *_):
        pass


class AskTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "control.sock")
        server = socketserver.ThreadingUnixStreamServer(self.path, Echo)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(server.shutdown)

    def test_a_question_has_no_content(self):
        self.assertEqual(served.ask(self.path, "GET", "/metrics"), (200, b"GET /metrics - "))

    def test_a_change_is_json(self):
        self.assertEqual(served.ask(self.path, "POST", "/monitors", '{"a":1}'),
                         (200, b'POST /monitors application/json {"a":1}'))

    def test_a_refusal_is_the_callers(self):
        self.assertEqual(served.ask(self.path, "GET", "/gone")[0], 404)

    def test_no_server_is_an_error_of_the_system(self):
        with self.assertRaises(OSError):
            served.ask(self.path + ".other", "GET", "/metrics")


class EnvironmentTest(unittest.TestCase):
    def test_settings_of_the_caller_are_left_out(self):
        own = {"PATH": "/bin", "HOME": "/root", "HOMENET_DATA": "/srv", "XDG_DATA_HOME": "/srv"}
        with mock.patch.dict(os.environ, own, clear=True):
            self.assertEqual(served.environment(), {"PATH": "/bin", "HOME": "/root"})


if __name__ == "__main__":
    unittest.main()
