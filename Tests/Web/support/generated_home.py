"""Homes made up for the web app: devices and states as the server's API writes them."""

import random
from datetime import datetime, timedelta, timezone

# name, category, vendor, model, os, link, services (type, port, txt), ports
HOUSEHOLD = [
    ("Gateway", "router", "Larchfield", "LF-7800 AX", None, "wired", [("_http._tcp", 80, {})], [(53, "domain"), (80, "http"), (443, "https")]),
    ("Workbench", "computer", "Tessel", "Bench 14", "Debian 12", "wired", [("_ssh._tcp", 22, {})], [(22, "ssh")]),
    ("Mira's iPhone", "phone", "Apple", "iPhone 14", "iOS 18", "wifi", [("_remotepairing._tcp", 49152, {"ver": "24"})], []),
    ("Living Room TV", "tv_media", "LG", "OLED C2", "webOS 7", "wifi", [("_airplay._tcp", 7000, {"model": "OLED55C2", "acl": "0", "features": "0x7F8AD0,0x38BCF46"}), ("_googlecast._tcp", 8009, {"md": "OLED C2", "fn": "Living Room TV"})], [(3000, "http"), (7000, "airplay"), (8009, "cast")]),
    ("Kitchen speaker", "speaker", "Sonos", "One SL", None, "wifi", [("_sonos._tcp", 1443, {"vers": "3"}), ("_spotify-connect._tcp", 1400, {"CPath": "/spotify"})], [(1400, "http"), (1443, "https")]),
    ("Attic NAS", "storage", "Synology", "DS220+", "DSM 7.2", "wired", [("_smb._tcp", 445, {}), ("_http._tcp", 5000, {"vendor": "Synology", "model": "DS220+"})], [(22, "ssh"), (80, "http"), (443, "https"), (445, "smb"), (5000, "http")]),
    ("Brother HL-L2350DW", "printer", "Brother", "HL-L2350DW", None, "wifi", [("_ipp._tcp", 631, {"ty": "Brother HL-L2350DW", "pdl": "application/octet-stream,image/urf"})], [(80, "http"), (631, "ipp")]),
    ("Hue Bridge", "smart_home", "Signify", "BSB002", None, "wired", [("_hue._tcp", 443, {"bridgeid": "ecb5fafffe0a11d2", "modelid": "BSB002"})], [(80, "http"), (443, "https")]),
    ("Front door", "camera", "Reolink", "Video Doorbell", None, "wifi", [], [(80, "http"), (554, "rtsp")]),
    ("PlayStation 5", "gaming", "Sony", "PlayStation 5", None, "wired", [], [(9295, None)]),
    ("Hall switch", "network", "TP-Link", "TL-SG108E", None, "wired", [], [(80, "http")]),
    ("Apple device", "unknown", "Apple", None, None, "wifi", [], []),
    ("Jonas's Pixel 8", "phone", "Google", "Pixel 8", "Android 15", "wifi", [], []),
    ("Study iMac", "computer", "Apple", "iMac (24-inch, M1)", "macOS 15", "wifi", [("_companion-link._tcp", 49153, {"rpMd": "iMac21,1"})], [(5000, "airplay"), (7000, "airplay")]),
    ("Bedroom lamp", "smart_home", "Shelly", "Duo RGBW", None, "wifi", [("_shelly._tcp", 80, {"gen": "1", "app": "duorgbw"})], [(80, "http")]),
    ("Oven", "appliance", "Bosch", "HBG7764B1", None, "wifi", [("_homeconnect._tcp", 443, {"brand": "BOSCH", "type": "Oven"})], [(443, "https")]),
    ("Mira's watch", "wearable", "Garmin", "Venu 3", None, "wifi", [], []),
    ("Office phone", "voip", "Gigaset", "N510 IP PRO", None, "wired", [], [(80, "http"), (5060, "sip")]),
    ("Cellar server", "server", "Supermicro", "X11SCL", "Proxmox VE 8", "wired", [], [(22, "ssh"), (8006, "https")]),
    ("Nursery iPad", "tablet", "Apple", "iPad (9th generation)", "iPadOS 17", "wifi", [("_remotepairing._tcp", 49152, {})], []),
    ("Garden camera", "camera", "Reolink", "RLC-810A", None, "wifi", [], [(80, "http"), (554, "rtsp"), (8000, None)]),
    ("Bathroom speaker", "speaker", "Sonos", "Roam", None, "wifi", [("_sonos._tcp", 1443, {})], [(1400, "http")]),
    ("Thermostat", "smart_home", "tado°", "Smart Thermostat", None, "wifi", [], []),
    ("Washing machine", "appliance", "Miele", "WCR870 WPS", None, "wifi", [("_mieleathome._tcp", 80, {"group": "0x4711"})], [(80, "http")]),
    ("Loft access point", "network", "Ubiquiti", "U6 Lite", None, "wired", [], [(22, "ssh")]),
    ("Robot vacuum", "appliance", "Roborock", "S7", None, "wifi", [], []),
    ("Bedroom TV", "tv_media", "Samsung", "QE43Q60", "Tizen", "wifi", [], [(8001, "http"), (8002, "https")]),
    ("Switch", "gaming", "Nintendo", "Switch", None, "wifi", [], []),
    ("Guest's phone", "phone", None, None, None, "wifi", [], []),
    ("ESP-4C21", "unknown", "Espressif", None, None, "wifi", [], [(80, "http")]),
    (None, "unknown", None, None, None, None, [], []),
]

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "The television in the corner of the big room beside the stove upstairs",
    "هاتف ليلى في غرفة الجلوس",
    "🦊🏡📺✨🎉🧸🚀🌈🦄🍕",
    "\u202eexe.gpj\u202c \u2066reversed\u2069",
    "'); DROP TABLE devices;--",
    "{{constructor.constructor('alert(1)')()}}",
    "a" * 255,
    "Ω≈ç√∫˜µ≤≥÷ 中文名字测试 テレビ",
    "</script><script>alert(1)</script>",
    "    ",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́",
]

