# SPDX-License-Identifier: MIT
"""The home of `Benchmarks/alerts`: homenet's machine, a NAS, a router with a resolver, a provider and a
server on the Internet, each in a network namespace; and everything that can break in it.

    here 192.168.1.7 --+-- 192.168.1.1 router 10.9.0.1 -- 10.9.0.2 provider 10.9.1.1 -- 10.9.1.2 far
     nas 192.168.1.20 -+                                                       203.0.113.9, 203.0.113.10
                    switch
"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tests" / "Lab")]

import served  # noqa: E402
from namespaces import Host, cable, is_plain_root, make_bridge, run, unprivileged  # noqa: E402

HERE, ROUTER, NAS = "192.168.1.7", "192.168.1.1", "192.168.1.20"
FAR, FAR_NAME, FAR_TWIN = "203.0.113.9", "far.lab.test", "203.0.113.10"
TCP, WEB, SECURE = 445, 80, 443
RECEIVER = 8099
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
SLOW_MS = 600


def within(host, *command):
    """Runs a command in a host; raises where it fails."""
    done = host.run(list(command))
    if done.returncode != 0:
        raise RuntimeError(f"{host.name}: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def listen(host, address, port):
    listener = host.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((address, port))
    listener.listen(64)
    return listener


class Acceptor:
    """Accepts connections of a port in a host and lets `serve` have each, in a thread of its own."""

    def __init__(self, host, address, port, serve):
        self.listener = listen(host, address, port)
        self.serve = serve
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        # A socket that is only closed stays in accept().
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.one, args=(connection,), daemon=True).start()

    def one(self, connection):
        connection.settimeout(10)
        with contextlib.suppress(OSError, ValueError), connection:
            self.serve(connection)

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def answer_page(connection):
    """One HTTP request, one short page."""
    request = b""
    while b"\r\n\r\n" not in request and len(request) < 65536:
        more = connection.recv(4096)
        if not more:
            return
        request += more
    page = b"<title>NAS</title>"
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode() + page)


class Receiver:
    """The webhook's receiver on homenet's machine: what came, and when."""

    def __init__(self, host):
        self.arrived = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            timeout = 10

            def do_POST(self):
                moment = time.monotonic()
                length = min(int(self.headers.get("Content-Length") or 0), 1 << 20)
                body = json.loads(self.rfile.read(length))
                receiver.arrived.append((moment, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", RECEIVER), Handler, bind_and_activate=False)
        self.server.daemon_threads = True
        self.server.socket.close()
        self.server.socket = listen(host, "127.0.0.1", RECEIVER)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def since(self, count):
        """What came after the first so many messages."""
        return list(self.arrived[count:])


class Server:
    """`homenet serve` on a host."""

    def __init__(self, host, program, data, log, as_user=False):
        self.path = os.path.join(data, "control.sock")
        os.makedirs(data, exist_ok=True)
        command = [program, "serve", "--data", data, "--listen", "127.0.0.1:8480", "--quiet"]
        if as_user:
            within(host, "sysctl", "-qw", "net.ipv4.ping_group_range=0 2147483647")
            if is_plain_root():
                os.chown(data, 65534, 65534)
            command = unprivileged(command)
        self.process = host.start(command, log=log, env=dict(served.environment(), HOME=data))

    def ask(self, method, path, body=None):
        text = None if body is None else json.dumps(body)
        status, content = served.ask(self.path, method, f"/api/v1/{path}", text)
        if status // 100 != 2:
            raise RuntimeError(f"{method} {path}: {status} {content.decode(errors='replace')}")
        return json.loads(content) if content else None

    def get(self, path):
        return self.ask("GET", path)

    def wait(self, seconds):
        """Waits until it answers."""
        limit = time.monotonic() + seconds
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"homenet serve ended with {self.process.returncode}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                return self.get("status")
            if time.monotonic() > limit:
                raise RuntimeError("homenet serve doesn't answer")
            time.sleep(0.1)


def make_certificates(folder):
    """An authority, and the NAS's certificates: a good one, another host's, and one that has expired."""
    script = r"""
