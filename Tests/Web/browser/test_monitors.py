"""Monitors: the list, one of them, the form, what a device's sheet offers, and how they stay live."""

import json
import re

import pytest
from playwright.sync_api import expect

ODD = "<img src=x onerror=alert(1)>"


def visit_monitors(home, visit, place="", size="desk", theme="light", monitors=None, **options):
    """The page at a place of the monitors."""
    arguments = [] if monitors is None else ["--monitors", monitors]
    page = visit(home("--devices", 12, *arguments).url + f"#/monitors{place}", size, theme, reduced_motion="reduce", **options)
    expect(page.locator("#summary")).to_contain_text("12")
    return page


def rows(page):
    return page.locator("#monitors .monitor")


def ask(page, method, path, body=None):
    """Has the page ask the API something; what comes of it arrives as events do."""
    status = page.evaluate("""async ([method, path, body]) => (await fetch(`api/v1/${path}`, {
      method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body ? JSON.stringify(body) : undefined })).status""",
                           [method, path, body])
    assert status < 300, status


def open_detail(home, visit, monitor, **options):
    page = visit_monitors(home, visit, f"/{monitor}", **options)
    expect(page.locator(".monitor-headline")).to_be_visible()
    return page


def field(page, label):
    return page.locator("#monitors").get_by_label(label, exact=True)


def open_form(page):
    page.get_by_role("button", name="New monitor").click()
    expect(page.locator("#monitors h2")).to_have_text("New monitor")