LINK_REASON = {
    "wired": "5 round trips of 0.3–0.9 ms, steady: probably a cable",
    "wifi": "5 round trips of 2.1–11.4 ms, jittery: probably a radio",
    "remote": "5 round trips of 61.0–74.2 ms: probably farther than this home",
    None: None,
}


def stamp(moment):
    """RFC 3339 UTC with milliseconds."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def now():
    """This moment."""
    return datetime.now(timezone.utc)


def device(index, rng, hostile=False, unknown=False):
    """The device of a place in the home; the router is the first, this machine the second."""
    name, category, vendor, model, system, link, services, ports = HOUSEHOLD[index % len(HOUSEHOLD)]
    lap = index // len(HOUSEHOLD)
    if lap:
        category = "network" if category == "router" else category
        name = name and f"{name} {lap + 1}"
    if hostile:
        name = HOSTILE[index % len(HOSTILE)] + (f" {index}" if index >= len(HOSTILE) else "")
        vendor, model = HOSTILE[(index + 3) % len(HOSTILE)], HOSTILE[(index + 5) % len(HOSTILE)]
        services = [("_http._tcp", 80, {HOSTILE[0]: HOSTILE[2], "flag": True, "raw": {"hex": "c3285c"}})]
    address = f"192.168.{1 + index // 250}.{1 + index % 250}"
    if unknown and index > 0:
        name, category, vendor, model, system, services = None, "unknown", None, None, None, []
    private = vendor is None or index % 9 == 2
    mac = f"{0xDA if private else 0x00:02x}:1b:{rng.randrange(256):02x}:{index >> 8 & 255:02x}:{index & 255:02x}:{rng.randrange(256):02x}"
    latency = {"wired": 0.4, "wifi": 4.8, "remote": 62.0, None: None}[link]
    seen = now()
    confidence = 0.0 if category == "unknown" else round(0.55 + 0.45 * rng.random(), 2)
    because = []
    if category != "unknown":
        source = "mdns" if services else "neighbours"
        said = f"{services[0][0]} is announced" if services else f"MAC of {vendor}" if vendor else "host name"
        because = [
            {"claim": "category", "evidence": said, "source": source},
            {"claim": "name", "evidence": f"it calls itself {name}", "source": source},
        ]
        if model:
            because.append({"claim": "model", "evidence": f"model = {model}", "source": source})
    hostname = None if name is None else "".join(c if c.isalnum() else "-" for c in name.lower())[:40] + ".lan"
    return {
        "id": f"d{index:05x}", "self": index == 1, "gateway": index == 0, "ip": address,
        "addresses": [address] + ([f"fe80::21b:{index:x}"] if services else []),
        "mac": mac, "mac_private": private, "name": name, "hostname": hostname,
        "category": category, "vendor": vendor, "model": model, "os": system, "confidence": confidence,
        "runner_up": {"phone": "tablet", "tv_media": "speaker", "server": "computer"}.get(category),
        "services": [{"type": t, "name": name or "", "port": p, "txt": x} for t, p, x in services],
        "ports": [{"port": p, "protocol": "tcp", "state": "open", "service": s} for p, s in ports],
        "latency_ms": None if latency is None else round(latency * (0.6 + rng.random()), 3),
        "link": link, "link_reason": LINK_REASON[link], "state": "present",
        "first_seen": stamp(seen - timedelta(days=rng.randrange(1, 200))),
        "last_seen": stamp(seen - timedelta(seconds=rng.randrange(5, 120))),
        "discovered_by": ["neighbours"] + (["mdns"] if services else []) + (["tcp"] if ports else []),
        "because": because, "user_name": None, "user_category": None, "note": None, "hidden": False,
        "slot": index, "new": index in (28, 29), "probing": False,
    }


def home(count, state="idle", seed=7):
    """A whole home, in a state of `LOOK`'s list."""
    rng = random.Random(seed)
    devices = [
        device(i, rng, hostile=state == "hostile-names", unknown=state == "all-unknown")
        for i in range(count)
    ]
    if state == "idle" or state == "not-permitted":
        for one in devices[12::13]:
            one["state"] = "away"
            one["last_seen"] = stamp(now() - timedelta(hours=5 + rng.randrange(100)))
        for one in devices[17::29]:
            one["state"] = "unconfirmed"
    if state in ("all-away", "offline"):
        for one in devices:
            one["state"], one["latency_ms"] = "away", None
            one["last_seen"] = stamp(now() - timedelta(hours=2 + rng.randrange(60)))
    return devices


