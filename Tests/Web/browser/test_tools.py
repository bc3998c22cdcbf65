"""The tools: from the navigation and from a device, live results, errors in words."""

import contextlib
import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

TV = "#/devices/d00003"


def run(page, target=None, field="Hosts"):
    if target is not None:
        page.get_by_label(field, exact=True).fill(target)
    page.get_by_role("button", name="Start", exact=True).click()


def to_the_end(page, what=".step"):
    """Shows the last of them, once nothing is drawn any more."""
    expect(page.locator(".result-foot")).to_be_visible()
    page.wait_for_timeout(200)
    page.locator(what).last.scroll_into_view_if_needed()


@contextlib.contextmanager
def occupied(server):
    """As many runs of a tool as the server allows at one time; they end with their connections."""
    with contextlib.ExitStack() as runs:
        for _ in range(4):
            runs.enter_context(urllib.request.urlopen(urllib.request.Request(
                f"{server.url}api/v1/tools/ping", method="POST", headers={"Content-Type": "application/json"},
                data=json.dumps({"hosts": ["10.0.0.1"], "count": 100}).encode()), timeout=20))
        yield


def given_up(page, asked):
    """Waits until the page has given a request up."""
    for _ in range(400):
        if asked.value.failure is not None:
            return True
        page.wait_for_timeout(50)
    return False


def verdict(page):
    return page.locator(".tools .verdict-words").first


def test_the_navigation_leads_to_all_tools(home, visit, picture, size):
    page = visit(home("--devices", 31).url, size)
    if size == "phone":
        page.get_by_role("link", name="Tools", exact=True).click()
    else:
        page.locator("#open-tools").click()
    expect(page.locator(".tool-card")).to_have_count(9)
    expect(page.locator(".tool-card").first).to_contain_text("Is it there, and how fast")
    picture(page, f"tools-{size}")
    page.locator(".tool-card", has_text="Trace").click()
    expect(page.get_by_role("heading", name="Trace")).to_be_visible()
    assert page.url.endswith("#/tools/trace")
    page.go_back()
    expect(page.locator(".tool-card")).to_have_count(9)
    if size == "desk":
        page.locator("#open-tools").click()
        expect(page.locator("#tools")).to_be_hidden()


def test_pings_live(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 300).url + "#/tools/ping", size, theme)
    run(page, "lossy-tv.lan")
    expect(page.locator(".bar").first).to_be_attached()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert 1 <= page.locator(".bar").count() <= 9
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    expect(page.locator(".bar")).to_have_count(10)
    expect(page.locator(".bar.is-lost")).to_have_count(2)
    expect(verdict(page)).to_contain_text("answers in")
    expect(verdict(page)).to_contain_text("20% are lost")
    expect(page.locator(".figures")).to_contain_text("8 of 10")
    expect(page.locator("#live")).to_contain_text("are lost")
    page.wait_for_timeout(200)
    picture(page, f"tool-ping-{size}-{theme}")
    assert faults(page) == []


def test_several_hosts_have_a_card_each(home, visit, picture):
    page = visit(home("--devices", 31, "--tool-ms", 10).url + "#/tools/ping", "desk", "dark")
    run(page, "10.0.0.1, silent.lan, Living Room TV")
    expect(page.locator(".result-card")).to_have_count(3)
    expect(page.locator(".verdict-words").nth(1)).to_contain_text("does not answer.")
    expect(page.locator(".verdict-words").nth(2)).to_contain_text("Living Room TV")
    picture(page, "tool-ping-several")


def test_traces_with_the_verdict_on_top(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 200).url + "#/tools/trace", size, theme)
    run(page, "lossy.example.net", "Host")
    expect(verdict(page)).to_contain_text("On the way to")
    expect(verdict(page)).to_contain_text("Loss begins at hop 5")
    expect(page.locator(".verdict")).to_contain_text("Hop 3 does not answer")
    expect(page.locator(".verdict")).to_contain_text("Hop 4 limits how often it answers")
    expect(page.locator(".hops tbody tr")).to_have_count(6)
    expect(page.locator(".hops")).to_contain_text("FRITZ!Box 7590")
    expect(page.locator(".hops")).to_contain_text("AS3320")
    expect(page.locator("tr[data-state=lossy] .hop-loss").first).to_have_text("20%")
    picture(page, f"tool-trace-{size}-{theme}")
    assert faults(page) == []


