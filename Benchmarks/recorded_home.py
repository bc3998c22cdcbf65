# SPDX-License-Identifier: MIT
"""Records of evidence as hosts of a simulated home: which, with which addresses, and what got lost.

Pure but for the reading of the table of makers. The records are a corpus' (docs/benchmarks.md); they are
read when a measurement runs, and none of them is kept here.
"""

import copy
import json
import random
import re
import zlib

NETWORK = "192.168.77"
FIRST_HOST = 10
MOST_HOSTS = 254 - FIRST_HOST + 1
GATEWAY = f"{NETWORK}.1"
SPEAKING = ("mdns", "ssdp", "udp", "netbios", "snmp", "ws_discovery", "http")
MODULE_MAKER = "Espressif"


def speaks(record):
    """Whether a host with that evidence announces itself, answers a datagram or has a front page."""
    return any(record.get(key) for key in SPEAKING)


def chosen(records, runs, size, seed):
    """The records of each run, all different, in the order in which they get addresses.

    A home has one gateway, so that a run has at most one record of one, and it comes first.
    """
    drawn = random.Random(seed)
    speaking = [record for record in records if speaks(record)]
    drawn.shuffle(speaking)
    gateways = [record for record in speaking if record.get("gateway")]
    others = [record for record in speaking if not record.get("gateway")]
    homes = []
    for _ in range(runs):
        home = [gateways.pop()] if gateways else []
        while len(home) < size and others:
            home.append(others.pop())
        if len(home) < size:
            break
        homes.append(home)
    return homes


def makers(data):
    """The three-byte prefixes of every maker, read from the packed registries.

    Their layout stands in scripts/vendors.py.
    """
    if data[:8] != b"VENDORS2":
        raise ValueError("not a table of makers")
    lengths = [int.from_bytes(data[8 + 4 * i:12 + 4 * i], "big") for i in range(5)]
    start = 28 + lengths[0]
    names = data[start + lengths[1] * 6 + lengths[2] * 7 + lengths[3] * 8:]
    prefixes = {}
    for row in range(lengths[1]):
        entry = data[start + 6 * row:start + 6 * row + 6]
        place = int.from_bytes(entry[3:], "big")
        name = names[place + 1:place + 1 + names[place]].decode()
        prefixes.setdefault(name, []).append(entry[:3])
    return prefixes


def prefixes_of(vendor, table, key):
    """The prefixes of a maker by any of its names; `key` makes names comparable.

    The same name is preferred to one that only begins with it: Sony to Sony Mobile. Module makers'
    where there is none.
    """
    wanted = key(vendor) if vendor else ""
    same = sorted(name for name in table if wanted and key(name) == wanted)
    begun = sorted(name for name in table if wanted and key(name).startswith(wanted + " "))
    for name in same or begun:
        if table[name]:
            return table[name]
    return table.get(MODULE_MAKER) or [b"\x24\x0a\xc4"]


