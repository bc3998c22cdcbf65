# SPDX-License-Identifier: MIT
"""A system bus of the host's own, for the daemons that register their services with avahi."""

SOCKET = "unix:path=/run/dbus/system_bus_socket"

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_type="method_call"/>
    <allow send_type="signal"/>
    <allow send_type="method_return"/>
    <allow send_type="error"/>
    <allow receive_type="method_call"/>
    <allow receive_type="signal"/>
    <allow receive_type="method_return"/>
    <allow receive_type="error"/>
  </policy>
</busconfig>
"""


def command(host, write):
    """The bus, reachable where every program looks for the system's."""
    host.run(["mkdir", "-p", "/run/dbus"])
    write(host, "dbus.conf", CONFIGURATION)
    return ["dbus-daemon", "--config-file=/run/lab/dbus.conf", "--nofork", "--nopidfile"]
