"""The real server with the simulated home: what the pages say is what the program found."""

import json
import math
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

from motion import at_rest

ROOT = Path(__file__).resolve().parents[3]
HOMENET = Path(os.environ.get("HOMENET", ROOT / ".build/debug/homenet"))
GOLDEN = math.pi * (3 - math.sqrt(5))
IMAGE = "<img src=x onerror=alert(1)>"
# The home's thirty devices, and the one that looks.
EVERYBODY = 31

PLACES = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const world = document.querySelector('.map-world').getBoundingClientRect();
  const nodes = [...document.querySelectorAll('.map-node[data-id]:not(.is-hub):not(.is-leaving)')];
  return nodes.map((node) => {
    const box = node.getBoundingClientRect();
    return [node.dataset.id, Number(node.dataset.slot),
      (box.x + box.width / 2 - world.x) / (0.42 * map.width),
      (box.y + box.height / 2 - world.y) / (0.42 * map.height)];
  });
}"""

pytestmark = [
    pytest.mark.skipif(not HOMENET.exists(), reason=f"{HOMENET} is not built"),
    # One worker, which scans once for all that only look.
    pytest.mark.xdist_group("live"),
]


class Demo:
    """`homenet demo` on a port of loopback, with a data directory of its own."""

    def __init__(self, data, *arguments, port=0):
        self.process = subprocess.Popen(
            [HOMENET, "demo", "--no-history", "--quiet", "--format", "json", "--data", data,
             "--listen", f"127.0.0.1:{port}", *arguments], stdout=subprocess.PIPE, text=True)
        greeting = json.loads(self.process.stdout.readline())
        self.url = greeting["urls"][0]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def get(self, path):
        """The API's answer."""
        with urllib.request.urlopen(f"{self.url}api/v1/{path}", timeout=60) as answer:
            return json.load(answer)

    def rename(self, device, name):
        """Gives a device a name of the user's; none takes it away."""
        body = json.dumps({"user_name": name}).encode()
        request = urllib.request.Request(
            f"{self.url}api/v1/devices/{device}", data=body, method="PATCH",
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def named(self, name):
        """The one device of that name."""
        [device] = [one for one in self.get("devices")["devices"] if one["name"] == name]
        return device

    def swept(self):
        """Waits until the first scan is complete."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if self.get("scan")["finished"]:
                return self
            time.sleep(0.3)
        raise AssertionError("the scan never ends")

    def end(self, sign=signal.SIGKILL):
        """Ends it, at once as a crash would."""
        self.process.send_signal(sign)
        return self.process.wait(timeout=60)


@pytest.fixture
def demo(tmp_path):
    """Starts demo homes, on one data directory unless another is named; they end with the test."""
    started = []

    def start(*arguments, port=0, data="data"):
        started.append(Demo(tmp_path / data, *arguments, port=port))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.end()


@pytest.fixture(scope="session")
def found():
    """A home in which nothing happens any more, for tests that only look."""
    with tempfile.TemporaryDirectory() as data:
        home = Demo(data, "--still", "--every", "60m").swept()
        yield home
        home.end()


def open_device(page, home, name):
    page.goto(home.url + "#/devices/" + home.named(name)["id"])
    expect(page.locator("#detail-name")).to_be_visible()


def test_the_map_fills_in_live_and_nobody_moves(demo, visit, picture):
    page, places = None, []
    # A page that took long finds everybody there: then another home.
    for attempt in range(4):
        home = demo("--still", data=f"data-{attempt}")
        if page:
            page.goto(home.url)
        else:
            page = visit(home.url, "phone", "dark")
        places = page.evaluate(PLACES)
        if len(places) < EVERYBODY - 1 or attempt == 3:
            break
        home.end()
    slots, counts, progress, pictured, begun = {}, [len(places)], [], set(), time.monotonic()
    while time.monotonic() - begun < 90:
        places = page.evaluate(PLACES)
        counts.append(len(places))
        for one, slot, x, y in places:
            assert slots.setdefault(one, slot) == slot, one
            radius = math.hypot(x, y)
            if radius < 0.3:
                continue
            turned = (math.atan2(y, x) - slot * GOLDEN) % (2 * math.pi)
            assert min(turned, 2 * math.pi - turned) * radius < 0.02, one
        words = page.locator("#scan-words").text_content()
        if words.endswith("%"):
            progress.append(int(words.rstrip(" %")))
        for second in (0.3, 1, 3):
            if second not in pictured and time.monotonic() - begun >= second:
                pictured.add(second)
                picture(page, f"live-{second}")
        if words == "Scan" and len(places) == EVERYBODY - 1 and (progress or home.get("scan")["finished"]):
            break
        page.wait_for_timeout(50)
    assert counts[0] < EVERYBODY - 1 == counts[-1], counts
    assert counts == sorted(counts), "who has come stays"
    assert progress == sorted(progress) and all(one <= 100 for one in progress)
    expect(page.locator("#title")).to_contain_text("Demo home 192.168.77.0/24")
    # On a busy machine some haven't said yet what they are.
    expect(page.locator("#summary")).to_contain_text(re.compile(rf"{EVERYBODY} devices · (2[5-9]|3[01]) identified"))
    # The first scan's devices are no news.
    assert not any(one["new"] for one in home.get("devices")["devices"])
    picture(page, "live-end")


def test_a_rename_outlives_a_crash(demo, visit):
    home = demo("--still")
    page = visit(home.url)
    home.swept()
    open_device(page, home, "Living Room")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    expect(page.locator("#detail")).to_contain_text("You called it")
    slot = home.named("Cinema")["slot"]
    home.end(signal.SIGKILL)
    again = demo("--still", port=home.port)
    assert again.named("Cinema")["slot"] == slot
    page.reload()
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    expect(page.locator(f".row-item[data-id='{again.named('Cinema')['id']}']")).to_contain_text("Cinema")


def test_the_page_comes_back_when_the_server_does(demo, visit, picture):
    home = demo("--still")
    page = visit(home.url, "phone")
    expect(page.locator("#summary")).to_contain_text(f"{EVERYBODY} devices", timeout=20_000)
    begun = time.monotonic()
    assert home.end(signal.SIGTERM) == 0
    assert time.monotonic() - begun < 20, "an open event stream holds nobody up"
    expect(page.locator(".notice")).to_contain_text("Connection lost")
    picture(page, "live-lost")
    demo("--still", port=home.port)
    expect(page.locator(".notice")).to_have_count(0, timeout=30_000)
    expect(page.locator("#summary")).to_contain_text(f"{EVERYBODY} devices")


def test_the_password_lets_in(demo, visit, tmp_path, picture):
    subprocess.run([HOMENET, "serve", "--set-password", "--data", tmp_path / "data"],
                   input="open sesame\n", text=True, check=True, capture_output=True)
    home = demo("--still")
    page = visit(home.url, "phone")
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    picture(page, "live-login")
    page.get_by_label("Password").fill("not this one")
    # To hash a password costs a core and 32 MiB, which takes an unoptimised build on a busy machine long:
    # the answer is what is waited for.
    with page.expect_response("**/api/v1/session", timeout=120_000):
        page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the password.")
    page.get_by_label("Password").fill("open sesame")
    with page.expect_response("**/api/v1/session", timeout=120_000):
        page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("devices", timeout=20_000)
    page.goto(home.url + "#/settings")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()


@pytest.mark.picture
def test_a_sheet_says_why(found, visit, picture, size, theme):
    page = visit(found.url, size, theme)
    open_device(page, found, "Living Room")
    sheet = page.locator("#detail")
    # The link is left out: it is told by real round trips, which say nothing clear on a busy machine.
    for words in ("Apple TV 4K", "tvOS", "192.168.77.20", "d0:81:7a:d9:af:37", "of Apple",
                  "_airplay._tcp", "7000/tcp", "Why we think so", "% sure", "AppleTV14,1",
                  "What was sent to it", "To all devices on the network", "Found by"):
        expect(sheet).to_contain_text(words)
    # A text that is missing shows its key.
    assert re.findall(r"\b(?:purpose|source|claim|detail)\.[a-z]\w*", sheet.inner_text()) == []
    at_rest(page)
    picture(page, f"live-detail-{size}-{theme}")


def test_search_finds_by_name_maker_and_address(found, visit):
    page = visit(found.url + "#/devices", "phone")
    for words, name in (("diskst", "DiskStation"), ("nintendo", "nintendo-switch"), ("77.71", "HP OfficeJet")):
        page.get_by_label("Search devices").fill(words)
        expect(page.locator(".row-item")).to_have_count(1)
        expect(page.locator(".row-item")).to_contain_text(name)


@pytest.fixture
def attacked(found):
    """The home while one of its devices has a name that attacks the page."""
    device = found.named("Tomatoes on the balcony")["id"]
    found.rename(device, IMAGE)
    yield found
    found.rename(device, None)


def test_a_hostile_name_is_text_everywhere(attacked, visit, picture, size):
    found = attacked
    page = visit(found.url + "#/devices", size)
    page.get_by_label("Search devices").fill("onerror")
    expect(page.locator(".row-item")).to_have_count(1)
    expect(page.locator(".row-name bdi")).to_have_text(IMAGE)
    open_device(page, found, IMAGE)
    expect(page.locator("#detail-name")).to_have_text(IMAGE)
    for summary in page.locator("#detail summary").all():
        summary.click()
    at_rest(page)
    picture(page, f"live-hostile-{size}")
    label = page.locator(f".map-node[data-id='{found.named(IMAGE)['id']}']").get_attribute("aria-label")
    assert label.startswith(IMAGE)
    assert page.locator("img, [onerror]").count() == 0


def test_by_touch(found, visit):
    page = visit(found.url, "phone")
    expect(page.locator(".map-node")).to_have_count(EVERYBODY)
    at_rest(page)
    session = page.context.new_cdp_session(page)
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 70

    def touch(kind, *offsets):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x + offset, "y": y, "id": index} for index, offset in enumerate(offsets)]})

    touch("touchStart", -30, 30)
    for step in range(1, 11):
        touch("touchMove", -30 - 4 * step, 30 + 4 * step)
    touch("touchEnd")
    expect(page.locator("#map")).to_have_attribute("data-zoom", re.compile(r"^(1\.[89]|2\.)"))
    page.get_by_role("button", name="Show the whole home").tap()
    expect(page.locator("#map")).to_have_attribute("data-zoom", "1.00")
    at_rest(page)
    page.locator(f".map-node[data-id='{found.named('DiskStation')['id']}']").tap()
    expect(page.locator("#detail-name")).to_have_text("DiskStation")


def test_by_keyboard(found, visit):
    page = visit(found.url)
    expect(page.locator(".map-node")).to_have_count(EVERYBODY)
    page.locator(".map-node[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    one = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator(f".map-node[data-id='{one}']")).to_be_focused()


def test_axe_finds_no_fault(found, visit, picture, faults, theme):
    page = visit(found.url, "desk", theme, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for place in ("", "#/devices/" + found.named("Living Room")["id"], "#/settings"):
        page.goto(found.url + place)
        at_rest(page)
        picture(page, f"live-{place.split('/')[1] if place else 'map'}-{theme}")
        assert faults(page) == []


def test_a_device_is_pinged_and_its_ports_are_found_from_its_detail(found, visit, picture, size):
    page = visit(found.url, size, "dark")
    open_device(page, found, "DiskStation")
    tools = page.get_by_role("group", name="Tools")
    expect(tools.get_by_role("button")).to_have_text(["Ping", "Trace", "Ports", "Certificate"])
    tools.get_by_role("button", name="Ping").click()
    words = page.locator(".tools .verdict-words").first
    expect(words).to_contain_text("answers in", timeout=15_000)
    expect(page.locator(".bar.is-reply")).to_have_count(10, timeout=15_000)
    expect(page.locator(".figures")).to_contain_text("10 of 10")
    picture(page, f"live-ping-{size}")
    page.go_back()
    tools.get_by_role("button", name="Ports").click()
    expect(words).to_contain_text("open ports", timeout=15_000)
    expect(page.locator(".port-row .port-number", has_text=re.compile("^445$"))).to_be_visible()
    expect(page.get_by_role("button", name="Copy as JSON")).to_be_visible(timeout=15_000)
    picture(page, f"live-ports-{size}")
    page.go_back()
    tools.get_by_role("button", name="Certificate").click()
    expect(page.locator(".tools .problem").first).to_be_visible(timeout=15_000)
    picture(page, f"live-cert-{size}")
    page.go_back()
    tools.get_by_role("button", name="Trace").click()
    expect(words).to_have_text(re.compile("192.168.77.70.* answers, 1 hop away"), timeout=15_000)


def test_the_demo_home_s_tools_ask_nobody_else(found, visit):
    page = visit(found.url + "#/tools/ping", "desk")
    expect(page.locator(".tool-chips")).not_to_contain_text("Whois")
    for host, words in (("127.0.0.1", "HomeNet does not ask that from here."), ("example.com", "There is no host of that name.")):
        page.get_by_label("Hosts", exact=True).fill(host)
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(words)
