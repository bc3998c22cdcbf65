import DemoHome
import Discovery
import Model
import Wire

/// Made-up devices of every kind, as many as are wanted, the same for the same seed.
struct GeneratedDevices {
  /// What is unusual about them.
  enum Oddity: Hashable, Sendable {
    /// Nothing.
    case none
    /// Only their addresses are known.
    case allUnknown
    /// Their names are markup, very long, or turn text around.
    case hostileNames
  }

  private var generator: SplitMix64
  private let now: Timestamp
  private let oddity: Oddity

  /// Devices by that seed, as they are at that time.
  init(seed: UInt64, now: Timestamp, oddity: Oddity) {
    generator = SplitMix64(seed: seed)
    self.now = now
    self.oddity = oddity
  }

  /// The device of that number: the first is the router, the second the machine that scans.
  mutating func device(_ index: Int) -> InventoryDevice {
    let member = member(index)
    let random = (0..<5).map { _ in Double(generator.next() % 1000) / 1000 }
    let address = IPv4Address(
      rawValue: 0xC0A8_0100 + UInt32(index / 250) << 8 + UInt32(1 + index % 250)
    )
    let linkLocal = IPAddress("fe80::21b:\(String(index & 0xFFFF, radix: 16))")
    let isPrivate = member.vendor == nil || index % 9 == 2
    let mac = MACAddress(
      rawValue: (isPrivate ? 0xDA_1B5E : Household.block(of: member.vendor)) << 24
        + UInt64(index & 0xFFFF) << 8 + UInt64(random[0] * 255)
    )
    var evidence = Evidence()
    evidence.ip = .v4(address)
    evidence.mac = mac
    evidence.isGateway = index == 0
    evidence.openPorts = member.ports.map(\.number)
    evidence.services = services(of: member)
    let heard = now.milliseconds - 5000 - Int64(random[1] * 115_000)
    let days = 1 + Int64(random[2] * 199)
    let device = Device(
      id: Self.id(index),
      isSelf: index == 1,
      isGateway: index == 0,
      ip: .v4(address),
      addresses: [.v4(address)] + (member.services.isEmpty ? [] : [linkLocal].compactMap(\.self)),
      hostname: member.name.map(Self.hostname),
      ports: member.ports.map {
        Device.OpenPort(port: $0.number, transport: .tcp, service: $0.service)
      },
      latencyMs: member.link.map { Self.latency($0) * (0.6 + random[3]) },
      link: member.link.map { Link($0, reason: Self.reason($0)) },
      firstSeen: Timestamp(milliseconds: now.milliseconds - days * 86_400_000),
      lastSeen: Timestamp(milliseconds: heard),
      discoveredBy: [.neighbours] + (member.services.isEmpty ? [] : [.mdns])
        + (member.ports.isEmpty ? [] : [.tcp]),
      evidence: evidence,
      verdict: Self.verdict(of: member, confidence: 0.55 + 0.45 * random[4])
    )
    return InventoryDevice(device, slot: index, isNew: index == 28 || index == 29)
  }

  /// The id of the device of that number: `d00003`.
  static func id(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return "d" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  // MARK: Who it is

  private func member(_ index: Int) -> Household.Member {
    let lap = index / Household.members.count
    var member = Household.members[index % Household.members.count]
    if lap > 0 {
      if member.category == .router { member.category = .network }
      member.name = member.name.map { "\($0) \(lap + 1)" }
    }
    switch oddity {
    case .none: break
    case .allUnknown where index > 0:
      member = Household.Member(nil, .unknown, link: member.link, ports: member.ports)
    case .allUnknown: break
    case .hostileNames:
      let names = Household.hostileNames
      member.name = names[index % names.count] + (index < names.count ? "" : " \(index)")
      member.vendor = names[(index + 3) % names.count]
      member.model = names[(index + 5) % names.count]
      member.services = [("_http._tcp", 80, [names[0]: names[2]])]
    }
    return member
  }

  private func services(of member: Household.Member) -> [ServiceInstance] {
    member.services.map { type, port, txt in
      var values = txt.mapValues(TXTValue.text)
      if oddity == .hostileNames {
        values["flag"] = .present
        values["raw"] = .bytes([0xC3, 0x28, 0x5C])
      }
      return ServiceInstance(type: type, name: member.name ?? "", port: port, txt: values)
    }
  }

  private static func verdict(of member: Household.Member, confidence: Double) -> Verdict {
    var verdict = Verdict(
      name: member.name,
      category: member.category,
      vendor: member.vendor,
      model: member.model,
      os: member.os
    )
    guard member.category != .unknown else { return verdict }
    verdict.confidence = confidence
    verdict.runnerUp =
      switch member.category {
      case .phone: .tablet
      case .tvMedia: .speaker
      case .server: .computer
      default: nil
      }
    let source = member.services.isEmpty ? Source.neighbours : .mdns
    let said =
      member.services.first.map { EvidenceSentence(.announces, $0.type) }
      ?? member.vendor.map { EvidenceSentence(.mac, $0) } ?? EvidenceSentence(.hostName)
    verdict.because = [
      Verdict.Reason(claim: .category, evidence: said, source: source),
      Verdict.Reason(
        claim: .name,
        evidence: EvidenceSentence(.ownName, member.name ?? ""),
        source: source
      ),
    ]
    if let model = member.model {
      verdict.because.append(
        Verdict.Reason(
          claim: .model,
          evidence: EvidenceSentence(.txt, "model=\(model)"),
          source: source
        )
      )
    }
    return verdict
  }

  private static func hostname(_ name: String) -> String {
    String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }.prefix(40)) + ".lan"
  }

  private static func latency(_ medium: Link.Medium) -> Double {
    switch medium {
    case .wired: 0.4
    case .wifi: 4.8
    case .remote: 62
    }
  }

  private static func reason(_ medium: Link.Medium) -> String {
    switch medium {
    case .wired: "5 round trips of 0.3–0.9 ms, steady: probably a cable"
    case .wifi: "5 round trips of 2.1–11.4 ms, jittery: probably a radio"
    case .remote: "5 round trips of 61.0–74.2 ms: probably farther than this home"
    }
  }
}
