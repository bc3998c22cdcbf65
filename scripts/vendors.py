#!/usr/bin/env python3
"""Pack the IEEE's registries of MAC address blocks into Sources/IdentificationData/vendors.bin.

usage: scripts/vendors.py [DIRECTORY]

DIRECTORY holds oui.csv, mam.csv, oui36.csv and iab.csv as Debian's package ieee-data installs them
(/usr/share/ieee-data, the default). The program embeds the result and searches it where it lies:
nothing is compiled, loaded or parsed.

The file, numbers with their highest byte first:

    8 bytes      "VENDORS1"
    5 x 4 bytes  lengths: of the source in bytes, of the three tables in rows, of the names in bytes
    source       where the registries come from, and their date, in words
    3 tables     of blocks of 24, 20 and 12 bits; sorted rows: the prefix in 3, 4 or 5 bytes, then
                 in 3 bytes where its owner's name stands among the names
    names        each with its length before it, in one byte
"""
import csv
import datetime
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/IdentificationData/vendors.bin"
TABLES = {"large": (6, ["oui"]), "medium": (7, ["mam"]), "small": (9, ["oui36", "iab"])}

# Blocks that are handed on in parts, and owners that asked not to be named.
NOBODY = {"ieee registration authority", "private", ""}

# Legal forms, dropped from the end as often as one is there.
FORMS = re.compile(
    r"""[\s,.&-]+(?:
        inc | incorporated | corp | corporation | corporate | co | comp | company | companies
        | ltd | limited | ltda | llc | l\.l\.c | llp | lp | plc | pte | pty | pvt | private
        | gmbh | mbh | ag | kg | kgaa | ug | ohg | e\.?k | se | eg
        | b\.?\s?v | n\.?v | s\.?a | s\.?a\.?s | sarl | s\.?a\.?r\.?l | s\.?p\.?a | s\.?r\.?l
        | s\.?l | s\.?l\.?u | sp\.?\s?z\.?\s?o\.?\s?o | s\.?r\.?o | a\.?s | a/s | aps | ab | as | oy | oyj
        | k\.?k | sdn | bhd | jsc | ooo | zao | d\.?o\.?o | kft | zrt | a\.?\s?ş
    )\.?$""",
    re.IGNORECASE | re.VERBOSE,
)

# What the makers of things found in homes call themselves, by the shortened registered name.
BRANDS = {
    "amazon technologies": "Amazon", "amazon.com": "Amazon",
    "asustek computer": "ASUS", "arris group": "ARRIS",
    "avm audiovisuelles marketing und computersysteme": "AVM",
    "axis communications": "Axis", "belkin international": "Belkin",
    "blu-castle": "Blu-Castle", "brother industries": "Brother", "canon": "Canon",
    "cisco systems": "Cisco", "cisco-linksys": "Linksys", "cisco meraki": "Cisco Meraki",
    "d-link international": "D-Link", "d-link systems": "D-Link", "d-link corporation": "D-Link",
    "dell technologies": "Dell", "dell emc": "Dell EMC", "seiko epson": "Epson",
    "espressif": "Espressif", "google": "Google", "nest labs": "Nest",
    "hangzhou hikvision digital technology": "Hikvision",
    "hewlett packard": "HP", "hewlett-packard": "HP", "hp": "HP",
    "hewlett packard enterprise": "HPE", "hon hai precision ind": "Foxconn",
    "huawei technologies": "Huawei", "huawei device": "Huawei",
    "ikea of sweden": "IKEA", "intel corporate": "Intel", "intel": "Intel",
    "lg electronics": "LG", "lg electronics (mobile communications)": "LG", "lg innotek": "LG Innotek",
    "logitech": "Logitech", "logitech far east": "Logitech", "microsoft mobile": "Microsoft",
    "motorola mobility llc, a lenovo": "Motorola", "motorola mobility": "Motorola",
    "murata manufacturing": "Murata", "netgear": "Netgear", "nintendo": "Nintendo",
    "oneplus technology (shenzhen)": "OnePlus", "oneplus tech (shenzhen)": "OnePlus",
    "guangdong oppo mobile telecommunications": "Oppo", "vivo mobile communication": "Vivo",
    "panasonic": "Panasonic", "philips lighting": "Philips", "pioneer": "Pioneer",
    "qnap systems": "QNAP", "raspberry pi trading": "Raspberry Pi",
    "raspberry pi foundation": "Raspberry Pi", "raspberry pi (trading)": "Raspberry Pi",
    "realtek semiconductor": "Realtek", "ring": "Ring", "roku": "Roku", "routerboard.com": "MikroTik",
    "mikrotikls sia": "MikroTik", "samsung electronics": "Samsung",
    "samsung electronics co., ltd. arteik": "Samsung",
    "samsung electro-mechanics(thailand)": "Samsung Electro-Mechanics",
    "sagemcom broadband": "Sagemcom", "shenzhen reecam tech": "Reecam",
    "sonos": "Sonos", "sony": "Sony", "sony interactive entertainment": "Sony Interactive Entertainment",
    "sony mobile communications": "Sony", "sony home entertainment&sound products": "Sony",
    "synology": "Synology", "tp-link technologies": "TP-Link", "tp-link": "TP-Link",
    "tuya smart": "Tuya", "ubiquiti": "Ubiquiti", "ubiquiti networks": "Ubiquiti", "vmware": "VMware",
    "western digital": "Western Digital", "xiaomi communications": "Xiaomi",
    "beijing xiaomi mobile software": "Xiaomi", "beijing xiaomi electronics": "Xiaomi",
    "xiaomi electronics,co": "Xiaomi", "zyxel communications": "Zyxel",
    "zhejiang dahua technology": "Dahua", "dahua technology": "Dahua",
    "icp internet communication payment": "ICP", "tplink": "TP-Link",
}