def test_ports_appear_as_they_are_found(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 250).url + "#/tools/ports", size, theme)
    run(page, "192.168.1.1")
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(page.locator(".port-row").nth(1)).to_be_visible()
    expect(page.locator(".port-row")).to_have_count(6)
    expect(bar).to_be_hidden()
    expect(verdict(page)).to_contain_text("6 open ports")
    expect(page.locator(".result-card")).to_contain_text("982 closed · 0 filtered · 3 unknown (silent)")
    expect(page.locator(".port-row").nth(3)).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".notes")).to_contain_text("515, 9100–9107")
    picture(page, f"tool-ports-{size}-{theme}")
    assert faults(page) == []


def test_a_certificate_s_problems_come_first(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31).url + "#/tools/cert", size, theme)
    run(page, "lossy.lan", "Host")
    expect(verdict(page)).to_contain_text("The certificate has expired")
    expect(page.locator(".problem")).to_have_count(2)
    expect(page.locator("#tools")).to_contain_text("expired 12 days ago")
    expect(page.locator(".version")).to_have_count(4)
    page.locator("details.item", has_text="Home CA").locator("summary").click()
    expect(page.locator("details.item", has_text="Home CA")).to_contain_text("CN=Home CA")
    picture(page, f"tool-cert-{size}-{theme}")
    assert faults(page) == []


def test_other_reports_are_readable_too(home, visit, faults, picture, size):
    page = visit(home("--devices", 31).url + "#/tools/whois", size)
    run(page, "example.org", "Domain, address or AS number")
    expect(verdict(page)).to_contain_text("is registered.")
    expect(page.locator(".tools .card").first).to_contain_text("Example <b>Registrar</b>")
    expect(page.locator(".tools .card").first).to_contain_text("a.iana-servers.net")
    picture(page, f"tool-whois-{size}")
    assert faults(page) == []
    page.goto(page.url.split("#")[0] + "#/tools/dns")
    run(page, "lossy.example.org", "Name")
    expect(verdict(page)).to_contain_text("Servers give different answers for")
    expect(page.locator(".records").first).to_contain_text('"v=spf1 <b>-all</b>"')
    picture(page, f"tool-dns-{size}")
    assert faults(page) == []
    page.goto(page.url.split("#")[0] + "#/tools/asn")
    run(page, "203.0.113.80, 203.0.113.9", "Addresses or AS numbers")
    expect(verdict(page)).to_contain_text("belongs to AS64500")
    picture(page, f"tool-asn-{size}")
    assert faults(page) == []
    page.goto(page.url.split("#")[0] + "#/tools/diagnose")
    run(page, "lossy.example.org", "Host")
    expect(verdict(page)).to_contain_text("Loss begins at hop 5")
    expect(page.locator(".step")).to_have_count(12)
    expect(page.locator(".step[data-state=bad]")).to_contain_text("Way there")
    picture(page, f"tool-diagnose-{size}")
    assert faults(page) == []
    page.goto(page.url.split("#")[0] + "#/tools/oracle")
    run(page, "Why?", "Question")
    expect(page.locator(".result-card")).to_contain_text("42")


def test_a_device_s_buttons_open_the_tool_and_start_it(home, visit, picture, size):
    page = visit(home("--devices", 31).url + TV, size)
    tools = page.get_by_role("group", name="Tools")
    expect(tools.get_by_role("button")).to_have_text(["Ping", "Trace", "Ports"])
    picture(page, f"detail-tools-{size}")
    tools.get_by_role("button", name="Ping").click()
    expect(page.get_by_label("Hosts", exact=True)).to_have_value("192.168.1.4")
    expect(page.locator(".bar")).to_have_count(10)
    assert "#/tools/ping?host=192.168.1.4" in page.url
    page.go_back()
    expect(page.locator("#detail-name")).to_have_text("Living Room TV")
    tools.get_by_role("button", name="Ports").click()
    expect(page.locator(".port-row")).to_have_count(6)
    page.reload()
    expect(page.get_by_label("Hosts", exact=True)).to_have_value("192.168.1.4")
    page.wait_for_timeout(500)
    assert page.locator(".port-row").count() == 0, "an address alone starts nothing"


