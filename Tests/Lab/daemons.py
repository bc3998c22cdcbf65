# SPDX-License-Identifier: MIT
"""The real programs of the lab: how each is configured, started, and known to be ready.

Every daemon runs in the foreground, in a namespace of its own, with all its files under
/run/lab there. `truth` is what a scan of the lab must say of it.
"""

import os
import sys

import dbus_daemon

NETWORK = "10.77.0.0/24"
ROUTER = "10.77.0.1"
PRINTED = "/run/lab/printed"
SECOND_SSH_ADDRESS = "10.77.0.24"
DOMAIN = "lan"


def write(host, name, text):
    """Writes a configuration file inside the host and returns its path there."""
    path = f"/run/lab/{name}"
    done = host.run(["sh", "-c", 'mkdir -p "$(dirname "$1")"; printf %s "$2" > "$1"', "sh", path, text])
    if done.returncode != 0:
        raise RuntimeError(f"{host.name}: {path}: {done.stderr.strip()}")
    return path


def dnsmasq(host, names):
    """DHCP and DNS of the home: the router."""
    records = "".join(f"host-record={name}.{DOMAIN},{address}\n" for name, address in names)
    write(host, "dnsmasq.conf", f"""
interface=eth0
bind-interfaces
except-interface=lo
no-resolv
no-hosts
domain={DOMAIN}
local=/{DOMAIN}/
expand-hosts
dhcp-range=10.77.0.100,10.77.0.150,255.255.255.0,1h
dhcp-option=3,{ROUTER}
dhcp-option=6,{ROUTER}
dhcp-authoritative
no-ping
dhcp-leasefile=/run/lab/leases
{records}""")
    # Its debug mode alone leaves users and groups alone, which a user namespace may not change.
    return [["dnsmasq", "--no-daemon", "--conf-file=/run/lab/dnsmasq.conf"]]


def miniupnpd(host, _):
    """The UPnP face of a router: an Internet Gateway Device, found by SSDP."""
    host.batch(
        "link add wan0 type veth peer name isp0\nlink set isp0 up\nlink set wan0 up\n"
        "addr add 192.0.2.2/24 dev wan0\n"
    )
    write(host, "miniupnpd.conf", """
ext_ifname=wan0
listening_ip=eth0
http_port=5555
enable_natpmp=no
enable_upnp=yes
ipv6_disable=yes
secure_mode=yes
friendly_name=Landing Gateway
uuid=5c7f0e0a-77aa-4a0b-9a53-2f1d20a10002
lease_file=/run/lab/upnp.leases
notify_interval=30
""")
    return [["miniupnpd", "-d", "-f", "/run/lab/miniupnpd.conf", "-P", "/run/lab/miniupnpd.pid"]]


AVAHI = """
[server]
host-name={name}
use-ipv4=yes
use-ipv6=yes
allow-interfaces=eth0
enable-dbus={dbus}
ratelimit-interval-usec=1000000
ratelimit-burst=1000
[publish]
publish-workstation={workstation}
publish-hinfo=yes
[rlimits]
"""


def avahi_daemon(host, dbus, workstation="no"):
    write(host, "avahi-daemon.conf", AVAHI.format(
        name=host.name, dbus="yes" if dbus else "no", workstation=workstation))
    host.run(["mkdir", "-p", "/run/avahi-daemon"])
    return ["avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits", "-f",
            "/run/lab/avahi-daemon.conf"]


def avahi_services(host, name, *services):
    """Static services of one name, as XML; Debian's avahi reads them at its start."""
    write(host, "services/lab.service", f"""<?xml version="1.0" standalone='no'?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name>{name}</name>
  {"".join(f"<service>{each}</service>" for each in services)}
</service-group>
""")
    done = host.run(["mount", "--bind", "/run/lab/services", "/etc/avahi/services"])
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())


def avahi(host, _):
    """mDNS as most Linux machines speak it, with a static service and no D-Bus."""
    avahi_services(
        host, "Bookshelf Share", "<type>_smb._tcp</type><port>445</port>",
        "<type>_device-info._tcp</type><port>0</port><txt-record>model=MacPro7,1</txt-record>")
    return [avahi_daemon(host, dbus=False, workstation="yes")]


SAMBA = """
[global]
netbios name = {name}
workgroup = HOMELAB
server string = Attic storage
interfaces = eth0
bind interfaces only = yes
disable spoolss = yes
load printers = no
map to guest = Bad User
private dir = /run/lab/private
lock directory = /run/lab/lock
state directory = /run/lab/state
cache directory = /run/lab/cache
pid directory = /run/lab/pid
ncalrpc dir = /run/lab/ncalrpc
log file = /run/lab/log.%m
server role = standalone server
multicast dns register = no
[public]
path = /run/lab/public
guest ok = yes
"""


def samba(host, name, program):
    write(host, "smb.conf", SAMBA.format(name=name))
    host.run(["sh", "-c", "cd /run/lab && mkdir -p private lock state cache pid ncalrpc public /run/samba"])
    return [[program, "--foreground", "--debug-stdout", "--no-process-group", "-s", "/run/lab/smb.conf"]]


