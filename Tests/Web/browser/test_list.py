"""The list: search, filters, order, keyboard, ten thousand rows."""

import os

from playwright.sync_api import expect

# Scrolls for five seconds, and tells the gaps between frames and the long tasks.
SCROLLING = """async () => {
  const scroller = document.querySelector('.list-scroll');
  const long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map((e) => e.duration)))
    .observe({type: 'longtask'});
  const gaps = [];
  let last = performance.now();
  const end = last + 5000;
  while (last < end) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    scroller.scrollTop = (scroller.scrollTop + 900) % (scroller.scrollHeight - 900);
  }
  gaps.sort((a, b) => a - b);
  return {p95: gaps[Math.floor(gaps.length * 0.95)], frames: gaps.length, long};
}"""


def is_smooth(run, slack):
    """Gaps of at most 25 ms (p95), and no task over 50 ms."""
    return run["p95"] <= 25 * slack and all(task <= 50 * slack for task in run["long"])


def rows(page):
    return page.locator(".row-item")


def test_search_narrows_and_clears(home, visit, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    expect(page.locator(".list-count")).to_have_text("31 devices")
    page.get_by_label("Search devices").fill("sonos")
    expect(rows(page)).to_have_count(2)
    expect(page.locator(".list-count")).to_have_text("2 of 31")
    page.get_by_label("Search devices").fill("sonos xyz")
    expect(page.get_by_text("No device matches.")).to_be_visible()
    page.get_by_role("button", name="Clear search and filters").click()
    expect(page.locator(".list-count")).to_have_text("31 devices")


def test_filters_by_presence_kind_and_maker(home, visit, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    page.get_by_role("radio", name="Away").check(force=True)
    expect(page.locator(".list-count")).to_have_text("3 of 31")
    page.get_by_role("radio", name="All").check(force=True)
    page.get_by_label("Kind").first.select_option("speaker")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Kind").first.select_option("")
    page.get_by_label("Maker").first.select_option("Apple")
    expect(page.locator(".list-count")).to_have_text("4 of 31")


def test_sorts_by_address(home, visit):
    page = visit(home("--devices", 31).url + "#/devices")
    page.get_by_label("Sort by").select_option("address")
    expect(rows(page).first).to_contain_text("192.168.1.1")
    expect(rows(page).first).to_contain_text("Gateway")


def test_keys_walk_the_rows_and_open_one(home, visit, size):
    page = visit(home("--devices", 31).url + "#/devices", size)
    expect(rows(page).first).to_be_visible()
    page.locator(".row[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    name = page.evaluate("document.activeElement.querySelector('bdi').textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#detail-name")).to_have_text(name)
    expect(page.locator("#detail-name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    assert page.evaluate("document.activeElement.querySelector('bdi')?.textContent") == name
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.closest('li').ariaPosInSet") == "31"


def test_the_skip_link_and_the_slash_lead_to_the_devices(home, visit, size):
    page = visit(home("--devices", 12).url, size)
    expect(page.locator("#summary")).to_contain_text("12 devices")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".row:focus")).to_have_count(1)
    page.keyboard.press("/")
    expect(page.get_by_label("Search devices")).to_be_focused()


def test_ten_thousand_rows_scroll_smoothly(home, visit):
    page = visit(home("--devices", 10_000).url + "#/devices")
    expect(page.locator(".list-count")).to_have_text("10,000 devices", timeout=20_000)
    page.wait_for_timeout(500)
    assert rows(page).count() < 60
    # What else the machine does can only make it worse: the best of three counts, and where there
    # is more to do than cores, only what no load explains is a fault.
    slack = 1 if os.getloadavg()[0] <= os.cpu_count() else 4
    runs = []
    while len(runs) < 3 and not any(is_smooth(run, slack) for run in runs):
        runs.append(page.evaluate(SCROLLING))
    print(runs)
    assert any(is_smooth(run, slack) for run in runs), runs
    page.locator(".row[tabindex='0']").focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.closest('li').ariaPosInSet") == "10000"
