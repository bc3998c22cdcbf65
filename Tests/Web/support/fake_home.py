"""A server that speaks HomeNet's API with a made-up home, for the web app's tests and pictures.

Stdlib only, on loopback only:  python3 fake_home.py --devices 31 --state scanning
"""

import argparse
import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from fake_inventory import KINDS, FakeInventory
from generated_home import explanation
import scripted_tools

APP = Path(__file__).resolve().parents[3] / "Sources/WebApp/app"
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
    ".webmanifest": "application/manifest+json", ".json": "application/json",
}
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; font-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# In code points, as the server has it.
LONGEST = {"user_name": 120, "note": 4000}
OPEN_WITHOUT_PASSWORD = (
    "/login.html", "/css/tokens.css", "/css/login.css", "/js/early.js", "/js/login.js", "/js/i18n/", "/icons/",
    "/manifest.webmanifest", "/healthz",
)


class Handler(BaseHTTPRequestHandler):
    """One request; `home` and `options` are set on the class by `main`."""

    protocol_version = "HTTP/1.1"
    home = None
    options = None

    def log_message(self, *arguments):
        """Says nothing."""

    def do_GET(self):
        url = urlsplit(self.path)
        if not self._allowed(url.path):
            return None
        if url.path == "/api/v1/events":
            return self._events(parse_qs(url.query))
        if url.path.startswith("/api/"):
            return self._api("GET", url.path)
        if url.path == "/healthz":
            return self._send(200, b"ok\n", "text/plain")
        return self._file(url.path)

    def do_POST(self):
        self._change("POST")

    def do_PATCH(self):
        self._change("PATCH")

    def do_DELETE(self):
        self._change("DELETE")

    def _change(self, method):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        url = urlsplit(self.path)
        path = url.path
        if path == "/api/v1/session" and method == "POST":
            return self._log_in(json.loads(body or b"{}"))
        if not self._allowed(path):
            return None
        return self._api(method, path, json.loads(body) if body else None, parse_qs(url.query))

    # The password

    def _authenticated(self):
        return not self.options.password or "session=open" in self.headers.get("Cookie", "")

    def _allowed(self, path):
        if self._authenticated() or path.startswith(OPEN_WITHOUT_PASSWORD):
            return True
        if path in ("/", "/index.html"):
            self._send(303, b"", "text/plain", {"Location": "/login.html"})
        else:
            self._problem(401, "Log in first")
        return False

    def _log_in(self, body):
        if self.options.password and body.get("password") != self.options.password:
            return self._problem(401, "Wrong password")
        return self._send(
            204, b"", None, {"Set-Cookie": "session=open; HttpOnly; SameSite=Strict; Path=/"})

    # The API

    def _api(self, method, path, body=None, query=None):
        home, parts = self.home, path.removeprefix("/api/v1/").split("/")
        match method, parts:
            case "GET", ["status"]:
                return self._json(200, home.status())
            case "GET", ["session"]:
                return self._json(200, {"required": bool(self.options.password), "authenticated": True})
            case "DELETE", ["session"]:
                return self._send(204, b"", None, {"Set-Cookie": "session=; Max-Age=0; Path=/"})
            case "GET", ["devices"]:
                return self._json(200, {"devices": list(home.devices.values())})
            case "DELETE", ["devices"] if query == {"state": ["away"], "unnamed": ["true"]}:
                return self._json(200, {"forgotten": home.forget_away()})
            case "GET", ["tools"]:
                return self._json(200, {"tools": [] if self.options.no_tools else scripted_tools.TOOLS})
            case "POST", ["tools", name] if any(tool["name"] == name for tool in scripted_tools.TOOLS):
                return self._tool(name, body or {})
            case "GET", ["scan"]:
                return self._json(200, home.scan)
            case "POST", ["scan"]:
                home.sweep()
                return self._json(202, home.scan)
            case "DELETE", ["scan"]:
                home.stop()
                return self._json(200, home.scan)
            case "PATCH", ["scan"] if isinstance((body or {}).get("paused"), bool):
                home.pause(body["paused"])
                return self._json(200, home.scan)
            case _, ["devices", key, *rest] if key in home.devices:
                return self._device(method, key, rest, body or {})
        return self._problem(404, "No such thing")

    def _device(self, method, key, rest, body):
        home, one = self.home, self.home.devices[key]
        if (method, rest) == ("GET", []):
            identified = {"name": home.thinks[key][0], "category": home.thinks[key][1]}
            return self._json(200, {**one, "explanation": explanation(one), "identified": identified})
        if (method, rest) == ("POST", ["rescan"]):
            home.probe(key)
            return self._json(202, one)
        if (method, rest) == ("DELETE", []):
            home.forget(key)
            return self._send(204, b"", None)
        if (method, rest) == ("PATCH", []):
            for short, name in (("name", "user_name"), ("category", "user_category")):
                if short in body:
                    body[name] = body.pop(short)
            if body.get("user_category") not in (None, *KINDS):
                return self._problem(422, "No such kind")
            for name, longest in LONGEST.items():
                if len(body.get(name) or "") > longest:
                    return self._problem(422, f"The {name} is longer than {longest} characters")
            return self._json(200, home.mark(key, body))
        return self._problem(405, "Not so")

    def _tool(self, name, body):
        """Lines of JSON, as they happen; who goes in between ends it."""
        if self.options.tools_busy:
            return self._problem(429, "Four tools run already")
        self.send_response(200)
        for field, value in (("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store"), ("Connection", "close")):
            self.send_header(field, value)
        self.end_headers()
        self.close_connection = True
        told = scripted_tools.run(name, body, self.options.tool_pace)
        before, kind = None, "report"
        try:
            for value in told:
                if before is not None:
                    self._line("progress", before)
                before = value
        except scripted_tools.Refused as refusal:
            status, detail = refusal.args
            kind, before = "error", {"type": "about:blank", "title": "Refused", "status": status, "detail": detail}
        except OSError:
            return None
        return self._line(kind, before)

    def _line(self, kind, value):
        try:
            self.wfile.write(json.dumps({kind: value}).encode() + b"\n")
            self.wfile.flush()
        except OSError:
            return

    # Events

    def _events(self, query):
        last = self.headers.get("Last-Event-ID") or query.get("last_event_id", [None])[0]
        self.send_response(200)
        for name, value in (("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                            ("Connection", "close")):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        waiting, backlog = self.home.subscribe(last)
        try:
            for event in backlog:
                self._event(*event)
            while True:
                try:
                    event = waiting.get(timeout=self.options.beat)
                except queue.Empty:
                    self.wfile.write(b": beat\n\n")
                    self.wfile.flush()
                    continue
                if event is None:
                    return
                self._event(*event)
        except OSError:
            return
        finally:
            self.home.unsubscribe(waiting)

    def _event(self, number, kind, data):
        self.wfile.write(f"id: {number}\nevent: {kind}\ndata: {data}\n\n".encode())
        self.wfile.flush()

    # Answers

    def _file(self, path):
        file = (APP / (path.lstrip("/") or "index.html")).resolve()
        if not file.is_relative_to(APP) or not file.is_file():
            return self._send(404, b"Nothing here\n", "text/plain")
        return self._send(200, file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))

    def _json(self, status, value):
        self._send(status, json.dumps(value).encode(), "application/json")

    def _problem(self, status, title):
        value = {"type": "about:blank", "title": title, "status": status, "detail": title + "."}
        self._send(status, json.dumps(value).encode(), "application/problem+json")

    def _send(self, status, body, kind, headers=None):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in {"Content-Security-Policy": CSP, "Cache-Control": "no-cache",
                            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                            **(headers or {})}.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    """Serves until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8481, help="0: any")
    parser.add_argument("--devices", type=int, default=31)
    parser.add_argument("--state", default="idle", choices=[
        "idle", "scanning", "first-second", "stopped", "paused", "nobody", "offline", "not-permitted", "all-away",
        "all-unknown", "hostile-names"])
    parser.add_argument("--seconds", type=float, default=6, help="how long a scan takes")
    parser.add_argument("--live", action="store_true", help="devices come, go and are probed")
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--password")
    parser.add_argument("--tool-pace", type=float, default=0.06, help="seconds between two steps of a tool")
    parser.add_argument("--no-tools", action="store_true")
    parser.add_argument("--tools-busy", action="store_true")
    parser.add_argument("--beat", type=float, default=15)
    options = parser.parse_args()
    Handler.options = options
    Handler.home = FakeInventory(options)
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    threading.Thread(target=Handler.home.live, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        time.sleep(0)


if __name__ == "__main__":
    main()