def nmbd(host, _):
    """A machine as Windows sees it: NetBIOS names."""
    return samba(host, "ATTIC-NAS", "nmbd")


def smbd(host, _):
    """A file server that nobody else has a name for: it says its own over SMB."""
    return samba(host, "VAULT", "smbd")


def ippserver(host, _):
    """A printer, by the reference implementation of IPP Everywhere; it registers with avahi.

    Beside it are ports that print whatever comes; nothing may.
    """
    host.run(["mkdir", "-p", "/run/lab/spool"])
    return [
        dbus_daemon.command(host, write),
        avahi_daemon(host, dbus=True),
        ["ippeveprinter", "-M", "Testmaker", "-m", "InkBox 3000", "-l", "Hallway", "-p", "8631",
         "-d", "/run/lab/spool", "-r", "_print", "--no-web-forms", "Hallway Printer"],
        [system_python(), beside("printing_ports.py"), host.address, PRINTED],
    ]


def minidlna(host, _):
    """A media server, found by SSDP."""
    write(host, "minidlna.conf", """
network_interface=eth0
port=8200
friendly_name=Cellar Media
media_dir=/run/lab/media
db_dir=/run/lab/db
log_dir=/run/lab
inotify=no
notify_interval=895
serial=77007
model_number=1
uuid=4d696e69-444c-164e-9d41-2f1d20a10006
minissdpdsocket=/run/lab/none
""")
    host.run(["mkdir", "-p", "/run/lab/media", "/run/lab/db"])
    return [["minidlnad", "-S", "-f", "/run/lab/minidlna.conf", "-P", "/run/lab/minidlna.pid"]]


def openssh(host, _):
    """A machine that only has SSH, at two addresses, and a name in the router's DNS."""
    host.batch(f"addr add {SECOND_SSH_ADDRESS}/24 dev eth0\n")
    return [sshd(host, host.address, SECOND_SSH_ADDRESS)]


def sshd(host, *addresses):
    listening = "".join(f"ListenAddress {address}\n" for address in addresses)
    host.run(["mkdir", "-p", "/run/sshd"])
    host.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "/run/lab/key"])
    write(host, "sshd_config", f"""
{listening}HostKey /run/lab/key
PidFile /run/lab/sshd.pid
UsePAM no
PasswordAuthentication no
""")
    return ["/usr/sbin/sshd", "-D", "-e", "-f", "/run/lab/sshd_config"]


def wsdd(host, _):
    """A Linux machine that Windows finds by WS-Discovery, as Samba's users have it; with SSH."""
    return [
        sshd(host, host.address),
        ["wsdd", "--interface", "eth0", "--ipv4only", "--hostname", "STUDY-PC", "--workgroup",
         "HOMELAB", "--uuid", "5a1c0e0a-77aa-4a0b-9a53-2f1d20a10021"],
    ]


def coap_server(host, _):
    """The example server of libcoap, in CoAP's multicast group."""
    return [["coap-server-notls", "-g", "224.0.1.187", "-G", "eth0"]]


def knxd(host, _):
    """The way to a KNX bus, here without a bus: KNXnet/IP finds it by a search."""
    return [["knxd", "--eibaddr=1.1.250", "--client-addrs=1.1.251:2", "--Name=Stairs KNX",
             "--Discovery", "--Tunnelling", "--Server", "--layer2=dummy:"]]


# Its plugins but Art-Net: each would ask the network or a serial port for more.
OLA_PLUGINS = (
    "dummy e131 espnet ftdidmx gpio karate kinet milinst opendmx openpixelcontrol osc pathport renard "
    "sandnet shownet spi stageprofi uartdmx usbdmx usbserial"
)


def olad(host, _):
    """A stage's lights: the Open Lighting Architecture, polled by Art-Net. It refuses to be root."""
    for plugin in OLA_PLUGINS.split():
        write(host, f"ola/ola-{plugin}.conf", "enabled = false\n")
    write(host, "ola/ola-artnet.conf", f"""
ip = {host.address}
short_name = Stage node
long_name = Stage lights of the attic
""")
    host.run(["chown", "-R", "olad", "/run/lab/ola"])
    return [["setpriv", "--reuid", "olad", "--regid", "nogroup", "--clear-groups", "olad",
             "--config-dir", "/run/lab/ola", "--no-http", "--no-register-with-dns-sd"]]


def apcupsd(host, _):
    """What watches over a power supply, announced by avahi; the driver for its own tests needs none."""
    avahi_services(host, "Rack power", "<type>_apcupsd._tcp</type><port>3551</port>")
    write(host, "apcupsd.conf", f"""## apcupsd.conf v1.1 ##
UPSNAME Rack
UPSCABLE simple
UPSTYPE test
LOCKFILE /run/lab
PWRFAILDIR /run/lab
NOLOGINDIR /run/lab
SCRIPTDIR /run/lab/no-scripts
EVENTSFILE /run/lab/events
STATFILE /run/lab/status
NETSERVER on
NISIP {host.address}
NISPORT 3551
""")
    return [
        avahi_daemon(host, dbus=False),
        ["apcupsd", "-b", "-f", "/run/lab/apcupsd.conf", "-P", "/run/lab/apcupsd.pid"],
    ]


