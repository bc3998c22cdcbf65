"""The map: places that never change, zoom, pan, pinch, keys, sectors, hostile names."""

import math
import time

import pytest
from playwright.sync_api import expect

from motion import at_rest

GOLDEN = math.pi * (3 - math.sqrt(5))

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

LABELS = """() => [...document.querySelectorAll('.map-label.is-shown')].map((label) => {
  const { left, right, top, bottom } = label.getBoundingClientRect();
  return { left, right, top, bottom, text: label.textContent };
})"""


def world(page):
    """Where the world has been moved to."""
    return page.evaluate("document.querySelector('.map-world').style.transform")


def zoom_of(page):
    """The zoom at rest."""
    return float(page.locator("#map").get_attribute("data-zoom"))


def settled(page, count=None, filled=False):
    """Waits until nothing moves any more; before that for so many devices, or until the map is filled in."""
    nodes = page.locator(".map-node:not(.is-leaving)")
    if count is not None:
        expect(nodes).to_have_count(count)
    if filled:
        # How many there are at the end depends on how many the map gathers into one.
        expect(nodes.nth(1)).to_be_attached()
    at_rest(page)


class Fingers:
    """Touches, as Chromium's own input."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        box = page.locator("#map").bounding_box()
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def send(self, kind, *points):
        touches = [{"x": self.x + x, "y": self.y + y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


@pytest.mark.picture
def test_no_angle_ever_changes_while_the_map_fills_in(home, visit, size, theme, picture):
    page = visit(home("--devices", 31, "--state", "scanning", "--scan-seconds", 3).url, size, theme)
    seen, end = set(), time.monotonic() + 60
    while time.monotonic() < end and (len(seen) < 30 or page.locator("#scan[data-running]").count()):
        for one, slot, x, y in page.evaluate(PLACES):
            radius = math.hypot(x, y)
            if radius < 0.3:
                continue
            seen.add(one)
            turned = (math.atan2(y, x) - slot * GOLDEN) % (2 * math.pi)
            assert min(turned, 2 * math.pi - turned) * radius < 0.02, one
        page.wait_for_timeout(60)
    assert len(seen) == 30
    settled(page, 31)
    picture(page, f"map-31-{size}-{theme}")


def test_labels_never_overlap(home, visit, size):
    page = visit(home("--devices", 61).url, size)
    settled(page, filled=True)
    for _ in range(3):
        labels = page.evaluate(LABELS)
        assert labels
        for index, one in enumerate(labels):
            for other in labels[index + 1:]:
                apart = (one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
                         or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1)
                assert apart, (one, other)
        page.get_by_role("button", name="Zoom in").click()
        settled(page)


def test_the_second_line_appears_with_zoom(home, visit):
    page = visit(home("--devices", 12).url)
    settled(page, 12)
    tv = page.locator(".map-node[data-id=d00003] .map-detail")
    expect(tv).to_be_hidden()
    page.get_by_role("button", name="Zoom in").click()
    expect(tv).to_have_text("LG OLED C2")


def test_pinch_pan_and_double_tap(home, visit):
    page = visit(home("--devices", 12).url, "phone")
    settled(page, 12)
    fingers = Fingers(page)
    fingers.send("touchStart", (-30, 60), (30, 60))
    for step in range(1, 11):
        fingers.send("touchMove", (-30 - 4 * step, 60), (30 + 4 * step, 60))
    fingers.send("touchEnd")
    settled(page)
    assert 1.8 < zoom_of(page) < 2.7
    before = world(page)
    fingers.send("touchStart", (0, 90))
    for step in range(1, 9):
        fingers.send("touchMove", (0, 90 - 10 * step))
    fingers.send("touchEnd")
    assert world(page) != before
    settled(page)
    assert page.evaluate("location.hash") in ("", "#/"), "a drag is no tap"
    for _ in range(2):
        fingers.send("touchStart", (140, -200))
        fingers.send("touchEnd")
    expect(page.locator("#map")).to_have_attribute("data-zoom", "1.00")
    settled(page)
    assert world(page) == "translate(0px, 0px)"


def test_the_wheel_zooms_about_the_pointer_and_reset_shows_the_whole(home, visit):
    page = visit(home("--devices", 12).url)
    settled(page, 12)
    node = page.locator(".map-node[data-id=d00005]")
    before = node.bounding_box()
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    for _ in range(4):
        page.mouse.wheel(0, -120)
    settled(page)
    after = node.bounding_box()
    assert zoom_of(page) > 1.5
    assert abs(after["x"] - before["x"]) < 3 and abs(after["y"] - before["y"]) < 3
    page.get_by_role("button", name="Show the whole home").click()
    expect(page.locator("#map")).to_have_attribute("data-zoom", "1.00")


# How many pixels inside the map some disc or line lies, at best; below 0 nothing is to be seen.
DEEPEST = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const map = document.querySelector('#map').getBoundingClientRect();
  const hub = document.querySelector('.map-world').getBoundingClientRect();
  const middles = [...document.querySelectorAll('.map-node:not(.is-leaving)')].map((one) => one.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  return Math.max(...middles.flatMap(([x, y]) => Array.from({ length: 257 }, (_, step) => {
    const at = [hub.x + (x - hub.x) * step / 256, hub.y + (y - hub.y) * step / 256];
    return Math.min(at[0] - map.left, map.right - at[0], at[1] - map.top, map.bottom - at[1]);
  })));
}"""