def test_the_list_has_the_worst_first(home, visit, faults, picture, size, theme):
    page = visit_monitors(home, visit, "", size, theme)
    expect(rows(page)).to_have_count(12)
    assert page.locator(".monitors-group h3").all_inner_texts() == ["Down 3", "Degraded 2", "Unknown 2", "Up 4", "Paused 1"]
    nas = page.get_by_role("link", name=re.compile("^NAS"))
    expect(nas).to_contain_text("Down since")
    expect(nas).to_contain_text("http://silent-nas.example:5000/")
    # Two states differ by more than their colours.
    signs = page.locator(".monitor-sign path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert len(set(signs)) == 5
    gateway = page.locator("a.monitor").filter(has_text="Gateway")
    gateway.scroll_into_view_if_needed()
    expect(gateway.locator(".bar-piece")).to_have_count(24)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    picture(page, f"monitors-{size}-{theme}")
    assert faults(page) == []


def test_the_navigation_leads_there_and_back(home, visit, size):
    page = visit(home("--devices", 12).url, size, reduced_motion="reduce")
    expect(page.locator("#summary")).to_contain_text("12")
    link = page.locator("#tab-monitors" if size == "phone" else "#open-monitors")
    link.click()
    expect(page.locator("#monitors h2")).to_be_focused()
    expect(link).to_have_attribute("aria-current", "page")
    page.locator("#monitors").get_by_role("link", name="Alerts").click()
    expect(page.locator("#alerts h2")).to_be_focused()
    expect(page.locator("#monitors")).to_be_hidden()
    expect(link).to_have_attribute("aria-current", "page")
    page.locator("#alerts").get_by_role("link", name="Monitors").click()
    expect(rows(page)).to_have_count(12)
    if size == "desk":
        link.click()
        expect(page.locator("#map-pane")).to_be_visible()


def test_the_navigation_says_how_many_are_down(home, visit, faults, size, theme):
    page = visit(home("--devices", 12).url, size, theme, reduced_motion="reduce")
    expect(page.locator("#summary")).to_contain_text("12")
    link = page.locator("#tab-monitors" if size == "phone" else "#open-monitors")
    expect(link.locator(".nav-badge")).to_have_text("3")
    expect(link).to_have_accessible_name(re.compile("^Monitors ?, 3 down$"))
    assert faults(page) == []
    ask(page, "DELETE", "monitors/camera")
    expect(link.locator(".nav-badge")).to_have_text("2")
    for monitor in ["nas", "phone"]:
        ask(page, "DELETE", f"monitors/{monitor}")
    expect(link.locator(".nav-badge")).to_be_hidden()
    expect(link).to_have_accessible_name("Monitors")


def test_a_name_is_text(home, visit):
    page = visit_monitors(home, visit, "/odd")
    expect(page.locator("#monitors h2")).to_contain_text(ODD)
    assert page.locator("#monitors img").count() == 0
    page.get_by_role("link", name="All monitors").click()
    expect(page.get_by_role("link", name=re.compile(re.escape(ODD)))).to_be_visible()
    assert page.locator("#monitors img").count() == 0


def test_a_home_without_monitors_is_suggested_some(home, visit, faults, picture, size, theme):
    page = visit_monitors(home, visit, "", size, theme, monitors=0)
    offers = page.locator(".suggestion")
    expect(offers).to_have_count(3)
    expect(page.get_by_role("heading", name="What shall be watched?")).to_be_visible()
    picture(page, f"monitors-none-{size}-{theme}")
    assert faults(page) == []
    offers.first.press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Printer’s page")
    expect(offers).to_have_count(2)
    expect(offers.first).to_be_focused()
    assert offers.first.bounding_box()["height"] >= 44


def test_a_server_without_monitors_says_so(home, visit):
    page = visit(home("--devices", 12, "--no-monitors").url + "#/monitors")
    expect(page.locator("#monitors .failure p")).to_have_text("This server has no monitors.")
    expect(page.locator("#monitors .failure button")).to_be_hidden()
    expect(page.get_by_role("button", name="New monitor")).to_be_hidden()
    page.evaluate("location.hash = '#/devices/d00003'")
    expect(page.locator("#detail-name")).to_be_visible()
    expect(page.locator(".watch")).to_be_hidden()


def test_a_monitor_says_how_it_is_and_why(home, visit, faults, picture, size, theme):
    page = open_detail(home, visit, "nas", size=size, theme=theme)
    expect(page.locator("#monitors h2")).to_have_text("NAS")
    expect(page.locator(".monitor-headline")).to_contain_text("Down since")
    expect(page.locator(".bar-strip .bar-piece")).to_have_count(96)
    expect(page.locator(".monitor-uptime")).to_contain_text("Uptime: ")
    incident = page.locator(".incident").first
    for words in ["Reason", "Confirmed", "Diagnosis"]:
        expect(incident).to_contain_text(words)
    incident.locator("summary").click()
    expect(incident.locator(".incident-evidence li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    picture(page, f"monitor-{size}-{theme}")
    assert faults(page) == []


def test_everything_to_press_is_as_large_as_a_finger(home, visit):
    page = open_detail(home, visit, "nas", size="phone")
    expect(page.locator(".incident").first).to_be_visible()
    small = page.locator("#monitors").locator("button, a, select, summary").evaluate_all("""all => all
      .filter((one) => one.checkVisibility() && !one.closest('dd') && one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 80))""")
    assert small == []


def test_the_past_is_read_with_the_keyboard_and_as_a_table(home, visit):
    page = open_detail(home, visit, "gateway")
    bars = page.get_by_role("slider", name="Availability over time")
    expect(bars).to_be_visible()
    bars.focus()
    last = bars.get_attribute("aria-valuetext")
    page.keyboard.press("Home")
    assert bars.get_attribute("aria-valuetext") != last
    expect(page.locator(".presence .history-readout")).to_have_text(bars.get_attribute("aria-valuetext"))
    page.get_by_role("radio", name="365 days").check(force=True)
    expect(page.locator(".bar-strip .bar-piece")).to_have_count(73)
    page.locator(".presence summary").click()
    expect(page.get_by_role("table", name="Availability over time").locator("tbody tr")).to_have_count(73)
    expect(page.get_by_role("slider", name="Reply times")).to_be_visible()
    assert page.locator(".smoke-middle").count() > 0


def test_an_incident_is_acknowledged(home, visit):
    page = open_detail(home, visit, "nas")
    page.locator(".incident").get_by_role("button", name="Acknowledge").click()
    expect(page.locator(".incident").first).to_contain_text("You know of it.")
    expect(page.get_by_role("button", name="Acknowledge")).to_have_count(0)
    expect(page.get_by_role("heading", name="Incidents")).to_be_focused()


def test_it_is_checked_now(home, visit):
    page = open_detail(home, visit, "gateway")
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".monitor-result")).to_contain_text("Passed")
    expect(page.get_by_role("button", name="Check now")).to_be_focused()


def test_it_is_paused_and_resumed(home, visit):
    page = open_detail(home, visit, "gateway")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".monitor-headline")).to_contain_text("Paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".monitor-headline")).to_contain_text("Unknown")


def test_it_is_muted_for_an_hour_and_unmuted(home, visit):
    page = open_detail(home, visit, "gateway")
    page.get_by_role("combobox", name="Mute").select_option("1h")
    expect(page.locator(".monitor-notes")).to_contain_text("Muted until")
    page.get_by_role("button", name="Unmute").click()
    expect(page.get_by_role("combobox", name="Mute")).to_be_visible()
    page.evaluate("location.hash = '#/monitors/phone'")
    expect(page.locator(".monitor-notes")).to_contain_text("Muted for ever")


def test_it_is_removed_once_that_was_asked(home, visit):
    page = open_detail(home, visit, "gateway")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#monitors .removal")).to_contain_text("Gateway")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Remove")).to_be_focused()
    page.get_by_role("button", name="Remove").click()
    page.locator("#monitors .removal .danger").click()
    expect(rows(page)).to_have_count(11)
    expect(page.locator("#monitors h2")).to_be_focused()
    expect(page.locator("a.monitor").filter(has_text="Gateway")).to_have_count(0)


def test_what_the_file_declares_is_locked(home, visit):
    page = open_detail(home, visit, "web")
    expect(page.locator(".monitor-notes")).to_contain_text("homenet.toml")
    expect(page.get_by_role("button", name="Check now")).to_be_visible()
    for name in ["Edit", "Pause", "Remove"]:
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.locator(".monitor-detail")).to_contain_text("[RESPONSE_TIME] < 800")