set -eu; cd "$1"; exec >openssl.log 2>&1
day() { date -u -d "$1 days" +%Y%m%d%H%M%SZ; }
printf '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\n' >ca.cnf
printf 'policy=any\ncopy_extensions=copy\nunique_subject=no\n[any]\ncommonName=optional\n' >>ca.cnf
touch index.txt
openssl ecparam -genkey -name prime256v1 -noout -out root.key
openssl req -x509 -key root.key -subj "/CN=Lab Root" -days 3650 -out root.pem -addext keyUsage=critical,keyCertSign
one() {
  openssl ecparam -genkey -name prime256v1 -noout -out "$1.key"
  openssl req -new -key "$1.key" -subj "/CN=$2" -addext "subjectAltName=$3" -out "$1.csr"
  openssl ca -config ca.cnf -batch -notext -in "$1.csr" -out "$1.pem" -cert root.pem -keyfile root.key \
    -startdate "$(day "$4")" -enddate "$(day "$5")"
}
one good nas.lab.test "IP:$2,DNS:nas.lab.test" -1 89
one wrong printer.lab.test "DNS:printer.lab.test" -1 89
one expired nas.lab.test "IP:$2,DNS:nas.lab.test" -40 -3
"""
    subprocess.run(["bash", "-c", script, "certificates", folder, NAS], check=True, timeout=60)


class Home:
    """The whole lab, made in the namespace of the caller."""

    def __init__(self, folder, is_quick=False):
        self.certificates = os.path.join(folder, "certificates")
        os.mkdir(self.certificates)
        make_certificates(self.certificates)
        bridge = make_bridge("switch")
        # A switch is no host: without addresses it is no device of the home either.
        run("sysctl", "-qw", "net.ipv6.conf.switch.disable_ipv6=1")
        self.here = Host("here", "52:54:00:00:00:07", HERE, gateway=ROUTER, resolver=ROUTER)
        self.router = Host("router", "3c:37:12:00:00:01", ROUTER)
        self.nas = Host("nas", "00:11:32:00:00:20", NAS, gateway=ROUTER, resolver=ROUTER)
        self.provider, self.far = Host("provider", ""), Host("far", "")
        for number, host in enumerate((self.here, self.router, self.nas)):
            host.plug(bridge, number)
        cable(self.router, "wan", self.provider, "lan")
        cable(self.provider, "wan", self.far, "lan")
        for host in (self.router, self.provider):
            within(host, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        for host in (self.here, self.router, self.nas, self.provider, self.far):
            within(host, "sysctl", "-qw", "net.ipv4.icmp_ratelimit=0")
        self.router.batch("addr add 10.9.0.1/30 dev wan\nroute add default via 10.9.0.2\n")
        self.provider.batch("addr add 10.9.0.2/30 dev lan\naddr add 10.9.1.1/30 dev wan\n"
                            "route add default via 10.9.1.2\nroute add 192.168.1.0/24 via 10.9.0.1\n")
        self.far.batch(f"addr add 10.9.1.2/30 dev lan\naddr add {FAR}/32 dev lo\naddr add {FAR_TWIN}/32 dev lo\n"
                       "route add default via 10.9.1.1\n")
        if is_quick:
            self.hurry_neighbours()
        self.trust()
        self.serve_names()
        self.use_certificate("good")
        self.share = None
        self.serve_share()
        self.undelay()
        Acceptor(self.nas, NAS, WEB, self.answer_slowly)
        Acceptor(self.nas, NAS, SECURE, self.answer_securely)
        Acceptor(self.far, FAR, SECURE, lambda connection: connection.recv(1))

    def hurry_neighbours(self):
        """The kernel notices within a second or two that a neighbour is gone, instead of within half a
        minute: with short intervals the rest is as it is with the usual ones."""
        for name, value in [("base_reachable_time_ms", 500), ("delay_first_probe_time", 1),
                            ("retrans_time_ms", 200)]:
            for host in (self.here, self.router):
                within(host, "sysctl", "-qw", f"net.ipv4.neigh.eth0.{name}={value}")

    def trust(self):
        """homenet's machine trusts the lab's authority and nobody else."""
        root = os.path.join(self.certificates, "root.pem")
        if os.path.exists(AUTHORITIES):
            within(self.here, "mount", "--bind", root, AUTHORITIES)
        else:
            within(self.here, "sh", "-c", "mount -t tmpfs tmpfs /etc/ssl && mkdir /etc/ssl/certs && "
                   f"cp {root} {AUTHORITIES}")

    # The services

    def serve_names(self):
        self.resolver = self.router.start(
            ["dnsmasq", "--no-daemon", "--conf-file=/dev/null", "--no-resolv", "--no-hosts", "--user=root",
             "--pid-file=", f"--listen-address={ROUTER}", "--bind-interfaces", "--local=/test/",
             f"--address=/{FAR_NAME}/{FAR_TWIN}"])

    def kill_names(self):
        self.resolver.kill()
        self.resolver.wait(10)

    def serve_share(self):
        self.share = Acceptor(self.nas, NAS, TCP, lambda connection: connection.recv(1))

    def use_certificate(self, name):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        path = os.path.join(self.certificates, name)
        context.load_cert_chain(f"{path}.pem", f"{path}.key")
        self.security = context

    def answer_securely(self, connection):
        with self.security.wrap_socket(connection, server_side=True) as secured:
            answer_page(secured)

    def answer_slowly(self, connection):
        time.sleep(self.page_delay_s)
        answer_page(connection)

    # What breaks, and what mends it

    def nas_off(self):
        self.nas.batch("link set eth0 down\n")

    def nas_on(self):
        self.nas.batch(f"link set eth0 up\nroute replace default via {ROUTER}\n")

    @staticmethod
    def port(number, state):
        run("ip", "link", "set", f"port{number}", state)

    def router_off(self):
        self.router.batch("link set eth0 down\nlink set wan down\n")

    def router_on(self):
        self.router.batch("link set wan up\nlink set eth0 up\nroute replace default via 10.9.0.2\n")

    def provider_off(self):
        self.provider.batch("link set lan down\n")

    def provider_on(self):
        self.provider.batch("link set lan up\nroute replace 192.168.1.0/24 via 10.9.0.1\n")

    def filter(self, rule):
        text = f"table ip f {{ chain i {{ type filter hook input priority 0; {rule} drop; }}\n}}\n"
        within(self.nas, "nft", text)

    def unfilter(self):
        within(self.nas, "nft", "flush ruleset")

    def delay(self):
        """The NAS's page takes long."""
        self.page_delay_s = SLOW_MS / 1000

    def undelay(self):
        self.page_delay_s = 0
