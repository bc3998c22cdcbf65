"""Where things are: phones on their side, large text, narrow columns, the sheet's swipes, paper."""

import re
import pytest
from playwright.sync_api import expect

from motion import at_rest

TV = "#/devices/d00003"
ACROSS = ["phone-across", "small-phone-across"]

SEEN_OF_MAP = """() => [...document.querySelectorAll('#map-pane, #map-pane *')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.className)"""

# What of the elements lies beside the box of another: `[text, left, right, top, bottom]` each.
OUTSIDE = """([inner, outer]) => {
  const room = document.querySelector(outer).getBoundingClientRect();
  return [...document.querySelectorAll(inner)].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < room.left - 0.5 || box.right > room.right + 0.5
      || box.top < room.top - 0.5 || box.bottom > room.bottom + 0.5)
    .map(([text, box]) => [text, box.left, box.right, box.top, box.bottom]);
}"""

# How many lines each word of an element is broken into.
LINES_A_WORD = r"""(element) => {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/\S+/g)].map((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  });
}"""

# How high the part of a device's sheet is that can be scrolled and seen, without what stays at its top.
SCROLLED_ROOM = """() => {
  let scroller = document.querySelector('.detail-body');
  while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
  const place = scroller.getBoundingClientRect();
  const title = document.querySelector('.detail-title').getBoundingClientRect();
  return Math.min(innerHeight, place.bottom) - Math.max(place.top, title.bottom);
}"""

LABELS = """() => [...document.querySelectorAll('.map-label.is-shown')]
  .map((one) => { const b = one.getBoundingClientRect(); return [b.left, b.right, b.top, b.bottom]; })"""


# Text of twice the size, as the browser's settings have it: media queries in em follow it.
LARGE = 32


def taken(page, held):
    """The request that is held, once it has come."""
    for _ in range(1000):
        if held:
            return held.pop()
        page.wait_for_timeout(20)
    raise AssertionError("it is never asked for")


# Pages over the map


@pytest.mark.parametrize("place, size", [
    ("#/devices", "phone"), ("#/tools", "phone"), ("#/devices", "small-phone-across"), ("#/tools", "desk")])
def test_nothing_of_the_map_shines_through_another_page(home, visit, place, size):
    page = visit(home("--devices", 31).url, size)
    expect(page.locator(".map-label.is-shown").nth(12)).to_be_visible()
    page.evaluate("place => { location.hash = place; }", place)
    expect(page.locator("#tools h2" if place == "#/tools" else ".row-item").first).to_be_visible()
    assert page.evaluate(SEEN_OF_MAP) == []


@pytest.mark.parametrize("file", ["js/tools/view.js", "css/tools.css"])
def test_tools_that_are_slow_or_lost_say_so_and_come_back(home, visit, size, file):
    server = home("--devices", 12)
    page = visit(server.url, size, reduced_motion="reduce")
    expect(page.locator(".map-label.is-shown").nth(5)).to_be_visible()
    held = []
    page.route(f"**/{file}", lambda route: held.append(route))
    page.evaluate("location.hash = '#/tools'")
    expect(page.get_by_text("Opening the tools…")).to_be_visible()
    expect(page.locator("#tools button")).to_be_hidden()
    assert page.evaluate(SEEN_OF_MAP) == []
    taken(page, held).abort()
    expect(page.locator("#tools")).to_contain_text("The tools could not be loaded.")
    page.unroute(f"**/{file}")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#tools h2")).to_have_text("Tools")
    expect(page.get_by_text("could not be loaded")).to_have_count(0)
    expect(page.locator(".tool-card").first).to_have_css("display", "flex")