def test_a_monitor_is_made_with_the_form(home, visit, faults, picture, size, theme):
    page = visit_monitors(home, visit, "", size, theme)
    open_form(page)
    expect(field(page, "Kind")).to_be_focused()
    page.get_by_role("button", name="Watch it").click()
    expect(field(page, "Host")).to_be_focused()
    expect(page.locator("#monitor-target-hint")).to_have_text("Say what to check.")
    field(page, "Host").fill("tv.example")
    page.locator(".more > summary").click()
    field(page, "Failed checks until it is down").fill("many")
    picture(page, f"monitor-form-{size}-{theme}")
    assert faults(page) == []
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator("#monitor-down_m-hint")).to_have_text("This has to be a number.")
    field(page, "Failed checks until it is down").fill("4")
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator("#monitors h2")).to_have_text("tv.example")
    expect(page.locator(".monitor-detail")).to_contain_text("After 4 checks in a row")


def test_a_mistake_in_a_condition_is_shown_where_it_is(home, visit):
    page = visit_monitors(home, visit)
    open_form(page)
    field(page, "Kind").select_option("http")
    field(page, "Address of the page").fill("http://tv.example/")
    page.locator(".more > summary").click()
    conditions = field(page, "One a line")
    conditions.fill("[STATUS] = 200")
    page.get_by_role("button", name="Watch it").click()
    expect(conditions).to_be_focused()
    expect(conditions).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#monitor-conditions-hint")).to_contain_text("character 10")
    expect(page.locator(".condition-wrong mark")).to_have_text("=")
    assert conditions.evaluate("one => one.selectionStart") == 9
    conditions.fill("[STATUS] == 200")
    expect(page.locator(".condition-wrong")).to_be_hidden()
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator(".monitor-detail")).to_contain_text("[STATUS] == 200")


