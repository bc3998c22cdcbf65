"""Status, scan, themes, languages, reconnecting, login, empty states."""

import re

import pytest
from playwright.sync_api import expect

from motion import at_rest


def test_devices_fill_in_live_during_a_scan(home, visit, size):
    # The scan begins with the home: a busy machine takes seconds to open the page.
    page = visit(home("--devices", 31, "--state", "scanning", "--scan-seconds", 8).url + "#/devices", size)
    expect(page.locator("#scan")).to_have_attribute("data-running", "")
    expect(page.locator("#summary")).to_contain_text("31 devices · 28 identified")
    expect(page.locator("#scan")).not_to_have_attribute("data-running", "")
    expect(page.locator("#live")).to_contain_text("Scan finished: 31 devices")


def test_the_scan_button_starts_and_stops(home, visit, size):
    page = visit(home("--devices", 5, "--scan-seconds", 30).url, size)
    page.get_by_role("button", name="Scan").click()
    expect(page.locator("#scan")).to_have_attribute("data-running", "")
    expect(page.locator("#scan-words")).to_contain_text("%")
    page.locator("#scan").click()
    expect(page.locator("#scan-words")).to_have_text("Scan")


def test_stopping_ends_this_scan_alone(home, visit):
    page = visit(home("--devices", 5, "--scan-seconds", 30).url)
    page.get_by_role("button", name="Scan").click()
    expect(page.locator("#scan")).to_have_attribute("title", re.compile("Stop this scan, .*% done"))
    page.locator("#scan").click()
    expect(page.locator(".toast")).to_contain_text("Scan stopped. The next one begins in 3 minutes.")
    expect(page.locator("#live")).not_to_contain_text("finished")
    page.goto(page.url.split("#")[0] + "#/settings")
    expect(page.locator("#settings")).to_contain_text("Next scan")
    expect(page.get_by_role("switch", name="Scan by itself")).to_be_checked()


def test_pausing_is_another_thing_and_is_said(home, visit, picture, size):
    page = visit(home("--devices", 31, "--scan-seconds", 1).url + "#/settings", size)
    switch = page.get_by_role("switch", name="Scan by itself")
    switch.click()
    expect(switch).not_to_be_checked()
    expect(page.locator("#settings")).to_contain_text("nothing is scanned until you start it")
    expect(page.locator("#settings")).not_to_contain_text("Next scan")
    expect(page.locator("#summary")).to_contain_text("watch paused")
    picture(page, f"settings-paused-{size}")
    for place in ("#/", "#/devices"):
        page.evaluate(f"location.hash = '{place}'")
        expect(page.locator(".notice")).to_contain_text("The watch is paused")
        picture(page, f"paused-{place.strip('#/') or 'map'}-{size}")
    # One scan, and the watch stays paused.
    page.get_by_role("button", name="Scan").click()
    expect(page.locator("#live")).to_contain_text("Scan finished")
    expect(page.locator("#summary")).to_contain_text("watch paused")
    page.locator(".notice").get_by_role("button", name="Resume").click()
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator("#summary")).not_to_contain_text("paused")


def test_a_pause_that_fails_is_said_and_the_switch_stays_true(home, visit):
    page = visit(home("--devices", 5).url + "#/settings")
    page.route("**/api/v1/scan", lambda route: route.abort())
    switch = page.get_by_role("switch", name="Scan by itself")
    switch.click()
    expect(page.locator(".toast")).to_have_text("The watch could not be paused. HomeNet can’t be reached.")
    expect(switch).to_be_checked()


def test_a_failed_start_is_said_in_sentences(home, visit):
    page = visit(home("--devices", 5).url, locale="de-DE")
    page.route("**/api/v1/scan", lambda route: route.abort())
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".toast")).to_have_text("Die Suche konnte nicht gestartet werden. HomeNet ist nicht erreichbar.")


