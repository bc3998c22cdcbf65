"""A device's sheet: what it shows, and what the user changes."""

from playwright.sync_api import expect

TV = "#/devices/d00003"


def test_shows_everything_that_is_known(home, visit, size):
    page = visit(home("--devices", 31).url + TV, size)
    sheet = page.locator("#detail")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    for words in ("LG", "OLED C2", "webOS 7", "192.168.1.4", "of LG", "Wi-Fi", "jittery: a radio",
                  "_googlecast._tcp", "3000/tcp", "Why we think so", "% sure", "Could also be: Speaker",
                  "it would be: Unknown", "What was sent to it", "24 connections",
                  "To everybody on the network", "Found by"):
        expect(sheet).to_contain_text(words)
    service = sheet.locator("details", has_text="_googlecast._tcp")
    service.locator("summary").click()
    expect(service).to_contain_text("fn")


def test_a_rename_is_kept_and_shown_everywhere(home, visit, size):
    server = home("--devices", 31)
    page = visit(server.url + TV, size)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    expect(page.locator("#detail")).to_contain_text("You called it")
    page.reload()
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")


def test_escape_leaves_the_name_as_it_was(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Nothing")
    page.keyboard.press("Escape")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    expect(page.locator("#detail")).to_be_visible()


def test_kind_and_note_are_kept(home, visit, size):
    page = visit(home("--devices", 31).url + TV, size)
    expect(page.locator("#detail-kind")).to_contain_text("Automatic: TV & media")
    page.locator("#detail-kind").select_option("gaming")
    expect(page.locator("#detail .detail-title .disc")).to_have_attribute("data-kind", "gaming")
    page.locator("#detail-note").fill("On the wall")
    page.locator("#detail-note").blur()
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator("#detail-note")).to_have_value("On the wall")
    expect(page.locator("#detail-kind")).to_have_value("gaming")
    page.locator("#detail-kind").select_option("")
    expect(page.locator("#detail .detail-title .disc")).to_have_attribute("data-kind", "tv_media")


def test_hide_show_and_forget(home, visit, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    page.goto(page.url.split("#")[0] + TV)
    page.locator("#detail").get_by_role("button", name="Hide").click()
    expect(page.locator(".toast")).to_contain_text("is hidden")
    page.locator("#detail").get_by_role("button", name="Show again").click()
    expect(page.locator(".toast")).to_contain_text("is shown again")
    page.get_by_role("button", name="Forget").click()
    expect(page.locator("#detail")).to_contain_text("Forget")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Forget").click()
    page.locator(".confirm .danger").click()
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("#summary")).to_contain_text("30 devices")


def test_asking_again_shows_that_it_is_asked(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator("#detail .busy")).to_be_visible()
    expect(page.locator("#detail .busy")).to_be_hidden()


def test_a_failed_change_is_said_and_undone(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail-kind")).to_contain_text("Automatic: TV & media")
    page.route("**/api/v1/devices/*", lambda route: route.fulfill(
        status=507, content_type="application/problem+json",
        body='{"title": "Full", "detail": "The disk is full."}') if route.request.method == "PATCH" else route.continue_())
    page.locator("#detail-kind").select_option("gaming")
    expect(page.locator(".toast")).to_contain_text("Not saved: The disk is full.")
    expect(page.locator("#detail-kind")).to_have_value("")


def test_a_new_device_is_new_until_it_was_looked_at(home, visit):
    page = visit(home("--devices", 31).url + "#/devices")
    page.get_by_role("radio", name="New").check(force=True)
    expect(page.locator(".row-item")).to_have_count(2)
    page.locator(".row").first.click()
    expect(page.locator("#detail-name")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".row-item")).to_have_count(1)


def test_back_closes_the_sheet(home, visit, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    page.locator(".row").first.click()
    expect(page.locator("#detail")).to_be_visible()
    page.go_back()
    expect(page.locator("#detail")).to_be_hidden()
    assert page.url.endswith("#/devices")


def test_the_sheet_is_drawn_up_and_down(home, visit):
    page = visit(home("--devices", 31).url + TV, "phone")
    expect(page.locator("#detail-name")).to_be_visible()
    page.wait_for_timeout(400)
    sheet = page.locator("#detail")
    half = sheet.bounding_box()["height"]

    def draw(by):
        box = page.locator(".sheet-grip").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 9):
            page.mouse.move(x, y + by * step / 8)
            page.wait_for_timeout(16)
        page.mouse.up()
        page.wait_for_timeout(400)

    draw(-250)
    assert sheet.bounding_box()["height"] > half * 1.6
    page.locator(".sheet-grip").press("Enter")
    page.wait_for_timeout(400)
    assert abs(sheet.bounding_box()["height"] - half) < 4
    draw(300)
    expect(sheet).to_be_hidden()


def test_a_device_that_is_not_there_is_said_to_be_so(home, visit):
    page = visit(home("--devices", 3).url + "#/devices/nobody")
    expect(page.locator("#detail")).to_contain_text("This device is not known here.")
    page.get_by_role("link", name="Show all devices").click()
    expect(page.locator(".row-item")).to_have_count(3)
