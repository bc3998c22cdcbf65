"""axe finds no fault, in both themes and sizes; the keyboard reaches everything."""

import pytest
from playwright.sync_api import expect

from motion import at_rest

PLACES = {
    "map": "#/", "list": "#/devices", "detail": "#/devices/d00003", "settings": "#/settings", "tools": "#/tools",
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_no_fault(home, visit, faults, picture, size, theme, place):
    page = visit(home("--devices", 31, "--state", "not-permitted").url + PLACES[place], size, theme,
                 reduced_motion="reduce")
    expect(page.locator("#summary")).to_contain_text("31 devices")
    at_rest(page)
    picture(page, f"{place}-{size}-{theme}")
    assert faults(page) == []


def test_axe_finds_no_fault_at_the_door_or_in_an_empty_home(home, visit, faults, theme):
    page = visit(home(password="sesame").url, "phone", theme)
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    assert faults(page) == []
    page = visit(home("--state", "nobody").url, "phone", theme)
    expect(page.locator("#empty")).to_contain_text("No device answered")
    assert faults(page) == []


def test_everything_by_keyboard_alone(home, visit, size):
    page = visit(home("--devices", 12).url + "#/devices", size)
    expect(page.locator("#summary")).to_contain_text("12 devices")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("""() => { const e = document.activeElement;
          return e.getAttribute('aria-label') || e.textContent.trim() || e.name; }"""))
    words = " ".join(str(one) for one in reached)
    wanted = ["Scan the network now", "Search devices", "Sort by", "Kind", "Maker", "Settings"]
    for name in wanted:
        assert name in words, (name, reached)


def test_focus_is_seen(home, visit, picture, theme):
    page = visit(home("--devices", 12).url + "#/devices", "desk", theme)
    expect(page.locator("#summary")).to_contain_text("12 devices")
    page.locator(".row[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width == "2px"
    picture(page, f"focus-{theme}")


def test_text_of_twice_the_size_fits(home, visit, picture, size):
    page = visit(home("--devices", 31).url + "#/devices", size, text=32)
    expect(page.locator(".row-item").nth(1)).to_be_visible()
    picture(page, f"large-text-{size}")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    first, second = page.locator(".row-item").nth(0).bounding_box(), page.locator(".row-item").nth(1).bounding_box()
    assert first["y"] + first["height"] <= second["y"] + 1
