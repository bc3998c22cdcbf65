"""A device's sheet: what it shows, and what the user changes."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from motion import at_rest

TV = "#/devices/d00003"
# Toasts go by themselves after 15 seconds; one that is taken away goes earlier.
AT_ONCE_MS = 12_000
FULL = {"status": 507, "content_type": "application/problem+json", "body": '{"title": "Full", "detail": "The disk is full."}'}


def api(server, method, path, body=None):
    """Somebody else's change."""
    request = urllib.request.Request(
        f"{server.url}api/v1/{path}", method=method, data=body and json.dumps(body).encode(),
        headers={"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status


def device(server, key="d00003"):
    """What the server has of a device."""
    with urllib.request.urlopen(f"{server.url}api/v1/devices/{key}", timeout=30) as answer:
        return json.load(answer)


def hold(page):
    """Holds changes back: gives a list that they come into."""
    held = []
    page.route("**/api/v1/devices/*", lambda route: held.append(route)
               if route.request.method == "PATCH" else route.fallback())
    return held


def until(page, is_so):
    """Waits for something that the page's requests bring about."""
    for _ in range(1000):
        if is_so():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it never comes")


def two_frames(page):
    """Waits until what was told to the page has been drawn."""
    page.evaluate("async () => { for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame); }")


def is_change(response):
    """Whether it answers a change."""
    return response.request.method == "PATCH"


def is_change_of(field):
    """Whether it answers a change of that field."""
    return lambda response: is_change(response) and field in response.request.post_data_json


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
                  "What was sent to it", "24 connections",
                  "To all devices on the network", "Found by"):
        expect(sheet).to_contain_text(words)
    sent = sheet.locator(".card", has_text="What was sent to it").locator(".item-line")
    expect(sent).to_have_text([
        "Port probes192.168.1.424 connections", "Finding addresses192.168.1.4, fe80::21b:3%eth05 packets",
        "mDNS224.0.0.251, ff02::fb13 packets", "UPnP (SSDP)239.255.255.2503 packets"])
    service = sheet.locator("details", has_text="_googlecast._tcp")
    service.locator("summary").click()
    expect(service).to_contain_text("fn")
    # What hangs on one piece alone is said.
    page.evaluate("location.replace('#/devices/d00007')")
    expect(sheet).to_contain_text("it would be: Unknown")


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
    with page.expect_response(is_change_of("note")):
        page.locator("#detail-note").blur()
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
    busy = page.locator("#detail .busy")
    expect(busy).to_be_hidden()
    # It is for a moment: whether it was there is noted in the page.
    busy.evaluate("""one => new MutationObserver(() => { window.wasBusy ||= !one.hidden; })
      .observe(one, { attributes: true, attributeFilter: ['hidden'] })""")
    page.get_by_role("button", name="Ask again").click()
    # Looked at from here: the page's policy forbids what waits in it for the words of an expression.
    for _ in range(600):
        if page.evaluate("window.wasBusy"):
            break
        page.wait_for_timeout(50)
    assert page.evaluate("window.wasBusy")
    expect(busy).to_be_hidden()


def test_the_server_s_reason_is_said_in_the_language_of_the_page(home, visit):
    page = visit(home("--devices", 31).url + TV, locale="de-DE")
    expect(page.locator("#detail")).to_contain_text("24 Verbindungen")
    full = {"title": "Full", "detail": "The disk of /data is full.", "code": "storage.disk_full", "values": {"path": "/data"}}
    refuse(page, {**FULL, "body": json.dumps(full)})
    page.locator("#detail-note").fill("An der Wand")
    page.locator("#detail-note").blur()
    expect(page.locator("#note-problem")).to_contain_text("ist voll: schaffe Platz")
    page.reload()
    expect(page.locator("#note-problem")).to_contain_text("ist voll: schaffe Platz")


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
    server = home("--devices", 31)
    page = visit(server.url + TV, size)
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
    expect(note).to_be_focused()
    expect(page.locator("#note-problem")).to_be_visible()
    with page.expect_response(is_change):
        again.click()
    expect(page.locator("#note-problem")).to_be_hidden()
    expect(page.locator(".unsaved-actions")).to_be_hidden()
    assert device(server)["note"] == "On the wall"
    page.reload()
    expect(note).to_have_value("On the wall")
    expect(page.locator("#note-problem")).to_be_hidden()
    refuse(page, FULL)
    note.fill("Elsewhere")
    note.blur()
    page.get_by_role("button", name="Discard").click()
    expect(note).to_have_value("On the wall")
    expect(page.locator("#note-problem")).to_be_hidden()


def test_a_note_that_fails_after_its_sheet_is_closed_is_said_and_tried_again(home, visit, picture, size):
    server = home("--devices", 31)
    page = visit(server.url + TV, size)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    refuse(page, FULL, times=1)
    page.locator("#detail-note").fill("On the wall")
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".toast")).to_contain_text("Living Room TV\u2069: Not saved: The disk is full.")
    picture(page, f"unsaved-after-closing-{size}")
    with page.expect_response(is_change):
        page.locator(".toast").get_by_role("button", name="Try again").click()
    assert device(server)["note"] == "On the wall"
    expect(page.locator(".toast")).to_have_count(0, timeout=AT_ONCE_MS)


