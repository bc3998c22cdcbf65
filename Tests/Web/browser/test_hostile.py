"""What devices call themselves is text, whatever it looks like."""

import pytest
from playwright.sync_api import expect

from motion import at_rest

IMAGE = "<img src=x onerror=alert(1)>"


@pytest.mark.picture
def test_markup_in_a_name_is_text_everywhere(home, visit, picture, size, theme):
    page = visit(home("--devices", 31, "--state", "hostile-names").url + "#/devices", size, theme)
    page.get_by_label("Search devices").fill("onerror")
    expect(page.locator(".row-name bdi", has_text=IMAGE).first).to_have_text(IMAGE)
    picture(page, f"hostile-list-{size}-{theme}")
    page.goto(page.url.split("#")[0] + "#/devices/d00000")
    expect(page.locator("#detail-name")).to_have_text(IMAGE)
    for summary in page.locator("#detail summary:visible").all():
        summary.click()
    picture(page, f"hostile-detail-{size}-{theme}")
    page.get_by_role("button", name="Forget").click()
    expect(page.locator(".confirm")).to_contain_text(IMAGE)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill(f"{IMAGE} mine")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text(f"{IMAGE} mine")
    page.locator("#detail").get_by_role("button", name="Hide").click()
    expect(page.locator(".toast")).to_contain_text(IMAGE)
    page.goto(page.url.split("#")[0] + "#/")
    at_rest(page)
    picture(page, f"hostile-map-{size}-{theme}")
    assert page.locator("img").count() == 0
    assert page.locator("[onerror]").count() == 0


def test_nothing_grows_wider_than_the_screen(home, visit, size):
    page = visit(home("--devices", 31, "--state", "hostile-names").url + "#/devices", size)
    expect(page.locator(".row-item").first).to_be_visible()
    for device in (0, 1, 5, 7, 11):
        page.goto(page.url.split("#")[0] + f"#/devices/d{device:05x}")
        expect(page.locator("#detail-name")).to_be_visible()
        body = page.locator("#detail .detail-body")
        assert body.evaluate("e => e.scrollWidth <= e.clientWidth"), device
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
