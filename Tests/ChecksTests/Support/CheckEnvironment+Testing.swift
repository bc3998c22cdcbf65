import Diagnostics
import LinuxNetwork
import Model
import Networking
import Wire

@testable import Checks

extension CheckEnvironment {
  /// Loopback, with a made-up configuration and home.
  static func testing(
    network: any Network = StubNetwork(),
    devices: [InventoryDevice] = [],
    lookUp: LookUp? = nil,
    questions: (any DNSCarrier)? = nil,
    rejection: @escaping @Sendable (IPAddress) async -> Message? = { _ in nil }
  ) -> CheckEnvironment {
    CheckEnvironment(
      network: network,
      device: { id in devices.first { $0.id == id } },
      devices: { devices },
      lookUp: lookUp,
      questions: questions,
      roots: .none,
      trust: .system,
      rejection: rejection
    )
  }
}

extension InventoryDevice {
  /// A device that was seen.
  static func made(
    _ name: String?,
    at address: IPAddress,
    _ category: Model.Category = .unknown,
    ports: [UInt16] = [],
    presence: Presence = .present,
    isGateway: Bool = false
  ) -> InventoryDevice {
    let time = Timestamp(milliseconds: 0)
    return InventoryDevice(
      Device(
        id: "id-\(address)",
        isGateway: isGateway,
        ip: address,
        addresses: [address],
        hostname: name?.lowercased(),
        ports: ports.map { Device.OpenPort(port: $0, transport: .tcp, service: nil) },
        firstSeen: time,
        lastSeen: time
      ),
      presence: presence,
      marks: Annotations(name: name, category: category),
      slot: 0
    )
  }
}

/// Name servers in memory.
struct FakeCarrier: DNSCarrier {
  var answer: @Sendable (DNSQuery) -> Result<DNSResponse, DNSFailure>

  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSResponse, DNSFailure> { answer(query) }

  /// Answers with those records, or that code.
  static func answering(_ data: DNSData..., code: UInt8 = 0) -> FakeCarrier {
    FakeCarrier { query in
      var message = query.message
      message.flags.isResponse = true
      message.flags.responseCode = code
      message.answers = data.map { DNSRecord(message.questions[0].name, $0, ttl: 60) }
      return .success(DNSResponse(message, size: message.serialised.count))
    }
  }

  /// Never answers, or not that way.
  static func failing(_ failure: DNSFailure) -> FakeCarrier {
    FakeCarrier { _ in .failure(failure) }
  }
}

/// Loopback addresses.
enum Loopback {
  static let v4 = IPAddress.v4(IPv4Address(127, 0, 0, 1))
  static let v6 = IPAddress.v6(.loopback, zone: nil)
}
