import Diagnostics
import Model
import Server

/// Ping, trace and ports.
extension ScriptedTools {
  /// Every packet of every host, then the report.
  static let ping: Script = { asked, tell throws(ToolFailure) in
    let (hosts, count) = (asked.texts("hosts"), asked.integer("count") ?? 10)
    if let host = hosts.first, hosts.count == 1 { try check(host) }
    await tell([
      "event": "method", "host": nil, "address": nil, "sequence": nil, "method": "icmp",
    ])
    var times: [String: [Double]] = [:]
    for sequence in 0..<count {
      for host in hosts {
        let packet: JSON = [
          "host": .text(host), "address": address(of: host), "sequence": .integer(sequence),
        ]
        await tell(packet.merging(["event": "sent"]))
        if host.hasPrefix("silent") || (host.hasPrefix("lossy") && sequence % 4 == 2) {
          await tell(packet.merging(["event": "lost"]))
        } else {
          let time = 2.1 + Double(sequence * 37 % 23) / 10 + (sequence % 7 == 5 ? 9 : 0)
          times[host, default: []].append(time)
          await tell(
            packet.merging([
              "event": "reply", "from": address(of: host), "rtt_ms": .number(time), "ttl": 64,
            ])
          )
        }
      }
    }
    let targets = hosts.map { host -> JSON in
      let received = times[host] ?? []
      let errors: JSON =
        host.hasPrefix("silent")
        ? [
          ["type": "host_unreachable", "from": "192.168.1.1", "count": .integer(count)],
          ["type": "icmp_3_11", "from": nil, "count": 1],
        ] : []
      return [
        "host": .text(host), "address": address(of: host), "method": "icmp",
        "sent": .integer(count), "received": .integer(received.count), "duplicates": 0,
        "loss": .number(Double(count - received.count) / Double(count)),
        "rtt_ms": roundTrips(received), "errors": errors,
      ]
    }
    return report(
      "homenet.ping/1",
      [
        "interrupted": .flag(hosts.contains { $0.hasPrefix("hurried") }),
        "targets": .list(targets),
      ]
    )
  }

  /// An `rtt_ms` object.
  private static func roundTrips(_ times: [Double]) -> JSON {
    let ordered = times.sorted()
    guard let least = ordered.first, let most = ordered.last else { return nil }
    let changes = zip(times, times.dropFirst()).map { abs($0 - $1) }
    func mean(_ values: [Double]) -> JSON {
      values.isEmpty ? 0 : .number(values.reduce(0, +) / Double(values.count))
    }
    return [
      "min": .number(least), "avg": mean(times), "max": .number(most),
      "p50": .number(ordered[ordered.count / 2]), "p95": .number(most), "jitter": mean(changes),
    ]
  }

  /// Hops, then the report.
  static let trace: Script = { asked, tell throws(ToolFailure) in
    let host = asked.text("host") ?? ""
    try check(host)
    let (isLossy, isFiltered) = (host.hasPrefix("lossy"), host.hasPrefix("filtered"))
    let (state, lost) = isLossy ? ("lossy", 2) : ("answers", 0)
    let isAddress = host.first?.isNumber == true
    let hops: [Hop] = [
      Hop(address: "192.168.1.1", name: "FRITZ!Box 7590", time: 0.8),
      Hop(address: "62.155.242.17", name: "p3e9bf211.dip0.example.net", time: 7.4, asn: 3320),
      Hop(state: "silent"),
      Hop(
        address: "217.5.118.6",
        name: "core-b.fra.example.net",
        time: 11.9,
        asn: 3320,
        state: "rate_limited",
        lost: 6
      ),
      Hop(address: "80.150.170.2", time: 14.2, asn: 3320, state: state, lost: lost),
      Hop(
        address: isAddress ? host : "203.0.113.80",
        name: host,
        time: 15.6,
        asn: 64_500,
        state: state,
        lost: lost
      ),
    ]
    let mode = asked.text("mode") ?? "udp"
    for method in isFiltered ? ["udp", "icmp"] : [mode] {
      let reached = isFiltered && method == "udp" ? 2 : hops.count
      for (index, hop) in hops.prefix(reached).enumerated() where hop.address != nil {
        await tell([
          "hop": hop.json(index + 1), "end": .flag(index == hops.count - 1), "beyond": false,
          "method": .text(method),
        ])
      }
    }
    let size: JSON = [
      "link": 1500, "path": 1492, "black_hole": false,
      "limits": [["address": "62.155.242.17", "mtu": 1492]],
    ]
    let flows = (0..<8).map { flow -> JSON in
      let path = hops.enumerated().map { index, hop -> JSON in
        index == 4 ? ["80.150.170.2", "80.150.170.6"][flow % 2] : JSON(hop.address)
      }
      return ["flow": .integer(flow), "port": .integer(33_434 + flow), "path": .list(path)]
    }
    let asides = [
      Message(.traceLimited, ["hops": .texts(["4"]), "count": .count(1)]),
      Message(.traceSilent, ["hops": .texts(["3"]), "count": .count(1)]),
      Message(
        .traceFallback,
        [
          "silent": .message(Message(.traceFallbackSilentBehind, ["hop": .count(2)])),
          "sent": .message(Message(.traceFilterEchoes)),
        ]
      ),
    ]
    let way = Message.sentences(
      [pathMessage(to: host, isLossy: isLossy)] + asides.prefix(isFiltered ? 3 : 2)
    )
    return report(
      "homenet.trace/1",
      [
        "target": .text(host), "address": "203.0.113.80",
        "method": .text(isFiltered ? "icmp" : mode),
        "fallback": isFiltered ? ["method": "udp", "hop": 2] : nil, "reached": true,
        "hops": .list(hops.enumerated().map { $1.json($0 + 1) }),
        "flows": .list(asked.text("flows") == "dublin" ? flows : []),
        "mtu": asked.flag("mtu") ? size : nil,
        "verdict": [
          "code": isLossy ? "loss" : "reached", "text": .text(way.text), "message": .encoded(way),
        ],
      ]
    )
  }

