# SPDX-License-Identifier: MIT
"""Ports that print every byte: `printing_ports.py ADDRESS FILE` keeps in the file how many came."""

import asyncio
import sys

address, path = sys.argv[1:]
came = 0


def note():
    with open(path, "w", encoding="ascii") as file:
        file.write(str(came))


async def take(reader, writer):
    global came
    while part := await reader.read(4096):
        came += len(part)
        note()
    writer.close()


async def main():
    servers = [await asyncio.start_server(take, address, port) for port in (515, 9100, 9107)]
    note()
    await asyncio.gather(*(each.serve_forever() for each in servers))


asyncio.run(main())
