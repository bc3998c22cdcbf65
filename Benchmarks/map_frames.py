#!/usr/bin/env python3
"""How smoothly the web app's map pans and zooms, or its list scrolls: frame gaps over five seconds in
Chromium.

Needs Playwright (PyPI) and /usr/bin/chromium. With a generated home on loopback:
    scripts/build-release.sh webfixture
    python3 Benchmarks/map_frames.py [--devices 1000] [--open phone] [--list]
or any running server: --url http://127.0.0.1:8480/
Measure on a quiet machine.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

WEBFIXTURE = Path(__file__).resolve().parents[1] / ".build/release/webfixture"

# A second of dragging in circles, a second of wheel in and out, and again; events as a hand makes.
MOVE = """async () => {
  const map = document.querySelector('#map');
  const box = map.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const pointer = (type, dx, dy) => map.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true,
    button: 0, buttons: 1, clientX: x + dx, clientY: y + dy }));
  map.setPointerCapture = () => {};
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask' });
  const gaps = [];
  const begun = performance.now();
  await new Promise((done) => {
    let last = null;
    let isDown = false;
    requestAnimationFrame(function frame(now) {
      if (last !== null) gaps.push(now - last);
      last = now;
      const time = (performance.now() - begun) / 1000;
      const isPan = Math.floor(time) % 2 === 0 && time < 5;
      if (isPan && !isDown) pointer('pointerdown', 0, 0);
      if (!isPan && isDown) pointer('pointerup', 0, 0);
      isDown = isPan;
      if (time >= 5) return done();
      if (isPan) pointer('pointermove', 150 * Math.sin(time * 6), 120 * Math.cos(time * 5));
      else map.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true,
        deltaY: time % 1 < 0.5 ? -40 : 40, clientX: x + 60, clientY: y + 40 }));
      requestAnimationFrame(frame);
    });
  });
  gaps.sort((one, other) => one - other);
  const at = (share) => Math.round(gaps[Math.floor(gaps.length * share)] * 10) / 10;
  return { frames: gaps.length, gap_p50_ms: at(0.5), gap_p95_ms: at(0.95), gap_max_ms: at(0.9999),
    tasks_over_50_ms: tasks.length, longest_task_ms: Math.max(0, ...tasks),
    nodes: document.querySelectorAll('.map-node').length };
}"""

# Five seconds of scrolling the list, by wheel-sized steps down and up again.
SCROLL = """async () => {
  const list = document.querySelector('.list-scroll');
  const tasks = [];
  new PerformanceObserver((all) => tasks.push(...all.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask' });
  const gaps = [];
  const begun = performance.now();
  await new Promise((done) => {
    let last = null;
    requestAnimationFrame(function frame(now) {
      if (last !== null) gaps.push(now - last);
      last = now;
      const time = (performance.now() - begun) / 1000;
      if (time >= 5) return done();
      list.scrollTop += time < 3 ? 120 : -120;
      requestAnimationFrame(frame);
    });
  });
  gaps.sort((one, other) => one - other);
  const at = (share) => Math.round(gaps[Math.floor(gaps.length * share)] * 10) / 10;
  return { frames: gaps.length, gap_p50_ms: at(0.5), gap_p95_ms: at(0.95), gap_max_ms: at(0.9999),
    tasks_over_50_ms: tasks.length, longest_task_ms: Math.max(0, ...tasks),
    rows: document.querySelectorAll('.row-item').length, scrolled: list.scrollTop };
}"""


def measure(url, kind, width, height, is_list):
    """The figures of one page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(url)
        page.wait_for_selector("#map .map-node")
        shown = page.evaluate("performance.now()")
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
        page.wait_for_timeout(2000)
        if kind:
            page.evaluate(f"document.querySelector('[data-key=\"sector {kind}\"]').click()")
            page.wait_for_timeout(1500)
        figures = page.evaluate(SCROLL if is_list else MOVE)
        browser.close()
        return {"first_paint_ms": paint and round(paint), "devices_shown_ms": round(shown), **figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", type=int, default=1000)
    parser.add_argument("--server", default=WEBFIXTURE, help="another webfixture")
    parser.add_argument("--list", action="store_true", help="scroll the list instead of the map")
    parser.add_argument("--url", help="a running server instead of a made-up home")
    parser.add_argument("--open", help="open this kind's sector first")
    parser.add_argument("--size", default="1440x900")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    home = None
    try:
        if options.url is None:
            home = subprocess.Popen(
                [options.server, "--port", "0", "--devices", str(options.devices)],
                stdout=subprocess.PIPE, text=True)
            options.url = home.stdout.readline().strip()
        print("load", os.getloadavg()[0], file=sys.stderr)
        print(json.dumps(measure(options.url, options.open, width, height, options.list), indent=2))
    finally:
        if home:
            home.kill()


if __name__ == "__main__":
    main()
