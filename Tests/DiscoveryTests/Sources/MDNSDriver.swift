import HomeSupport
import Wire
@testable import Networking
@testable import Discovery

typealias MDNSDriver = SourceDriver<MDNSSource>

func startedMDNS(failing: (UDPSocketOptions) -> Bool = { _ in false }) -> MDNSDriver {
  var driver = MDNSDriver(MDNSSource(generator: SplitMix64(seed: 1)))
  driver.start(failing: failing)
  return driver
}

func message(_ payload: [UInt8]) throws -> DNSMessage {
  try DNSMessage(parsing: payload)
}

func name(_ text: String) -> DNSName {
  DNSName(text) ?? .root
}

/// The records of a service in the order PTR, SRV, TXT, A.
func records(
  _ instance: String = "Living Room",
  type: String = "_airplay._tcp",
  host: String = "Living-Room.local",
  address: IPv4Address = IPv4Address(192, 168, 77, 20),
  txt: [String] = ["model=AppleTV6,2"],
  ttl: UInt32 = 120
) -> [DNSRecord] {
  let type = DNSServiceType(type)
  let full = type.flatMap { DNSServiceName(instance, $0).name } ?? .root
  return [
    DNSRecord(type?.name() ?? .root, .ptr(full), ttl: ttl),
    DNSRecord(
      full,
      .srv(DNSServiceLocation(port: 7000, target: name(host))),
      ttl: ttl,
      cacheFlush: true
    ),
    DNSRecord(
      full,
      .txt(TXTRecord(strings: txt.map { Array($0.utf8) })),
      ttl: ttl,
      cacheFlush: true
    ),
    DNSRecord(name(host), .a(address), ttl: ttl, cacheFlush: true),
  ]
}

func answer(_ records: [DNSRecord]) -> [UInt8] {
  DNSMessage(flags: .authoritativeAnswer, answers: records).serialised
}

extension MDNSDriver {
  mutating func hear(
    _ records: [DNSRecord],
    from sender: IPAddress = .home(20)
  ) {
    deliver(answer(records), from: sender, port: 5353, to: 5353)
  }
}

extension MDNSDriver {
  /// Forgets what was asked for so far.
  mutating func dropSent() {
    _ = takeSent()
  }
}