def test_settings_that_are_slow_or_lost_say_so_and_come_back(home, visit, picture, size):
    page = visit("about:blank", size, reduced_motion="reduce")
    held, asked = [], []

    def hold_the_first(route):
        # It is tried again by itself once the home is there.
        asked.append(route)
        return held.append(route) if len(asked) == 1 else route.abort()

    page.route("**/js/settings/view.js", hold_the_first)
    page.goto(home("--devices", 12).url + "#/settings")
    expect(page.get_by_text("Opening the settings…")).to_be_visible()
    taken(page, held).abort()
    expect(page.locator("#settings")).to_contain_text("The settings could not be loaded.")
    expect(page.locator("#settings .waiting")).to_have_css("opacity", "1")
    picture(page, f"settings-not-loaded-{size}")
    again = page.get_by_role("button", name="Try now")
    expect(again).to_be_visible()
    page.unroute("**/js/settings/view.js")
    # Where it has just been tried by itself, the button is gone.
    again.evaluate_all("all => all.forEach((one) => one.click())")
    expect(page.locator("#settings h2")).to_have_text("Settings")
    expect(page.get_by_text("could not be loaded")).to_have_count(0)


# A phone on its side


@pytest.mark.parametrize("size", ACROSS)
@pytest.mark.parametrize("place", ["#/", "#/devices"])
def test_on_its_side_a_phone_has_room_for_a_device(home, visit, picture, size, place):
    page = visit(home("--devices", 31).url + place, size, reduced_motion="reduce")
    expect(page.locator("#summary")).to_contain_text("31 devices")
    page.evaluate("place => { location.hash = place; }", TV)
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    picture(page, f"detail-{size}{'-list' if place == '#/devices' else ''}")
    assert page.evaluate(SCROLLED_ROOM) >= 220
    # The explanation, which comes last, lengthens what stands above.
    expect(page.locator("#detail h3", has_text="What was sent to it")).to_be_visible()
    # Of a device that is watched already it says "Watch more of it".
    expect(page.get_by_role("button", name=re.compile("^Watch "))).to_be_visible()
    forget = page.get_by_role("button", name="Forget")
    forget.scroll_into_view_if_needed()
    box = forget.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    if place == "#/":
        node, sheet = (page.locator(one).bounding_box() for one in (".map-node[data-id=d00003]", "#detail"))
        assert node["x"] + node["width"] <= sheet["x"]
        label = page.locator(".map-node[data-id=d00003] .map-label").bounding_box()
        assert label["x"] + label["width"] <= sheet["x"]


def test_on_its_side_a_device_leaves_the_notices_in_sight(home, visit, picture):
    page = visit(home("--devices", 31, "--state", "paused").url + TV, "small-phone-across", reduced_motion="reduce")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    picture(page, "notice-small-phone-across")
    page.locator(".notice").get_by_role("button", name="Resume").click()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 1366, 1440, 1536])
def test_a_device_beside_the_map_leaves_its_controls(home, visit, width):
    page = visit(home("--devices", 31).url)
    page.set_viewport_size({"width": width, "height": 900})
    expect(page.locator("#summary")).to_contain_text("31 devices")
    page.evaluate("place => { location.hash = place; }", TV)
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()


def test_on_its_side_a_small_phone_has_its_tabs_together(home, visit, picture):
    page = visit(home("--devices", 31).url, "small-phone-across", locale="de-DE", reduced_motion="reduce")
    expect(page.locator("#summary")).to_contain_text("31 Geräte")
    for tab in page.locator(".tab").all():
        icon, words = tab.locator("svg").bounding_box(), tab.locator("span[data-t]").bounding_box()
        across = max(icon["x"], words["x"]) - min(icon["x"] + icon["width"], words["x"] + words["width"])
        down = max(icon["y"], words["y"]) - min(icon["y"] + icon["height"], words["y"] + words["height"])
        assert across <= 12 and down <= 12, (icon, words)
        assert tab.locator("span[data-t]").evaluate("e => e.scrollWidth <= e.clientWidth")
    at_rest(page)
    picture(page, "map-small-phone-across")
    page.get_by_role("link", name="Werkzeuge").tap()
    expect(page.locator("#tools h2")).to_have_text("Werkzeuge")