def test_a_monitor_is_edited_with_maintenance_and_parents(home, visit):
    page = open_detail(home, visit, "camera")
    page.get_by_role("button", name="Edit").click()
    expect(field(page, "Name")).to_be_focused()
    field(page, "Name").fill("Camera <b>2</b>")
    page.locator(".more > summary").click()
    field(page, "Gateway").check()
    page.get_by_role("button", name="Weekly").click()
    page.get_by_role("button", name="Add the time").click()
    expect(page.locator("#monitor-window-wrong")).to_have_text("Choose at least one day.")
    field(page, "Sat").check()
    field(page, "At").fill("02:00")
    field(page, "Minutes").fill("90")
    page.get_by_role("button", name="Add the time").click()
    expect(page.locator(".windows")).to_contain_text("Saturday at 02:00, for 90 min.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#monitors h2")).to_have_text("Camera <b>2</b>")
    expect(page.locator(".monitor-detail")).to_contain_text("Saturday at 02:00, for 90 min.")
    expect(page.locator(".monitor-detail").get_by_role("link", name="Gateway")).to_be_visible()
    # What was not touched is as it was.
    expect(page.locator(".monitor-detail")).to_contain_text("silent-camera.example")


def unfold(page):
    page.locator("#monitors .more > summary").click()


def saved(page, monitor):
    """Presses Save; gives what is sent of a monitor."""
    with page.expect_request(lambda one: one.method == "PATCH" and one.url.endswith(f"/monitors/{monitor}")) as info:
        page.get_by_role("button", name="Save").click()
    return json.loads(info.value.post_data)


def test_headers_are_edited_and_secret_ones_stay(home, visit, faults, picture, size, theme):
    page = open_detail(home, visit, "nas", size=size, theme=theme)
    ask(page, "PATCH", "monitors/nas", {"options": {"headers": [{"name": "Authorization", "value": "Bearer x"}]}})
    expect(page.locator(".monitor-detail")).to_contain_text("Authorization: secret")
    page.get_by_role("button", name="Edit").click()
    unfold(page)
    kept = page.locator(".header-row").first
    expect(kept.get_by_label("Value")).to_have_value("")
    expect(kept.get_by_label("Value")).to_have_attribute("placeholder", "kept; type to replace it")
    page.get_by_role("button", name="Add a header").click()
    added = page.locator(".header-row").nth(1)
    expect(added.get_by_label("Name")).to_be_focused()
    added.get_by_label("Name").fill("Accept language")
    added.get_by_label("Value").fill("de")
    picture(page, f"monitor-headers-{size}-{theme}")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    saved(page, "nas")
    expect(added.get_by_label("Name")).to_be_focused()
    expect(added.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".header-rows li").nth(1)).to_contain_text("the name of a header")
    added.get_by_label("Name").fill("Accept-Language")
    assert saved(page, "nas")["options"]["headers"] == [{"name": "Authorization", "value": "…"}, {"name": "Accept-Language", "value": "de"}]
    expect(page.locator(".monitor-detail")).to_contain_text("Accept-Language: de")
    expect(page.locator(".monitor-detail")).to_contain_text("Authorization: secret")


def test_a_time_of_maintenance_by_a_cron_line(home, visit, faults, size, theme):
    page = open_detail(home, visit, "camera", size=size, theme=theme)
    page.get_by_role("button", name="Edit").click()
    unfold(page)
    page.get_by_role("button", name="By a cron line").click()
    line = page.locator("#monitors").get_by_label("Cron line")
    expect(line).to_be_focused()
    line.fill("0 3 * *")
    field(page, "Minutes").fill("60")
    page.get_by_role("button", name="Add the time").click()
    expect(page.locator("#monitor-window-wrong")).to_contain_text("five fields")
    expect(line).to_be_focused()
    assert faults(page) == []
    line.fill("0 3 * * xyz")
    page.get_by_role("button", name="Add the time").click()
    expect(page.locator(".windows")).to_contain_text(re.compile("0 3 .{3} xyz.*, for 60 min. each"))
    # What the server has against it is said at its field.
    saved(page, "camera")
    expect(line).to_be_focused()
    expect(line).to_have_value("0 3 * * xyz")
    expect(page.locator("#monitor-window-wrong")).to_contain_text("xyz")
    line.fill("0 3 * * sun")
    assert saved(page, "camera") == {"maintenance": [{"cron": "0 3 * * sun", "minutes": 60}]}
    expect(page.locator(".monitor-detail")).to_contain_text(re.compile("0 3 .{3} sun.*, for 60 min. each"))


