"""Alerts: what was told, channels, rules, mutes, and the open page as a channel."""

import json
import re
import urllib.request
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from motion import at_rest

PARTS = ["History", "Channels", "Rules", "Mutes"]

# What the browser would show as notifications is kept in a list.
NOTIFICATIONS = """(() => {
  window.shownNotifications = [];
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static async requestPermission() { this.permission = 'granted'; return 'granted'; }
    constructor(title, options) { super(); window.shownNotifications.push([title, options.tag]); }
    close() {}
  };
})()"""

# A page in which no notifications can be: as over plain HTTP.
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false })"

NOTICE = {
    "id": "n100", "title": "NAS <b>is</b> down", "more": 0, "severity": "critical", "thread": "nas", "time": "2026-03-04T12:00:00.000Z", "url": None,
    "items": [{"kind": "monitor_down", "text": "NAS <b>is</b> down", "reason": "Nothing answers.", "severity": "critical",
               "time": "2026-03-04T12:00:00.000Z", "monitor": "nas", "device": None, "subject": "NAS", "incident": None}]}


def visit_alerts(home, visit, size="desk", theme="light", part=None, arguments=(), **options):
    """The alerts' page of a home with monitors."""
    page = visit(home("--devices", 12, *arguments).url + "#/alerts", size, theme, reduced_motion="reduce", **options)
    expect(page.locator("#alerts h2")).to_be_visible()
    if part:
        choose(page, part)
    return page


def choose(page, part):
    page.locator("#alerts").get_by_role("radio", name=part, exact=True).check(force=True)


def items(page):
    return page.locator("#alerts .alerts-item:visible")


def rows(page):
    return page.locator("#alerts .alerts-row:visible")


def channel(page, name):
    return items(page).filter(has=page.get_by_role("heading", name=name, exact=True))


def name_of(form):
    return form.get_by_role("textbox", name=re.compile(r"^Name( required)?$"))


def until(page, condition):
    """Waits until an expression is true in the page, where none can be made from a text."""
    for _ in range(600):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def answered(page, method, path):
    """Waits for the answer to such a request; gives what was sent."""
    return page.expect_response(
        lambda answer: answer.request.method == method and urlparse(answer.url).path == f"/api/v1/{path}")


def sent(info):
    return json.loads(info.value.request.post_data)


def arrives(page, notice=NOTICE):
    """An alert comes to the page, as the server's event brings it."""
    page.evaluate("detail => { dispatchEvent(new CustomEvent('homenet:alert', { detail })); }", {"alert": 100, "state": "sent", "notice": notice})