@pytest.mark.parametrize("size", ["phone", *ACROSS, "tablet", "desk"])
def test_the_maps_controls_cover_no_device(home, visit, size):
    page = visit(home("--devices", 31).url, size, reduced_motion="reduce")
    expect(page.locator(".map-node")).to_have_count(31)
    at_rest(page)
    assert page.evaluate("""() => {
      const box = document.querySelector('.map-controls').getBoundingClientRect();
      return [...document.querySelectorAll('.map-body')].map((one) => one.getBoundingClientRect())
        .filter((one) => one.right > box.left && one.bottom > box.top).map(({ x, y }) => [x, y]);
    }""") == []


@pytest.mark.parametrize("size", ACROSS)
def test_on_its_side_the_list_has_three_rows(home, visit, picture, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    expect(page.locator(".row-item").first).to_be_visible()
    picture(page, f"list-{size}")
    assert page.locator(".list-scroll").bounding_box()["height"] >= 3 * 64


# Narrow columns


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_lists_controls_stay_on_the_screen(home, visit, picture, locale):
    page = visit(home("--devices", 31).url + "#/devices", "tablet", locale=locale)
    expect(page.locator(".row-item").first).to_be_visible()
    page.evaluate("""fetch('api/v1/devices/d00004', { method: 'PATCH',
      headers: { 'Content-Type': 'application/json' }, body: '{"hidden": true}' })""")
    expect(page.locator(".presences .chip")).to_have_count(5)
    expect(page.locator(".presences .chip").last).to_be_visible()
    for width in (720, 768, 844, 900, 1024, 1100, 1180, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        at_rest(page)
        assert page.evaluate(OUTSIDE, [".list-controls .chip, .search-box", "#list-pane"]) == [], width
        if width in (720, 1024):
            picture(page, f"list-controls-{width}-{locale}")
    page.locator(".sorting select").select_option("address")


@pytest.mark.parametrize("width, height", [(1440, 420), (390, 844), (667, 375)])
def test_with_a_mouse_no_filter_has_to_be_scrolled_to(home, visit, picture, width, height):
    page = visit(home("--devices", 31).url + "#/devices")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".row-item").first).to_be_visible()
    picture(page, f"list-controls-{width}-{height}")
    assert page.evaluate(OUTSIDE, [".list-controls .chip, .search-box", "#list-pane"]) == []


# Large text


def test_a_name_in_text_of_twice_the_size_is_words(home, visit, picture):
    page = visit(home("--devices", 31).url + TV, "phone", reduced_motion="reduce", text=LARGE)
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    picture(page, "large-text-detail-phone")
    assert page.locator("#detail-name").evaluate(LINES_A_WORD) == [1, 1, 1]
    assert page.locator("#detail-name").evaluate("e => e.scrollHeight <= e.clientHeight + 2")
    title = page.locator("#title").bounding_box()
    assert title["height"] < 60 and title["width"] > 130, title


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_the_tabs_in_text_of_twice_the_size_stay_in_their_places(home, visit, size):
    page = visit(home("--devices", 12).url, size, reduced_motion="reduce", text=LARGE)
    expect(page.locator("#summary")).to_contain_text("12 devices")
    assert page.evaluate(OUTSIDE, [".tab span[data-t]", ".tabs"]) == []
    boxes = [one.bounding_box() for one in page.locator(".tab span[data-t]").all()]
    for one, other in zip(boxes, boxes[1:]):
        assert one["x"] + one["width"] < other["x"]
    assert page.locator(".tab span[data-t]").evaluate_all("all => all.every((e) => e.scrollWidth <= e.clientWidth)")