def explanation(one):
    """What `homenet explain` says of it."""
    runner_up = one["runner_up"] and {
        "category": one["runner_up"],
        "because": [{"claim": "category", "evidence": "the same services on others", "source": "mdns"}],
    }
    return {
        "schema": "homenet.explain/1", "device": one, "runner_up": runner_up,
        "hangs_on": [{
            "evidence": f"the service {one['services'][0]['type']}", "claims": ["category", "model"],
            "without": {"name": one["name"], "category": "unknown", "vendor": one["vendor"],
                        "model": None, "os": None, "confidence": 0.31},
        }] if one["services"] else [],
        "missing": [] if one["confidence"] > 0.8 else ["what its web page says", "a friendly name over mDNS"],
        "mac_vendor": one["vendor"],
        "sent": [
            {"to": one["ip"], "purpose": "sweep", "packets": 3, "connections": 0, "messages": 0},
            {"to": one["ip"], "purpose": "ports", "packets": 0, "connections": 24, "messages": 0},
            {"to": "fe80::21b:1%eth0", "purpose": "sweep", "packets": 2, "connections": 0, "messages": 0},
            {"to": "224.0.0.251", "purpose": "mdns", "packets": 9, "connections": 0, "messages": 0},
            {"to": "ff02::fb", "purpose": "mdns", "packets": 4, "connections": 0, "messages": 0},
            {"to": "239.255.255.250", "purpose": "ssdp", "packets": 3, "connections": 0, "messages": 0},
        ],
    }
