"""Tools that ask nobody: each host's name says what becomes of it.

`silent…` never answers, `lossy…` loses packets, `refused…` may not be asked, `slow…` takes its time,
`nobody…` is not known, `hurried…` has no time left; everybody else answers.
"""

import random
import time


def option(name, kind, default=None, least=None, most=None, choices=(), required=False):
    """One option, as `GET tools` has it."""
    return {"name": name, "kind": kind, "required": required, "default": default,
            "minimum": least, "maximum": most, "choices": list(choices)}


HOSTS = option("hosts", "hosts", least=1, most=64, required=True)
HOST = option("host", "host", required=True)
PORT = option("port", "integer", least=1, most=65535)
TOOLS = [
    {"name": "ping", "options": [
        HOSTS, option("count", "integer", 10, 1, 100), option("interval", "seconds", 1, 0.2, 10),
        option("timeout", "seconds", 2, 0.1, 10), option("size", "integer", 56, 0, 1472),
        option("method", "choice", choices=["icmp", "tcp", "udp"]), PORT, option("ttl", "integer", least=1, most=255),
        option("fragmentation", "choice", choices=["do", "want", "dont", "probe"])]},
    {"name": "trace", "options": [
        HOST, option("rounds", "integer", 3, 1, 30), option("mode", "choice", choices=["udp", "icmp", "tcp"]),
        option("max_hops", "integer", 30, 1, 64), option("timeout", "seconds", 1, 0.1, 5), PORT,
        option("flows", "choice", "each", choices=["each", "paris", "dublin"]), option("mtu", "flag", False),
        option("names", "flag", True)]},
    {"name": "ports", "options": [
        HOSTS, option("ports", "text", "top1000", 1, 2048), option("udp", "flag", False), option("versions", "flag", True),
        option("rate", "integer", least=1, most=100_000)]},
    {"name": "cert", "options": [
        HOST, PORT, option("starttls", "choice", choices=["smtp", "imap", "pop3"]), option("server_name", "host"),
        option("min_days", "integer", least=0, most=3650), option("timeout", "seconds", 5, 0.5, 30)]},
    {"name": "dns", "options": [
        option("name", "text", least=1, most=512, required=True), option("types", "text", least=1, most=255),
        option("servers", "hosts", least=1, most=8), option("transport", "choice", "udp", choices=["udp", "tcp", "tls"]),
        option("recursion", "flag", True), option("dnssec", "flag", False), option("trace", "flag", False),
        option("name_servers", "flag", False), option("nsid", "flag", False),
        option("class", "choice", "IN", choices=["IN", "CH", "HS"])]},
    {"name": "diagnose", "options": [option("host", "host")]},
    {"name": "asn", "options": [option("subjects", "hosts", least=1, most=64, required=True)]},
    {"name": "whois", "options": [option("subject", "text", least=1, most=255, required=True)]},
    {"name": "oracle", "options": [option("question", "text", least=1, most=80, required=True)]},
]


class Refused(Exception):
    """Why a tool finds out nothing: a status and a sentence."""


def timed(schema, **report):
    """A report with what all have."""
    return {"schema": schema, "started": "2026-03-04T12:00:00.000Z", "duration_ms": 2034.5, "interrupted": False, **report}