def test_most_devices_keep_their_names_in_text_of_twice_the_size(home, visit, picture):
    page = visit(home("--devices", 31).url, "phone", reduced_motion="reduce", text=LARGE)
    expect(page.locator(".map-node")).to_have_count(31)
    at_rest(page)
    picture(page, "large-text-map-phone")
    labels = page.evaluate(LABELS)
    assert len(labels) >= 18, len(labels)
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.map-nodes')).fontSize)") >= 16
    for index, one in enumerate(labels):
        for other in labels[index + 1:]:
            assert (one[1] <= other[0] + 1 or other[1] <= one[0] + 1
                    or one[3] <= other[2] + 1 or other[3] <= one[2] + 1), (one, other)


@pytest.mark.parametrize("size", ["tablet", "desk"])
def test_large_text_leaves_the_map_its_half(home, visit, picture, size):
    page = visit(home("--devices", 31).url + TV, size, reduced_motion="reduce", text=LARGE)
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    picture(page, f"large-text-{size}")
    assert page.locator("#map").bounding_box()["width"] >= page.viewport_size["width"] / 2
    assert page.locator("#detail-name").evaluate(LINES_A_WORD) == [1, 1, 1]


def test_large_text_leaves_the_lists_controls_in_sight(home, visit, picture):
    page = visit(home("--devices", 31).url + "#/devices", reduced_motion="reduce", text=LARGE)
    expect(page.locator(".row-item").first).to_be_visible()
    picture(page, "large-text-list-desk")
    assert page.evaluate(OUTSIDE, [".list-controls .chip, .search-box", "#list-pane"]) == []


# The sheet


def swipe(page, x, start, end, steps=12):
    """One finger, drawn slowly: it has no speed left where it is lifted."""
    session = page.context.new_cdp_session(page)
    send = lambda kind, *points: session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for y in points]})
    send("touchStart", start)
    for step in range(1, steps + 1):
        send("touchMove", start + (end - start) * step / steps)
        page.wait_for_timeout(16)
    for _ in range(8):
        send("touchMove", end)
        page.wait_for_timeout(16)
    send("touchEnd")
    at_rest(page)


def sheet_state(page):
    return page.evaluate("""() => ({
      height: document.querySelector('#detail').offsetHeight,
      scrolled: document.querySelector('.detail-scroll')?.scrollTop ?? document.querySelector('.detail-body').scrollTop,
    })""")


def test_the_half_open_sheet_has_room_to_read(home, visit, picture):
    page = visit(home("--devices", 31).url + TV, "phone", reduced_motion="reduce")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    picture(page, "detail-half-phone")
    assert page.evaluate(SCROLLED_ROOM) >= 320


def test_a_swipe_over_the_content_opens_the_sheet_then_scrolls_and_draws_it_down(home, visit):
    page = visit(home("--devices", 31).url + TV, "phone")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    half = sheet_state(page)["height"]
    swipe(page, 60, 780, 480)
    full = sheet_state(page)
    assert full["height"] > half * 1.6 and full["scrolled"] == 0, full
    swipe(page, 60, 700, 400)
    scrolled = sheet_state(page)
    assert scrolled["height"] == full["height"] and scrolled["scrolled"] > 150, scrolled
    swipe(page, 60, 300, 800)
    back = sheet_state(page)
    assert back["height"] == full["height"] and back["scrolled"] == 0, back
    swipe(page, 60, 300, 600)
    assert sheet_state(page)["height"] == half
    swipe(page, 60, 560, 830)
    expect(page.locator("#detail")).to_be_hidden()
    assert page.evaluate("location.hash") == "#/"


def test_one_long_swipe_opens_the_sheet_and_goes_on_to_scroll(home, visit):
    page = visit(home("--devices", 31).url + TV, "phone")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    swipe(page, 60, 830, 330, 25)
    state = sheet_state(page)
    assert state["height"] > 760 and state["scrolled"] > 100, state


