# SPDX-License-Identifier: MIT
"""The home of real programs: who lives where, and what a scan must say of each."""

import contextlib
import time

import daemons
import readiness
from namespaces import Host, is_plain_root, make_bridge

SCANNER = "10.77.0.50"


class Resident:
    """A host of the lab: its daemon, and how one knows that it is ready."""

    def __init__(
        self, name, daemon, mac, address, ready, needs_users=False, has_dns_name=True
    ):
        self.name, self.daemon, self.mac, self.address = name, daemon, mac, address
        self.ready, self.needs_users, self.has_dns_name = ready, needs_users, has_dns_name
        self.host = None
        self.problem = None
        self.is_ready = False

    @property
    def excused(self):
        """Whether the daemon can't run here whatever the lab does."""
        return self.needs_users and not is_plain_root()

    def facts(self):
        """Where the tests find it; what they expect of it is written in them."""
        return {
            "daemon": self.daemon.__name__,
            "host": self.name,
            "mac": self.mac,
            "address": self.address,
            "problem": self.problem,
            "excused": self.excused,
        }


def residents():
    """Everybody; MACs are of real vendors' blocks, the last half the host's number."""
    tcp, mdns, ssdp = readiness.tcp, readiness.mdns, readiness.ssdp
    netbios, dns, snmp = readiness.netbios, readiness.dns, readiness.snmp
    knx, art_net = readiness.knx, readiness.art_net

    def ask(question, *arguments):
        return lambda scanner, address: question(scanner, address, *arguments)

    def both(*questions):
        return lambda scanner, address: all(each(scanner, address) for each in questions)

    def resident(host, daemon, number, block, ready, **options):
        mac = f"{block}:77:00:{number:02x}"
        return Resident(host, daemon, mac, f"10.77.0.{number}", ready, **options)

    upnp = "urn:schemas-upnp-org:device"
    return [
        resident("router", daemons.dnsmasq, 1, "3c:a6:2f",
                 ask(dns, "build-box.lan", "10.77.0.14")),
        resident("landing", daemons.miniupnpd, 2, "44:4e:6d", ask(ssdp, "upnp:rootdevice")),
        resident("bookshelf", daemons.avahi, 10, "b8:27:eb",
                 ask(mdns, "_smb._tcp", "Bookshelf Share"), has_dns_name=False),
        resident("attic", daemons.nmbd, 11, "00:11:32", ask(netbios, "ATTIC-NAS"),
                 has_dns_name=False),
        resident("vault", daemons.smbd, 20, "00:11:32", ask(tcp, 445), needs_users=True,
                 has_dns_name=False),
        resident("hallway", daemons.ippserver, 12, "9c:ae:d3",
                 both(ask(mdns, "_ipp._tcp", "Hallway Printer"), ask(tcp, 8631), ask(tcp, 9107)),
                 has_dns_name=False),
        resident("cellar", daemons.minidlna, 13, "00:08:9b", ask(ssdp, f"{upnp}:MediaServer:1")),
        resident("build-box", daemons.openssh, 14, "d4:be:d9", ask(tcp, 22)),
        resident("landing-switch", daemons.snmpd, 15, "00:1b:78", ask(snmp, "landing-switch")),
        resident("kitchen", daemons.shairport, 16, "94:9f:3e",
                 both(ask(mdns, "_raop._tcp", "Kitchen Speaker"), ask(tcp, 5000)),
                 has_dns_name=False),
        resident("den", daemons.gmediarender, 17, "00:09:b0", ask(ssdp, f"{upnp}:MediaRenderer:1")),
        resident("broker", daemons.mosquitto, 18, "dc:a6:32", ask(tcp, 1883)),
        resident("pantry-bulb", daemons.zeroconf, 19, "ec:b5:fa",
                 ask(mdns, "_hap._tcp", "Pantry Bulb"), has_dns_name=False),
        resident("study", daemons.wsdd, 21, "94:c6:91", both(ask(tcp, 5357), ask(tcp, 22))),
        resident("porch-sensor", daemons.coap_server, 22, "24:0a:c4", readiness.coap),
        resident("stairs", daemons.knxd, 23, "dc:a6:32", ask(knx, "Stairs KNX")),
        resident("stage", daemons.olad, 25, "b8:27:eb", ask(art_net, "Stage node"),
                 needs_users=True),
        resident("rack", daemons.apcupsd, 26, "d4:be:d9",
                 both(ask(mdns, "_apcupsd._tcp", "Rack power"), ask(tcp, 3551)),
                 has_dns_name=False),
        resident("den-thermostat", daemons.bacpypes, 27, "00:60:2d", readiness.bacnet),
        resident("workshop", daemons.cpppo, 28, "00:00:bc", readiness.ethernet_ip),
        resident("desk", daemons.xrdp, 29, "48:4d:7e", both(ask(tcp, 3389), ask(tcp, 22)),
                 has_dns_name=False),
    ]


