"""Where things are: phones on their side, large text, narrow columns, the sheet's swipes, paper."""

import pytest
from playwright.sync_api import expect

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


def enlarge(page):
    """Text of twice the size, as the browser's settings have it."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": size["height"] - 1})
    page.wait_for_timeout(600)


# Pages over the map


@pytest.mark.parametrize("place, size", [
    ("#/devices", "phone"), ("#/tools", "phone"), ("#/devices", "small-phone-across"), ("#/tools", "desk")])
def test_nothing_of_the_map_shines_through_another_page(home, visit, place, size):
    page = visit(home("--devices", 31).url, size)
    expect(page.locator(".map-label.is-shown").nth(12)).to_be_visible()
    page.evaluate("place => { location.hash = place; }", place)
    expect(page.locator("#tools h2" if place == "#/tools" else ".row-item").first).to_be_visible()
    assert page.evaluate(SEEN_OF_MAP) == []


def test_tools_that_are_slow_or_lost_say_so_and_come_back(home, visit, size):
    server = home("--devices", 12)
    page = visit(server.url, size, reduced_motion="reduce")
    expect(page.locator(".map-label.is-shown").nth(5)).to_be_visible()
    held = []
    page.route("**/js/tools/view.js", lambda route: held.append(route))
    page.evaluate("location.hash = '#/tools'")
    expect(page.get_by_text("Opening the tools…")).to_be_visible()
    expect(page.locator("#tools button")).to_be_hidden()
    assert page.evaluate(SEEN_OF_MAP) == []
    held.pop().abort()
    expect(page.locator("#tools")).to_contain_text("The tools could not be loaded.")
    page.unroute("**/js/tools/view.js")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#tools h2")).to_have_text("Tools")
    expect(page.get_by_text("could not be loaded")).to_have_count(0)
