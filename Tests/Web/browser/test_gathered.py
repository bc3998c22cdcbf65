"""Private addresses that were here for a day each, and are gone: one line of the list, nothing on the map."""

from playwright.sync_api import expect


def test_fourteen_are_one_line_that_opens(home, visit, faults, picture, size):
    page = visit(home("--devices", 31, "--state", "transient").url + "#/devices", size)
    rows = page.locator(".row-item")
    line = page.get_by_role("link", name="14 private addresses")
    expect(rows.first).to_have_attribute("aria-setsize", "18")
    expect(page.locator(".list-count")).to_have_text("17 devices")
    expect(page.locator("#summary")).to_contain_text("17 devices")
    page.locator(".row[tabindex='0']").focus()
    page.keyboard.press("End")
    expect(line).to_be_focused()
    expect(line).to_have_attribute("aria-expanded", "false")
    expect(line).to_contain_text("Each seen for a day or less")
    assert faults(page) == []
    picture(page, f"gathered-{size}")

    page.keyboard.press("Enter")
    expect(line).to_have_attribute("aria-expanded", "true")
    expect(line).to_be_focused()
    page.keyboard.press("End")
    expect(rows.last).to_have_attribute("aria-posinset", "32")
    expect(page.locator("#detail")).to_be_hidden()
    # One of them opens like any other device.
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.keyboard.press("Escape")
    # Only the rows in sight are there.
    page.locator(".list-scroll").evaluate("(list) => { list.scrollTop = 14 * list.querySelector('.row-item').offsetHeight; }")
    line.click()
    expect(rows.last).to_have_attribute("aria-setsize", "18")
    expect(page.locator(".list-count")).to_have_text("17 devices")


def test_they_are_found_one_by_one(home, visit):
    page = visit(home("--devices", 31, "--state", "transient").url + "#/devices")
    expect(page.locator(".row-item").first).to_have_attribute("aria-setsize", "18")
    page.get_by_role("radio", name="Online").check(force=True)
    expect(page.locator(".list-count")).to_have_text("16 of 17")
    expect(page.get_by_role("link", name="private address")).to_have_count(0)
    page.get_by_role("radio", name="Away").check(force=True)
    expect(page.locator(".list-count")).to_have_text("1 of 17")
    expect(page.get_by_role("link", name="14 private addresses")).to_be_visible()
    page.get_by_label("Search devices").fill("192.168.1.31")
    expect(page.locator(".list-count")).to_have_text("1 of 31")
    expect(page.get_by_role("link", name="192.168.1.31")).to_be_visible()


def test_the_map_shows_the_others_where_they_were(home, visit, size):
    page = visit(home("--devices", 31, "--state", "transient").url, size)
    expect(page.locator(".map-node:not(.is-leaving)")).to_have_count(17)
    # An open one is none of the map's; the map can still be entered.
    page.evaluate("location.hash = '#/devices/d0001e'")
    expect(page.locator("#detail-name")).to_have_text("192.168.1.31")
    expect(page.locator(".map-node[tabindex='0']")).to_have_count(1)
