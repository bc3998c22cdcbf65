# SPDX-License-Identifier: MIT
"""Which records become hosts of a simulated home, with which addresses, and what a scan of them lost."""

import sys
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "Benchmarks"))

import recorded_home  # noqa: E402


def record(number, **more):
    return {"id": f"r{number}", "truth": {"vendor": "Acme"}, "http": [{"port": 80}], **more}


TABLE = {"Acme": [b"\x00\x11\x22"], "Acme Mobile": [b"\x00\x11\x33"], "Espressif": [b"\x24\x0a\xc4"]}


def packed(rows):
    """Registries of three-byte prefixes as scripts/vendors.py packs them."""
    names, places = b"", {}
    for name in sorted({name for _, name in rows}):
        places[name] = len(names)
        # The brand; the registered name is the same.
        names += bytes([len(name)]) + name.encode() + bytes([len(name), 0])
    table = b"".join(prefix + places[name].to_bytes(3, "big") for prefix, name in rows)
    lengths = [4, len(rows), 0, 0, len(names)]
    return b"VENDORS2" + b"".join(n.to_bytes(4, "big") for n in lengths) + b"IEEE" + table + names


class Choosing(unittest.TestCase):
    def test_only_those_that_speak_are_chosen(self):
        silent = {"id": "silent", "truth": {}, "mac": "00:11:22:33:44:55", "dhcp": {"hostname": "x"}}
        homes = recorded_home.chosen([record(1), silent, record(2)], 1, 2, 7)
        self.assertEqual({each["id"] for each in homes[0]}, {"r1", "r2"})

    def test_runs_share_no_device_and_have_one_gateway_each(self):
        records = [record(n, gateway=n % 10 == 0) for n in range(60)]
        homes = recorded_home.chosen(records, 5, 10, 1)
        ids = [each["id"] for home in homes for each in home]
        self.assertEqual(len(ids), 50)
        self.assertEqual(len(set(ids)), 50)
        for home in homes:
            self.assertEqual([bool(each["gateway"]) for each in home], [True] + [False] * 9)

    def test_the_seed_decides(self):
        records = [record(n) for n in range(30)]
        first = recorded_home.chosen(records, 2, 10, 1)
        self.assertEqual(first, recorded_home.chosen(records, 2, 10, 1))
        self.assertNotEqual(first, recorded_home.chosen(records, 2, 10, 2))

    def test_a_run_that_would_be_short_is_left_out(self):
        self.assertEqual(len(recorded_home.chosen([record(n) for n in range(25)], 3, 10, 1)), 2)


class Addresses(unittest.TestCase):
    def mac(self, record, taken=()):
        return recorded_home.mac_for(record, TABLE, str.lower, set(taken))

    def test_the_packed_table_is_read(self):
        rows = [(b"\x00\x11\x22", "Acme"), (b"\x00\x11\x33", "Zed"), (b"\x00\x11\x44", "Acme")]
        self.assertEqual(
            recorded_home.makers(packed(rows)),
            {"Acme": [b"\x00\x11\x22", b"\x00\x11\x44"], "Zed": [b"\x00\x11\x33"]},
        )

    def test_the_project_s_own_table_is_read(self):
        table = (PROJECT / "Sources/IdentificationData/vendors.bin").read_bytes()
        self.assertIn(recorded_home.MODULE_MAKER, recorded_home.makers(table))

    def test_the_record_s_own_is_kept(self):
        self.assertEqual(self.mac(record(1, mac="AA:BB:CC:00:00:01")), "aa:bb:cc:00:00:01")

    def test_one_that_is_taken_or_no_host_s_is_replaced(self):
        own = record(1, mac="aa:bb:cc:00:00:01")
        other = self.mac(own, {"aa:bb:cc:00:00:01"})
        self.assertTrue(other.startswith("aa:bb:cc:"))
        self.assertNotEqual(other, "aa:bb:cc:00:00:01")
        for impossible in ("00:00:00:00:00:00", "01:00:5e:00:00:fb", "nonsense"):
            self.assertTrue(self.mac(record(1, mac=impossible)).startswith("00:11:22:"))

    def test_a_maker_without_a_prefix_has_a_module_maker_s(self):
        self.assertTrue(self.mac(record(1)).startswith("00:11:22:"))
        self.assertTrue(self.mac(record(1, truth={"vendor": "Nobody"})).startswith("24:0a:c4:"))
        self.assertTrue(self.mac(record(1, truth={})).startswith("24:0a:c4:"))

    def test_a_home_has_no_address_twice(self):
        records = [record(n, mac="aa:bb:cc:00:00:01") for n in range(20)]
        hosts = recorded_home.home(records, TABLE, str.lower)
        self.assertEqual(len({each["mac"] for each in hosts}), 20)
        self.assertEqual(len({each["ip"] for each in hosts}), 20)

    def test_the_gateway_is_first_in_the_network(self):
        hosts = recorded_home.home([record(1, gateway=True), record(2)], TABLE, str.lower)
        self.assertEqual([each["ip"] for each in hosts], ["192.168.77.1", "192.168.77.11"])


