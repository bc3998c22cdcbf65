import Model
import Networking
import Wire

/// Reads the certificates of remote desktops.
struct RDPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    host.ports([3389], or: ["_rdp._tcp"]).map { port in
      .stream(port, .http, "rdp", RDPExchange(port: port))
    }
  }
}

/// Reads a computer's name from the TLS certificate of its remote desktop.
///
/// Windows issues one to its own name. The exchange ends with the handshake, before a log-in.
struct RDPExchange: StreamExchange {
  let port: UInt16
  private var answer = MessageBuffer<RDPConnection>(limit: 512)
  private var handshake: CertificateExchange?

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep {
    let offer = RDPConnection(
      isConfirmation: false,
      negotiation: .protocols(RDPConnection.tls | RDPConnection.hybrid)
    )
    return .say(offer.serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    if handshake != nil { return look(at: bytes) }
    answer.append(bytes)
    do throws(WireError) {
      guard let confirmation = try answer.next() else { return .wait }
      // Without TLS there is no certificate.
      guard confirmation.isConfirmation, case .protocols(let chosen)? = confirmation.negotiation,
        chosen & (RDPConnection.tls | RDPConnection.hybrid) != 0
      else { return .done() }
      var handshake = CertificateExchange(port: port)
      let step = handshake.begin()
      self.handshake = handshake
      return step
    } catch {
      return .done()
    }
  }

  private mutating func look(at bytes: [UInt8]) -> ExchangeStep {
    guard var step = handshake?.take(bytes) else { return .done() }
    for case .certificate(let identity) in step.facts {
      if let name = Self.computer(of: identity) { step.facts.append(.name(name)) }
    }
    return step
  }

  /// The computer's name: the subject of a self-signed certificate.
  private static func computer(of identity: CertificateIdentity) -> String? {
    guard let subject = identity.subject, subject == identity.issuer, subject.hasPrefix("CN=")
    else {
      return nil
    }
    let name = subject.dropFirst(3)
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isName && (1...63).contains(name.utf8.count) ? String(name) : nil
  }
}