@pytest.mark.parametrize("count", [3, 31, 300])
def test_the_map_is_never_panned_into_nothing(home, visit, size, count):
    page = visit(home("--devices", count).url, size, reduced_motion="reduce")
    settled(page, filled=True)
    box = page.locator("#map").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(x, y):
        page.mouse.move(middle[0] - 0.45 * x * box["width"], middle[1] - 0.45 * y * box["height"])
        page.mouse.down()
        page.mouse.move(middle[0] + 0.45 * x * box["width"], middle[1] + 0.45 * y * box["height"], steps=2)
        page.mouse.up()

    for zooming in (-8, 4, 6, 6):
        page.mouse.move(*middle)
        for _ in range(abs(zooming)):
            page.mouse.wheel(0, -120 if zooming > 0 else 120)
        settled(page)
        # From one end to the other: the home itself and the map beside it.
        drags = math.ceil((0.84 * zoom_of(page) + 1) / 0.9)
        for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1), (1, 0), (0, 1)):
            for _ in range(drags):
                drag(x, y)
            assert page.evaluate(DEEPEST) >= 90, (zooming, x, y)
    page.set_viewport_size({"width": page.viewport_size["height"], "height": page.viewport_size["width"]})
    settled(page)
    assert page.evaluate(DEEPEST) >= 60, "turned"


def test_the_keyboard_pans_no_further_than_a_finger(home, visit):
    page = visit(home("--devices", 5).url, reduced_motion="reduce")
    settled(page, 5)
    page.locator(".map-node[tabindex='0']").focus()
    for key in ("Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowRight", "Shift+ArrowDown"):
        for _ in range(30):
            page.keyboard.press(key)
        assert page.evaluate(DEEPEST) >= 90, key


def test_what_is_in_the_middle_stays_there_when_the_phone_is_turned(home, visit):
    page = visit(home("--devices", 12).url, "phone", reduced_motion="reduce")
    settled(page, 12)
    page.locator(".map-node[data-id=d00003]").tap()
    page.keyboard.press("Escape")
    node = page.locator(".map-node[data-id=d00003]")
    node.focus()
    for _ in range(4):
        page.keyboard.press("+")
    page.set_viewport_size({"width": 667, "height": 375})
    at_rest(page)
    box, map_box = node.bounding_box(), page.locator("#map").bounding_box()
    assert map_box["x"] <= box["x"] and box["x"] + box["width"] <= map_box["x"] + map_box["width"]
    assert map_box["y"] <= box["y"] and box["y"] + box["height"] <= map_box["y"] + map_box["height"]


