#!/usr/bin/env python3
"""A point-to-point link from this network namespace to that of a process, as PPP or WireGuard make one.

usage: point_to_point.py NAME PROCESS NAME
"""

import ctypes
import fcntl
import os
import select
import struct
import sys

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
CLONE_NEWNET = 0x40000000


def end(name):
    """An end of the link in the namespace that the process is in."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return descriptor


def main(near, process, far):
    ends = [end(near)]
    with open(f"/proc/{process}/ns/net", "rb") as namespace:
        if ctypes.CDLL(None).setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError("setns")
    ends.append(end(far))
    while True:
        for ready in select.select(ends, [], [])[0]:
            try:
                os.write(ends[1 - ends.index(ready)], os.read(ready, 65536))
            except OSError:
                # An end that is down takes nothing.
                pass


main(*sys.argv[1:])