def test_all_that_are_away_and_unnamed_are_forgotten_at_once(home, visit, picture, size):
    page = visit(home("--devices", 31, "--state", "all-away").url + "#/devices/d00003", size)
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("Cinema")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Cinema")
    page.goto(page.url.split("#")[0] + "#/settings")
    card = page.locator("#settings .card", has_text="neither name nor note")
    expect(card).to_contain_text("29 devices are away and have neither name nor note of yours")
    card.get_by_role("button", name="Forget all").click()
    page.get_by_role("button", name="Cancel").click()
    card.get_by_role("button", name="Forget all").click()
    picture(page, f"forget-away-{size}")
    question = page.locator("#settings .confirm p")
    asked = question.text_content()
    # The question stays as it was asked, and keeps the keyboard, whatever happens meanwhile.
    page.evaluate("""fetch('api/v1/devices/d00005', { method: 'PATCH',
      headers: { 'Content-Type': 'application/json' }, body: '{"name": "AAA"}' })""")
    expect(page.locator(".map-node[aria-label^=AAA]")).to_have_count(1)
    expect(question).to_have_text(asked)
    yes = page.locator("#settings .confirm").get_by_role("button", name="Forget")
    expect(yes).to_be_focused()
    yes.press("Enter")
    expect(page.locator(".toast")).to_have_text("28 devices are forgotten.")
    expect(page.locator("#summary")).to_contain_text("3 devices")
    expect(page.locator("#settings h2")).to_be_focused()
    expect(page.locator("#settings")).not_to_contain_text("Forget all")


def test_theme_by_the_system_and_by_hand(home, visit):
    page = visit(home("--devices", 5).url + "#/settings", theme="dark")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("radio", name="Light").check(force=True)
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("radio", name="System").check(force=True)
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")


def test_language_by_the_browser_and_by_hand(home, visit, size):
    page = visit(home("--devices", 31).url + "#/settings", size, locale="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#summary")).to_contain_text("31 Geräte · 28 erkannt · vor 2 Min.")
    expect(page.locator("#settings")).to_contain_text("Einstellungen")
    page.get_by_label("Sprache").select_option("en")
    expect(page.locator("#settings")).to_contain_text("Settings")
    expect(page.locator("#summary")).to_contain_text("31 devices")
    page.reload()
    expect(page.locator("#summary")).to_contain_text("31 devices")


def test_reconnects_by_itself_and_says_so(home, visit, size):
    server = home("--devices", 5)
    page = visit(server.url, size)
    expect(page.locator("#summary")).to_contain_text("5 devices")
    server.stop()
    expect(page.locator(".notice")).to_contain_text("Connection lost")
    home("--devices", 7, port=server.port)
    expect(page.locator("#summary")).to_contain_text("7 devices")
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator("#live")).to_contain_text("Connected again.")


def test_try_now_does(home, visit):
    server = home("--devices", 5)
    page = visit(server.url)
    expect(page.locator("#summary")).to_contain_text("5 devices")
    page.route("**/api/v1/events*", lambda route: route.abort())
    server.stop()
    home("--devices", 5, port=server.port)
    # The next attempt is seconds away, once some have failed: what connects sooner was the button.
    expect(page.locator(".notice")).to_contain_text(re.compile(r"in ([7-9]|1[0-2]) seconds"), timeout=60_000)
    page.unroute("**/api/v1/events*")
    with page.expect_request("**/api/v1/events*", timeout=6500):
        page.get_by_role("button", name="Try now").click()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.picture
@pytest.mark.parametrize("state, words, action", [
    ("first-second", "Looking for devices", "Stop"),
    ("nobody", "No device answered on", "Scan again"),
    ("offline", "No network is up", "Scan again"),
])
def test_an_empty_home_says_one_sentence_and_has_one_action(home, visit, picture, size, theme, state, words, action):
    page = visit(home("--devices", 0, "--state", state).url, size, theme)
    expect(page.locator("#empty")).to_contain_text(words)
    expect(page.locator("#empty").get_by_role("button")).to_have_text(action)
    expect(page.locator("#empty").get_by_role("button")).to_have_count(1)
    picture(page, f"empty-{state}-{size}-{theme}")


