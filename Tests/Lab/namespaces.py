# SPDX-License-Identifier: MIT
"""Homes made of network namespaces: hosts on a bridge, in a sandbox that takes all with it.

Namespaces are held by descriptors, not by processes or by files in /run, so nothing is left
when the sandbox ends, however it ends. Python's standard library and iproute2 are all it needs.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWNET = 0x40000000

MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18

libc = ctypes.CDLL(None, use_errno=True)


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(source, target, kind, flags=0, options=None):
    encode = lambda text: None if text is None else text.encode()
    check(
        libc.mount(encode(source), encode(target), encode(kind), flags, encode(options)),
        f"mount {target}",
    )


def enter_sandbox(seconds):
    """Runs this program again, in namespaces of its own, and ends with its exit code.

    Network, mounts and processes are new; where the caller is no root, users too. When the
    inner program ends, or the time is over, the kernel kills every process inside. Returns
    inside; never returns outside.
    """
    if os.environ.get("HOMENET_LAB_INSIDE") == "1":
        mount("tmpfs", "/run", "tmpfs", 0, "mode=755")
        run("ip", "link", "set", "lo", "up")
        signal.alarm(seconds)  # SIGALRM ends this process, which is PID 1 in here
        signal.signal(signal.SIGALRM, lambda *_: give_up(seconds))
        return
    for tool in ("unshare", "ip"):
        if shutil.which(tool) is None:
            sys.exit(f"lab: {tool} is missing (scripts/install-system-packages.sh)")
    command = ["unshare"]
    if os.geteuid() != 0:
        command += ["--user", "--map-root-user"]
    command += ["--net", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"]
    command += ["--propagation", "private", "--", sys.executable] + sys.argv
    environment = dict(os.environ, HOMENET_LAB_INSIDE="1", PYTHONDONTWRITEBYTECODE="1")
    environment["PATH"] = os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin"
    process = subprocess.Popen(command, env=environment)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: process.kill())
    with contextlib.suppress(KeyboardInterrupt):
        process.wait()
    process.kill()
    sys.exit(process.wait() if process.returncode is None else abs(process.returncode))


def give_up(seconds):
    print(f"lab: not finished after {seconds} s", file=sys.stderr, flush=True)
    os._exit(124)


def run(*command, stdin=None, timeout=20):
    """Runs a command of the lab itself; raises with its own words where it fails."""
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=timeout, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def is_plain_root():
    """Whether this root may become other users; in a user namespace of one user it may not."""
    with open("/proc/self/uid_map", encoding="ascii") as lines:
        return sum(int(line.split()[2]) for line in lines) > 65534


class Host:
    """One network namespace with an `eth0` on the bridge, and mounts and a name of its own."""

    def __init__(self, name, mac, address=None, gateway=None, resolver=None, network=None):
        """A new host; or, with `network`, the path of a namespace, one that somebody else made."""
        self.name, self.mac, self.address = name, mac, address
        self.gateway, self.resolver, self.network = gateway, resolver, network
        self.descriptors = []
        self.processes = []
        self._make()

    def _make(self):
        ready_read, ready_write = os.pipe()
        done_read, done_write = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            with contextlib.suppress(Exception):
                os.close(ready_read)
                os.close(done_write)
                if self.network:
                    descriptor = os.open(self.network, os.O_RDONLY | os.O_CLOEXEC)
                    check(libc.setns(descriptor, CLONE_NEWNET), "setns")
                else:
                    check(libc.unshare(CLONE_NEWNET), "unshare")
                check(libc.unshare(CLONE_NEWNS | CLONE_NEWUTS), "unshare")
                self._prepare()
                os.write(ready_write, b"1")
                os.read(done_read, 1)
                status = 0
            os._exit(status)
        os.close(ready_write)
        os.close(done_read)
        try:
            if os.read(ready_read, 1) != b"1":
                raise RuntimeError(f"no namespace for {self.name}")
            for kind in ("net", "mnt", "uts"):
                self.descriptors.append(os.open(f"/proc/{child}/ns/{kind}", os.O_RDONLY))
        finally:
            os.close(done_write)
            os.close(ready_read)
            os.waitpid(child, 0)

    def _prepare(self):
        check(libc.sethostname(self.name.encode(), len(self.name)), "sethostname")
        check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
        mount("tmpfs", "/run", "tmpfs", 0, "mode=755")
        os.makedirs("/run/lab")
        # What a daemon asks of a system: nobody's names but the lab's.
        with open("/run/lab/hosts", "w", encoding="ascii") as file:
            file.write(f"127.0.0.1 localhost\n{self.address or '127.0.1.1'} {self.name}\n")
        mount("/run/lab/hosts", "/etc/hosts", None, MS_BIND)
        if not is_plain_root():
            # Daemons that insist on a user of their own get one that exists in here.
            for name in ("passwd", "group"):
                with open(f"/etc/{name}", encoding="utf-8") as file:
                    entries = [line.rstrip("\n").split(":") for line in file if ":" in line]
                with open(f"/run/lab/{name}", "w", encoding="utf-8") as file:
                    for entry in entries:
                        entry[2:4] = ["0", "0" if name == "passwd" else ""]
                        file.write(":".join(entry) + "\n")
                mount(f"/run/lab/{name}", f"/etc/{name}", None, MS_BIND)
        with open("/run/lab/resolv.conf", "w", encoding="ascii") as file:
            file.write(f"nameserver {self.resolver}\n" if self.resolver else "")
        with contextlib.suppress(OSError):
            mount("/run/lab/resolv.conf", os.path.realpath("/etc/resolv.conf"), None, MS_BIND)

    def enter(self):
        """Moves the calling process into this host; for the moment between fork and exec."""
        for descriptor in self.descriptors:
            check(libc.setns(descriptor, 0), "setns")
        os.chdir("/")

    def start(self, command, log=None, new_session=True, **options):
        """Starts a process in this host; the sandbox ends it if nobody else does."""
        output = open(log, "wb") if log else subprocess.DEVNULL
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", output)
        options.setdefault("stderr", output)
        process = subprocess.Popen(
            command, preexec_fn=self.enter, start_new_session=new_session, **options
        )
        self.processes.append(process)
        return process

    def run(self, command, timeout=20, **options):
        """Runs a command in this host to its end and returns what it printed."""
        return subprocess.run(
            command,
            preexec_fn=self.enter,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            **options,
        )

    def socket(self, *arguments):
        """A socket of this host, for the caller: it stays in the host's namespace for life."""
        home = os.open("/proc/self/ns/net", os.O_RDONLY)
        try:
            check(libc.setns(self.descriptors[0], CLONE_NEWNET), "setns")
            return socket.socket(*arguments)
        finally:
            check(libc.setns(home, CLONE_NEWNET), "setns")
            os.close(home)

    @property
    def place(self):
        """The path of its network namespace, for `ip`."""
        return f"/proc/{os.getpid()}/fd/{self.descriptors[0]}"

    def batch(self, text):
        """Runs lines of `ip -batch` in this host."""
        done = subprocess.run(
            ["ip", "-batch", "-"],
            preexec_fn=self.enter,
            input=text,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{self.name}: {done.stderr.strip()}")

    def plug(self, bridge, number, prefix=24):
        """Joins the host to the bridge with a cable of its own and gives it its address."""
        run("ip", "link", "add", f"port{number}", "master", bridge, "type", "veth",
            "peer", "name", "eth0", "address", self.mac, "netns", self.place)
        run("ip", "link", "set", f"port{number}", "up")
        lines = "link set lo up\nlink set eth0 up\n"
        if self.address:
            lines += f"addr add {self.address}/{prefix} brd + dev eth0\n"
        if self.gateway:
            lines += f"route add default via {self.gateway}\n"
        self.batch(lines)

    def unplug(self, number):
        """Pulls the cable out: the host has left, and says nothing about it."""
        run("ip", "link", "set", f"port{number}", "down")


def cable(one, one_link, other, other_link):
    """Joins two hosts by a cable of their own, whose ends have no addresses yet."""
    run("ip", "link", "add", "name", one_link, "netns", one.place, "type", "veth",
        "peer", "name", other_link, "netns", other.place)
    for host, link in ((one, one_link), (other, other_link)):
        host.batch(f"link set lo up\nlink set {link} up\n")


def make_bridge(name="br0"):
    """A switch without spanning tree, so that ports forward at once."""
    run("ip", "link", "add", name, "type", "bridge", "stp_state", "0", "forward_delay", "0",
        "mcast_snooping", "0")
    run("ip", "link", "set", name, "up")
    return name


def unprivileged(command):
    """The command as somebody without any capability; another user where that is possible."""
    prefix = ["setpriv", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    if is_plain_root():
        prefix += ["--reuid", "65534", "--regid", "65534", "--clear-groups"]
    return prefix + ["--"] + command