class Moving(unittest.TestCase):
    def test_its_own_address_is_the_new_one_wherever_it_says_it(self):
        before = record(1, ip="10.0.0.1", http=[{"body": "at 10.0.0.1, not 10.0.0.12 or 110.0.0.1"}])
        after = recorded_home.moved(before, "192.168.77.9", "00:11:22:00:00:01")
        self.assertEqual(after["http"][0]["body"], "at 192.168.77.9, not 10.0.0.12 or 110.0.0.1")
        self.assertEqual((after["ip"], after["mac"]), ("192.168.77.9", "00:11:22:00:00:01"))
        self.assertNotIn("truth", after)
        self.assertEqual(before["ip"], "10.0.0.1")

    def test_descriptions_lie_on_the_host_itself(self):
        before = record(1, ssdp=[{"location": "http://172.16.3.4:1400/d.xml"}, {"location": "http://tv/"},
                                 {"location": "http://[fe80::1]:80/x"}, {"nt": "upnp:rootdevice"}])
        after = recorded_home.moved(before, "192.168.77.9", "00:11:22:00:00:01")
        self.assertEqual(
            [each.get("location") for each in after["ssdp"]],
            ["http://192.168.77.9:1400/d.xml", "http://192.168.77.9/", "http://192.168.77.9:80/x", None],
        )


class Losing(unittest.TestCase):
    def lost(self, record, heard=None, asked=None, unserved=()):
        return dict(recorded_home.lost(record, heard or {}, asked or {}, unserved))

    def test_what_arrived_is_not_lost(self):
        whole = {"mdns": [{"type": "_x._tcp", "txt": {"MD": "1"}}], "snmp": {"sys_name": "a"}}
        heard = {"mdns": [{"type": "_x._tcp", "txt": {"md": "1"}}], "snmp": {"sys_name": "a"}}
        self.assertEqual(self.lost(whole, heard), {})

    def test_a_page_that_nobody_asked_for_is_told_from_one_that_got_lost(self):
        pages = {"http": [{"port": 80, "path": "/a"}, {"port": 80, "path": "/b?x=1"}]}
        self.assertEqual(
            self.lost(pages, asked={"pages": ["GET :80/b?x=2"]}),
            {"http :80/a": "not asked", "http :80/b": "asked, not kept"},
        )

    def test_datagrams_likewise(self):
        whole = {"udp": [{"port": 9999}, {"port": 20002}], "snmp": {"sys_name": "a"}}
        self.assertEqual(
            self.lost(whole, asked={"udp": {"9999": 2}}),
            {"udp 9999": "asked, not received", "udp 20002": "not asked", "snmp": "not asked"},
        )

    def test_what_cannot_be_served_says_why(self):
        whole = {"dhcp": {"hostname": "x"}, "udp": [{"port": 7000}, {"port": 9999}]}
        unserved = [{"key": "dhcp", "reason": "privileges"}, {"key": "udp", "reason": "port 7000: cipher"}]
        self.assertEqual(
            self.lost(whole, unserved=unserved),
            {"dhcp": "not servable: privileges", "udp 7000": "not servable: port 7000: cipher",
             "udp 9999": "not asked"},
        )


if __name__ == "__main__":
    unittest.main()
