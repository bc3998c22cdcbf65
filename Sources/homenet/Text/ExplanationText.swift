import Home
import Model
import Networking
import Wire

struct ExplanationText {
  let style: Style

  private static let most = 12

  func lines(_ explanation: Explanation) -> [String] {
    let device = explanation.device
    let name = device.verdict.name ?? device.hostname ?? device.knownIP?.description ?? device.id
    var lines = [style.bold(safe(name)), safe(headline(device.verdict))]
    lines += claims(device)
    lines += doubt(explanation)
    lines += facts(explanation)
    lines += section("Sent to it", explanation.sent.filter { !$0.isForAll }.lines)
    let groups = explanation.sent.filter(\.isForAll)
    lines += section("Sent to all devices on the network", groups.lines)
    return lines
  }

  /// As in: `is a speaker, 93 % sure: Sonos One`.
  private func headline(_ verdict: Verdict) -> String {
    var parts = [verdict.vendor, verdict.model].compactMap(\.self)
    // `Apple`, `Apple TV 4K`: omits the repeated vendor.
    if parts.count == 2, parts[1].lowercased().hasPrefix(parts[0].lowercased()) {
      parts.removeFirst()
    }
    let product = parts.joined(separator: " ")
    let os = verdict.os.map { "; runs \($0)" } ?? ""
    guard verdict.category != .unknown else {
      return "is of an unknown kind\(product.isEmpty ? "" : ": " + product)\(os)"
    }
    return "is \(verdict.category.phrase), \(percent(verdict.confidence)) sure"
      + (product.isEmpty ? "" : ": " + product) + os
  }

  private func claims(_ device: Device) -> [String] {
    let verdict = device.verdict
    let kind = verdict.category == .unknown ? nil : verdict.category.title
    let claims: [(Verdict.Claim, String, String?)] = [
      (.category, "Kind", kind), (.vendor, "Vendor", verdict.vendor),
      (.model, "Model", verdict.model), (.os, "System", verdict.os), (.name, "Name", verdict.name),
    ]
    var lines: [String] = []
    for (claim, title, value) in claims {
      guard let value else { continue }
      let reasons = Self.words(for: verdict.because.filter { $0.claim == claim })
      lines += section("\(title): \(value)", reasons)
    }
    return lines
  }

  private func doubt(_ explanation: Explanation) -> [String] {
    let verdict = explanation.device.verdict
    var lines: [String] = []
    if let next = verdict.runnerUp {
      let reasons = Self.words(for: explanation.runnerUpBecause)
      lines += section("It could also be: \(next.title)", reasons)
    }
    let hangs = explanation.sensitivity.dependences.map { dependence in
      let other = dependence.verdict
      let changes = dependence.claims.map { claim in
        switch claim {
        case .category:
          other.category == .unknown
            ? "of an unknown kind" : "\(other.category.title), \(percent(other.confidence)) sure"
        case .vendor: "vendor \(other.vendor ?? "unknown")"
        case .model: "model \(other.model ?? "unknown")"
        case .os: "system \(other.os ?? "unknown")"
        case .name: "name \(other.name ?? "unknown")"
        }
      }
      return "without \(dependence.evidence): \(changes.joined(separator: ", "))"
    }
    let decides = explanation.sensitivity.dependences.contains { $0.claims.contains(.category) }
    let firm = verdict.category == .unknown || decides ? [] : ["the kind hangs on no single thing"]
    lines += section("What would change that", firm + hangs)
    lines += section("Not known, and could settle it", explanation.sensitivity.missing)
    return lines
  }

  private func facts(_ explanation: Explanation) -> [String] {
    let device = explanation.device
    var lines = section("Addresses", device.addresses.map(\.description))
    if let mac = device.evidence.mac {
      let what = explanation.macOwner.map { ", \(DisplayText.safe($0))" } ?? ""
      lines += section("MAC", ["\(mac)\(what)"])
    }
    var way: [String] = []
    if let latency = device.latencyMs {
      way.append("answers within \(Self.milliseconds(latency)) ms")
    }
    if let link = device.link { way.append("\(link.medium.rawValue): \(link.reason)") }
    lines += section("Link", way)
    let services = device.evidence.services.map { service in
      "\(service.type)\(service.port.map { " at port \($0)" } ?? ""): \(service.name)"
    }
    let ports = device.ports.map { "\($0.port)/\($0.transport.rawValue) \($0.service ?? "")" }
    return lines + section("Services", services) + section("Open ports", ports)
  }

  /// A title and indented lines; empty without entries.
  private func section(_ title: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    var shown = entries.prefix(Self.most).map { entry in
      var line = safe(entry)
      while line.last == " " { line.removeLast() }
      return "  " + line
    }
    if entries.count > Self.most { shown.append("  … and \(entries.count - Self.most) more") }
    return ["", style.bold(safe(title))] + shown
  }

  private func safe(_ text: String) -> String { DisplayText.safe(text) }

  private func percent(_ confidence: Double) -> String { "\(Int((confidence * 100).rounded())) %" }

  /// As in: `offers _airplay._tcp (mdns)`; each once, whichever rules read it.
  private static func words(for reasons: [Verdict.Reason]) -> [String] {
    reasons.map { "\($0.evidence) (\($0.source.rawValue))" }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// `0.42`, `12`.
  private static func milliseconds(_ value: Double) -> String {
    if value >= 10 { return String(Int(value.rounded())) }
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension [Explanation.Sent] {
  /// As in: `echo: 7 packets`.
  fileprivate var lines: [String] {
    map { sent in
      let amounts = [
        (sent.count.packets, "packet"), (sent.count.connections, "connection"),
        (sent.count.messages, "message"),
      ]
      let words = amounts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
      return "\(sent.purpose.words): \(words.joined(separator: ", ")) to \(sent.target)"
    }
  }
}

extension Category {
  /// As in: `a printer`.
  fileprivate var phrase: String {
    switch self {
    case .tvMedia: "a TV or media player"
    case .smartHome: "a smart home device"
    case .network: "network equipment"
    case .storage: "network storage"
    case .gaming: "a games console"
    case .voip: "a telephone"
    case .wearable: "a wearable"
    case .appliance: "an appliance"
    default: "a \(title)"
    }
  }
}

extension Purpose {
  fileprivate var words: String {
    switch self {
    case .sweep: "empty datagrams that make the kernel ask for its MAC"
    case .arp: "ARP requests"
    case .echo: "echo"
    case .ports: "probes that look for open ports"
    case .mdns: "mDNS questions"
    case .ssdp: "SSDP searches"
    case .netbios: "NetBIOS questions"
    case .reverseDNS: "reverse look-ups"
    case .wsDiscovery: "WS-Discovery probes"
    case .http: "pages over HTTP"
    case .banner: "waiting for greetings"
    case .snmp: "SNMP questions"
    case .smb: "SMB negotiation"
    case .maker: "makers' own discovery protocols"
    case .broadcast(let name): "search for everybody who speaks \(name)"
    case .latency: "echoes that measure round trips"
    case .path: "packets along a path"
    case .dns: "questions to a name server"
    case .tls: "connections that read its certificate"
    case .whois: "whois questions"
    case .diagnosis: "connections that look for what is wrong"
    }
  }
}