def test_a_note_that_is_too_long_when_its_sheet_is_closed_leads_back_to_it(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    page.locator("#detail-note").fill("n" * 4001)
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".toast")).to_contain_text("At most 4,000 characters fit")
    page.locator(".toast").get_by_role("button", name="Open").click()
    expect(page.locator("#detail-note")).to_have_value("n" * 4001)


def test_a_choice_that_failed_is_not_put_over_a_newer_one(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail-kind")).to_contain_text("Automatic: TV & media")
    held = hold(page)
    page.locator("#detail-kind").select_option("gaming")
    until(page, lambda: len(held) == 1)
    page.locator("#detail-kind").select_option("printer")
    held.pop().fulfill(**FULL)
    until(page, lambda: len(held) == 1)
    expect(page.locator(".toast")).to_have_count(0, timeout=AT_ONCE_MS)
    # The newer one fails too: that is said, until a third is chosen.
    held.pop().fulfill(**FULL)
    expect(page.locator(".toast")).to_contain_text("Not saved")
    page.locator("#detail-kind").select_option("camera")
    expect(page.locator(".toast")).to_have_count(0, timeout=AT_ONCE_MS)
    until(page, lambda: len(held) == 1)
    with page.expect_response(is_change):
        held.pop().continue_()
    assert device(server)["user_category"] == "camera"


def test_a_mistake_overtakes_no_change_that_is_being_sent(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    held = hold(page)
    note = page.locator("#detail-note")
    for text in ("first", "n" * 4001, "last"):
        note.fill(text)
        note.blur()
        until(page, lambda: len(held) == 1)
    two_frames(page)
    assert [route.request.post_data_json for route in held] == [{"note": "first"}]
    for _ in range(2):
        until(page, lambda: len(held) == 1)
        with page.expect_response(is_change):
            held.pop().continue_()
    assert device(server)["note"] == "last"


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


def test_a_name_can_be_changed_again_after_saving_was_not_waited_for(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    held = hold(page)
    field = page.get_by_label("Name", exact=True)

    def send(name):
        page.get_by_role("button", name="Rename").click()
        field.fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Saving…")).to_be_visible()

    send("Cinema")
    until(page, lambda: len(held) == 1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rename").click()
    expect(field).to_be_editable()
    page.keyboard.press("Escape")
    send("Den")
    page.evaluate("location.replace('#/devices/d00005')")
    expect(page.locator("#detail-name")).to_have_text("Attic NAS")
    page.get_by_role("button", name="Rename").click()
    expect(field).to_be_editable()


def test_a_name_that_was_not_sent_is_kept_for_its_device(home, visit, picture, size):
    server = home("--devices", 31)
    page = visit(server.url + TV, size)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_label("Name", exact=True)
    field.fill("Cinema")
    page.evaluate("location.replace('#/devices/d00005')")
    expect(page.locator("#detail-name")).to_have_text("Attic NAS")
    expect(page.locator(".toast")).to_contain_text("Living Room TV\u2069: Not saved: It has not been sent yet.")
    page.locator(".toast").get_by_role("button", name="Open").click()
    expect(field).to_have_value("Cinema")
    expect(field).to_be_focused()
    expect(page.locator("#rename-problem")).to_have_text("Not saved: It has not been sent yet.")
    picture(page, f"unsent-name-{size}")
    assert device(server)["user_name"] is None
    # What is typed over a draft is the newer text.
    field.fill("Cinema Room")
    page.reload()
    expect(field).to_have_value("Cinema Room")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#detail-name")).to_have_text("Cinema Room")


def test_a_draft_that_ends_closes_nothing_over_newer_typing(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    refuse(page, times=1)
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_label("Name", exact=True)
    field.fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#rename-problem")).to_contain_text("can’t be reached")
    field.fill("Cinema Room")
    api(server, "PATCH", "devices/d00003", {"name": "Cinema"})
    expect(page.locator("#rename-problem")).to_be_hidden()
    expect(field).to_have_value("Cinema Room")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Cinema Room")
    expect(field).to_be_hidden()


def test_a_note_is_saved_when_the_sheet_is_closed(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    page.locator("#detail-note").fill("On the wall")
    with page.expect_response(is_change_of("note")):
        page.evaluate("location.hash = '#/'")
    expect(page.locator("#detail")).to_be_hidden()
    # Not only kept by the page, as what could not be sent is.
    assert device(server)["note"] == "On the wall"
    page.goto(page.url.split("#")[0] + TV)
    page.reload()
    expect(page.locator("#detail-note")).to_have_value("On the wall")


def test_what_is_too_long_is_said_and_not_cut(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
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
    with page.expect_response(is_change):
        note.blur()
    expect(page.locator("#note-problem")).to_be_hidden()
    assert device(server)["note"] == "n" * 4000


def test_a_failed_change_puts_nothing_old_back(home, visit):
    server = home("--devices", 31)
    page = visit(server.url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    held = hold(page)
    page.locator("#detail-kind").select_option("gaming")
    until(page, lambda: len(held) == 1)
    api(server, "PATCH", "devices/d00003", {"name": "Den"})
    expect(page.locator("#detail-name")).to_have_text("Den")
    held.pop().fulfill(**FULL)
    expect(page.locator(".toast")).to_contain_text("Not saved")
    two_frames(page)
    expect(page.locator("#detail-name")).to_have_text("Den")
    expect(page.locator("#detail-kind")).to_have_value("")
    # A device that was removed meanwhile stays away, after a failure and after an answer.
    page.locator("#detail-kind").select_option("gaming")
    expect(page.locator(".toast")).to_have_count(0, timeout=AT_ONCE_MS)
    until(page, lambda: len(held) == 1)
    api(server, "DELETE", "devices/d00003")
    expect(page.locator("#detail")).to_contain_text("This device is not known here.")
    held.pop().fulfill(**FULL)
    expect(page.locator(".toast")).to_contain_text("Not saved")
    two_frames(page)
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


# Whether what has the keyboard is seen, and not covered by the title.
IS_SEEN = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 12));
  return one.contains(seen) || seen?.contains(one) || one.outerHTML.slice(0, 80);
}"""


def is_seen(page):
    """Whether what has the keyboard is seen once the page has drawn what it was told."""
    two_frames(page)
    return page.evaluate(IS_SEEN)


def without_history(page):
    """Waits for the part with the history, which this home keeps none for."""
    page.locator("#detail .history-card").wait_for(state="attached")
    page.locator("#detail .history-card").wait_for(state="hidden")


def test_the_title_covers_nothing_that_has_the_keyboard(home, visit, size):
    page = visit(home("--devices", 31).url + TV, size, reduced_motion="reduce")
    expect(page.locator("#detail")).to_contain_text("24 connections")
    without_history(page)
    page.get_by_role("button", name="Rename").click()
    page.locator("#detail").get_by_role("button", name="Forget").focus()
    for _ in range(12):
        assert is_seen(page) is True
        page.keyboard.press("Shift+Tab")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.press("Escape")
    page.locator("#detail").get_by_role("button", name="Forget").focus()
    for _ in range(12):
        assert is_seen(page) is True
        page.keyboard.press("Shift+Tab")


def test_what_comes_late_pushes_nothing_with_the_keyboard_out_of_sight(home, visit, size):
    server = home("--devices", 31)
    page = visit("about:blank", size, reduced_motion="reduce")
    held, is_late = [], [True]
    page.route("**/api/v1/devices/d00003", lambda route: held.append(route)
               if is_late[0] and route.request.method == "GET" else route.fallback())
    page.goto(server.url + TV)
    without_history(page)
    until(page, lambda: held)
    sent = page.locator("#detail .item-line", has_text="24 connections")
    expect(sent).to_be_hidden()
    forget = page.locator("#detail").get_by_role("button", name="Forget")
    forget.focus()
    for key in ("Shift+Tab", "Tab"):
        page.keyboard.press(key)
    expect(forget).to_be_focused()
    assert is_seen(page) is True
    is_late[0] = False
    for route in held:
        route.continue_()
    expect(sent).to_be_visible()
    assert is_seen(page) is True
    # Whoever scrolls away from it stays where the scrolling led.
    page.locator(".detail-scroll").evaluate("one => { one.scrollTop = 0; }")
    two_frames(page)
    api(server, "PATCH", "devices/d00003", {"name": "Den"})
    expect(page.locator("#detail-name")).to_have_text("Den")
    expect(page.locator("#detail")).to_contain_text("You called it")
    two_frames(page)
    assert page.locator(".detail-scroll").evaluate("one => one.scrollTop") == 0


def test_hiding_and_forgetting_keep_the_keyboard(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    page.locator("#detail").get_by_role("button", name="Hide").press("Enter")
    expect(page.locator("#detail").get_by_role("button", name="Show again")).to_be_focused()
    page.locator("#detail").get_by_role("button", name="Forget").press("Enter")
    expect(page.locator(".confirm .danger")).to_be_focused()


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
    at_rest(page)
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
        at_rest(page)

    draw(-250)
    assert sheet.bounding_box()["height"] > half * 1.6
    page.locator(".sheet-grip").press("Enter")
    at_rest(page)
    assert abs(sheet.bounding_box()["height"] - half) < 4
    draw(300)
    expect(sheet).to_be_hidden()


def test_a_device_that_is_not_there_is_said_to_be_so(home, visit):
    page = visit(home("--devices", 3).url + "#/devices/nobody")
    expect(page.locator("#detail")).to_contain_text("This device is not known here.")
    page.get_by_role("link", name="Show all devices").click()
    expect(page.locator(".row-item")).to_have_count(3)