def test_a_problem_is_said_with_its_fix(home, visit, picture, size):
    page = visit(home("--devices", 12, "--state", "not-permitted").url, size)
    expect(page.locator(".notice")).to_contain_text("hear multicast in this container.")
    page.get_by_role("button", name="What to do").click()
    expect(page.locator(".notice")).to_contain_text("host networking")
    picture(page, f"problem-{size}")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".notice")).to_have_count(0)
    page.goto(page.url.split("#")[0] + "#/settings")
    expect(page.locator("#settings")).to_contain_text("host networking")


def test_the_log_in_says_that_the_password_file_cannot_be_read(home, visit):
    page = visit(home("--devices", 5, password="sesame").url, "phone")
    page.route("**/api/v1/session", lambda route: route.fulfill(status=503, body="{}"))
    page.get_by_label("Password").fill("sesame")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("can’t read its password file")


def test_the_password_is_asked_for_and_given_back(home, visit, picture, size):
    page = visit(home("--devices", 5, password="sesame").url, size)
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the password.")
    picture(page, f"login-{size}")
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("5 devices")
    page.goto(page.url.split("#")[0] + "#/settings")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()


def logged_in(home, visit):
    page = visit(home("--devices", 5, password="sesame").url)
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("5 devices")
    page.evaluate("location.hash = '#/settings'")
    return page


def test_whoever_goes_back_after_the_log_out_is_asked_for_the_password(home, visit):
    page = logged_in(home, visit)
    # As with a page that the browser keeps as it was: it is left, and then shown again. An answer without
    # content leaves it where it is.
    page.route("**/login.html*", lambda route: route.fulfill(status=204))
    with page.expect_request("**/login.html*"):
        page.get_by_role("button", name="Log out").click()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(page.locator("#summary")).to_be_hidden()
    page.unroute("**/login.html*")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()


def test_a_log_out_that_fails_is_said(home, visit):
    page = logged_in(home, visit)
    page.route("**/api/v1/session", lambda route: route.abort() if route.request.method == "DELETE" else route.fallback())
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".toast")).to_have_text("You could not be logged out. HomeNet can’t be reached.")
    expect(page.locator("#settings")).to_be_visible()


def test_a_toast_stays_while_its_button_has_the_keyboard(home, visit):
    page = visit("about:blank")
    page.clock.install()
    page.goto(home("--devices", 5).url)
    page.evaluate("import('/js/shell/announce.js').then(({ toast }) => toast('Done.', { label: 'Undo', act() {} }))")
    undo = page.get_by_role("button", name="Undo")
    assert undo.bounding_box()["height"] >= 44
    undo.focus()
    page.clock.run_for(30_000)
    expect(undo).to_be_focused()
    undo.blur()
    page.clock.run_for(5_000)
    expect(undo).to_have_count(0)


def test_the_log_in_leads_where_one_wanted_to_go(home, visit, size):
    server = home("--devices", 31, password="sesame")
    page = visit(server.url + "#/devices/d00003", size)
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    assert page.url == server.url + "#/devices/d00003"
    # A session that ends in between: what was being typed is kept too.
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    page.locator("#detail-note").fill("On the wall")
    page.context.clear_cookies()
    # Any request may be the first to find that; then this key is pressed at the log-in.
    page.keyboard.press("Tab")
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-note")).to_have_value("On the wall")
    assert page.url == server.url + "#/devices/d00003"