@pytest.mark.parametrize(("tool", "option"), [("ping", "hosts"), ("ports", "hosts"), ("trace", "host"), ("cert", "host")])
def test_devices_are_suggested_for_a_target(home, visit, tool, option):
    page = visit(home("--devices", 31).url + f"#/tools/{tool}")
    field = page.locator(f"#tool-{tool}-{option}")
    # The devices come later than the form.
    expect(page.locator("#summary")).to_contain_text("31 devices")
    field.focus()
    offered = field.evaluate("field => [...field.list?.options ?? []].map(one => [one.value, one.label])")
    assert len(offered) == 31
    assert ["192.168.1.4", "Living Room TV"] in offered
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(ids) == len(set(ids)), "an id is one element's"


def test_stop_ends_it_at_once(home, visit):
    page = visit(home("--devices", 5, "--tool-ms", 800).url + "#/tools/ping")
    with page.expect_request("**/api/v1/tools/ping") as asked:
        run(page, "10.0.0.1")
    expect(page.locator(".bar").nth(1)).to_be_attached()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_focused()
    count = page.locator(".bar").count()
    page.wait_for_timeout(1000)
    assert given_up(page, asked)
    assert page.locator(".bar").count() <= count + 1 < 10
    expect(page.locator("#live")).to_contain_text("Not complete: you stopped it.")


def test_leaving_ends_it_and_what_was_found_stays_as_a_part(home, visit, faults, picture, size):
    page = visit(home("--devices", 5, "--tool-ms", 800).url + "#/tools/ping", size)
    with page.expect_request("**/api/v1/tools/ping") as asked:
        run(page, "10.0.0.1")
    expect(page.locator(".bar").nth(1)).to_be_attached()
    page.evaluate("location.hash = '#/'")
    expect(page.locator("#tools")).to_be_hidden()
    assert given_up(page, asked)
    page.go_back()
    expect(page.locator(".bar").nth(1)).to_be_attached()
    expect(page.locator(".incomplete")).to_contain_text("ended when you left this page")
    expect(verdict(page)).to_contain_text("answered before it was ended")
    expect(page.locator(".verdict")).to_have_attribute("data-state", "warn")
    picture(page, f"tool-left-{size}")
    assert faults(page) == []
    run(page)
    expect(page.locator(".incomplete")).to_have_count(0)


def test_a_run_that_breaks_off_or_is_stopped_is_said_to_be_a_part(home, visit, picture):
    server = home("--devices", 5, "--tool-ms", 300)
    page = visit(server.url + "#/tools/ports")
    run(page, "10.0.0.1")
    expect(page.locator(".port-row").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".incomplete")).to_contain_text("you stopped it")
    expect(verdict(page)).to_contain_text("found before it was ended")
    expect(page.locator(".running")).to_contain_text("Ended at")
    expect(page.locator("#live")).to_contain_text("Not complete: you stopped it.")
    page.goto(server.url + "#/tools/trace")
    run(page, "10.0.0.1", "Host")
    expect(page.locator(".hops tbody tr").nth(1)).to_be_visible()
    server.stop()
    expect(page.get_by_role("alert")).to_contain_text("broke off")
    expect(page.locator(".incomplete")).to_contain_text("before it broke off")
    expect(page.locator(".hops")).not_to_contain_text("waiting")
    picture(page, "tool-broken-off")


def test_a_run_whose_time_was_up_says_so_first(home, visit):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/ping")
    run(page, "hurried.lan")
    expect(page.locator(".incomplete")).to_contain_text("its time was up")
    expect(page.locator(".tool-result > *").first).to_have_class("incomplete")
    expect(page.locator("#live")).to_contain_text("Not complete: its time was up.")


@pytest.mark.parametrize(("tool", "label", "target"), [
    ("whois", "Domain, address or AS number", "example.org"), ("asn", "Addresses or AS numbers", "203.0.113.80"),
    ("dns", "Name", "example.org"), ("trace", "Host", "10.0.0.1")])