def ask(server, method, path, body=None):
    """A request that does not come from the page."""
    request = urllib.request.Request(
        f"{server.url}api/v1/{path}", method=method, headers={"Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


# All of it


@pytest.mark.parametrize("part", PARTS)
def test_axe_finds_no_fault_and_nothing_is_cut_off(home, visit, faults, picture, size, theme, part):
    page = visit_alerts(home, visit, size, theme, part)
    expect((rows(page) if part in ("History", "Mutes") else items(page)).first).to_be_visible()
    at_rest(page)
    picture(page, f"alerts-{part.lower()}-{size}-{theme}")
    assert faults(page) == []
    assert page.evaluate("document.querySelector('#alerts').scrollWidth <= document.querySelector('#alerts').clientWidth")


def test_text_of_twice_the_size_fits(home, visit, size):
    page = visit_alerts(home, visit, size, text=32)
    for part in PARTS:
        choose(page, part)
        expect((rows(page) if part in ("History", "Mutes") else items(page)).first).to_be_visible()
        assert page.evaluate("document.querySelector('#alerts').scrollWidth <= document.querySelector('#alerts').clientWidth"), part


def test_a_server_that_watches_no_monitors_says_so(home, visit):
    page = visit_alerts(home, visit, arguments=["--no-monitors"])
    for part in PARTS:
        choose(page, part)
        expect(page.locator("#alerts .alerts-words:visible")).to_contain_text("This server does not watch monitors")


def test_german(home, visit):
    page = visit_alerts(home, visit, locale="de-DE")
    expect(rows(page).first).to_contain_text("ist ausgefallen.")
    expect(rows(page).nth(1)).to_contain_text("3 Versuche schlugen fehl")
    choose(page, "Kanäle")
    expect(channel(page, "Phones")).to_contain_text("1 Geheimnis: Zugangstoken")
    choose(page, "Regeln")
    expect(items(page).filter(has_text="Outages at work time")).to_contain_text("Mo–Fr, 08:00–18:00")
    choose(page, "Stumm")
    expect(rows(page).first).to_contain_text("bis du es beendest")


# History


def test_the_history_says_how_each_alert_fares(home, visit):
    page = visit_alerts(home, visit)
    expect(rows(page)).to_have_count(6)
    expect(rows(page).nth(0)).to_contain_text("Sent over \u2068Phones\u2069")
    expect(rows(page).nth(1)).to_contain_text("3 tries failed, the next one is in")
    expect(rows(page).nth(1)).to_contain_text("hooks.example answers with status 503.")
    expect(rows(page).nth(2)).to_contain_text("Held by quiet hours until 07:00")
    expect(rows(page).nth(5)).to_contain_text("Given up after 41 tries")
    expect(page.locator(".alerts-summary")).to_contain_text("1 alert waits to be sent over")
    expect(page.locator("#alerts .alerts-words:visible")).to_have_text("That is all that HomeNet remembers.")
    rows(page).nth(0).get_by_text("Details").click()
    expect(rows(page).nth(0).locator(".alerts-details")).to_have_attribute("open", "")
    rows(page).nth(0).get_by_role("link").click()
    assert page.url.endswith("#/monitors/nas")


def test_the_history_shows_one_state_alone(home, visit):
    page = visit_alerts(home, visit)
    expect(rows(page)).to_have_count(6)
    page.get_by_label("Show", exact=True).select_option("given_up")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("hooks.example doesn't answer.")
    page.get_by_label("Show", exact=True).select_option("")
    expect(rows(page)).to_have_count(6)


def test_older_alerts_come_on_demand(home, visit):
    page = visit("about:blank", reduced_motion="reduce")
    times = [f"2026-03-04T12:{number // 60:02d}:{number % 60:02d}.000Z" for number in range(120)]
    alerts = [{"id": number + 1, "time": times[number], "rule": "usual", "channel": "phones", "message": f"News {number + 1}", "incident": None,
               "state": "sent", "tries": 1, "next_try": None, "error": None,
               "notice": {**NOTICE, "items": [{**NOTICE["items"][0], "text": f"News {number + 1}"}], "time": times[number]}} for number in range(120)]

    def answer(route):
        query = dict(pair.split("=") for pair in urlparse(route.request.url).query.split("&"))
        found = [] if "state" in query else [one for one in reversed(alerts) if one["id"] < int(query.get("before", 1000))][:int(query["limit"])]
        full = len(found) == int(query["limit"])
        route.fulfill(status=200, content_type="application/json", body=json.dumps({"alerts": found, "next": found[-1]["id"] if full else None}))

    page.route(re.compile(r"/api/v1/alerts\?"), answer)
    page.goto(home("--devices", 3).url + "#/alerts")
    expect(rows(page)).to_have_count(50)
    expect(rows(page).first).to_contain_text("News 120")
    page.get_by_role("button", name="Show older").click()
    expect(rows(page)).to_have_count(100)
    page.get_by_role("button", name="Show older").click()
    expect(rows(page)).to_have_count(120)
    expect(page.get_by_role("button", name="Show older")).to_be_hidden()


def test_an_alert_that_comes_is_shown_in_the_history_and_above_the_page(home, visit):
    server = home("--devices", 12)
    page = visit(server.url + "#/alerts", reduced_motion="reduce")
    expect(rows(page)).to_have_count(6)
    ready(page)
    ask(server, "PATCH", "monitors/gateway", {"target": "silent.example"})
    ask(server, "POST", "monitors/gateway/check")
    expect(page.locator("#notices .notice[data-alert=critical]")).to_be_visible()
    expect(rows(page).first).to_contain_text("is down")
    expect(rows(page).first.locator("a")).to_have_attribute("href", "#/monitors/gateway")


# Channels


def test_channels_say_what_they_are_and_what_waits(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    expect(channel(page, "Phones")).to_contain_text("ntfy · 1 secret: Access token")
    expect(channel(page, "Automation")).to_contain_text("1 alert waits to be sent.")
    expect(channel(page, "Automation")).to_contain_text("The configuration file homenet.toml declares it")
    expect(channel(page, "Automation").get_by_role("switch")).to_be_disabled()
    expect(channel(page, "Automation").get_by_role("button")).to_have_text(["Send a test"])
    expect(channel(page, "E-mail").get_by_role("switch")).not_to_be_checked()
    with answered(page, "PATCH", "channels/mail") as info:
        channel(page, "E-mail").get_by_role("switch").check()
    assert sent(info) == {"on": True}
    expect(channel(page, "E-mail")).to_contain_text("On")
    expect(channel(page, "E-mail").get_by_role("switch")).to_be_focused()


def test_a_switch_that_could_not_be_turned_goes_back_and_says_why(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    page.route("**/api/v1/channels/phones", lambda route: route.abort())
    channel(page, "Phones").get_by_role("switch").click()
    expect(page.locator(".toast")).to_contain_text("It could not be changed. HomeNet can’t be reached.")
    expect(channel(page, "Phones").get_by_role("switch")).to_be_checked()


def test_only_what_was_changed_of_a_channel_is_sent(home, visit, faults, picture, size, theme):
    page = visit_alerts(home, visit, size, theme, "Channels")
    channel(page, "Phones").get_by_role("button", name="Edit").click()
    form = page.locator("#alerts .alerts-form:visible")
    expect(name_of(form)).to_be_focused()
    secret = form.get_by_label("Access token", exact=True)
    expect(secret).to_have_attribute("type", "password")
    expect(secret).to_have_value("")
    expect(secret).to_have_attribute("placeholder", "kept; type to replace it")
    expect(form.locator(".field", has_text="Topic")).to_contain_text("required")
    at_rest(page)
    picture(page, f"alerts-channel-form-{size}-{theme}")
    assert faults(page) == []
    form.get_by_label("Topic").fill("another-home")
    with answered(page, "PATCH", "channels/phones") as info:
        form.get_by_role("button", name="Save").click()
    assert sent(info) == {"settings": {"topic": "another-home"}}
    expect(page.locator(".toast")).to_contain_text("is saved.")
    expect(channel(page, "Phones").get_by_role("button", name="Edit")).to_be_focused()
    # Nothing changed, nothing is sent.
    requests = []
    page.on("request", lambda request: requests.append(request.method) if "/channels" in request.url else None)
    channel(page, "Phones").get_by_role("button", name="Edit").press("Enter")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    assert "PATCH" not in requests


def test_a_secret_is_replaced_or_removed(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    form = page.locator("#alerts .alerts-form:visible")
    channel(page, "Phones").get_by_role("button", name="Edit").click()
    form.get_by_label("Access token", exact=True).fill("tk_new")
    with answered(page, "PATCH", "channels/phones") as info:
        form.get_by_role("button", name="Save").click()
    assert sent(info) == {"secrets": {"token": "tk_new"}}
    channel(page, "Phones").get_by_role("button", name="Edit").click()
    form.get_by_role("button", name="Remove this secret").click()
    expect(form.get_by_label("Access token", exact=True)).to_have_attribute("placeholder", "removed when you save")
    with answered(page, "PATCH", "channels/phones") as info:
        form.get_by_role("button", name="Save").click()
    assert sent(info) == {"secrets": {"token": ""}}


def test_what_is_missing_or_refused_is_said_at_its_field(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    page.get_by_role("button", name="Add a channel").click()
    form = page.locator("#alerts .alerts-form:visible")
    expect(form.get_by_label("Service")).to_be_focused()
    form.get_by_label("Service").select_option("webhook")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("[data-setting=url]")).to_contain_text("This is needed.")
    expect(form.get_by_label("Address")).to_be_focused()
    form.get_by_label("Address").fill("nonsense")
    problem = {"type": "about:blank", "title": "Unprocessable Content", "status": 422, "detail": "It has to be an address.", "key": "settings.url", "code": "text", "values": {}}
    page.route("**/api/v1/channels", lambda route: route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem)))
    form.get_by_role("button", name="Save").click()
    expect(form.locator("[data-setting=url]")).to_contain_text("It has to be an address.")
    expect(form.get_by_label("Address")).to_have_attribute("aria-invalid", "true")
    page.unroute("**/api/v1/channels")
    name_of(form).fill("<b>Hooks</b>")
    form.get_by_label("Address").fill("https://hooks.example/")
    with answered(page, "POST", "channels") as info:
        form.get_by_role("button", name="Save").click()
    assert sent(info) == {"service": "webhook", "name": "<b>Hooks</b>", "settings": {"url": "https://hooks.example/"}}
    expect(channel(page, "<b>Hooks</b>")).to_be_visible()


def test_settings_are_written_as_their_kinds_need(home, visit, faults):
    def setting(name, kind, **values):
        return {"name": name, "label": name.capitalize(), "help": f"Help of {name}.", "required": False, "secret": False, "kind": kind, "default": None, **values}

    service = {"name": "other", "label": "Other", "settings": [
        setting("method", "choice", choices=["POST", "PUT"], default="POST"), setting("verify", "flag", default="true"),
        setting("headers", "lines"), setting("port", "number", default="25")]}
    page = visit("about:blank", reduced_motion="reduce")
    page.route("**/api/v1/channels/services", lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps({"services": [service]})))
    page.goto(home("--devices", 3).url + "#/alerts")
    choose(page, "Channels")
    page.get_by_role("button", name="Add a channel").click()
    form = page.locator("#alerts .alerts-form:visible")
    expect(form.get_by_label("Method").locator("option")).to_have_text(["As usual: POST", "POST", "PUT"])
    expect(form.get_by_label("Verify").locator("option")).to_have_text(["As usual: Yes", "Yes", "No"])
    expect(form.get_by_label("Port")).to_have_attribute("placeholder", "25")
    expect(form.get_by_label("Port")).to_have_attribute("inputmode", "numeric")
    form.get_by_label("Verify").select_option("false")
    form.get_by_label("Headers").fill("One: 1\nTwo: 2\n")
    assert faults(page) == []
    page.route("**/api/v1/channels", lambda route: route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(
        {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": "The disk is full.", "code": "text", "values": {}})))
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/channels")) as info:
        form.get_by_role("button", name="Save").click()
    assert json.loads(info.value.post_data) == {"service": "other", "settings": {"verify": "false", "headers": "One: 1\nTwo: 2"}}
    expect(form.locator(".form-failure")).to_have_text("Not saved: The disk is full.")


@pytest.mark.parametrize(("name", "words"), [
    ("Phones", "The test was sent."), ("silent phones", "could not be sent. The server doesn't answer. The service wants to be asked again in 1 minute."),
    ("wrong phones", "The test was refused, and so will alerts be until the settings are changed. The server doesn't take that token.")])
def test_a_test_says_in_words_what_came_of_it(home, visit, name, words):
    page = visit_alerts(home, visit, part="Channels")
    if name != "Phones":
        channel(page, "Phones").get_by_role("button", name="Edit").click()
        form = page.locator("#alerts .alerts-form:visible")
        name_of(form).fill(name)
        form.get_by_role("button", name="Save").click()
    channel(page, name).get_by_role("button", name="Send a test").click()
    expect(channel(page, name).locator(".alerts-result")).to_contain_text(words)
    expect(page.locator("#live")).to_contain_text(words)
    expect(channel(page, name).get_by_role("button", name="Send a test")).to_be_focused()


def test_a_channel_is_removed_after_a_question(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    channel(page, "Phones").get_by_role("button", name="Remove").click()
    expect(channel(page, "Phones")).to_contain_text("with its secrets?")
    expect(channel(page, "Phones").get_by_role("button", name="Cancel")).to_be_focused()
    channel(page, "Phones").get_by_role("button", name="Cancel").press("Enter")
    expect(channel(page, "Phones").get_by_role("button", name="Remove")).to_be_focused()
    channel(page, "Phones").get_by_role("button", name="Remove").press("Enter")
    with answered(page, "DELETE", "channels/phones"):
        channel(page, "Phones").get_by_role("button", name="Remove").click()
    expect(channel(page, "Phones")).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("is removed.")


def test_the_first_visit_explains_ntfy_and_leads_to_it(home, visit, faults, picture, size, theme):
    page = visit_alerts(home, visit, size, theme, arguments=["--monitors", 0])
    first = page.locator("#alerts .alerts-first")
    expect(first).to_contain_text("No alert can reach you yet")
    picture(page, f"alerts-first-{size}-{theme}")
    assert faults(page) == []
    first.get_by_role("button", name="Add ntfy").click()
    form = page.locator("#alerts .alerts-form:visible")
    expect(form.get_by_label("Service")).to_have_value("ntfy")
    expect(form.get_by_label("Topic")).to_have_value(re.compile(r"^homenet-[a-z2-9]{16}$"))
    expect(first).to_be_hidden()
    form.get_by_role("button", name="Save").click()
    expect(channel(page, "ntfy")).to_be_visible()
    expect(first).to_be_hidden()


# Rules


def test_rules_say_what_they_tell_and_when(home, visit):
    page = visit_alerts(home, visit, part="Rules")
    usual = channel(page, "What is worth knowing")
    expect(usual).to_contain_text("This rule was made with the first channel")
    expect(usual).to_contain_text("every day, 22:00–07:00 of the next day")
    work = channel(page, "Outages at work time")
    expect(work).to_contain_text("Only the monitors")
    expect(work).to_contain_text("Mon–Fri, 08:00–18:00")
    expect(work).to_contain_text("Every 1 hour")
    expect(work).to_contain_text("The configuration file homenet.toml declares it")
    expect(work.get_by_role("button")).to_have_count(0)
    expect(channel(page, "Who comes and goes")).to_contain_text("Only the devices")
    with answered(page, "PATCH", "rules/guests") as info:
        channel(page, "Who comes and goes").get_by_role("switch").check()
    assert sent(info) == {"on": True}


def test_only_what_was_changed_of_a_rule_is_sent(home, visit, faults, picture, size, theme):
    page = visit_alerts(home, visit, size, theme, "Rules")
    channel(page, "What is worth knowing").get_by_role("button", name="Edit").click()
    form = page.locator("#alerts .alerts-form:visible")
    expect(name_of(form)).to_be_focused()
    form.get_by_text("More", exact=True).click()
    at_rest(page)
    picture(page, f"alerts-rule-form-{size}-{theme}")
    assert faults(page) == []
    form.get_by_label("A device comes back").check()
    form.get_by_role("group", name="Of which monitors").first.get_by_label("Only some").check()
    form.get_by_role("group", name="Of which monitors").get_by_label("NAS", exact=True).check()
    form.get_by_role("group", name="Quiet hours").get_by_label("To", exact=True).fill("08:30")
    form.get_by_label("Tell again").select_option("3600")
    with answered(page, "PATCH", "rules/usual") as info:
        form.get_by_role("button", name="Save").click()
    body = sent(info)
    assert body.pop("events")[:2] == ["new_device", "returned"]
    assert body.pop("quiet_hours")["to"] == "08:30"
    assert body == {"monitors": ["nas"], "repeat_s": 3600}
    expect(channel(page, "What is worth knowing").get_by_role("button", name="Edit")).to_be_focused()


def test_a_new_rule_says_what_it_lacks(home, visit):
    page = visit_alerts(home, visit, part="Rules")
    page.get_by_role("button", name="Add a rule").click()
    form = page.locator("#alerts .alerts-form:visible")
    form.get_by_role("group", name="Of which devices").first.get_by_label("Only some").check()
    form.get_by_role("button", name="Save").click()
    expect(name_of(form)).to_be_focused()
    expect(form.get_by_role("group", name="Of which devices").first).to_contain_text("Choose some, or all.")
    name_of(form).fill("Mine")
    form.get_by_role("group", name="Of which devices").first.get_by_label("All devices").check()
    form.get_by_label("Only at certain hours").check()
    with answered(page, "POST", "rules") as info:
        form.get_by_role("button", name="Save").click()
    body = sent(info)
    assert body["name"] == "Mine" and sorted(body["channels"]) == ["automation", "mail", "phones"] and "devices" not in body
    assert body["hours"] == {"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "08:00", "to": "20:00"}
    expect(channel(page, "Mine")).to_be_visible()


def test_what_is_typed_keeps_the_keyboard_while_other_channels_change(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    channel(page, "E-mail").get_by_role("button", name="Edit").click()
    name = name_of(page.locator("#alerts .alerts-form:visible"))
    expect(name).to_be_focused()
    name.fill("Post")
    waiting = [{"id": 900 + number, "channel": "phones", "state": "waiting"} for number in range(7)]
    page.route(re.compile(r"/api/v1/alerts\?state=waiting"), lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps({"alerts": waiting, "next": None})))
    arrives(page)
    expect(channel(page, "Phones")).to_contain_text("7 alerts wait to be sent.")
    expect(name).to_be_focused()
    page.keyboard.type("box")
    expect(name).to_have_value("Postbox")


def test_programs_are_offered_once_the_file_allows_them(home, visit):
    page = visit_alerts(home, visit, part="Channels")
    page.get_by_role("button", name="Add a channel").click()
    expect(page.locator("#alerts .alerts-form:visible")).to_contain_text("allow_exec = true")


# Mutes


def test_mutes_are_ended_and_begun(home, visit):
    page = visit_alerts(home, visit, part="Mutes")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("until you end it")
    rows(page).get_by_role("button", name="Unmute").click()
    expect(page.locator("#alerts .alerts-words:visible")).to_have_text("Nothing is muted.")
    with answered(page, "POST", "alerts/mute") as info:
        page.get_by_role("button", name="Mute everything for an hour").click()
    assert sent(info) == {"all": True, "for": "1h"}
    expect(rows(page)).to_contain_text("Everything")
    expect(rows(page)).to_contain_text(re.compile(r"ends in (1 hr|60 min)"))


# The open page


def ready(page):
    """What shows alerts is loaded last, and listens from then on."""
    module = "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/alerts/open-page.js'))"
    until(page, f"Boolean({module})")
    # The same module: what waited for it before has gone on when this does.
    page.evaluate(f"async () => {{ await import({module}.name); }}")
    page.wait_for_timeout(300)


def test_an_alert_stands_above_any_page_until_it_is_dismissed(home, visit, faults, size, theme):
    page = visit(home("--devices", 12).url, size, theme, reduced_motion="reduce")
    ready(page)
    arrives(page)
    notice = page.locator("#notices .notice[data-alert=critical]")
    expect(notice).to_contain_text("NAS <b>is</b> down.")
    expect(page.locator("#live")).to_contain_text("NAS <b>is</b> down.")
    expect(notice.get_by_role("link")).to_have_attribute("href", "#/monitors/nas")
    assert faults(page) == []
    arrives(page)
    page.wait_for_timeout(400)
    expect(notice).to_have_count(1)
    # What is over is told in the place of what began.
    item = {**NOTICE["items"][0], "severity": "resolved", "text": "NAS is up"}
    arrives(page, {**NOTICE, "severity": "resolved", "items": [item]})
    expect(page.locator("#notices .notice[data-alert]")).to_have_count(1)
    notice = page.locator("#notices .notice[data-alert=resolved]")
    expect(notice).to_contain_text("NAS is up.")
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)


def test_two_tabs_show_an_alert_once(home, visit):
    server = home("--devices", 3)
    page = visit("about:blank")
    other = page.context.new_page()
    for one in (page, other):
        one.goto(server.url)
    for one in (page, other):
        ready(one)
    for one in (page, other):
        arrives(one)
    def shown():
        return sum(one.locator("#notices .notice[data-alert]").count() for one in (page, other))
    for _ in range(400):
        if shown():
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(1200)
    assert shown() == 1


def test_the_browser_is_asked_for_notifications_by_a_tap_alone(home, visit):
    page = visit("about:blank", reduced_motion="reduce")
    page.add_init_script(NOTIFICATIONS)
    page.goto(home("--devices", 3).url + "#/alerts")
    choose(page, "Channels")
    box = page.get_by_role("switch", name="Show alerts as notifications of this browser")
    expect(box).not_to_be_checked()
    assert page.evaluate("Notification.permission") == "default"
    box.check()
    expect(box).to_be_checked()
    # It is told too, at times while this looks.
    expect(page.locator("small").get_by_text("While this page is open in a tab, also in the background.")).to_be_visible()
    until(page, "shownNotifications.length === 1")
    # Where nobody looks at the page, it is the browser that shows an alert.
    ready(page)
    page.evaluate("document.hasFocus = () => false")
    arrives(page)
    until(page, "shownNotifications.length === 2")
    assert page.evaluate("shownNotifications[1][0]") == "NAS <b>is</b> down."
    expect(page.locator("#notices .notice[data-alert]")).to_have_count(0)
    box.uncheck()
    arrives(page, {**NOTICE, "items": [{**NOTICE["items"][0], "time": "2026-03-04T12:10:00.000Z"}]})
    expect(page.locator("#notices .notice[data-alert]")).to_have_count(1)
    assert page.evaluate("shownNotifications.length") == 2


def test_a_hidden_page_stays_connected_for_notifications(home, visit):
    page = visit("about:blank")
    page.add_init_script(NOTIFICATIONS)
    page.add_init_script("localStorage.setItem('homenet.notify', 'on')")
    page.clock.install()
    server = home("--devices", 5)
    page.goto(server.url)
    expect(page.locator("#summary")).to_contain_text("5 devices")
    page.clock.run_for(1_000)
    until(page, "navigator.locks.query().then(({ held }) => held.some(({ name }) => name === 'homenet.keeper'))")
    page.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
      document.dispatchEvent(new Event('visibilitychange')); }""")
    page.clock.run_for(61_000)
    page.evaluate("fetch('api/v1/devices/d00003', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{\"hidden\": true}' })")
    expect(page.locator("#summary")).to_contain_text("4 devices")


def test_where_there_are_no_notifications_the_page_says_why_and_names_ntfy(home, visit):
    page = visit("about:blank")
    page.add_init_script(INSECURE)
    page.goto(home("--devices", 3).url + "#/alerts")
    choose(page, "Channels")
    expect(page.get_by_role("switch", name="Show alerts as notifications of this browser")).to_be_disabled()
    expect(page.get_by_text("there ntfy does the same")).to_be_visible()