def test_a_time_of_maintenance_is_changed_and_removed(home, visit):
    page = open_detail(home, visit, "backup")
    page.get_by_role("button", name="Edit").click()
    unfold(page)
    page.get_by_role("button", name=re.compile("^Change .*Sunday")).click()
    expect(field(page, "Sun")).to_be_checked()
    field(page, "Minutes").fill("30")
    page.get_by_role("button", name="Change the time").click()
    page.get_by_role("button", name=re.compile("^Remove .*New disks|^Remove .*20")).first.click()
    body = saved(page, "backup")
    assert [one.get("minutes") for one in body["maintenance"]] == [30]


def test_parents_are_suggested_by_the_target(home, visit):
    page = visit_monitors(home, visit)
    open_form(page)
    field(page, "Kind").select_option("http")
    unfold(page)
    suggested = page.locator(".check-row").filter(has_text="suggested")
    expect(suggested).to_have_count(0)
    field(page, "Address of the page").fill("https://www.homenet.example/")
    expect(suggested).to_have_text(re.compile("Internet"))
    field(page, "Address of the page").fill("http://gateway.example/")
    expect(suggested).to_have_text(re.compile("Gateway"))
    suggested.get_by_role("checkbox").check()
    page.get_by_role("searchbox", name="Search by name").fill("resolver")
    # What is chosen stays in sight.
    expect(page.locator(".check-row")).to_have_count(2)
    field(page, "Resolver").check()
    page.get_by_role("button", name="Watch it").click()
    for name in ["Gateway", "Resolver"]:
        expect(page.locator(".monitor-detail").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_a_search_for_parents_doesnt_save_the_form(home, visit):
    page = open_detail(home, visit, "camera")
    page.get_by_role("button", name="Edit").click()
    unfold(page)
    search = page.get_by_role("searchbox", name="Search by name")
    search.fill("resolver")
    sent = []
    page.on("request", lambda one: sent.append(one.method))
    search.press("Enter")
    expect(field(page, "Resolver")).to_be_visible()
    expect(search).to_be_focused()
    search.fill("nobody")
    expect(page.locator("#monitors")).to_contain_text("No monitor has that name.")
    # The first request is that of the button.
    assert saved(page, "camera") == {} and sent.count("PATCH") == 1


def test_any_interval_can_be_chosen(home, visit):
    page = open_detail(home, visit, "camera")
    page.get_by_role("button", name="Edit").click()
    field(page, "Every").select_option("other")
    expect(field(page, "Seconds between checks")).to_be_focused()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#monitor-interval_other-hint")).to_have_text("This has to be a number.")
    field(page, "Seconds between checks").fill("45")
    assert saved(page, "camera") == {"interval_s": 45}
    expect(page.locator(".monitor-detail")).to_contain_text("45 seconds")


def test_a_form_is_not_touched_by_what_happens(home, visit):
    page = open_detail(home, visit, "camera")
    page.get_by_role("button", name="Edit").click()
    expect(field(page, "Name")).to_be_focused()
    field(page, "Name").fill("Yard")
    for target in ["gateway.example", "silent.example"]:
        ask(page, "PATCH", "monitors/camera", {"target": target})
        ask(page, "POST", "monitors/camera/check")
    expect(page.locator("#open-monitors .nav-badge")).to_have_text("3")
    expect(field(page, "Name")).to_be_focused()
    page.keyboard.type(" camera")
    # What others changed meanwhile stays.
    assert saved(page, "camera") == {"name": "Yard camera"}
    expect(page.locator(".monitor-detail")).to_contain_text("silent.example")


def test_two_taps_watch_a_device(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 12).url + "#/devices/d00001", size, theme, reduced_motion="reduce")
    watch = page.get_by_role("button", name="Watch it")
    watch.click()
    expect(page.locator(".watch-choices button").first).to_be_focused()
    picture(page, f"watch-{size}-{theme}")
    assert faults(page) == []
    page.get_by_role("button", name="Answers a ping").click()
    made = page.locator(".watched a")
    expect(made).to_contain_text("Answers a ping")
    expect(page.get_by_role("button", name="Watch more of it")).to_be_focused()
    made.click()
    expect(page.locator("#monitors h2")).to_contain_text(": Answers a ping")
    page.evaluate("location.hash = '#/devices/d00001'")
    page.get_by_role("button", name="Watch more of it").click()
    expect(page.get_by_role("button", name="Answers a ping")).to_have_count(0)


