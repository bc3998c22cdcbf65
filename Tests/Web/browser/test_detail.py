"""A device's sheet: what it shows, and what the user changes."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

TV = "#/devices/d00003"
FULL = {"status": 507, "content_type": "application/problem+json", "body": '{"title": "Full", "detail": "The disk is full."}'}


def api(server, method, path, body=None):
    """Somebody else's change."""
    request = urllib.request.Request(
        f"{server.url}api/v1/{path}", method=method, data=body and json.dumps(body).encode(),
        headers={"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status


def refuse(page, answer=None, times=None):
    """Has changes fail: without an answer, or with this one."""
    left = [times]

    def handle(route):
        if route.request.method != "PATCH" or left[0] == 0:
            return route.fallback()
        left[0] = left[0] and left[0] - 1
        return route.abort() if answer is None else route.fulfill(**answer)

    page.route("**/api/v1/devices/*", handle)


def test_shows_everything_that_is_known(home, visit, size):
    page = visit(home("--devices", 31).url + TV, size)
    sheet = page.locator("#detail")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    for words in ("LG", "OLED C2", "webOS 7", "192.168.1.4", "of LG", "Wi-Fi", "jittery: probably a radio",
                  "_googlecast._tcp", "3000/tcp", "Why we think so", "% sure", "Could also be: Speaker",
                  "it would be: Unknown", "What was sent to it", "24 connections",
                  "To everybody on the network", "Found by"):
        expect(sheet).to_contain_text(words)
    sent = sheet.locator(".card", has_text="What was sent to it").locator(".item-line")
    expect(sent).to_have_text([
        "Who is there?192.168.1.4, fe80::21b:1%eth05 packets", "Port probes192.168.1.424 connections",
        "mDNS224.0.0.251, ff02::fb13 packets", "UPnP (SSDP)239.255.255.2503 packets"])
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


def test_a_kind_that_was_not_kept_is_tried_again(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.locator("#detail-kind")).to_contain_text("Automatic: TV & media")
    refuse(page, FULL, times=1)
    page.locator("#detail-kind").select_option("gaming")
    page.locator(".toast").get_by_role("button", name="Try again").click()
    expect(page.locator("#detail .detail-title .disc")).to_have_attribute("data-kind", "gaming")


@pytest.mark.parametrize(("answer", "reason"), [(None, "HomeNet can’t be reached."), (FULL, "The disk is full.")])
def test_a_name_that_was_not_saved_stays_with_the_reason(home, visit, picture, size, answer, reason):
    page = visit(home("--devices", 31).url + TV, size)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    refuse(page, answer, times=1)
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_label("Name", exact=True)
    field.fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#rename-problem")).to_have_text(f"Not saved: {reason}")
    expect(field).to_have_value("Cinema")
    picture(page, f"unsaved-name-{size}")
    # Elsewhere and back, and after a reload: it is still there.
    page.evaluate("location.replace('#/devices/d00005')")
    expect(page.locator("#detail-name")).to_have_text("Attic NAS")
    page.evaluate("location.replace('#/devices/d00003')")
    expect(field).to_have_value("Cinema")
    page.reload()
    expect(field).to_have_value("Cinema")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    expect(field).to_be_hidden()


def test_a_note_that_was_not_saved_stays_with_the_reason(home, visit, picture, size):
    page = visit(home("--devices", 31).url + TV, size)
    note = page.locator("#detail-note")
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    refuse(page, times=2)
    note.fill("On the wall")
    note.blur()
    expect(page.locator("#note-problem")).to_have_text("Not saved: HomeNet can’t be reached.")
    expect(note).to_have_value("On the wall")
    note.scroll_into_view_if_needed()
    picture(page, f"unsaved-note-{size}")
    page.reload()
    expect(note).to_have_value("On the wall")
    again = page.locator(".unsaved-actions").get_by_role("button", name="Try again")
    again.click()
    expect(page.locator("#note-problem")).to_be_visible()
    again.click()
    expect(page.locator("#note-problem")).to_be_hidden()
    page.reload()
    expect(note).to_have_value("On the wall")
    expect(page.locator("#note-problem")).to_be_hidden()
    refuse(page, FULL)
    note.fill("Elsewhere")
    note.blur()
    page.get_by_role("button", name="Discard").click()
    expect(note).to_have_value("On the wall")
    expect(page.locator("#note-problem")).to_be_hidden()


def test_a_name_that_was_saved_without_an_answer_is_saved(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")

    def lose(route):
        if route.request.method != "PATCH":
            return route.fallback()
        route.fetch()
        return route.abort()

    page.route("**/api/v1/devices/*", lose)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    expect(page.locator("#detail-name")).to_be_visible()


def test_a_note_is_saved_when_the_sheet_is_closed(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.locator("#detail-note").fill("On the wall")
    page.evaluate("location.hash = '#/'")
    expect(page.locator("#detail")).to_be_hidden()
    page.goto(page.url.split("#")[0] + TV)
    page.reload()
    expect(page.locator("#detail-note")).to_have_value("On the wall")


def test_what_is_too_long_is_said_and_not_cut(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_label("Name", exact=True)
    field.fill("n" * 121)
    expect(page.locator("#rename-problem")).to_have_text("Not saved: At most 120 characters fit, and these are 121.")
    page.keyboard.press("Enter")
    expect(field).to_have_value("n" * 121)
    # As long as the server takes it, counted as it counts: two code units each.
    field.fill("🦊" * 120)
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("🦊" * 120)
    note = page.locator("#detail-note")
    note.fill("n" * 4001)
    note.blur()
    expect(page.locator("#note-problem")).to_contain_text("At most 4,000 characters")
    expect(note).to_have_value("n" * 4001)
    note.fill("n" * 4000)
    note.blur()
    expect(page.locator("#note-problem")).to_be_hidden()
    page.wait_for_timeout(300)
    page.reload()
    expect(note).to_have_value("n" * 4000)


def test_a_failed_change_puts_nothing_old_back(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    held = []
    page.route("**/api/v1/devices/*", lambda route: held.append(route)
               if route.request.method == "PATCH" else route.fallback())
    page.locator("#detail-kind").select_option("gaming")
    page.wait_for_timeout(100)
    api(server, "PATCH", "devices/d00003", {"name": "Den"})
    expect(page.locator("#detail-name")).to_have_text("Den")
    held.pop().fulfill(**FULL)
    expect(page.locator(".toast")).to_contain_text("Not saved")
    page.wait_for_timeout(200)
    expect(page.locator("#detail-name")).to_have_text("Den")
    expect(page.locator("#detail-kind")).to_have_value("")
    # A device that was removed meanwhile stays away, after a failure and after an answer.
    page.locator("#detail-kind").select_option("gaming")
    page.wait_for_timeout(100)
    api(server, "DELETE", "devices/d00003")
    expect(page.locator("#detail")).to_contain_text("This device is not known here.")
    held.pop().fulfill(**FULL)
    page.wait_for_timeout(300)
    expect(page.locator("#detail")).to_contain_text("This device is not known here.")
    expect(page.locator("#summary")).to_contain_text("30 devices")


def test_a_late_answer_puts_nothing_old_back(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    held = []

    def hold(route):
        if route.request.method != "PATCH":
            return route.fallback()
        held.append((route, route.fetch()))
        return None

    page.route("**/api/v1/devices/*", hold)
    page.locator("#detail-kind").select_option("gaming")
    expect(page.locator("#detail .detail-title .disc")).to_have_attribute("data-kind", "gaming")
    api(server, "PATCH", "devices/d00003", {"name": "Den"})
    expect(page.locator("#detail-name")).to_have_text("Den")
    route, response = held.pop()
    route.fulfill(response=response)
    expect(page.locator("#live")).to_contain_text("Saved.")
    expect(page.locator("#detail-name")).to_have_text("Den")


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