def bacpypes(host, _):
    """A thermostat of a building, by a BACnet stack in Python."""
    return [[lab_python(), beside("bacnet_device.py"), f"{host.address}/24", "Den thermostat", "77027"]]


def cpppo(host, _):
    """A workshop's controller, by an EtherNet/IP stack in Python."""
    return [[lab_python(), "-m", "cpppo.server.enip", "--no-config", "LEVEL=INT[4]"]]


def xrdp(host, _):
    """A Linux machine's remote desktop, with SSH; the certificate names it as Windows' own do."""
    host.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
              "-nodes", "-days", "30", "-subj", "/CN=DESK-LINUX",
              "-keyout", "/run/lab/rdp.key", "-out", "/run/lab/rdp.pem"])
    write(host, "xrdp.ini", f"""
[Globals]
ini_version=1
fork=true
port=tcp://{host.address}:3389
security_layer=negotiate
certificate=/run/lab/rdp.pem
key_file=/run/lab/rdp.key
ssl_protocols=TLSv1.2, TLSv1.3
[Logging]
LogFile=/run/lab/xrdp.log
LogLevel=WARNING
EnableSyslog=false
[Xorg]
name=Xorg
lib=libxup.so
""")
    host.run(["mkdir", "-p", "/run/xrdp"])
    return [sshd(host, host.address), ["xrdp", "--nodaemon", "--config", "/run/lab/xrdp.ini"]]


def snmpd(host, _):
    """A switch, say: nothing but SNMP, and a name in the router's DNS."""
    write(host, "snmpd.conf", f"""
agentaddress udp:{host.address}:161
rocommunity public
sysName landing-switch
sysDescr HomeNet lab switch
sysServices 2
""")
    return [["snmpd", "-f", "-Lo", "-C", "-c", "/run/lab/snmpd.conf", "-p", "/run/lab/snmpd.pid",
             "-I", "-smux"]]


def shairport(host, _):
    """An AirPlay speaker; it registers with avahi, as `HEX@Name`."""
    write(host, "shairport.conf", """
general = { name = "Kitchen Speaker"; port = 5000; output_backend = "dummy";
            interpolation = "basic"; };
""")
    return [
        dbus_daemon.command(host, write),
        avahi_daemon(host, dbus=True),
        ["shairport-sync", "-c", "/run/lab/shairport.conf", "-o", "dummy"],
    ]


def gmediarender(host, _):
    """A UPnP renderer, found by SSDP."""
    return [["gmediarender", "-f", "Den Renderer", "-I", "eth0", "-p", "49494",
             "--gstout-audiosink=fakesink", "--gstout-videosink=fakesink",
             "-u", "6a2c4a2e-2c4e-4c4e-8c4e-2f1d20a10010", "--logfile=stderr"]]


def mosquitto(host, _):
    """An MQTT broker, in clear and over TLS, with a name in the router's DNS."""
    host.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
              "-nodes", "-days", "30", "-subj", "/O=Attic Brokers/CN=broker.lan",
              "-keyout", "/run/lab/broker.key", "-out", "/run/lab/broker.pem"])
    write(host, "mosquitto.conf", f"""
listener 1883 {host.address}
listener 8883 {host.address}
certfile /run/lab/broker.pem
keyfile /run/lab/broker.key
allow_anonymous true
persistence false
user root
log_dest stderr
""")
    return [["mosquitto", "-c", "/run/lab/mosquitto.conf"]]


def zeroconf(host, _):
    """mDNS by the Python implementation that Home Assistant uses."""
    return [[system_python(), beside("zeroconf_device.py"), host.address, "pantry-bulb.local."]]


def udhcpc(host, _):
    """A guest that gets its address from the router, which so learns its name."""
    write(host, "lease.sh", """#!/bin/sh
case "$1" in
  bound|renew)
    ip addr replace "$ip/${mask:-24}" brd + dev "$interface"
    ip route replace default via "${router%% *}"
    echo "$ip" > /run/lab/address ;;
esac
""")
    host.run(["chmod", "755", "/run/lab/lease.sh"])
    return [["udhcpc", "-f", "-i", "eth0", "-x", f"hostname:{host.name}", "-s",
             "/run/lab/lease.sh", "-t", "10", "-T", "1"]]


def system_python():
    """Debian's own interpreter, which sees Debian's python3-zeroconf."""
    return "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


def lab_python():
    """The interpreter that sees what the lab takes from PyPI."""
    path = beside("../../.build/lab/venv/bin/python")
    if not os.access(path, os.X_OK):
        raise RuntimeError("not installed (scripts/lab-packages.sh)")
    return path


def beside(script):
    """The path of a script of the lab."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), script)
