# SPDX-License-Identifier: MIT
"""A BACnet device by bacpypes3: `bacnet_device.py ADDRESS/PREFIX NAME INSTANCE`"""

import asyncio
import sys

from bacpypes3.app import Application
from bacpypes3.argparse import SimpleArgumentParser


async def main(address, name, instance):
    arguments = ["--address", address, "--name", name, "--instance", instance,
                 "--vendoridentifier", "999"]
    application = Application.from_args(SimpleArgumentParser().parse_args(arguments))
    await asyncio.Event().wait()
    application.close()


asyncio.run(main(*sys.argv[1:]))