def test_a_tap_and_a_sideways_swipe_leave_the_sheet_alone(home, visit):
    page = visit(home("--devices", 31).url + TV, "phone")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    half = sheet_state(page)["height"]
    page.get_by_role("button", name="Ask again").tap()
    expect(page.locator("#detail .busy")).to_be_visible()
    session = page.context.new_cdp_session(page)
    for kind, x, y in (("touchStart", 60, 700), ("touchMove", 90, 697), ("touchMove", 200, 640), ("touchMove", 300, 600)):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    at_rest(page)
    assert sheet_state(page)["height"] == half


# Paper


def paper_is_ready(page):
    """Waits for what is loaded after the page has been drawn."""
    for _ in range(600):
        if page.evaluate("Boolean(document.querySelector('link[media=print]')?.sheet)"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the style sheet for paper never comes")


def on_paper(page):
    """Shows the page as it is printed."""
    paper_is_ready(page)
    page.set_viewport_size({"width": 688, "height": 1000})
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


@pytest.mark.parametrize("place, size", [("#/", "desk"), ("#/devices", "phone")])
def test_the_whole_list_is_printed(home, visit, picture, place, size):
    page = visit(home("--devices", 60).url + place, size, theme="dark")
    expect(page.locator("#summary")).to_contain_text("60 devices")
    on_paper(page)
    rows = page.locator(".print-table tbody tr")
    expect(rows).to_have_count(60)
    expect(rows.first).to_contain_text("Apple device")
    for words in ("Living Room TV", "LG OLED C2", "TV & media", "192.168.1.4", "00:1e:75"):
        expect(page.locator(".print-table")).to_contain_text(words)
    assert page.evaluate(SEEN_OF_MAP) == []
    assert page.evaluate("""() => [...document.querySelectorAll('button, .tabs, .row')]
      .filter((one) => one.checkVisibility()).length""") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    # Nothing is cut off: the page is as high as the table.
    assert page.evaluate("document.documentElement.scrollHeight") >= rows.last.bounding_box()["y"]
    lightness = page.evaluate("""() => {
      const context = document.createElement('canvas').getContext('2d');
      context.fillStyle = getComputedStyle(document.querySelector('.print-table')).color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data[1];
    }""")
    assert lightness < 80, "dark text on white paper"
    picture(page, f"print-{size}")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(rows).to_have_count(0)


def test_long_names_leave_the_other_columns_readable(home, visit, picture):
    page = visit(home("--devices", 14, "--state", "hostile-names").url)
    expect(page.locator("#summary")).to_contain_text("14 devices")
    on_paper(page)
    picture(page, "print-hostile")
    for column in range(1, 6):
        assert page.locator(f".print-table thead th:nth-child({column})").evaluate(LINES_A_WORD) in ([1], [1, 1])
    assert page.evaluate("document.documentElement.scrollWidth") <= 688


def test_printing_asks_for_the_table(home, visit):
    page = visit(home("--devices", 31).url)
    expect(page.locator("#summary")).to_contain_text("31 devices")
    paper_is_ready(page)
    page.evaluate("""addEventListener('beforeprint', () => {
      window.printed = document.querySelectorAll('.print-table tbody tr').length; })""")
    assert page.pdf().startswith(b"%PDF")
    assert page.evaluate("window.printed") == 31


def test_an_open_device_is_printed_whole(home, visit, picture):
    page = visit(home("--devices", 31).url + TV, "phone", theme="dark")
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    on_paper(page)
    picture(page, "print-detail")
    expect(page.locator(".print-table")).to_be_hidden()
    expect(page.locator("#detail-name")).to_be_visible()
    expect(page.locator("#detail .card:visible").last).to_be_visible()
    # Both at one moment: what comes late makes the sheet longer.
    x, height, below = page.evaluate("""() => {
      const sheet = document.getElementById('detail');
      const cards = [...sheet.querySelectorAll('.card')].filter((card) => card.checkVisibility());
      const whole = sheet.getBoundingClientRect();
      return [whole.x, whole.height, cards.at(-1).getBoundingClientRect().bottom - whole.bottom];
    }""")
    assert x >= 0 and below <= 1
    assert height > 1200