def test_a_change_is_shown_as_it_comes(home, visit):
    page = visit_monitors(home, visit)
    expect(page.locator(".monitors-group[data-state='down'] .monitor")).to_have_count(3)
    rows(page).last.focus()
    ask(page, "PATCH", "monitors/gateway", {"target": "silent.example"})
    ask(page, "POST", "monitors/gateway/check")
    expect(page.locator(".monitors-group[data-state='down'] .monitor")).to_have_count(4)
    gateway = page.locator("a.monitor").filter(has_text="Gateway")
    expect(gateway).to_contain_text("Down since")
    # Events tell no uptime; what was known stays.
    expect(gateway.locator(".monitor-figures")).to_contain_text("%")
    expect(rows(page).last).to_be_focused()
    ask(page, "DELETE", "monitors/camera")
    expect(page.locator(".monitors-group[data-state='down'] .monitor")).to_have_count(3)


def test_nothing_is_asked_in_vain(home, visit):
    page = visit("about:blank", reduced_motion="reduce")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/v1/monitors") else None)
    page.goto(home("--devices", 12).url + "#/monitors")
    expect(rows(page)).to_have_count(12)
    for target in ["silent.example", "gateway.example"] * 2:
        ask(page, "PATCH", "monitors/gateway", {"target": target})
        ask(page, "POST", "monitors/gateway/check")
    page.wait_for_timeout(4000)
    # As it opens, and once the live connection says that it is new.
    assert len(asked) <= 2


def test_of_many_the_first_are_drawn(home, visit):
    page = visit_monitors(home, visit, "", monitors=500)
    expect(rows(page)).to_have_count(200)
    expect(page.locator(".monitors-count")).to_have_text("500 monitors")
    page.get_by_role("button", name="Show more").click()
    expect(rows(page)).to_have_count(400)
    # Bars are asked for where they are seen.
    assert page.locator(".monitor .bar-piece").count() < 60 * 24


def test_in_german(home, visit):
    page = visit_monitors(home, visit, "/nas", locale="de-DE")
    expect(page.locator(".monitor-headline")).to_contain_text("Ausgefallen seit")
    expect(page.get_by_role("button", name="Jetzt prüfen")).to_be_visible()
    page.get_by_role("link", name="Alle Monitore").click()
    assert page.locator(".monitors-group h3").all_inner_texts() == ["Ausgefallen 3", "Beeinträchtigt 2", "Unbekannt 2", "In Ordnung 4", "Pausiert 1"]


@pytest.mark.parametrize("place", ["", "/nas"])
def test_text_of_twice_the_size_fits(home, visit, size, place):
    page = visit_monitors(home, visit, place, size, text=32)
    expect(page.locator("#monitors .monitor-sign").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.locator("#monitors").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_on_paper_there_is_nothing_to_press(home, visit):
    page = open_detail(home, visit, "nas")
    expect(page.locator(".incident").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".monitor-headline")).to_be_visible()
    expect(page.locator(".incident").first).to_be_visible()
    expect(page.locator("#monitors button:visible")).to_have_count(0)