def test_what_is_being_typed_outlives_a_reload_and_a_log_in(home, visit):
    server = home("--devices", 31, password="sesame")
    page = visit(server.url + "#/devices/d00003")
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_contain_text("What was sent to it")
    page.get_by_role("button", name="Rename").click()
    name, note = page.get_by_label("Name", exact=True), page.locator("#detail-note")
    name.fill("Cinema")
    page.reload()
    expect(name).to_have_value("Cinema")
    name.fill("Cinema Room")
    note.fill("On the wall")
    # The stream of events finds that the session has ended.
    page.context.clear_cookies()
    server.stop()
    home("--devices", 31, password="sesame", port=server.port)
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(name).to_have_value("Cinema Room")
    expect(note).to_have_value("On the wall")
    expect(page.locator("#note-problem")).to_have_text("Not saved: It has not been sent yet.")
    # Who logs out leaves nothing behind.
    note.fill("On the left wall")
    page.goto(page.url.split("#")[0] + "#/settings")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_the_log_in_leads_nowhere_else(home, visit):
    server = home("--devices", 5, password="sesame")
    for hash_ in ("#//example.org", "#https://example.org/", "#javascript:alert(1)"):
        page = visit(server.url + "login.html" + hash_)
        page.get_by_label("Password").fill("sesame")
        page.keyboard.press("Enter")
        expect(page.locator("#summary")).to_contain_text("5 devices")
        assert page.url.startswith(server.url)


def test_a_lost_session_leads_to_the_login(home, visit):
    page = visit(home("--devices", 5, password="sesame").url)
    page.get_by_label("Password").fill("sesame")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text("5 devices")
    # What the page loads late is no secret of the session's: neither is it lost with it.
    ask = "(files) => Promise.all(files.map((file) => fetch(file, { credentials: 'omit' }).then(({ status }) => status)))"
    assert page.evaluate(ask, ["css/print.css", "js/settings/view.js", "api/v1/devices"]) == [200, 200, 401]
    page.get_by_role("button", name="Scan").focus()
    page.context.clear_cookies()
    # Any request may be the first to find that; then this key is pressed at the log-in.
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Who is there?")).to_be_visible()


def test_loads_only_from_here_and_nothing_twice(home, visit):
    server = home("--devices", 31)
    page = visit("about:blank")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    expect(page.locator("#summary")).to_contain_text("31 devices")
    assert [url for url in asked if not url.startswith(server.url)] == []
    # How many there are, and what they weigh, decides how fast it is: see assets.test.mjs.
    files = [url for url in asked if "/api/" not in url]
    assert len(files) == len(set(files)), "what is preloaded is used"
    # Some thirty come later than the first screen; a busy machine has begun with them by now.
    assert len(files) <= 115


def test_hovering_one_highlights_the_other(home, visit):
    page = visit(home("--devices", 12).url)
    node = page.locator(".map-node[data-id='d00003']")
    row = page.locator(".row-item[data-id='d00003']")
    expect(node).to_be_visible()
    row.hover()
    expect(node).to_have_class(re.compile("is-near"))
    node.hover()
    expect(row).to_have_attribute("data-hovered", "")
    page.mouse.move(700, 5)
    expect(row).not_to_have_attribute("data-hovered", "")
    expect(node).not_to_have_class(re.compile("is-near"))


def test_a_device_on_the_map_opens_its_sheet_and_stays_in_view(home, visit, picture, size):
    page = visit(home("--devices", 31).url, size)
    node = page.locator(".map-node[data-id='d00003']")
    (node.tap if size == "phone" else node.click)()
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    at_rest(page)
    picture(page, f"opened-{size}")
    place = node.bounding_box()
    sheet = page.locator("#detail").bounding_box()
    if size == "phone":
        assert place["y"] + place["height"] <= sheet["y"]
    else:
        assert place["x"] + place["width"] <= sheet["x"]
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()


def test_an_unseen_page_hangs_up_and_comes_back_when_it_is_seen(home, visit):
    server = home("--devices", 5)
    page = visit("about:blank")
    page.clock.install()
    page.goto(server.url)
    expect(page.locator("#summary")).to_contain_text("5 devices")
    see = """hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
      document.dispatchEvent(new Event('visibilitychange')); }"""
    page.evaluate(see, True)
    page.clock.run_for(61_000)
    server.stop()
    home("--devices", 6, port=server.port)
    page.clock.run_for(5_000)
    assert "5 devices" in page.locator("#summary").text_content()
    page.evaluate(see, False)
    page.clock.run_for(500)
    expect(page.locator("#summary")).to_contain_text("6 devices")
