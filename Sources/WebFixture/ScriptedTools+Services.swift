import Diagnostics
import Model
import Server

/// Certificates and the diagnosis of a connection.
extension ScriptedTools {
  /// Each version, then the report.
  static let certificate: Script = { asked, tell throws(ToolFailure) in
    let host = asked.text("host") ?? ""
    try check(host)
    let versions = [
      ("TLS 1.3", "TLS_AES_128_GCM_SHA256"), ("TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
      ("TLS 1.1", nil), ("TLS 1.0", nil),
    ]
    .map { version, suite -> JSON in
      let refusal = Message(.certSays, ["words": "protocol version"])
      return [
        "version": .text(version), "offered": .flag(suite != nil), "suite": JSON(suite),
        "group": suite == nil ? nil : "X25519",
        "because": suite == nil ? .text(refusal.text) : nil,
        "message": suite == nil ? .encoded(refusal) : nil,
      ]
    }
    for version in versions { await tell(version) }
    let isOld = host.hasPrefix("lossy")
    let own = certificate(
      "CN=fritz.box,O=AVM",
      by: "CN=fritz.box,O=AVM",
      days: isOld ? -12.4 : 2595.59
    )
    let expired = CertificateReport.Problem(
      code: .expired,
      Message(
        .certExpired,
        ["until_time": .text("2026-02-20T00:00:00.000Z"), "over_s": .count(12 * 86_400)]
      )
    )
    let distrust = Message(
      .certTrustSelfSigned,
      ["store": .message(Message(.certThisSystem))]
    )
    let named = Message(.certMatchNamed, ["host": host])
    let later = Message(.certAttemptLater)
    let ownWord = CertificateReport.Problem(
      code: .selfSigned,
      Message(
        .certSelfSigned,
        ["reason": .message(distrust), "issuer": .text("CN=fritz.box,O=AVM")]
      )
    )
    return report(
      "homenet.cert/1",
      [
        "host": .text(host), "address": address(of: host),
        "port": .integer(asked.integer("port") ?? 443), "server_name": nil, "starttls": nil,
        "versions": .list(versions), "negotiated": versions[0], "certificate": own,
        "chain": [own, certificate("CN=Home CA", by: "CN=Home CA", days: 2000)],
        "host_match": [
          "host": .text(host), "matches": true, "name": .text(host), "because": .text(named.text),
          "message": .encoded(named),
        ],
        "trust": [
          "trusted": false, "because": .text(distrust.text), "message": .encoded(distrust),
        ],
        "problems": .encoded(isOld ? [expired, ownWord] : [ownWord]),
        "client_certificate": [
          "wanted": true, "issuers": ["CN=Home CA", "CN=<img src=x onerror=alert(1)>"],
          "issuer_count": 2,
        ],
        "attempts": [
          [
            "address": "fd00::1", "connected": nil, "because": .text(later.text),
            "message": .encoded(later),
          ], ["address": address(of: host), "connected": true, "because": nil, "message": nil],
        ],
        "ocsp_staple": [
          "stapled": false, "status": nil, "produced": nil, "this_update": nil,
          "next_update": nil, "because": nil, "message": nil,
        ],
      ]
    )
  }

  /// A certificate's facts.
  private static func certificate(_ subject: String, by issuer: String, days: Double) -> JSON {
    [
      "subject": .text(subject), "issuer": .text(issuer), "serial": "010ff2ba87a6288f04",
      "names": [
        ["type": "dns", "value": "fritz.box"], ["type": "dns", "value": "www.fritz.box"],
        ["type": "ip", "value": "192.168.1.1"],
      ], "not_before": "2024-01-01T00:00:00.000Z",
      "not_after": days < 0 ? "2026-02-20T00:00:00.000Z" : "2033-12-31T00:00:00.000Z",
      "lifetime_days": 3652, "remaining_days": .number(days),
      "remaining": .number(max(0, days / 3652)),
      "key": ["type": "EC", "bits": 256, "curve": "P-256"], "signature": "ECDSA with SHA-256",
      "authority": .flag(subject == issuer), "self_signed": .flag(subject == issuer),
      "must_staple": false, "ocsp": [],
      "sha256": "2e0437e56069ebf2942623ca74c8515127feb84b62a1c7d7c2e6b1b7ab5f2f10",
      "sha1": "1998a019277f8a3e92bd98b90f5233df748b5869",
      "key_sha256": "948ea0aa96850aad5fdee54df5029bcb5fc0baeb174b9c66772405b9283bd06c",
    ]
  }

  /// Steps, of which the way there is bad where the host is lossy; the verdict is the program's own.
  static let diagnose: Script = { asked, tell in
    let host = asked.text("host")
    let steps = ownSteps + (host.map(stepsToward) ?? [])
    for step in steps { await tell(.encoded(step)) }
    return report(
      "homenet.diagnose/1",
      [
        "host": JSON(host), "address": host == nil ? nil : "203.0.113.80",
        "port": host == nil ? nil : 80,
        "verdict": .encoded(ConnectionVerdict(steps, host: host)),
        "steps": .list(steps.map(JSON.encoded)),
      ]
    )
  }

  private static func step(
    _ kind: ConnectionStep.Kind,
    _ message: Message,
    _ evidence: ConnectionStep.Figure...,
    state: ConnectionStep.State = .ok,
    fault: ConnectionFault? = nil
  ) -> ConnectionStep {
    var step = ConnectionStep(kind, state, message, fault: fault, evidence: evidence)
    step.took = .microseconds(12_300)
    return step
  }

  private static var ownSteps: [ConnectionStep] {
    let router = Message.Value.text("192.168.1.1")
    let address = Message(
      .diagnoseAddressOn,
      ["address": "192.168.1.2/24", "interface": "eth0"]
    )
    return [
      step(
        .link,
        Message(.diagnoseLinkUp, ["interfaces": .texts(["eth0"]), "count": .count(1)]),
        .text("eth0", "up")
      ),
      step(
        .address,
        Message(.diagnoseAddressOk, ["addresses": .list([.message(address)])]),
        .text("eth0", "192.168.1.2/24")
      ),
      step(
        .duplicates,
        Message(.diagnoseDuplicateNotPermitted),
        .text("reason", "not_permitted"),
        state: .skipped
      ),
      step(
        .routes,
        Message(.diagnoseRoutesDefault, ["router": router]),
        .text("outcome", "default"),
        .text("route", nil),
        .text("over", "192.168.1.1")
      ),
      step(
        .gateway,
        Message(.diagnoseGatewayOk, ["router": router, "rtt_ms": .number(0.8)]),
        .text("gateway", "192.168.1.1"),
        .text("mac", "3c:a6:2f:00:00:01"),
        .number("sent", 3),
        .number("received", 3),
        .number("rtt_ms", 0.8),
        .truth("there", true)
      ),
      step(
        .resolver,
        Message(.diagnoseResolverOk, ["resolver": router, "rtt_ms": .number(12)]),
        .text("resolver", "192.168.1.1"),
        .text("answer", "NOERROR"),
        .number("rtt_ms", 12),
        .truth("lies", false)
      ),
    ]
  }

  private static func stepsToward(_ host: String) -> [ConnectionStep] {
    let isBad = host.hasPrefix("lossy")
    let way = pathMessage(to: host, isLossy: isBad)
    return [
      step(
        .name,
        Message(.diagnoseNameOk, ["host": host, "address": "203.0.113.80"]),
        .text("address", "203.0.113.80")
      ),
      step(
        .route,
        way,
        .truth("reached", true),
        .number("hops", 6),
        .number("last_hop", 6),
        .text("last_address", "203.0.113.80"),
        .number("loss", isBad ? 0.4 : 0),
        .number("rtt_ms", 15.6),
        .text("verdict", isBad ? "loss" : "reached"),
        .number("loss_begins", isBad ? 5 : nil),
        state: isBad ? .bad : .ok,
        fault: isBad ? .pathLoses(hop: 5, share: 0.4, way) : nil
      ),
      step(
        .mtu,
        Message(.mtuLimited, ["count": .count(1492), "router": .text("62.155.242.17")]),
        .number("mtu", 1492),
        .number("link", 1500),
        .text("limited_by", "62.155.242.17"),
        .truth("black_hole", false)
      ),
      step(
        .tcp,
        Message(.diagnoseTcpOk, ["port": .text("80"), "rtt_ms": .number(15.8)]),
        .text("port_443", "refused"),
        .text("port_80", "open"),
        .number("rtt_ms", 15.8)
      ),
      step(.tls, Message(.diagnoseTlsOtherPort, ["port": "80"]), state: .skipped),
      step(
        .content,
        Message(.diagnoseContentOk, ["port": "80", "status": "200"]),
        .number("port", 80),
        .number("bytes", 912),
        .number("status", 200),
        .text("redirect", nil)
      ),
    ]
  }
}