def shorten(name):
    """The name without legal forms, and not shouting."""
    name = " ".join(name.replace("\u3000", " ").split()).strip(" ,.;")
    while True:
        shorter = FORMS.sub("", name).strip(" ,.;&-")
        if shorter == name or not re.search(r"\w", shorter):
            break
        name = shorter
    # "Foo (Shenzhen" and the like: a form was inside the bracket.
    if name.count("(") > name.count(")"):
        name += ")"
    brand = BRANDS.get(name.lower())
    if brand:
        return brand
    letters = [c for c in name if c.isalpha()]
    if len(letters) > 4 and all(c.isupper() for c in letters):
        name = re.sub(r"[^\W\d_]{5,}", lambda word: word[0].capitalize(), name)
    return name


def date_of(source):
    """The day of the newest registry."""
    newest = max((source / f"{file}.csv").stat().st_mtime for _, files in TABLES.values() for file in files)
    return datetime.datetime.fromtimestamp(newest, datetime.timezone.utc).date().isoformat()


def main():
    source = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/ieee-data")
    tables = {}
    for table, (digits, files) in TABLES.items():
        rows = tables[table] = {}
        for file in files:
            with open(source / f"{file}.csv", encoding="utf-8", newline="") as lines:
                for row in csv.DictReader(lines):
                    prefix, name = row["Assignment"].lower(), row["Organization Name"].strip()
                    assert re.fullmatch(rf"[0-9a-f]{{{digits}}}", prefix), prefix
                    if name.lower() in NOBODY:
                        continue
                    # A prefix that is listed twice (three are) keeps its first owner.
                    rows.setdefault(prefix, shorten(name))
    names = sorted({name for rows in tables.values() for name in rows.values()})
    offsets, packed = {}, b""
    for name in names:
        offsets[name] = len(packed)
        packed += bytes([len(name.encode())]) + name.encode()
    text = f"IEEE MA-L, MA-M, MA-S and IAB of {date_of(source)}".encode()
    lengths = [len(text), *(len(rows) for rows in tables.values()), len(packed)]
    parts = [b"VENDORS1", *(length.to_bytes(4, "big") for length in lengths), text]
    for table, rows in tables.items():
        width = (TABLES[table][0] + 1) // 2
        for prefix, name in sorted(rows.items()):
            parts += [int(prefix, 16).to_bytes(width, "big"), offsets[name].to_bytes(3, "big")]
    TARGET.write_bytes(b"".join([*parts, packed]))
    counts = ", ".join(f"{len(rows)} {table}" for table, rows in tables.items())
    print(f"{TARGET.relative_to(ROOT)}: {counts}, {len(names)} names, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
