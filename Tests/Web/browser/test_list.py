"""The list: search, filters, order, keyboard, ten thousand rows."""

from playwright.sync_api import expect

# Scrolls by 900 pixels a hundred times: how many elements are `made`, how many rows there are at
# `most`, and how many changes of the document the `worst` step takes. How long that takes is the
# machine's affair.
SCROLLING = """async () => {
  const scroller = document.querySelector('.list-scroll');
  const make = document.createElement;
  let made = 0;
  document.createElement = function (...names) { made += 1; return make.apply(this, names); };
  let changes = 0;
  let most = 0;
  let worst = 0;
  const observer = new MutationObserver((list) => { changes += list.length; });
  observer.observe(document.querySelector('.rows'), { subtree: true, childList: true, attributes: true, characterData: true });
  for (let step = 0; step < 100; step += 1) {
    scroller.scrollTop = (scroller.scrollTop + 900) % (scroller.scrollHeight - 900);
    changes = 0;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll('.row-item').length);
    worst = Math.max(worst, changes);
  }
  document.createElement = make;
  return { made, most, worst };
}"""


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


def test_ten_thousand_rows_are_scrolled_with_a_screen_of_them(home, visit):
    page = visit(home("--devices", 10_000).url + "#/devices")
    expect(page.locator(".list-count")).to_have_text("10,000 devices", timeout=90_000)
    expect(rows(page).first).to_be_visible()
    work = page.evaluate(SCROLLING)
    print(work)
    assert work["most"] < 60
    # Rows are used again: no new ones, and of each only what differs is written.
    assert work["made"] < 60 * 20, work
    assert work["worst"] < 60 * 20, work
    page.locator(".row[tabindex='0']").focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.closest('li').ariaPosInSet") == "10000"