def test_what_is_stopped_before_anything_was_found_shows_no_part(home, visit, tool, label, target):
    page = visit(home("--devices", 5, "--tool-ms", 30000).url + f"#/tools/{tool}")
    run(page, target, label)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#live")).to_contain_text("Stopped.")
    expect(page.locator(".incomplete")).to_have_count(0)
    expect(page.locator(".result")).to_be_hidden()


def test_a_scan_that_is_refused_has_no_end_at_a_percentage(home, visit, picture):
    server = home("--devices", 5, "--tool-ms", 300)
    page = visit(server.url + "#/tools/ports")
    with occupied(server):
        run(page, "10.0.0.1")
        expect(page.get_by_role("alert")).to_contain_text("Other tools are running.")
        expect(page.locator("#tools")).not_to_contain_text("Ended at")
        expect(page.locator(".incomplete")).to_have_count(0)
        picture(page, "tool-ports-refused")


@pytest.mark.parametrize(("target", "words"), [
    ("refused.lan", "HomeNet does not ask that from here."), ("nobody.lan", "There is no host of that name.")])
def test_errors_are_said_in_words(home, visit, target, words):
    page = visit(home("--devices", 5).url + "#/tools/ping")
    run(page, target)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(words)
    # A sentence begins with a capital, also where that is a host's name.
    expect(alert).to_contain_text(target, ignore_case=True)


@pytest.mark.parametrize(("locale", "start", "words"), [
    ("en-GB", "Start", "The host can’t be reached (from 192.168.1.1, 10 times)"),
    ("de-DE", "Starten", "Das Gerät ist nicht erreichbar (von 192.168.1.1, 10-mal)")])
def test_what_is_in_the_way_is_said_in_words(home, visit, picture, locale, start, words):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/ping", locale=locale)
    page.locator("#tool-ping-hosts").fill("silent.lan")
    page.get_by_role("button", name=start, exact=True).click()
    notes = page.locator(".notes li")
    expect(notes).to_have_count(2)
    assert re.sub("[\u2068\u2069]", "", notes.first.inner_text()) == words
    expect(notes.last).to_contain_text("11")
    assert not re.search("[a-z]_[a-z0-9]|×", page.locator(".tool-result").inner_text())


def test_a_busy_or_a_lost_server_is_said(home, visit, faults, picture, theme):
    server = home("--devices", 5, "--tool-ms", 300)
    page = visit(server.url + "#/tools/ping", "phone", theme)
    with occupied(server):
        run(page, "10.0.0.1")
        expect(page.get_by_role("alert")).to_contain_text("Other tools are running.")
        picture(page, f"tool-busy-{theme}")
        assert faults(page) == []
    server.stop()
    run(page)
    expect(page.get_by_role("alert")).to_contain_text("can’t be reached")


def test_wrong_values_are_shown_where_they_are(home, visit, size):
    page = visit(home("--devices", 5).url + "#/tools/ping", size)
    run(page, "")
    expect(page.get_by_label("Hosts", exact=True)).to_be_focused()
    expect(page.locator("[data-option=hosts] .field-hint")).to_have_text("This field can’t be empty.")
    page.locator("details.more summary").click()
    page.get_by_label("Bytes").fill("9000")
    run(page, "10.0.0.1")
    expect(page.get_by_label("Bytes")).to_be_focused()
    expect(page.locator("[data-option=size] .field-hint")).to_have_text("A number from 0 to 1,472.")
    assert page.locator(".bar").count() == 0


def test_the_report_is_copied_as_json(home, visit):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/ping",
                 permissions=["clipboard-read", "clipboard-write"])
    run(page, "10.0.0.1")
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.locator(".toast")).to_contain_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(text)["schema"] == "homenet.ping/1"


def test_everything_is_german_where_that_is_spoken(home, visit, picture, size):
    page = visit(home("--devices", 5, "--tool-ms", 20).url + "#/tools/trace", size, locale="de-DE")
    page.locator("#tool-trace-host").fill("lossy.example.net")
    page.get_by_role("button", name="Starten").click()
    expect(verdict(page)).to_contain_text("Ab Schritt \u20685 (80.150.170.2)\u2069 gehen Pakete verloren")
    picture(page, f"tool-trace-german-{size}")
    texts = page.locator("#tools").inner_text()
    assert not re.search(r"\b(Hop|Lost|Start|Round trip|How often)\b", texts), texts