  /// What a trace of six hops finds; loss begins at the fifth.
  static func pathMessage(to host: String, isLossy: Bool) -> Message {
    isLossy
      ? Message(
        .traceLoss,
        ["place": .text("5 (80.150.170.2)"), "lost": .count(2), "sent": .count(10)]
      ) : Message(.traceReached, ["target": .text(host), "count": .count(6)])
  }

  /// A hop that was asked ten times.
  private struct Hop {
    var address: String?
    var name: String?
    var time = 0.0
    var asn: Int?
    var state = "answers"
    var lost = 0

    func json(_ ttl: Int) -> JSON {
      let times = [0.92, 1, 1.21].map { $0 * time }
      let received = address == nil ? 0 : 10 - lost
      let node: JSON = [
        "address": JSON(address), "name": JSON(name), "asn": asn.map(JSON.integer) ?? nil,
        "sent": 10, "received": .integer(received), "rtt_ms": ScriptedTools.roundTrips(times),
        "labels": [], "error": nil,
      ]
      return [
        "ttl": .integer(ttl), "nodes": .list(address == nil ? [] : [node]),
        "silent": .flag(address == nil), "sent": 10, "received": .integer(received),
        "loss": .number(Double(10 - received) / 10), "state": .text(state),
      ]
    }
  }

  /// Open ports, one at a time, then the report.
  static let ports: Script = { asked, tell throws(ToolFailure) in
    let hosts = asked.texts("hosts")
    for host in hosts { try check(host) }
    let services: [(port: Int, service: String?, version: String?)] = [
      (21, "ftp", "FRITZ!Box7590 FTP server ready."), (53, "domain", nil),
      (80, "http", "nginx/1.24.0"),
      (443, "https", "FRITZ!OS 8.02 <img src=x onerror=alert(1)>"), (5060, "sip", nil),
      (8181, nil, nil),
    ]
    for (index, service) in services.enumerated() {
      await tell([
        "progress": .number(Double(index + 1) / Double(services.count)),
        "found": .list(
          hosts.map {
            ["address": address(of: $0), "port": .integer(service.port), "protocol": "tcp"]
          }
        ),
      ])
    }
    let open = services.map { port, service, version -> JSON in
      [
        "port": .integer(port), "protocol": "tcp", "state": "open", "reason": "syn-ack",
        "service": JSON(service), "service_method": JSON(service.map { _ in "probed" }),
        "version": JSON(version),
      ]
    }
    let printed = Message(.portsPrinted)
    let printers = ([515] + Array(9100...9107)).map(JSON.integer)
    return report(
      "homenet.ports/1",
      [
        "hosts": .list(
          hosts.map {
            [
              "host": .text($0), "address": address(of: $0), "state": "up", "reason": nil,
              "method": "connect", "ports": .list(open),
              "counts": [
                "open": .integer(open.count), "closed": 982, "filtered": 0, "open_filtered": 0,
                "unknown": 3, "unasked": 0,
              ], "expected_miss_rate": 0, "loss": 0, "waited_ms": nil,
              "spared": [
                [
                  "ports": .list(printers), "because": .text(printed.text),
                  "message": .encoded(printed),
                ]
              ], "failure": nil,
            ]
          }
        )
      ]
    )
  }
}
