# SPDX-License-Identifier: MIT
"""Moves the page's time slider to random moments, in Chromium; needs Playwright (scripts/web-tests.sh)."""

import os
import random
import sys
from pathlib import Path

import year_figures as figures

ROOT = Path(__file__).resolve().parent.parent
MOMENTS = 60
PATIENCE_MS = 5000

# A moment is drawn two frames after its answer was taken: the first one draws, the second one has begun
# once that is shown.
WATCH = """
window.asked = null;
window.drawn = null;
const original = window.fetch;
window.fetch = async (...words) => {
  const isMoment = String(words[0]).includes('devices?at=');
  if (isMoment) window.asked = performance.now();
  const response = await original(...words);
  if (!isMoment) return response;
  const read = response.json.bind(response);
  response.json = async () => {
    const value = await read();
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
      window.drawn = performance.now();
    })));
    return value;
  };
  return response;
};
"""

MOVE = """async ([share, patience]) => {
  const slider = document.querySelector('.past-slider');
  const [from, to] = [Number(slider.min), Number(slider.max)];
  window.asked = null;
  window.drawn = null;
  slider.value = from + share * (to - from);
  const begun = performance.now();
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  while (window.drawn === null) {
    const waited = performance.now() - begun;
    // One that was loaded before is drawn without a request.
    if (waited > patience || (window.asked === null && waited > 500)) return null;
    await new Promise((done) => setTimeout(done, 2));
  }
  return { input: window.drawn - begun, request: window.drawn - window.asked, span: to - from };
}"""


def playwright():
    """Playwright, also where it is in the virtual environment of the page's tests."""
    for folder in (ROOT / ".build/web/venv/lib").glob("python3*/site-packages"):
        sys.path.append(str(folder))
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        sys.exit("bench: Playwright is missing: scripts/web-tests.sh puts it into .build/web/venv")
    return sync_playwright()


def measure(url, seed):
    """The rows of times from the request, and from the input, until a moment is drawn."""
    chance = random.Random(seed)
    times = []
    with playwright() as tools:
        browser = tools.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(WATCH)
        page.goto(url)
        page.wait_for_selector("#map .map-node")
        page.locator("#open-past").click()
        page.wait_for_selector(".past-slider")
        # The last one is the longest.
        page.locator(".past-choice input[type=radio]").last.check(force=True)
        for _ in range(3 * MOMENTS):
            # Not at the end, which is now and needs no request.
            found = page.evaluate(MOVE, [chance.uniform(0, 0.99), PATIENCE_MS])
            if found is not None:
                times.append(found)
            if len(times) == MOMENTS:
                break
        browser.close()
    if len(times) < MOMENTS:
        sys.exit(f"bench: the time slider drew {len(times)} of {MOMENTS} moments")
    days = round(times[0]["span"] / 86_400_000)
    return [figures.Row(f"slider over {days} days, request to drawn", [one["request"] for one in times], figures.SLIDER_MS),
            figures.Row(f"slider over {days} days, input to drawn", [one["input"] for one in times], None)]
