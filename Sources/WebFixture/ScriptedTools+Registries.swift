import Diagnostics
import Model
import Server

/// Names, registries and autonomous systems.
extension ScriptedTools {
  /// An attempt, then the report.
  static let whois: Script = { asked, tell in
    let subject = asked.text("subject")
    let server: JSON = "https://rdap.example/"
    await tell(["source": "rdap", "server": server, "outcome": "answered", "because": nil])
    return report(
      "homenet.whois/1",
      [
        "subject": JSON(subject), "kind": "domain", "special_use": nil, "registered": true,
        "source": "rdap", "server": server,
        "registration": [
          "handle": "2336799_DOMAIN_COM-VRSN", "name": JSON(subject),
          "registrar": "Example <b>Registrar</b>", "holder": nil, "country": nil,
          "created": "1995-08-14T04:00:00.000Z", "updated": "2026-01-16T18:26:50.000Z",
          "expires": "2027-08-13T04:00:00.000Z", "status": ["client transfer prohibited"],
          "name_servers": ["a.iana-servers.net", "b.iana-servers.net"], "signed": true,
          "abuse": ["email": "abuse@registrar.example", "phone": nil], "range": nil,
          "prefixes": [],
        ], "days_to_expiry": 526.6, "attempts": [],
        "raw": "{\n  \"objectClassName\": \"domain\"\n}",
      ]
    )
  }

  /// One autonomous system for all.
  static let systems: Script = { asked, tell in
    let results = asked.texts("subjects").map { subject -> JSON in
      [
        "subject": .text(subject), "kind": "address", "special_use": nil, "asn": 64_500,
        "asns": [64_500], "prefix": "203.0.113.0/24", "holder": "EXAMPLE <b>Networks</b>",
        "country": "DE", "registry": "ripencc", "allocated": "2001-09-28", "rpki": "valid",
        "rpki_because": nil, "prefixes": nil, "prefixes_because": nil, "registration": nil,
        "error": nil,
      ]
    }
    for result in results { await tell(result) }
    return report("homenet.asn/1", ["results": .list(results)])
  }

  /// Two servers that differ where the name is lossy; or the way from the root.
  static let names: Script = { asked, tell in
    let name = asked.text("name") ?? ""
    if asked.flag("trace") {
      let steps = delegations(name)
      for step in steps { await tell(step) }
      let record: JSON = [
        "name": .text("\(name)."), "type": "A", "ttl": 3600, "data": "203.0.113.80",
      ]
      return namesReport(
        name,
        [
          "types": ["A"],
          "trace": [
            "steps": .list(steps), "records": [record], "end": "answered", "because": nil,
          ],
        ]
      )
    }
    let types = ["A", "AAAA", "TXT"]
    let isLossy = name.hasPrefix("lossy")
    var servers: [JSON] = []
    for server in ["192.168.1.1", "9.9.9.9"] {
      let address = isLossy && server == "9.9.9.9" ? "203.0.113.81" : "203.0.113.80"
      let data = [[address], [], [#""v=spf1 <b>-all</b>""#]]
      let answers = zip(types, data).map {
        answer(to: name, type: $0, data: $1, hasID: asked.flag("nsid"))
      }
      for answer in answers { await tell(answer.merging(["server": .text(server)])) }
      servers.append([
        "server": .text(server), "transport": "udp", "address": .text(server), "port": 53,
        "url": nil, "certificate_name": nil,
        "answers": .list(answers.map { $0.merging(["server": .text(server)]) }),
      ])
    }
    let wantsZone = asked.flag("name_servers")
    return namesReport(
      name,
      [
        "types": .list(types.map(JSON.text)), "zone": wantsZone ? .text("\(name).") : nil,
        "unknown_servers": wantsZone ? ["ns3.example.net."] : [], "servers": .list(servers),
        "differences": isLossy ? [["type": "A", "groups": []]] : [],
        "dnssec": .list(asked.flag("dnssec") ? types.map { security(of: name, type: $0) } : []),
      ]
    )
  }

  private static func namesReport(_ name: String, _ members: [String: JSON]) -> JSON {
    report(
      "homenet.dns/1",
      [
        "name": .text(name), "asked": .text("\(name)."), "searched": [], "unicode": nil,
        "kind": "name", "zone": nil, "unknown_servers": [], "servers": [], "differences": [],
        "trace": nil, "dnssec": [],
      ]
    )
    .merging(members)
  }

  private static func answer(to name: String, type: String, data: [String], hasID: Bool) -> JSON {
    let records = data.map { value -> JSON in
      ["name": .text("\(name)."), "type": .text(type), "ttl": 3600, "data": .text(value)]
    }
    return [
      "type": .text(type), "outcome": data.isEmpty ? "no_data" : "records", "status": "NOERROR",
      "because": nil, "message": nil, "time_ms": 12.4, "transport": "udp", "tries": 1,
      "truncated": false,
      "edns": true, "bytes": 120, "sender": nil,
      "flags": ["authoritative": false, "recursion_available": true, "authentic": false],
      "nsid": hasID ? ["hex": "6e73", "text": "ns-<b>7</b>.fra"] : nil, "errors": [],
      "records": .list(records), "authority": [],
    ]
  }

  /// The way from the root to a name: one server knows nothing of the zone.
  private static func delegations(_ name: String) -> [JSON] {
    func step(
      _ zone: String,
      _ server: String?,
      _ finding: String,
      because: String? = nil,
      referral: String? = nil
    ) -> JSON {
      [
        "zone": .text(zone), "server": JSON(server), "address": "192.0.2.53",
        "name": .text("\(name)."), "type": "A", "finding": .text(finding),
        "because": JSON(because), "referral": JSON(referral), "name_servers": [], "alias": nil,
        "time_ms": 21.3, "looking_for": nil,
      ]
    }
    return [
      step(".", nil, "referral", referral: "org."),
      step("org.", "a0.org.afilias-nst.info.", "referral", referral: "\(name)."),
      step("\(name).", "ns1.example.net.", "lame", because: "it <b>refers</b> back"),
      step("\(name).", "ns2.example.net.", "answer"),
    ]
  }

  /// What DNSSEC says: the chain is broken where the name is bogus, and ends where it is unsigned.
  private static func security(of name: String, type: String) -> JSON {
    let isBogus = name.hasPrefix("bogus")
    var state: JSON = "secure"
    var reason: Message?
    if isBogus {
      state = "bogus"
      reason = Message(
        .dnssecLate,
        [
          "name": "\(name).", "type": type, "key": "<b>4711</b>",
          "until_time": "2026-02-20T00:00:00Z",
        ]
      )
    } else if name.hasPrefix("unsigned") {
      state = "insecure"
      reason = Message(.dnssecNoDS, ["zone": "org.", "name": "example.org."])
    }
    let message: JSON = reason.map(JSON.encoded) ?? .null
    let links = [".", "org.", "example.org."].map { zone -> JSON in
      [
        "zone": .text(zone), "state": zone == "example.org." ? state : "secure", "reason": nil,
        "message": nil, "ds": [], "keys": [], "signed_by": nil,
      ]
    }
    let broken: JSON = [
      "zone": "example.org.", "name": .text("\(name)."), "type": .text(type),
      "words": JSON(reason?.text), "message": message,
    ]
    return [
      "type": .text(type), "state": state, "anchor": ".", "answers": [],
      "effort": ["questions": 7, "signatures": 6, "hashes": 2], "reason": JSON(reason?.text),
      "message": message, "broken_link": isBogus ? broken : nil, "links": .list(links),
    ]
  }
}
