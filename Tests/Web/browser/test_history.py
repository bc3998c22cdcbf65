"""The home's history: the timeline, a device's presence and reply times, the time slider."""

import re
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import expect

from home_history import TV, History
from motion import at_rest


def visit_past(home, visit, place="#/timeline", size="desk", theme="light", **options):
    """A page of a home with a history, and that history."""
    page = visit("about:blank", size, theme, reduced_motion="reduce", **options)
    past = History(page)
    page.goto(home("--devices", 12).url + place)
    expect(page.locator("#summary")).to_contain_text("12")
    return page, past


def changes(page):
    return page.locator("#timeline .change")


def test_the_timeline_says_what_changed_by_day(home, visit, faults, picture, size, theme):
    page, _ = visit_past(home, visit, "#/", size, theme)
    page.locator("#tab-timeline" if size == "phone" else "#open-timeline").click()
    expect(page.locator("#timeline h2")).to_be_focused()
    expect(page.locator("#timeline h3").first).to_have_text("Today")
    expect(changes(page).first).to_contain_text("Living Room <b>TV</b> is away.")
    picture(page, f"timeline-{size}-{theme}")
    assert faults(page) == []
    changes(page).first.click()
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("#timeline")).to_be_visible()


def test_older_changes_come_as_one_scrolls_to_the_first(home, visit):
    page, past = visit_past(home, visit)
    expect(changes(page)).to_have_count(100)
    page.get_by_role("button", name="Show older").scroll_into_view_if_needed()
    expect(changes(page)).to_have_count(len(past.changes))
    expect(page.get_by_text("That is all that HomeNet remembers.")).to_be_visible()


def test_filters_show_problems_and_one_device(home, visit):
    page, _ = visit_past(home, visit)
    page.get_by_label("Which changes").select_option("problems")
    expect(changes(page)).to_have_count(1)
    expect(changes(page)).to_contain_text("Two devices claim 192.168.1.9.")
    page.get_by_label("Which changes").select_option("")
    page.locator("#timeline").get_by_label("Device").select_option(TV)
    expect(changes(page)).to_have_count(1)
    page.get_by_label("Which changes").select_option("problems")
    expect(page.get_by_text("No such changes were found.")).to_be_visible()


def test_what_is_new_since_the_last_visit_stands_above_a_line(home, visit):
    page, past = visit_past(home, visit)
    expect(changes(page).first).to_be_visible()
    expect(page.locator(".timeline-line")).to_have_count(0)
    page.evaluate("location.hash = '#/'")
    expect(page.locator("#timeline")).to_be_hidden()
    past.add("returned", TV, "TV", "TV is back")
    page.reload()
    page.evaluate("location.hash = '#/timeline'")
    expect(page.locator(".timeline-line")).to_have_text("1 new since your last visit")


def test_a_change_that_comes_is_shown_and_said(home, visit):
    page, past = visit_past(home, visit)
    expect(changes(page).first).to_be_visible()
    past.add("returned", TV, "TV", "TV is back")
    # Any event has it look, two seconds after it last did.
    page.evaluate("fetch('api/v1/devices/d00004', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"note\": \"x\"}' })")
    expect(changes(page).first).to_contain_text("TV is back.")
    expect(page.locator("#live")).to_contain_text("TV is back.")


def test_without_a_history_the_page_says_so_in_words(home, visit):
    page = visit("about:blank")
    page.route("**/api/v1/changes*", lambda route: route.abort())
    page.goto(home("--devices", 3).url + "#/timeline")
    expect(page.locator("#timeline")).to_contain_text("The changes could not be loaded.")
    expect(page.locator("#timeline").get_by_role("button", name="Try now")).to_be_visible()