def summary(times):
    """An `rtt_ms` object."""
    if not times:
        return None
    ordered = sorted(times)
    changes = [abs(one - other) for one, other in zip(times, times[1:])]
    return {"min": ordered[0], "avg": round(sum(times) / len(times), 3), "max": ordered[-1], "p50": ordered[len(times) // 2],
            "p95": ordered[-1], "jitter": round(sum(changes) / len(changes), 3) if changes else 0}


def check(host):
    """Refuses whom the server would."""
    if host.startswith(("refused", "127.")):
        raise Refused(403, f"{host} is this machine itself, whose own services aren't asked.")
    if host.startswith("nobody"):
        raise Refused(404, f"{host}: no such host.")


def address_of(host):
    """An address that looks like one."""
    return host if host.replace(".", "").isdigit() else "192.168.1.77"


def ping(body, pace):
    """Every packet of every host, then the report."""
    chance = random.Random(7)
    count, hosts = body.get("count", 10), body["hosts"]
    for host in hosts:
        if len(hosts) == 1:
            check(host)
    yield {"event": "method", "host": None, "address": None, "sequence": None, "method": "icmp"}
    times = {host: [] for host in hosts}
    for sequence in range(count):
        for host in hosts:
            what = {"host": host, "address": address_of(host), "sequence": sequence}
            yield {"event": "sent", **what}
            time.sleep(pace)
            if host.startswith("silent") or (host.startswith("lossy") and sequence % 4 == 2):
                yield {"event": "lost", **what}
            else:
                times[host].append(round(chance.uniform(2.1, 4.4) + (9 if sequence % 7 == 5 else 0), 3))
                yield {"event": "reply", **what, "from": what["address"], "rtt_ms": times[host][-1], "ttl": 64}
    interrupted = any(host.startswith("hurried") for host in hosts)
    yield timed("homenet.ping/1", interrupted=interrupted, targets=[
        {"host": host, "address": address_of(host), "method": "icmp", "sent": count, "received": len(times[host]), "duplicates": 0,
         "loss": (count - len(times[host])) / count, "rtt_ms": summary(times[host]), "errors": [{"type": "host_unreachable", "from": "192.168.1.1", "count": count}, {"type": "icmp_3_11", "from": None, "count": 1}]
         if host.startswith("silent") else []} for host in hosts])


def hop(ttl, address, name, rtt, state="answers", lost=0, asn=None):
    """A hop that was asked ten times."""
    times = [round(rtt * factor, 3) for factor in (0.92, 1, 1.21)]
    nodes = [] if address is None else [
        {"address": address, "name": name, "asn": asn, "sent": 10, "received": 10 - lost, "rtt_ms": summary(times), "labels": [], "error": None}]
    return {"ttl": ttl, "nodes": nodes, "silent": address is None, "sent": 10, "received": 0 if address is None else 10 - lost,
            "loss": 1 if address is None else lost / 10, "state": state}


def trace(body, pace):
    """Hops, then the report."""
    host = body["host"]
    check(host)
    lossy = host.startswith("lossy")
    hops = [hop(1, "192.168.1.1", "FRITZ!Box 7590", 0.8), hop(2, "62.155.242.17", "p3e9bf211.dip0.example.net", 7.4, asn=3320),
            hop(3, None, None, 0, "silent"), hop(4, "217.5.118.6", "core-b.fra.example.net", 11.9, "rate_limited", 6, 3320),
            hop(5, "80.150.170.2", None, 14.2, "lossy" if lossy else "answers", 2 if lossy else 0, 3320),
            hop(6, address_of(host) if host[0].isdigit() else "203.0.113.80", host, 15.6, "lossy" if lossy else "answers", 2 if lossy else 0, 64500)]
    is_filtered = host.startswith("filtered")
    for method in ["udp", "icmp"] if is_filtered else [body.get("mode", "udp")]:
        seen = hops[:2] if is_filtered and method == "udp" else hops
        for one in seen:
            time.sleep(pace)
            if not one["silent"]:
                yield {"hop": one, "end": one is hops[-1], "beyond": False, "method": method}
    size = {"link": 1500, "path": 1492, "black_hole": False, "limits": [{"address": "62.155.242.17", "mtu": 1492}]}
    sides = ["80.150.170.2", "80.150.170.6"]
    flows = [{"flow": flow, "port": 33434 + flow,
              "path": [sides[flow % 2] if one["ttl"] == 5 else one["nodes"][0]["address"] if one["nodes"] else None for one in hops]}
             for flow in range(8)]
    code = "loss" if lossy else "reached"
    yield timed("homenet.trace/1", target=host, address="203.0.113.80", method="icmp" if is_filtered else body.get("mode", "udp"),
                fallback={"method": "udp", "hop": 2} if is_filtered else None, reached=True, hops=hops,
                flows=flows if body.get("flows") == "dublin" else [], mtu=size if body.get("mtu") else None,
                verdict={"code": code, "text": f"{host}: {code}"})


SERVICES = [(21, "ftp", "FRITZ!Box7590 FTP server ready."), (53, "domain", None), (80, "http", "nginx/1.24.0"),
            (443, "https", "FRITZ!OS 8.02 <img src=x onerror=alert(1)>"), (5060, "sip", None), (8181, None, None)]
DATAGRAMS = [(53, "domain", "dnsmasq-2.90"), (123, "ntp", "NTP v4")]
SILENT = [(67, "dhcps"), (1900, "upnp")]


def ports(body, pace):
    """Open ports, one at a time, then the report."""
    hosts = body["hosts"]
    for host in hosts:
        check(host)
    is_udp = body.get("udp", False)
    protocol = "udp" if is_udp else "tcp"
    services, silent = (DATAGRAMS, SILENT) if is_udp else (SERVICES, [])
    for index, (port, _, _) in enumerate(services):
        time.sleep(pace)
        yield {"progress": (index + 1) / len(services),
               "found": [{"address": address_of(host), "port": port, "protocol": protocol} for host in hosts]}
    listed = [{"port": port, "protocol": protocol, "state": "open", "reason": "udp-response" if is_udp else "syn-ack", "service": service,
               "service_method": service and "probed", "version": version} for port, service, version in services]
    listed += [{"port": port, "protocol": protocol, "state": "open|filtered", "reason": "no-response", "service": service,
                "service_method": "table", "version": None} for port, service in silent]
    listed.sort(key=lambda one: one["port"])
    yield timed("homenet.ports/1", hosts=[
        {"host": host, "address": address_of(host), "state": "up", "reason": None, "method": "udp" if is_udp else "connect",
         "ports": listed,
         "counts": {"open": len(services), "closed": 982, "filtered": 0, "open_filtered": len(silent), "unknown": 3,
                    "unasked": 0}, "expected_miss_rate": 0, "loss": 0, "waited_ms": 95_400 if is_udp else None,
         "spared": [] if is_udp else [{"ports": [515, *range(9100, 9108)], "because": "what is sent there gets printed"}], "failure": None}
        for host in hosts])


def certificate(subject, issuer, left):
    """A certificate's facts."""
    return {"subject": subject, "issuer": issuer, "serial": "010ff2ba87a6288f04", "names": [
        {"type": "dns", "value": "fritz.box"}, {"type": "dns", "value": "www.fritz.box"}, {"type": "ip", "value": "192.168.1.1"}],
        "not_before": "2024-01-01T00:00:00.000Z", "not_after": "2026-02-20T00:00:00.000Z" if left < 0 else "2033-12-31T00:00:00.000Z", "lifetime_days": 3652,
        "remaining_days": left, "remaining": max(0, left / 3652), "key": {"type": "EC", "bits": 256, "curve": "P-256"},
        "signature": "ECDSA with SHA-256", "authority": subject == issuer, "self_signed": subject == issuer, "must_staple": False, "ocsp": [],
        "sha256": "2e0437e56069ebf2942623ca74c8515127feb84b62a1c7d7c2e6b1b7ab5f2f10", "sha1": "1998a019277f8a3e92bd98b90f5233df748b5869",
        "key_sha256": "948ea0aa96850aad5fdee54df5029bcb5fc0baeb174b9c66772405b9283bd06c"}


def cert(body, pace):
    """Each version, then the report."""
    host = body["host"]
    check(host)
    versions = []
    for version, suite in (("TLS 1.3", "TLS_AES_128_GCM_SHA256"), ("TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
                           ("TLS 1.1", None), ("TLS 1.0", None)):
        time.sleep(pace)
        versions.append({"version": version, "offered": suite is not None, "suite": suite, "group": "X25519" if suite else None,
                         "because": None if suite else "it says protocol_version"})
        yield versions[-1]
    is_old = host.startswith("lossy")
    own = certificate("CN=fritz.box,O=AVM", "CN=fritz.box,O=AVM", -12.4 if is_old else 2595.59)
    problems = [{"code": "self_signed", "bad": False, "text": "the certificate is not trusted: it vouches for itself"}]
    if is_old:
        problems.insert(0, {"code": "expired", "bad": True, "text": "the certificate expired on 2026-02-20, 12 days ago"})
    yield timed("homenet.cert/1", host=host, address=address_of(host), port=body.get("port", 443), server_name=None, starttls=None,
                versions=versions, negotiated=versions[0], certificate=own,
                chain=[own, certificate("CN=Home CA", "CN=Home CA", 2000)],
                host_match={"host": host, "matches": True, "name": host, "because": "it names it"},
                trust={"trusted": False, "because": "it vouches for itself"}, problems=problems,
                client_certificate={"wanted": True, "issuers": ["CN=Home CA", "CN=<img src=x onerror=alert(1)>"], "issuer_count": 2},
                attempts=[{"address": "fd00::1", "connected": None, "because": "another answered first"},
                          {"address": address_of(host), "connected": True, "because": None}],
                ocsp_staple={"stapled": False, "status": None, "produced": None, "this_update": None, "next_update": None, "because": None})


def whois(body, pace):
    """An attempt, then the report."""
    time.sleep(pace)
    yield {"source": "rdap", "server": "https://rdap.example/", "outcome": "answered", "because": None}
    yield timed("homenet.whois/1", subject=body["subject"], kind="domain", special_use=None, registered=True, source="rdap",
                server="https://rdap.example/", registration={
                    "handle": "2336799_DOMAIN_COM-VRSN", "name": body["subject"], "registrar": "Example <b>Registrar</b>", "holder": None,
                    "country": None, "created": "1995-08-14T04:00:00.000Z", "updated": "2026-01-16T18:26:50.000Z",
                    "expires": "2027-08-13T04:00:00.000Z", "status": ["client transfer prohibited"],
                    "name_servers": ["a.iana-servers.net", "b.iana-servers.net"], "signed": True,
                    "abuse": {"email": "abuse@registrar.example", "phone": None}, "range": None, "prefixes": []},
                days_to_expiry=526.6, attempts=[], raw='{\n  "objectClassName": "domain"\n}')


def security(name, kind):
    """What DNSSEC says: the chain is broken where the name is bogus, and ends where it is unsigned."""
    state = "bogus" if name.startswith("bogus") else "insecure" if name.startswith("unsigned") else "secure"
    zones = [".", "org.", "example.org."]
    return {"type": kind, "state": state, "anchor": ".", "answers": [], "effort": {"questions": 7, "signatures": 6, "hashes": 2},
            "reason": {"bogus": "the signature by key 4711 <b>expired</b> on 2026-02-20", "insecure": "no DS for example.org."}.get(state),
            "broken_link": {"zone": "example.org.", "name": f"{name}.", "type": kind, "words": "expired"} if state == "bogus" else None,
            "links": [{"zone": zone, "state": state if zone == zones[-1] else "secure", "reason": None, "ds": [], "keys": [], "signed_by": None}
                      for zone in zones]}


def delegations(name):
    """The way from the root to a name: one server knows nothing of the zone."""
    def step(zone, server, finding, because=None, referral=None):
        return {"zone": zone, "server": server, "address": "192.0.2.53", "name": f"{name}.", "type": "A", "finding": finding, "because": because,
                "referral": referral, "name_servers": [], "alias": None, "time_ms": 21.3, "looking_for": None}
    return [step(".", None, "referral", referral="org."), step("org.", "a0.org.afilias-nst.info.", "referral", referral=f"{name}."),
            step(f"{name}.", "ns1.example.net.", "lame", "it <b>refers</b> back"), step(f"{name}.", "ns2.example.net.", "answer")]


def dns(body, pace):
    """Two servers that differ where the name is lossy; or the way from the root."""
    name = body["name"]
    if body.get("trace"):
        steps = delegations(name)
        for one in steps:
            time.sleep(pace)
            yield one
        record = {"name": f"{name}.", "type": "A", "ttl": 3600, "data": "203.0.113.80"}
        yield timed("homenet.dns/1", name=name, asked=f"{name}.", searched=[], unicode=None, kind="name", types=["A"], zone=None, unknown_servers=[],
                    servers=[], differences=[], trace={"steps": steps, "records": [record], "end": "answered", "because": None}, dnssec=[])
        return

    def answer(server, kind, data):
        records = [{"name": f"{name}.", "type": kind, "ttl": 3600, "data": one} for one in data]
        return {"server": server, "type": kind, "outcome": "records" if data else "no_data", "status": "NOERROR", "because": None,
                "time_ms": 12.4, "transport": "udp", "tries": 1, "truncated": False, "edns": True, "bytes": 120, "sender": None,
                "flags": {"authoritative": False, "recursion_available": True, "authentic": False},
                "nsid": {"hex": "6e73", "text": "ns-<b>7</b>.fra"} if body.get("nsid") else None, "errors": [], "records": records,
                "authority": []}

    servers = []
    for server in ("192.168.1.1", "9.9.9.9"):
        time.sleep(pace)
        first = "203.0.113.81" if name.startswith("lossy") and server == "9.9.9.9" else "203.0.113.80"
        answers = [answer(server, "A", [first]), answer(server, "AAAA", []), answer(server, "TXT", ['"v=spf1 <b>-all</b>"'])]
        for one in answers:
            yield one
        servers.append({"server": server, "transport": "udp", "address": server, "port": 53, "url": None, "certificate_name": None,
                        "answers": answers})
    differences = [{"type": "A", "groups": []}] if name.startswith("lossy") else []
    validated = [security(name, kind) for kind in ("A", "AAAA", "TXT")] if body.get("dnssec") else []
    yield timed("homenet.dns/1", name=name, asked=f"{name}.", unicode=None, kind="name", types=["A", "AAAA", "TXT"],
                zone=f"{name}." if body.get("name_servers") else None,
                unknown_servers=["ns3.example.net."] if body.get("name_servers") else [], servers=servers,
                differences=differences, trace=None, dnssec=validated)


def evidence(**figures):
    """Figures by name."""
    return [{"name": name, "value": value} for name, value in figures.items()]


def diagnose(body, pace):
    """Steps, of which the way there is bad where the host is lossy."""
    host = body.get("host")
    is_bad = bool(host) and host.startswith("lossy")
    lost = "Loss begins at hop 5 (80.150.170.2) and stays (10 of 25 lost at the target): that router or the link to it."
    words = [("link", "ok", "eth0 is up", evidence(eth0="up")), ("address", "ok", "192.168.1.2/24 on eth0", evidence(eth0="192.168.1.2/24")),
             ("duplicate", "skipped", "not permitted to ask by ARP (see homenet doctor)", evidence(reason="not_permitted")),
             ("routes", "ok", "the default route leads over 192.168.1.1", evidence(outcome="default", route=None, over="192.168.1.1")),
             ("gateway", "ok", "192.168.1.1 answers in 0.8 ms",
              evidence(gateway="192.168.1.1", mac="3c:a6:2f:00:00:01", sent=3, received=3, rtt_ms=0.8, there=True)),
             ("resolver", "ok", "192.168.1.1 answers in 12 ms", evidence(resolver="192.168.1.1", answer="NOERROR", rtt_ms=12, lies=False))]
    if host:
        words += [("name", "ok", f"{host} is 203.0.113.80", evidence(address="203.0.113.80")),
                  ("route", "bad" if is_bad else "ok", lost if is_bad else f"{host} answers, 6 hops away.",
                   evidence(reached=True, hops=6, last_hop=6, last_address="203.0.113.80", loss=0.4 if is_bad else 0, rtt_ms=15.6,
                            verdict="loss" if is_bad else "reached", loss_begins=5 if is_bad else None)),
                  ("mtu", "ok", "The path MTU is 1492 bytes: 62.155.242.17 says that its next link takes no more.",
                   evidence(mtu=1492, link=1500, limited_by="62.155.242.17", black_hole=False)),
                  ("tcp", "ok", "port 80 accepts in 15.8 ms", evidence(port_443="refused", port_80="open", rtt_ms=15.8)),
                  ("tls", "skipped", "port 80 is none of TLS'", []),
                  ("content", "ok", "port 80 answers with status 200", evidence(port=80, bytes=912, status=200, redirect=None))]
    steps = []
    for step, state, text, figures in words:
        time.sleep(pace)
        steps.append({"step": step, "state": state, "text": text, "duration_ms": 12.3, "evidence": figures})
        yield steps[-1]
    if is_bad:
        verdict = {"code": "path_loss", "text": lost, "because": [lost], "notes": []}
    elif host:
        verdict = {"code": "well", "text": f"{host}: port 80 accepts in 15.8 ms; nothing is wrong.", "because": ["port 80 accepts in 15.8 ms"], "notes": []}
    else:
        verdict = {"code": "well", "text": "This machine's link, address, router and resolver are well; name a host to look farther.",
                   "because": [text for _, _, text, _ in words], "notes": []}
    yield timed("homenet.diagnose/1", host=host, address="203.0.113.80" if host else None, port=80 if host else None, verdict=verdict, steps=steps)


def asn(body, pace):
    """One system for all."""
    results = []
    for subject in body["subjects"]:
        time.sleep(pace)
        results.append({"subject": subject, "kind": "address", "special_use": None, "asn": 64500, "asns": [64500], "prefix": "203.0.113.0/24",
                        "holder": "EXAMPLE <b>Networks</b>", "country": "DE", "registry": "ripencc", "allocated": "2001-09-28", "rpki": "valid",
                        "rpki_because": None, "prefixes": None, "prefixes_because": None, "registration": None, "error": None})
        yield results[-1]
    yield timed("homenet.asn/1", results=results)


def oracle(body, pace):
    """A tool that the page knows nothing of."""
    time.sleep(pace)
    yield timed("homenet.oracle/1", answer=42, question=body["question"], sure=True, sources=["a", "b"])


def run(name, body, pace=0.06):
    """What the tool tells; the last is its report."""
    yield from {"ping": ping, "trace": trace, "ports": ports, "cert": cert, "whois": whois, "dns": dns, "asn": asn, "diagnose": diagnose, "oracle": oracle}[name](body, pace)
