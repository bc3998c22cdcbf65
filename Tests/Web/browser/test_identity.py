"""Two devices that are one, and one that is two: merging and splitting by hand, what undoes them, and what the
server proposes."""

import json
import re

from playwright.sync_api import expect

from motion import at_rest

TV = "#/devices/d00003"


def test_a_device_is_merged_into_another_and_comes_back(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.get_by_role("button", name="Merge into…").click()
    page.get_by_label("Which device is").select_option("d00005")
    page.get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("are one device now")
    expect(page).to_have_url(re.compile("d00005$"))
    expect(page.locator("#summary")).to_contain_text("30 devices")
    page.locator(".toast-action").click()
    expect(page.locator(".toast")).to_contain_text("two devices again")
    expect(page.locator("#summary")).to_contain_text("31 devices")


def test_choosing_can_be_given_up(home, visit):
    page = visit(home("--devices", 31).url + TV)
    page.get_by_role("button", name="Merge into…").press("Enter")
    expect(page.locator("#merge-into")).to_be_focused()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("button", name="Merge into…")).to_be_focused()


def merged(home, visit, **options):
    """The sheet of a device that was merged with another, so that two MAC addresses of it are known."""
    server = home("--devices", 31)
    page = visit("about:blank", **options)
    page.goto(server.url)
    expect(page.locator("#summary")).to_contain_text("31")
    page.evaluate("""fetch('api/v1/devices/d00003/merge', { method: 'POST',
      headers: { 'Content-Type': 'application/json' }, body: '{"into": "d00005"}' })""")
    expect(page.locator("#summary")).to_contain_text("30")
    page.evaluate("location.hash = '#/devices/d00005'")
    return page


def test_a_device_is_split_by_its_mac_addresses_and_is_one_again(home, visit, faults, picture, size, theme):
    page = merged(home, visit, size=size, theme=theme, reduced_motion="reduce")
    page.locator("#detail").get_by_role("button", name="Split…").press("Enter")
    group = page.get_by_role("group", name=re.compile("Which MAC addresses of .* belong to another device"))
    boxes = group.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    expect(boxes.first).to_be_focused()
    # Of two the one that it does not show now.
    expect(boxes.first).not_to_be_checked()
    expect(boxes.nth(1)).to_be_checked()
    assert all(label.bounding_box()["height"] >= 44 for label in group.locator("label").all())
    at_rest(page)
    picture(page, f"split-{size}-{theme}")
    assert faults(page) == []
    boxes.first.check()
    group.get_by_role("button", name="Split", exact=True).click()
    expect(group.get_by_role("alert")).to_have_text("Choose at least one, and leave at least one.")
    expect(boxes.first).to_be_focused()
    expect(page.locator("#summary")).to_contain_text("30 devices")
    boxes.first.uncheck()
    group.get_by_role("button", name="Split", exact=True).press("Enter")
    expect(page.locator(".toast")).to_contain_text("are two devices now.")
    expect(page.locator("#summary")).to_contain_text("31 devices")
    expect(group).to_have_count(0)
    # With one MAC address there is nothing to split, and the keyboard is at what is left.
    expect(page.locator("#detail").get_by_role("button", name="Split…")).to_have_count(0)
    expect(page.locator("#detail").get_by_role("button", name="Merge into…")).to_be_focused()
    page.locator(".toast-action").press("Enter")
    expect(page.locator(".toast")).to_contain_text("is one device again.")
    expect(page.locator("#summary")).to_contain_text("30 devices")
    expect(page.locator("#detail").get_by_role("button", name="Split…")).to_be_visible()
    expect(page.locator("#detail-name")).to_be_focused()


def test_splitting_can_be_given_up_and_a_refusal_is_said(home, visit):
    page = merged(home, visit, locale="de-DE")
    split = page.locator("#detail").get_by_role("button", name="Aufteilen…")
    split.press("Enter")
    page.locator(".split").get_by_role("button", name="Abbrechen").press("Enter")
    expect(split).to_be_focused()
    page.route("**/api/v1/devices/*/split", lambda route: route.abort())
    split.press("Enter")
    page.locator(".split").get_by_role("button", name="Aufteilen", exact=True).click()
    expect(page.locator(".toast")).to_have_text("Es konnte nicht aufgeteilt werden. HomeNet ist nicht erreichbar.")
    expect(page.locator(".split")).to_be_visible()


def test_a_choice_is_closed_when_the_device_was_split_elsewhere(home, visit):
    server = home("--devices", 31)
    page = visit("about:blank")
    macs = [{"mac": f"02:00:00:00:00:0{number}", "addresses": [], "shown": number == 1} for number in (1, 2)]

    def answer(route):
        if route.request.method != "GET":
            return route.fallback()
        response = route.fetch()
        return route.fulfill(response=response, json={**response.json(), "macs": macs})

    page.route("**/api/v1/devices/d00003", answer)
    page.goto(server.url + TV)
    page.get_by_role("button", name="Split…").press("Enter")
    expect(page.locator(".split").get_by_role("checkbox")).to_have_count(2)
    rename = """name => fetch('api/v1/devices/d00003', { method: 'PATCH', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }) })"""
    page.evaluate(rename, "Cinema")
    expect(page.locator("#detail")).to_contain_text("You called it \u2068Cinema\u2069")
    expect(page.locator(".split").get_by_role("checkbox").first).to_be_focused()
    del macs[1]
    page.evaluate(rename, "Den")
    expect(page.locator(".split")).to_have_count(0)
    expect(page.locator("#detail").get_by_role("button", name="Merge into…")).to_be_focused()


def test_a_device_with_one_mac_address_is_not_split(home, visit):
    page = visit(home("--devices", 31).url + TV)
    expect(page.get_by_role("button", name="Merge into…")).to_be_visible()
    expect(page.locator("#detail")).to_contain_text("24 connections")
    expect(page.get_by_role("button", name="Split…")).to_have_count(0)


def test_a_proposal_is_asked_and_denied(home, visit):
    page = visit(home("--devices", 31).url)
    message = {"code": "proposal.name_and_turns", "values": {"device": "x"}, "text": "This may be x."}
    proposal = {"device": "d00005", "confidence": 0.75, "message": message}
    denied = []
    page.route("**/api/v1/devices/d00003/proposal", lambda route: (
        denied.append(route.request.method),
        route.fulfill(status=200, content_type="application/json", body=json.dumps({"id": "d00003", "proposal": None}))))
    answer = page.evaluate("fetch('api/v1/devices').then((answer) => answer.json())")
    for one in answer["devices"]:
        if one["id"] == "d00003":
            one["proposal"] = proposal
    status = page.evaluate("fetch('api/v1/status').then((answer) => answer.json())")
    body = "id: 1-1\nevent: snapshot\ndata: " + json.dumps({"devices": answer["devices"], "status": status}) + "\n\n"
    page.route("**/api/v1/events*", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body))
    page.goto(page.url.split("#")[0] + TV)
    page.reload()
    card = page.locator("#detail .identity").first
    expect(card).to_contain_text("Is this")
    expect(card).to_contain_text("This may be x.")
    card.get_by_role("button", name="No, it is another").press("Enter")
    expect(card).to_be_hidden()
    expect(page.locator("#detail-name")).to_be_focused()
    assert denied == ["DELETE"]
