/// What one address answered when it was asked what it is.
///
/// A join of what was inserted, as ``AddressRecord`` is.
struct ProbeAnswers: Hashable, Sendable {
  /// One page or description over HTTP.
  struct HTTPKey: Hashable, Comparable, Sendable {
    var port: UInt16
    var path: String

    static func < (left: Self, right: Self) -> Bool {
      (left.port, left.path) < (right.port, right.path)
    }
  }

  /// How many answers of a kind are kept.
  private static let limit = 64

  private(set) var http: [HTTPKey: Latest<HTTPAnswer>] = [:]
  private(set) var certificates: [UInt16: Latest<CertificateIdentity>] = [:]
  private(set) var banners: [UInt16: Latest<ServiceBanner>] = [:]
  private(set) var datagrams: [UInt16: Latest<DatagramAnswer>] = [:]
  private(set) var descriptions: [String: Latest<String>] = [:]
  private(set) var snmp: Latest<SNMPIdentity>?
  private(set) var smb: Latest<SMBIdentity>?
  private(set) var wsDiscovery: Latest<WSDiscoveryAnswer>?
  private(set) var roundTrips: Latest<[Double]>?
  private(set) var identities: Set<StatedIdentity> = []

  /// Takes an answer; true where it changed anything.
  mutating func insert(_ fact: Fact, at time: Timestamp) -> Bool {
    false
  }
}