def test_a_trace_tells_the_ways_of_streams_and_how_big_packets_may_be(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 10).url + "#/tools/trace", size, theme)
    page.locator("details.more summary").click()
    page.get_by_label("Measure packet size (MTU)").check()
    page.get_by_label("Ways").select_option("dublin")
    run(page, "nas.lan", "Host")
    notes = page.locator(".notes li")
    expect(notes).to_have_count(4)
    words = [re.sub("[\u2068\u2069]", "", one) for one in notes.all_inner_texts()]
    assert [one.replace(", and", " and") for one in words] == [
        "Packets may have 1,492 bytes: 62.155.242.17 says that its next link takes no more.", "There are 2 ways:",
        "Streams 1, 3, 5 and 7: hop 5 80.150.170.2", "Streams 2, 4, 6 and 8: hop 5 80.150.170.6"]
    to_the_end(page, ".notes li")
    picture(page, f"tool-trace-ways-{size}-{theme}")
    assert faults(page) == []


@pytest.mark.parametrize(("locale", "start", "words"), [
    ("en-GB", "Start", "Datagrams (UDP) get no answer behind hop 2, so echoes (ICMP) were sent"),
    ("de-DE", "Starten", "Datagramme (UDP) bekommen hinter Schritt 2 keine Antwort, deshalb gingen Echos (ICMP) hinaus")])
def test_a_trace_says_that_it_fell_back(home, visit, picture, locale, start, words):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/trace", locale=locale)
    page.locator("#tool-trace-host").fill("filtered.lan")
    page.get_by_role("button", name=start, exact=True).click()
    expect(page.locator(".verdict .muted")).to_contain_text(words)
    expect(page.locator(".hops tbody tr")).to_have_count(6)


def test_the_way_of_a_name_from_the_root_is_shown(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 10).url + "#/tools/dns", size, theme)
    page.locator("details.more summary").click()
    page.get_by_label("Follow delegations from the root").check()
    run(page, "example.org", "Name")
    steps = page.locator(".step")
    expect(steps).to_have_count(4)
    expect(steps.nth(1)).to_contain_text("refers to the servers of")
    expect(steps.nth(2)).to_have_attribute("data-state", "warn")
    expect(steps.nth(2)).to_contain_text("It <b>refers</b> back")
    expect(page.locator(".records")).to_contain_text("203.0.113.80")
    to_the_end(page)
    picture(page, f"tool-dns-root-{size}-{theme}")
    assert faults(page) == []
    page.get_by_label("Follow delegations from the root").uncheck()
    page.get_by_label("Ask the zone’s own name servers").check()
    page.get_by_label("Ask servers who they are (NSID)").check()
    run(page, "example.org", "Name")
    expect(page.locator(".result")).to_contain_text("No address is known of \u2068ns3.example.net\u2069.")
    expect(page.locator(".aside-line").first).to_have_text("It calls itself \u2068ns-<b>7</b>.fra\u2069.")
    to_the_end(page, ".aside-line")
    picture(page, f"tool-dns-zone-{size}-{theme}")
    assert faults(page) == []


def test_signatures_are_checked_where_that_is_wanted(home, visit, faults, picture, size, theme):
    page = visit(home("--devices", 31, "--tool-ms", 10).url + "#/tools/dns", size, theme)
    page.locator("details.more summary").click()
    page.get_by_label("Check signatures (DNSSEC)").check()
    run(page, "bogus.example.org", "Name")
    expect(verdict(page)).to_contain_text("should be signed, but their signatures are missing or wrong")
    steps = page.locator(".step")
    expect(steps).to_have_count(3)
    expect(steps.first).to_contain_text("A of \u2068bogus.example.org.\u2069 in the zone \u2068example.org.\u2069")
    expect(steps.first).to_contain_text("by key <b>4711</b> expired on")
    to_the_end(page)
    picture(page, f"tool-dnssec-{size}-{theme}")
    assert faults(page) == []
    run(page, "unsigned.example.org", "Name")
    expect(steps.first).to_contain_text("not signed, as a zone above proves")
    run(page, "example.org", "Name")
    expect(steps.first).to_contain_text("the signatures are right")
    expect(steps.first).to_have_attribute("data-state", "good")
    page.get_by_label("Check signatures (DNSSEC)").uncheck()
    run(page, "example.org", "Name")
    expect(verdict(page)).to_contain_text("records")
    expect(steps).to_have_count(0)