def test_a_merge_is_undone_in_the_timeline(home, visit, faults, picture, size, theme):
    page, past = visit_past(home, visit, "#/", size, theme)
    past.add("merged", TV, "TV", "TV and Phone are one device", undoable=True)
    page.evaluate("location.hash = '#/timeline'")
    undo = page.get_by_role("button", name="Undo: TV and Phone are one device.")
    expect(undo).to_be_visible()
    assert undo.bounding_box()["height"] >= 44
    picture(page, f"timeline-undo-{size}-{theme}")
    assert faults(page) == []
    undo.press("Enter")
    expect(page.locator(".toast")).to_contain_text("are two devices again.")
    expect(changes(page).first).to_contain_text("TV and Phone are two devices.")
    expect(undo).to_have_count(0)
    # The keyboard is where it was, on the line that told of the merge.
    expect(page.locator("#timeline li", has_text="are one device").locator("a")).to_be_focused()
    assert past.asked.count("undo") == 1


@pytest.mark.parametrize(("locale", "label", "reason"), [
    ("en-GB", "Undo", "One of the two is gone."), ("de-DE", "Rückgängig", "Eines der beiden gibt es nicht mehr.")])
def test_what_cannot_be_undone_says_why_where_it_stands(home, visit, locale, label, reason):
    page, past = visit_past(home, visit, "#/", locale=locale)
    seq = past.add("merged", TV, "TV", "TV and Phone are one device", undoable=True)
    past.refusals[seq] = ("identity.gone", "One of the two is gone.")
    page.evaluate("location.hash = '#/timeline'")
    row = page.locator("#timeline li", has_text="are one device")
    row.get_by_role("button", name=label).click()
    expect(page.locator(".toast")).to_contain_text(reason)
    expect(row.locator(".change-why")).to_contain_text(reason)
    expect(row.get_by_role("button")).to_have_count(0)


def test_what_could_not_be_undone_yet_can_be_once_the_server_says_so(home, visit):
    page, past = visit_past(home, visit, "#/")
    seq = past.add("merged", TV, "TV", "TV and Phone are one device", undoable=True)
    past.refusals[seq] = ("identity.later_first", "One of the two was merged or split since: undo that first.")
    page.evaluate("location.hash = '#/timeline'")
    row = page.locator("#timeline li", has_text="are one device")
    row.get_by_role("button", name="Undo").click()
    expect(row.locator(".change-why")).to_contain_text("undo that first")
    # The later one was undone: so can this one be.
    del past.refusals[seq]
    past.changes[seq - 1]["undoable"] = True
    past.add("split", TV, "TV", "Something else was split")
    page.evaluate("fetch('api/v1/devices/d00004', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"note\": \"x\"}' })")
    row.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("are two devices again.")
    expect(row.locator(".change-why")).to_have_count(0)


def test_what_comes_meanwhile_takes_the_keyboard_from_no_button(home, visit):
    page, past = visit_past(home, visit, "#/")
    why = "TV has a new MAC address, da:11:32:00:00:0{}; it identifies itself as before"
    past.add("new_mac", TV, "TV", why.format(1), undoable=True)
    past.add("merged", TV, "TV", "TV and Phone are one device", undoable=True)
    past.add("merged", TV, "TV", "TV and Lamp are one device", undoable=True)
    page.evaluate(f"location.hash = '#/devices/{TV}'")
    sheet = page.locator("#detail")
    denials = sheet.get_by_role("button", name="Not the same device")
    undo = sheet.get_by_role("button", name="Undo: TV and Phone are one device.")
    expect(denials).to_have_count(1)
    expect(denials).to_have_accessible_description(re.compile("da:11:32:00:00:01"))
    denials.focus()
    past.add("new_mac", TV, "TV", why.format(2), undoable=True)
    # Not by its pointer or its key: the keyboard stays where it is.
    sheet.get_by_role("button", name="Undo: TV and Lamp are one device.").evaluate("one => one.click()")
    expect(denials).to_have_count(2)
    expect(denials.nth(1)).to_be_focused()
    expect(denials.nth(1)).to_have_accessible_description(re.compile("da:11:32:00:00:01"))
    undo.focus()
    denials.first.evaluate("one => one.click()")
    expect(denials).to_have_count(1)
    expect(sheet.locator(".history-changes")).to_contain_text("TV and Phone are two devices.")
    expect(undo).to_be_focused()