def test_a_tap_opens_the_device_above_its_sheet(home, visit):
    page = visit(home("--devices", 31).url, "phone")
    settled(page, 31)
    node = page.locator(".map-node[data-id=d00006]")
    node.tap()
    expect(page.locator("#detail")).to_contain_text("Brother HL-L2350DW")
    settled(page)
    sheet = page.locator("#detail").bounding_box()
    box = node.bounding_box()
    assert box["y"] + box["height"] <= sheet["y"]
    expect(node).to_have_attribute("aria-current", "true")


def test_by_keyboard_alone(home, visit, picture):
    page = visit(home("--devices", 12).url)
    settled(page, 12)
    assert page.locator(".map-node[tabindex='0']").count() == 1
    page.locator(".map-node[tabindex='0']").focus()
    visited = set()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        visited.add(page.evaluate("document.activeElement.dataset.id"))
    assert len(visited) >= 3 and None not in visited
    picture(page, "map-focus")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Gateway, Router")
    for key, zoom in (("+", "1.35"), ("-", "1.00"), ("-", "0.74"), ("0", "1.00")):
        page.keyboard.press(key)
        expect(page.locator("#map")).to_have_attribute("data-zoom", zoom)
    page.keyboard.press("ArrowUp")
    one = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f".map-node[data-id='{one}']")).to_be_focused()


def test_kinds_gather_in_sectors_that_open_and_close(home, visit, size, picture):
    page = visit(home("--devices", 300).url, size)
    settled(page, 18)
    picture(page, f"map-300-{size}")
    place = "[...document.querySelectorAll('.map-node')].map((one) => one.dataset.key + one.style.transform).sort().join()"
    before = page.evaluate(place)
    phones = page.get_by_role("button", name="29 phones")
    phones.focus()
    page.keyboard.press("Enter")
    settled(page, 30)
    expect(page.locator(".map-node.is-hub")).to_have_attribute("aria-expanded", "true")
    picture(page, f"map-300-open-{size}")
    page.keyboard.press("Escape")
    settled(page, 18)
    assert page.evaluate(place) == before
    phones.click()
    settled(page, 30)
    page.get_by_role("button", name="All devices").click()
    settled(page, 18)


@pytest.mark.picture
def test_hostile_names_are_text(home, visit, size, theme, picture):
    page = visit(home("--devices", 13, "--state", "hostile-names").url, size, theme)
    settled(page, 13)
    assert page.locator("#map img, #map script").count() == 0
    hub = page.locator(".map-node.is-hub")
    assert hub.get_attribute("aria-label").startswith("<img src=x onerror=alert(1)>")
    expect(hub.locator(".map-name").first).to_contain_text("<img")
    isolated = page.evaluate("getComputedStyle(document.querySelector('.map-name')).unicodeBidi")
    assert isolated in ("isolate", "plaintext")
    picture(page, f"map-hostile-{size}-{theme}")


def test_without_motion_nothing_grows_or_turns(home, visit):
    page = visit(home("--devices", 12, "--state", "scanning", "--scan-seconds", 2).url, reduced_motion="reduce")
    end = time.monotonic() + 3
    while time.monotonic() < end:
        for one, _, x, y in page.evaluate(PLACES):
            assert math.hypot(x, y) > 0.25, one
        page.wait_for_timeout(40)


@pytest.mark.picture
@pytest.mark.parametrize("count", [0, 1, 3, 12, 31, 60, 300])
def test_pictures_of_every_home(home, visit, size, theme, picture, count):
    page = visit(home("--devices", count).url, size, theme)
    settled(page, filled=count > 1)
    picture(page, f"map-{count}-{size}-{theme}")


@pytest.mark.picture
@pytest.mark.parametrize("state", ["all-unknown", "all-away"])
def test_pictures_of_every_state(home, visit, size, theme, picture, state):
    page = visit(home("--devices", 31, "--state", state).url, size, theme)
    settled(page, 31)
    picture(page, f"map-{state}-{size}-{theme}")
