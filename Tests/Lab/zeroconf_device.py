# SPDX-License-Identifier: MIT
"""A HomeKit bulb by python-zeroconf: `zeroconf_device.py ADDRESS HOST.local.`"""

import signal
import socket
import sys

from zeroconf import IPVersion, ServiceInfo, Zeroconf

address, server = sys.argv[1:]
info = ServiceInfo(
    "_hap._tcp.local.",
    "Pantry Bulb._hap._tcp.local.",
    addresses=[socket.inet_aton(address)],
    port=51826,
    properties={"md": "LB-7", "ci": "5", "id": "2F:1D:20:A1:00:12", "pv": "1.1"},
    server=server,
)
zeroconf = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
zeroconf.register_service(info)
signal.sigwait([signal.SIGTERM])