def test_what_was_taken_for_one_device_says_why_and_can_be_denied(home, visit, faults, picture, size, theme):
    page, past = visit_past(home, visit, "#/", size, theme)
    why = "TV has a new MAC address, da:11:32:00:00:03 instead of da:11:32:00:00:01; it identifies itself as before"
    past.add("new_mac", TV, "TV", why, reason="same_keys", undoable=True)
    past.add("new_mac", TV, "TV", "TV has a new MAC address that nobody joined", reason="unproven")
    page.evaluate(f"location.hash = '#/devices/{TV}'")
    card = page.locator("#detail .recognised")
    expect(card).to_contain_text("identifies itself as before.")
    expect(card).not_to_contain_text("nobody joined")
    deny = card.get_by_role("button", name="Not the same device")
    deny.scroll_into_view_if_needed()
    assert deny.bounding_box()["height"] >= 44
    at_rest(page)
    picture(page, f"recognised-{size}-{theme}")
    assert faults(page) == []
    deny.press("Enter")
    expect(page.locator(".toast")).to_contain_text("are two devices again.")
    expect(card).to_be_hidden()
    expect(page.locator("#detail-name")).to_be_focused()


@pytest.mark.parametrize(("locale", "title", "why"), [
    ("en-GB", "The history is not being saved.", "make room"), ("de-DE", "Der Verlauf wird nicht gespeichert.", "schaffe Platz")])
def test_every_view_of_the_history_says_that_it_is_not_saved(home, visit, faults, picture, size, locale, title, why):
    page = visit("about:blank", size, reduced_motion="reduce", locale=locale)
    History(page)
    page.goto(home("--devices", 12, "--state", "disk-full").url + "#/timeline")
    for place in ("#timeline", "#detail", "#past"):
        if place == "#detail":
            page.evaluate(f"location.hash = '#/devices/{TV}'")
        if place == "#past":
            page.evaluate("location.hash = '#/'")
            expect(page.locator("#detail")).to_be_hidden()
            page.locator("#open-past").click()
        banner = page.locator(f"{place} .keeping")
        expect(banner).to_contain_text(title)
        expect(banner).to_contain_text(why)
        at_rest(page)
        picture(page, f"keeping-{place.strip('#')}-{size}-{locale}")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_history_that_is_saved_needs_no_banner(home, visit):
    page, _ = visit_past(home, visit)
    expect(changes(page).first).to_be_visible()
    expect(page.locator("#timeline .keeping")).to_be_hidden()


def test_who_is_in_at_what_hour(home, visit, faults, picture, size, theme):
    page, _ = visit_past(home, visit, size=size, theme=theme)
    page.get_by_role("radio", name="Presence").check(force=True)
    expect(page.locator(".hours tbody tr")).to_have_count(2)
    page.locator(".hours td[tabindex='0']").focus()
    expect(page.locator(".hours-readout")).to_contain_text("Living Room TV")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".hours-readout")).to_contain_text("Phone")
    picture(page, f"hours-{size}-{theme}")
    assert faults(page) == []
    assert page.evaluate("document.querySelector('.hours').getBoundingClientRect().right <= innerWidth")