class Home:
    """The running lab: a bridge, its residents, a guest by DHCP, and the scanner's host."""

    def __init__(self):
        self.residents = residents()
        self.guest = Resident("guest-tablet", daemons.udhcpc, "f0:18:98:77:00:64", None, None)
        self.scanner = None

    def build(self, seconds=45):
        """Starts everything and waits until each answers; a `problem` says who does not."""
        bridge = make_bridge()
        self.scanner = Host("scanner", "52:54:00:77:00:32", SCANNER, daemons.ROUTER, daemons.ROUTER)
        self.scanner.plug(bridge, 50)
        # Who has a name of his own is not helped by the router's.
        names = [(each.name, each.address) for each in self.residents if each.has_dns_name]
        for number, each in enumerate(self.residents + [self.guest], start=1):
            gateway = daemons.ROUTER if each.name not in ("router", "guest-tablet") else None
            each.host = Host(each.name, each.mac, each.address, gateway, daemons.ROUTER)
            each.host.plug(bridge, number)
            if not each.excused:
                self._start(each, names)
        end = time.monotonic() + seconds
        for each in self.residents:
            self._await(each, end)
        self._await_guest(end)
        # The questions above have filled the scanner's neighbour table; a scan starts without.
        self.scanner.run(["ip", "neigh", "flush", "all"])

    def _start(self, each, names):
        try:
            for number, command in enumerate(each.daemon(each.host, names)):
                log = f"/run/{each.name}.{number}.log"
                each.host.start(command, log=log)
                if command[0] == "dbus-daemon":
                    socket = "/run/dbus/system_bus_socket"
                    if not readiness.eventually(
                        lambda: each.host.run(["test", "-S", socket]).returncode == 0, 20, 0.02
                    ):
                        raise RuntimeError("no D-Bus")
        except (OSError, RuntimeError) as error:
            each.problem = f"{each.daemon.__name__}: {error}"

    def _await(self, each, end):
        if each.excused:
            each.problem = f"{each.daemon.__name__} needs other users; here root is the only one"
        if each.problem:
            return
        def answers():
            each.is_ready = each.ready(self.scanner, each.address)
            return each.is_ready or each.host.processes[-1].poll() is not None

        readiness.eventually(answers, max(0, end - time.monotonic()))
        if not each.is_ready:
            each.problem = f"{each.daemon.__name__} does not answer: {self._last_words(each)}"

    def _await_guest(self, end):
        def has_address():
            done = self.guest.host.run(["cat", "/run/lab/address"])
            self.guest.address = done.stdout.strip() or None
            self.guest.is_ready = self.guest.address is not None
            return self.guest.is_ready

        if not readiness.eventually(has_address, max(0, end - time.monotonic())):
            self.guest.problem = f"udhcpc got no address: {self._last_words(self.guest)}"

    def _last_words(self, each):
        words = []
        for number, process in enumerate(each.host.processes):
            with contextlib.suppress(OSError):
                with open(f"/run/{each.name}.{number}.log", encoding="utf-8", errors="replace") as log:
                    lines = log.read().strip().splitlines()[-2:]
                code = process.poll()
                state = "runs" if code is None else f"ended with {code}"
                words.append(f"{process.args[0]} {state}: {' / '.join(lines)}")
        return "; ".join(words)

    def facts(self):
        """The truth, in JSON's terms."""
        return {
            "network": daemons.NETWORK,
            "scanner": {"address": SCANNER, "mac": self.scanner.mac},
            "residents": [each.facts() for each in self.residents + [self.guest]],
            "printed": self._printed(),
        }

    def _printed(self):
        """How many bytes came to the printer's printing ports; `None` where nobody counts."""
        for each in self.residents:
            if each.daemon is daemons.ippserver and each.is_ready:
                words = each.host.run(["cat", daemons.PRINTED]).stdout.strip()
                return int(words) if words.isdigit() else None
        return None
