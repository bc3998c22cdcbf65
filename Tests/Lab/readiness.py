# SPDX-License-Identifier: MIT
"""Questions whose answers say that a daemon is ready, asked as a stranger would ask them.

None of this is shared with HomeNet: where it and a scan disagree, the scan is wrong.
"""

import select
import socket
import struct
import time

MDNS = ("224.0.0.251", 5353)
SSDP = ("239.255.255.250", 1900)


def eventually(question, seconds, pause=0.1):
    """Asks until the answer is yes; False when the time is over."""
    end = time.monotonic() + seconds
    while not question():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


def tcp(scanner, address, port):
    """Whether the port accepts."""
    with scanner.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.settimeout(0.5)
        return stream.connect_ex((address, port)) == 0


def _exchange(scanner, request, target, wanted, seconds=0.6, port=0):
    """Whether an answer to the datagram comes from `wanted[0]` and holds `wanted[1]`."""
    with scanner.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("", port))
        datagrams.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 4)
        if target[0].startswith("2"):
            datagrams.setsockopt(
                socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(scanner.address)
            )
        datagrams.sendto(request, target)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([datagrams], [], [], left)[0]:
                return False
            answer, source = datagrams.recvfrom(9000)
            if source[0] == wanted[0] and wanted[1].encode() in answer:
                return True
    return False


def _question(name, kind, identifier=0x4C42):
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    return struct.pack(">6H", identifier, 0x0100, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, kind, 1)


def mdns(scanner, address, service, instance):
    """Whether the host announces the instance, by a legacy unicast query (RFC 6762, 6.7)."""
    return _exchange(scanner, _question(f"{service}.local", 12), MDNS, (address, instance))


def dns(scanner, resolver, name, address):
    """Whether the resolver has that address for the name."""
    answer = socket.inet_aton(address).decode("latin-1")
    with scanner.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.settimeout(0.6)
        datagrams.sendto(_question(name, 1), (resolver, 53))
        try:
            return answer.encode("latin-1") in datagrams.recv(4096)
        except OSError:
            return False


def ssdp(scanner, address, target):
    """Whether the device answers an M-SEARCH for the target."""
    request = (
        "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\n"
        f"MX: 1\r\nST: {target}\r\n\r\n"
    )
    return _exchange(scanner, request.encode(), SSDP, (address, target), seconds=1.5)


def netbios(scanner, address, name):
    """Whether the host's node status (RFC 1002, 4.2.17) holds the name."""
    star = b"\x20CK" + b"A" * 30 + b"\x00"
    request = struct.pack(">6H", 0x4C42, 0, 1, 0, 0, 0) + star + struct.pack(">HH", 0x21, 1)
    return _exchange(scanner, request, (address, 137), (address, name))


def snmp(scanner, address, name):
    """Whether the agent says so of sysName.0, by SNMPv2c with the community `public`."""
    oid = bytes.fromhex("06082b06010201010500")
    bindings = b"\x30" + bytes([len(oid) + 4]) + b"\x30" + bytes([len(oid) + 2]) + oid + b"\x05\x00"
    body = bytes.fromhex("02044c420001020100020100") + bindings
    request = b"\x02\x01\x01\x04\x06public\xa0" + bytes([len(body)]) + body
    request = b"\x30" + bytes([len(request)]) + request
    return _exchange(scanner, request, (address, 161), (address, name))


def coap(scanner, address):
    """Whether the server lists its resources (RFC 6690, section 4)."""
    request = b"\x40\x01\x4c\x42\xbb.well-known\x04core"
    return _exchange(scanner, request, (address, 5683), (address, "</"))


def knx(scanner, address, name):
    """Whether the server answers a search, to the sender as its route back (KNX 3/8/2)."""
    request = bytes.fromhex("06100201000e 0801000000000000")
    return _exchange(scanner, request, (address, 3671), (address, name))


def art_net(scanner, address, name):
    """Whether the node answers a poll, which it does at the port of all nodes."""
    request = b"Art-Net\0" + bytes.fromhex("0020000e0000")
    return _exchange(scanner, request, (address, 6454), (address, name), port=6454)


def bacnet(scanner, address):
    """Whether the device answers Who-Is by I-Am (ASHRAE 135, clause 16.10)."""
    request = bytes.fromhex("810a000801001008")
    return _exchange(scanner, request, (address, 47808), (address, "\x10\0"))


def ethernet_ip(scanner, address):
    """Whether the device answers ListIdentity with one item (CIP volume 2, section 2-4.2)."""
    request = b"\x63" + bytes(23)
    return _exchange(scanner, request, (address, 44818), (address, "\x01\0\x0c\0"))