def test_a_device_tells_its_history(home, visit, faults, picture, size, theme):
    page, past = visit_past(home, visit, f"#/devices/{TV}", size, theme)
    sheet = page.locator("#detail")
    expect(sheet.locator(".presence .history-readout")).to_contain_text("Here 75% of the time that is known")
    bar = sheet.get_by_role("slider", name="When it was here")
    bar.focus()
    expect(bar).to_have_attribute("aria-valuetext", re.compile("online"))
    page.keyboard.press("ArrowLeft")
    expect(bar).to_have_attribute("aria-valuetext", re.compile("asleep"))
    chart = sheet.get_by_role("slider", name="Reply times")
    chart.focus()
    expect(sheet.locator(".chart .history-readout")).to_contain_text("ms")
    sheet.get_by_text("As a table").click()
    expect(sheet.locator(".chart-table tbody tr")).not_to_have_count(0)
    expect(sheet.get_by_role("heading", name="Its changes")).to_be_visible()
    expect(sheet.locator(".history-changes")).to_contain_text("Living Room <b>TV</b> is away.")
    with page.expect_response(lambda response: "/presence?" in response.url) as answer:
        sheet.get_by_role("radio", name="30 d", exact=True).check(force=True)
    asked = parse_qs(urlparse(answer.value.url).query)
    start, end = (datetime.fromisoformat(asked[name][0].replace("Z", "+00:00")) for name in ("from", "to"))
    assert end - start == timedelta(days=30)
    expect(sheet.locator(".axis-mark").first).to_be_attached()
    bar.scroll_into_view_if_needed()
    picture(page, f"history-{size}-{theme}")
    assert faults(page) == []


def test_the_home_as_it_was(home, visit, faults, picture, size, theme):
    page, _ = visit_past(home, visit, "#/", size, theme)
    page.locator("#open-past").click()
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_focused()
    expect(page.locator(".past-words")).to_contain_text("This is now")
    page.keyboard.press("Home")
    expect(page.locator(".past-words")).to_contain_text("As it was: Yesterday")
    expect(page.locator(".past-words")).to_contain_text("3 of 4 here")
    expect(page.locator(".map-node:not(.is-leaving)")).to_have_count(4)
    expect(page.locator(".map-node[data-id='gone']")).to_be_attached()
    expect(page.locator(".map-node[data-state='asleep']")).to_have_count(1)
    if size == "phone":
        page.locator("#tab-devices").click()
    expect(page.locator(".list-count")).to_have_text("4 devices")
    at_rest(page)
    picture(page, f"past-{size}-{theme}")
    assert faults(page) == []
    # What happens now waits.
    page.evaluate("fetch('api/v1/devices/d00004', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"hidden\": true}' })")
    page.wait_for_timeout(500)
    expect(page.locator(".list-count")).to_have_text("4 devices")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#past")).to_be_hidden()
    expect(page.locator(".list-count")).to_have_text("11 of 12")


def test_a_day_is_played_up_to_now(home, visit):
    page, past = visit_past(home, visit, "#/")
    page.locator("#open-past").click()
    page.get_by_role("button", name="Play a day in ten seconds").click()
    expect(page.locator(".past-words")).to_contain_text("As it was")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".past-words")).to_contain_text("This is now", timeout=30_000)
    assert past.asked.count("devices") > 3
    expect(page.locator(".list-count")).to_have_text("12 devices")


@pytest.mark.parametrize("locale, size", [("de-DE", "phone"), ("de-DE", "small-phone-across"), ("en-GB", "phone-across")])
def test_nothing_of_the_history_stands_outside(home, visit, picture, locale, size):
    page, _ = visit_past(home, visit, size=size, locale=locale)
    if size == "phone":
        page.set_viewport_size({"width": 320, "height": 568})
    expect(changes(page).first).to_be_visible()
    picture(page, f"timeline-narrow-{size}-{locale}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#timeline").evaluate("e => e.scrollWidth <= e.clientWidth")
    if page.locator(".tab").first.is_visible():
        assert page.locator(".tab span[data-t]").evaluate_all("all => all.every((e) => e.scrollWidth <= e.clientWidth)")
    page.evaluate("location.hash = '#/devices/d00003'")
    expect(page.locator("#detail .presence")).to_be_attached()
    assert page.locator("#detail .detail-scroll").evaluate("e => e.scrollWidth <= e.clientWidth")
    page.evaluate("location.hash = '#/'")
    page.locator("#open-past").click()
    expect(page.locator(".past-words")).not_to_be_empty()
    at_rest(page)
    picture(page, f"past-narrow-{size}-{locale}")
    assert page.locator("#past").evaluate("e => e.scrollWidth <= e.clientWidth")
    assert page.locator("#map").evaluate("e => e.clientHeight") > 80
