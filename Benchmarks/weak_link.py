#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A cable between two bridges that delays frames, loses some, and has a short queue each way.

    weak_link.py TAP TAP QUEUE LEAST_MS MOST_MS LOSS

Each way takes between LEAST_MS and MOST_MS, in order; QUEUE frames may be under way; LOSS is a share.
Prints {"frames", "dropped", "lost"} for each line of standard input, and counts from zero again:
what came, what found the queue full, what was lost by chance. Only the kernels' queues of TAP devices
are before it; they are made so long that nothing is dropped there.
"""

import collections
import fcntl
import json
import os
import random
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000


def attach(name):
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return descriptor


def main():
    names, (queue, least, most, loss) = sys.argv[1:3], map(float, sys.argv[3:7])
    ends = [attach(name) for name in names]
    waiting = {end: collections.deque() for end in ends}
    counts = dict(frames=0, dropped=0, lost=0)
    chance, now_of, read, write = random.Random(1).random, time.monotonic, os.read, os.write
    ways = [(ends[0], ends[1]), (ends[1], ends[0])]
    poll = select.epoll()
    for end in ends + [0]:
        poll.register(end, select.EPOLLIN)
    print("ready", flush=True)
    while True:
        soonest = min((line[0][0] for line in waiting.values() if line), default=None)
        # epoll waits whole milliseconds only.
        rest = 1.0 if soonest is None else soonest - now_of()
        for end, _ in poll.poll(rest if rest > 0.0015 else 0):
            if end == 0:
                if not os.read(0, 100):
                    return
                print(json.dumps(counts), flush=True)
                counts = dict(frames=0, dropped=0, lost=0)
        for source, target in ways:
            line = waiting[target]
            for _ in range(64):
                try:
                    frame = read(source, 2048)
                except BlockingIOError:
                    break
                now = now_of()
                while line and line[0][0] <= now:
                    write(target, line.popleft()[1])
                counts["frames"] += 1
                if len(line) >= queue:
                    counts["dropped"] += 1
                elif loss and chance() < loss:
                    counts["lost"] += 1
                else:
                    leaves = now + (least + (most - least) * chance()) / 1000
                    line.append((max(leaves, line[-1][0]) if line else leaves, frame))
            now = now_of()
            while line and line[0][0] <= now:
                write(target, line.popleft()[1])


main()