# English words that the server says.
ENGLISH = r"\b(answers?|the|is|accepts|port|none|loss|begins|certificate|expired|trusted|vouches|signed)\b"


def test_what_the_server_says_is_german_too(home, visit, picture, size, theme):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/diagnose", size, theme, locale="de-DE")
    for host, words in (("", "nenne ein Gerät"), ("example.org", "alles in Ordnung"), ("lossy.example.org", "Ab Schritt \u20685 (")):
        page.locator("#tool-diagnose-host").fill(host)
        page.get_by_role("button", name="Starten").click()
        expect(verdict(page)).to_contain_text(words)
        texts = page.locator(".result").inner_text()
        assert not re.search(ENGLISH, texts), texts
        assert page.locator(".result [lang=en]").count() == 0
    expect(page.locator(".verdict .muted")).to_have_count(0)
    picture(page, f"tool-diagnose-german-{size}-{theme}")
    to_the_end(page)
    picture(page, f"tool-diagnose-german-end-{size}-{theme}")
    page.goto(page.url.split("#")[0] + "#/tools/cert")
    page.locator("#tool-cert-host").fill("lossy.lan")
    page.get_by_role("button", name="Starten").click()
    expect(page.locator(".problem").first).to_contain_text("Abgelaufen am")
    texts = " ".join(page.locator(".problem").all_inner_texts())
    assert not re.search(ENGLISH, texts), texts
    expect(page.locator(".version").last).to_contain_text("Er meldet")
    assert page.locator(".version [lang=en]").count() == 0
    picture(page, f"tool-cert-german-{size}-{theme}")
    page.goto(page.url.split("#")[0] + "#/tools/dns")
    page.locator("#tool-dns-name").fill("bogus.example.org")
    page.locator("details.more summary").click()
    page.get_by_label("Unterschriften prüfen (DNSSEC)").check()
    page.get_by_role("button", name="Starten").click()
    expect(page.locator(".step").first).to_contain_text("Die Kette reißt bei A von")
    expect(page.locator(".step").first).to_contain_text("abgelaufen.")
    assert page.locator(".step [lang=en]").count() == 0
    to_the_end(page)
    picture(page, f"tool-dnssec-german-{size}-{theme}")


def test_why_a_tool_fails_is_german_too(home, visit):
    page = visit(home("--devices", 5, "--tool-ms", 10).url + "#/tools/trace", locale="de-DE")
    for host, words in (("refused.lan", "ist dieser Rechner selbst"), ("nobody.lan", "diesen Namen gibt es nicht")):
        page.locator("#tool-trace-host").fill(host)
        page.get_by_role("button", name="Starten").click()
        expect(page.locator(".failure")).to_contain_text(words)
        assert page.locator(".failure [lang=en]").count() == 0


def test_without_tools_nothing_is_offered(home, visit):
    page = visit(home("--devices", 31, "--no-tools").url + "#/tools")
    expect(page.locator("#tools")).to_contain_text("No tools are offered here.")
    page.goto(page.url.split("#")[0] + TV)
    expect(page.locator("#detail-name")).to_be_visible()
    expect(page.locator(".detail-tools")).to_be_hidden()


def test_text_of_twice_the_size_fits(home, visit, picture, size):
    page = visit(home("--devices", 31, "--tool-ms", 10).url + "#/tools/ping", size, text=32)
    run(page, "lossy.lan")
    expect(page.locator(".bar")).to_have_count(10)
    picture(page, f"tool-large-text-{size}")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.evaluate("(() => { const e = document.querySelector('#tools'); return e.scrollWidth - e.clientWidth; })()") <= 1
