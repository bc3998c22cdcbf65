"""Homes and browsers for the page tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
FAKE_HOME = ROOT / "Tests/Web/support/fake_home.py"
# A busy machine can take seconds for a page of seventy modules; what comes is not waited for longer.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)
SCREENSHOTS = ROOT / ".build/web/screenshots"
SIZES = {
    "phone": {"width": 390, "height": 844}, "phone-across": {"width": 844, "height": 390},
    "small-phone-across": {"width": 667, "height": 375}, "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1440, "height": 900},
}


class FakeHome:
    """A made-up home, served on loopback until it is stopped."""

    def __init__(self, *arguments, port=0):
        self.process = subprocess.Popen(
            [sys.executable, str(FAKE_HOME), "--port", str(port), *map(str, arguments)],
            stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        """Ends it at once, as a crash would."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def home():
    """Starts homes: `home("--devices", 31)`; they end with the test."""
    started = []

    def start(*arguments, port=0):
        started.append(FakeHome(*arguments, port=port))
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
                    executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
                    args=["--no-sandbox", "--force-color-profile=srgb", f"--blink-settings=defaultFontSize={text}"])
            return started[text]

        yield start
        for chromium in started.values():
            chromium.close()


@pytest.fixture
def visit(browser):
    """Opens pages: `visit(url, size="phone", theme="dark")`; what goes wrong in them fails the test.

    `text` is the size of text that the browser is set to, in pixels.
    """
    contexts, complaints = [], []

    def open_page(url, size="desk", theme="light", locale="en-GB", text=16, **options):
        context = browser(text).new_context(
            viewport=SIZES[size], color_scheme=theme, locale=locale, timezone_id="Europe/Berlin",
            has_touch="phone" in size, is_mobile="phone" in size, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(f"{error}"))
        page.on("dialog", lambda dialog: (complaints.append("a dialog"), dialog.dismiss()))
        page.on("console", lambda message: complaints.append(message.text)
                if message.type == "error" and "Failed to load resource" not in message.text
                and "ERR_" not in message.text else None)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def picture():
    """Keeps a screenshot: `picture(page, "list-phone-dark")`."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def take(page, name):
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take


def pytest_addoption(parser):
    parser.addoption("--all-looks", action="store_true", help="pictures in every size and theme")


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
