"""Takes the README's pictures of the demo home; see screenshots.sh."""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

homenet, folder = Path(sys.argv[1]), Path(sys.argv[2])
SHOTS = [
    # name, size, scale, theme, the device whose page is open
    ("map-phone", (390, 844), 1.5, "light", None),
    ("map-desktop", (1440, 900), 1, "dark", None),
    ("device-phone", (390, 844), 1.5, "light", "Living Room"),
]


def take(browser, url, devices):
    for name, (width, height), scale, theme, device in SHOTS:
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale, locale="en-GB",
            color_scheme=theme, reduced_motion="reduce", has_touch=width < 720, is_mobile=width < 720)
        page = context.new_page()
        page.goto(url + (f"#/devices/{devices[device]}" if device else ""))
        page.wait_for_selector(".map-node")
        page.wait_for_timeout(2500)
        page.screenshot(path=folder / f"{name}.png")
        context.close()


with tempfile.TemporaryDirectory() as data:
    home = subprocess.Popen(
        [homenet, "demo", "--still", "--no-history", "--every", "60m", "--quiet", "--format", "json",
         "--listen", "127.0.0.1:0", "--data", data], stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(home.stdout.readline())["urls"][0]

        def get(path):
            with urllib.request.urlopen(f"{url}api/v1/{path}", timeout=10) as answer:
                return json.load(answer)

        while not get("scan")["finished"]:
            time.sleep(0.5)
        devices = {one["name"]: one["id"] for one in get("devices")["devices"]}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            take(browser, url, devices)
            browser.close()
    finally:
        home.terminate()
        home.wait()
