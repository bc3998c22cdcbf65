"""Homes and browsers for the page tests.

They are bound by the processor, nearly all of it Chromium's. So what costs much is done once: a worker
has one browser, its pages go from test to test, and its homes have one port, so that the modules come
out of the browser's cache.
"""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
WEBFIXTURE = Path(os.environ.get("WEBFIXTURE", ROOT / ".build/debug/webfixture"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# A busy machine can take seconds for a page of seventy modules; what comes is not waited for longer.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
SCREENSHOTS = ROOT / ".build/web/screenshots"
SIZES = {
    "phone": {"width": 390, "height": 844}, "phone-across": {"width": 844, "height": 390},
    "small-phone-across": {"width": 667, "height": 375}, "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1440, "height": 900},
}


class Home:
    """A made-up home, served by the real server on loopback until it is stopped."""

    def __init__(self, *arguments, port):
        self.process = subprocess.Popen(
            [WEBFIXTURE, "--port", str(port), *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url, "the home does not start"
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        """Ends it at once, as a crash would."""
        self.process.kill()
        self.process.wait()


def password_file(directory, password):
    """A password's file, with a hash that is quickly made: the server's own choice takes seconds."""
    file = directory / "password"
    salt, cost = b"made-up home", {"n": 16, "r": 8, "p": 1}
    key = hashlib.scrypt(password.encode(), salt=salt, dklen=32, **cost)
    file.write_text(json.dumps({"schema": "homenet.password/1", "tokens": [], "password": {
        "rounds": cost["n"], "blockSize": cost["r"], "parallelism": cost["p"], "salt": list(salt), "key": list(key)}}))
    file.chmod(0o600)
    return file


@pytest.fixture(scope="session")
def home_port():
    """The port of the worker's homes: below those that the system gives to clients."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    return 8600 + int(worker.removeprefix("gw"))


@pytest.fixture
def home(home_port, tmp_path):
    """Starts homes: `home("--devices", 31)`; they end with the test. The first has the worker's port.

    The arguments are those of `webfixture`.
    """
    started = []

    def start(*arguments, port=None, password=None):
        if password:
            arguments = (*arguments, "--password-file", password_file(tmp_path, password))
        started.append(Home(*arguments, port=port or (0 if started else home_port)))
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, without a window: `browser(32)` has its text set to 32 pixels, not to 16."""
    started = {}
    with sync_playwright() as playwright:
        def start(text):
            if text not in started:
                started[text] = playwright.chromium.launch(
                    executable_path=CHROMIUM,
                    args=["--no-sandbox", "--force-color-profile=srgb", f"--blink-settings=defaultFontSize={text}"])
            return started[text]

        yield start
        for chromium in started.values():
            chromium.close()


class Pages:
    """The pages of one worker, each used by one test after another.

    A new context starts a new process and reads every module anew, which takes longer than most tests.
    So a page goes on to the next test that wants the same kind of page, without anything that the last
    test left: routes, cookies, storage, emulation.
    """

    def __init__(self, browser):
        self.browser, self.spare, self.in_use, self.complaints = browser, {}, [], []

    def take(self, kind, **options):
        """A blank page of that kind; `kind` is None for one that no other test gets."""
        if self.spare.get(kind):
            page = self.spare[kind].pop()
        else:
            page = self._new(**options)
        self.in_use.append((kind, page))
        return page

    def give_back(self):
        """Ends the test's pages, clears the reusable ones for the next test; says what went wrong in them.

        What a page complains of while it is taken away from its work is no fault.
        """
        for _, page in self.in_use:
            try:
                # What a page has complained of so far arrives before this answer.
                page.evaluate("0")
            except PlaywrightError:
                pass
        complaints = [*self.complaints]
        while self.in_use:
            kind, page = self.in_use.pop()
            if kind and self._clear(page):
                self.spare.setdefault(kind, []).append(page)
            else:
                page.context.close()
        self.complaints.clear()
        return complaints

    def _new(self, text, **options):
        page = self.browser(text).new_context(timezone_id="Europe/Berlin", **options).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.on("dialog", lambda dialog: (self.complaints.append("a dialog"), dialog.dismiss()))
        page.on("console", lambda message: self.complaints.append(message.text)
                if message.type == "error" and "Failed to load resource" not in message.text
                and "ERR_" not in message.text else None)
        return page

    @staticmethod
    def _clear(page):
        """Takes everything away that a test may have left; False where that can't be done."""
        if page.is_closed() or not page.url.startswith("http://127.0.0.1") or len(page.context.pages) != 1:
            return False
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.mouse.up()
            page.mouse.move(-1, -1)
            # Drafts are kept when the page is left: by listeners that are called before this one.
            page.evaluate("addEventListener('pagehide', () => { localStorage.clear(); sessionStorage.clear(); })")
            page.goto("about:blank")
            page.context.clear_cookies()
        except PlaywrightError:
            return False
        return True


@pytest.fixture(scope="session")
def pages(browser):
    """The worker's pages."""
    return Pages(browser)


@pytest.fixture
def visit(pages):
    """Opens pages: `visit(url, size="phone", theme="dark")`; what goes wrong in them fails the test.

    `text` is the size of text that the browser is set to, in pixels. A page that starts blank, for
    tests that prepare it, or that has options of its own is no other test's.
    """

    def open_page(url, size="desk", theme="light", locale="en-GB", text=16, reduced_motion=None, **options):
        is_own = bool(options) or url == "about:blank"
        page = pages.take(
            None if is_own else (size, locale, text), text=text, locale=locale, viewport=SIZES[size],
            has_touch="phone" in size, is_mobile="phone" in size, **options)
        if page.viewport_size != SIZES[size]:
            page.set_viewport_size(SIZES[size])
        page.emulate_media(media="null", color_scheme=theme, reduced_motion=reduced_motion or "no-preference")
        page.goto(url)
        return page

    yield open_page
    assert pages.give_back() == []


@pytest.fixture
def picture(request):
    """Keeps a screenshot where pictures are wanted: `picture(page, "list-phone-dark")`."""
    is_wanted = request.config.getoption("--looks") or request.config.getoption("--all-looks")

    def take(page, name):
        if is_wanted:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            # What has just changed is still moving.
            page.wait_for_timeout(600)
            page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take


@pytest.fixture(scope="session")
def faults():
    """What axe finds wrong with a page: `faults(page)`."""
    axe = Axe()

    def find(page):
        # Of what passes nothing is told, and no style sheet is fetched again.
        report = axe.run(page, options={"resultTypes": ["violations"], "preload": False})
        return [(violation["id"], [node["html"][:160] for node in violation["nodes"]][:4])
                for violation in report.response["violations"]]

    return find


def pytest_addoption(parser):
    parser.addoption("--looks", action="store_true", help="keep pictures")
    parser.addoption("--all-looks", action="store_true", help="keep pictures, in every size and theme")


def pytest_configure(config):
    config.addinivalue_line("markers", "picture: one look of each size and theme is enough")


def pytest_collection_modifyitems(config, items):
    """Leaves out the third and fourth look of what is only a picture."""
    if config.getoption("--all-looks"):
        return
    looks = [("phone", "light"), ("desk", "dark")]
    spare = [one for one in items if one.get_closest_marker("picture")
             and (one.callspec.params["size"], one.callspec.params["theme"]) not in looks]
    config.hook.pytest_deselected(items=spare)
    items[:] = [one for one in items if one not in spare]


@pytest.fixture(params=["phone", "desk"])
def size(request):
    """Both sizes."""
    return request.param


@pytest.fixture(params=["light", "dark"])
def theme(request):
    """Both themes."""
    return request.param
