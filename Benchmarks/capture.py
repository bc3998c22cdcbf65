# SPDX-License-Identifier: MIT
"""What a scanner really does, seen from outside: its frames by AF_PACKET, its sockets by /proc."""

import os
import socket
import struct
import threading
import time

ETH_P_ALL = 3
PACKET_OUTGOING = 4
SO_RCVBUFFORCE = 33
SO_TIMESTAMPNS = 35


class Capture:
    """Counts the frames that leave an interface, by kind, and the fastest second of them."""

    def __init__(self, host, interface="eth0"):
        self.socket = host.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.socket.bind((interface, ETH_P_ALL))
        self.socket.settimeout(0.1)
        self.kinds = {}
        self.times = []
        self.connections = set()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()
        self.socket.close()

    def _read(self):
        receive = self.socket.recvmsg
        while True:
            try:
                frame, extras, _, address = receive(128, 64)
            except TimeoutError:
                if self.stop.is_set():
                    return
                continue
            if address[2] == PACKET_OUTGOING:
                # The kernel's own time: this thread may be late.
                seconds, nanoseconds = struct.unpack("qq", extras[0][2])
                self.times.append(seconds + nanoseconds / 1e9)
                self._count(frame)

    def _count(self, frame):
        kind = frame[12:14]
        if kind == b"\x08\x06":
            name = "arp"
        elif kind == b"\x08\x00":
            name = {1: "icmp", 2: "igmp", 6: "tcp", 17: "udp"}.get(frame[23], "ip")
            start = 14 + (frame[14] & 15) * 4
            if name == "tcp" and frame[start + 13] & 0x12 == 0x02:
                self.connections.add(frame[26:34] + frame[start : start + 4])
        else:
            name = "ipv6" if kind == b"\x86\xdd" else "other"
        self.kinds[name] = self.kinds.get(name, 0) + 1

    def summary(self):
        """Frames in all and by kind, TCP connections, and the most frames in any second."""
        busiest, first = 0, 0
        for last, moment in enumerate(self.times):
            while moment - self.times[first] >= 1:
                first += 1
            busiest = max(busiest, last - first + 1)
        return {
            "frames": len(self.times),
            "by_kind": dict(sorted(self.kinds.items())),
            "tcp_connections": len(self.connections),
            "peak_frames_per_second": busiest,
        }


class SocketWatch:
    """Samples how many sockets a process holds, and its largest resident size in MiB.

    The peak of the sockets is a lower bound of the truth.
    """

    def __init__(self, pid, every=0.002):
        self.pid, self.every = pid, every
        self.peak = 0
        self.peak_memory = 0.0
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        folder = f"/proc/{self.pid}/fd"
        while True:
            count = 0
            try:
                for name in os.listdir(folder):
                    try:
                        if os.readlink(f"{folder}/{name}").startswith("socket:"):
                            count += 1
                    except OSError:
                        continue
            except OSError:
                return
            self.peak = max(self.peak, count)
            self.peak_memory = max(self.peak_memory, peak_memory(self.pid) or 0)
            time.sleep(self.every)


def peak_memory(pid):
    """A process's largest resident size so far, in MiB; `None` when it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        return None
    return None