def is_usable(mac):
    """Whether one host can have it: six bytes, no group's, not all zero."""
    if not mac or not re.fullmatch(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", mac.lower()):
        return False
    number = bytes.fromhex(mac.replace(":", ""))
    return any(number) and not number[0] & 1


def mac_for(record, table, key, taken):
    """The record's own address, or one of its maker's that nobody has yet."""
    mac = (record.get("mac") or "").lower()
    if is_usable(mac) and mac not in taken:
        return mac
    if is_usable(mac):
        prefix = bytes.fromhex(mac.replace(":", ""))[:3]
    else:
        own = prefixes_of(record["truth"].get("vendor"), table, key)
        prefix = own[zlib.crc32(record["id"].encode()) % len(own)]
    number = zlib.crc32(record["id"].encode())
    while True:
        bytes_ = prefix + (number & 0xFFFFFF).to_bytes(3, "big")
        mac = ":".join(f"{byte:02x}" for byte in bytes_)
        if mac not in taken:
            return mac
        number += 1


def moved(record, address, mac):
    """The record as a host with that address says it: its own address in every text is the new one.

    Places of descriptions are on the host itself, whatever address it had when it was recorded.
    """
    moved = copy.deepcopy(record)
    for key in ("truth", "source"):
        moved.pop(key, None)
    old = record.get("ip")
    if old and re.fullmatch(r"\d+(\.\d+){3}", old):
        text = re.sub(rf"(?<![\d.]){re.escape(old)}(?![\d.])", address, json.dumps(moved))
        moved = json.loads(text)
    for announcement in moved.get("ssdp") or []:
        if announcement.get("location"):
            announcement["location"] = re.sub(
                r"^(https?://)(\[[^\]]*\]|[^/:]*)", rf"\g<1>{address}", announcement["location"]
            )
    moved["ip"], moved["mac"] = address, mac
    return moved


def home(records, table, key):
    """The records of a run, each with an address of the home and a MAC."""
    taken = {"02:00:5e:77:00:02"}
    hosts = []
    for number, record in enumerate(records):
        address = GATEWAY if record.get("gateway") else f"{NETWORK}.{FIRST_HOST + number}"
        mac = mac_for(record, table, key, taken)
        taken.add(mac)
        hosts.append(moved(record, address, mac))
    return hosts


def pieces(record):
    """What a record says, piece by piece, in words that are equal where the evidence is."""
    found = set()
    for service in record.get("mdns") or []:
        found.add(f"mdns {service.get('type')}")
        found |= {f"mdns {service.get('type')} txt {key.lower()}" for key in service.get("txt") or {}}
    for announcement in record.get("ssdp") or []:
        found.add(f"ssdp {announcement.get('nt') or announcement.get('st') or 'upnp:rootdevice'}")
        if announcement.get("description"):
            found.add("ssdp description")
    for answer in record.get("http") or []:
        port = answer.get("port") or (443 if answer.get("tls") else 80)
        # The scanner's parameters may be others.
        found.add(f"http :{port}{(answer.get('path') or '/').split('?')[0]}")
    for answer in record.get("tls") or []:
        found.add(f"tls {answer.get('port') or 443}")
    for banner in record.get("banners") or []:
        found.add(f"banner {banner.get('protocol')}")
    for answer in record.get("udp") or []:
        found.add(f"udp {answer['port']}")
    for key in ("snmp", "netbios", "smb", "ws_discovery", "dhcp"):
        if record.get(key):
            found.add(key)
    if record.get("hostname"):
        found.add("hostname")
    return found


# Where a piece's question would have come in.
UDP_PORTS = {"snmp": "161", "netbios": "137", "ws_discovery": "3702"}
KEYS = {"mdns": "mdns", "ssdp": "ssdp", "http": "http", "tls": "tls", "banner": "banners", "udp": "udp"}


def lost(record, heard, asked, unserved):
    """Each piece that a scan didn't bring: what it is, and whether it was served, asked for, or lost.

    `heard` is the evidence that the scan has of the host, `asked` what came in there, `unserved` what the
    host could not serve.
    """
    missing = pieces(record) - pieces(heard)
    reasons = {each["key"]: each["reason"] for each in unserved}
    pages = {page.split(" ", 1)[1].split("?")[0] for page in asked.get("pages", [])}
    rows = []
    for piece in sorted(missing):
        kind, _, rest = piece.partition(" ")
        key = KEYS.get(kind, kind)
        if key in reasons and (kind != "udp" or f"port {rest}:" in reasons[key]):
            rows.append((piece, f"not servable: {reasons[key]}"))
        elif kind == "http":
            was = rest in pages
            rows.append((piece, "asked, not kept" if was else "not asked"))
        elif kind in ("udp", *UDP_PORTS):
            was = asked.get("udp", {}).get(UDP_PORTS.get(kind, rest))
            rows.append((piece, "asked, not received" if was else "not asked"))
        else:
            rows.append((piece, "not received"))
    return rows
