"""Two devices that are one: merging by hand, its undoing, and what the server proposes."""

import json
import re

from playwright.sync_api import expect

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
    card.get_by_role("button", name="No, it is another").click()
    expect(card).to_be_hidden()
    assert denied == ["DELETE"]
