/// A file server up to the point where it introduces itself (MS-SMB2, MS-NLMP): the negotiation and
/// the challenge of the first log-in, with its names and version.
public struct SMB2Service: ListenerService {
  /// Who the server is.
  public struct Identity: Sendable {
    var name: String
    var domain: String
    var dnsName: String
    var version: (major: UInt8, minor: UInt8, build: UInt16)
    var dialect: UInt16
    var guid: [UInt8]
    var signs: Bool

    /// An identity; version 6.1, build 0 is Samba's.
    public init(
      name: String,
      domain: String? = nil,
      dnsName: String = "",
      version: (UInt8, UInt8, UInt16) = (6, 1, 0),
      dialect: UInt16 = 0x0302,
      guid: [UInt8] = [],
      signs: Bool = false
    ) {
      self.name = name
      self.domain = domain ?? name
      self.dnsName = dnsName
      self.version = version
      self.dialect = dialect
      self.guid = guid
      self.signs = signs
    }
  }

  let identity: Identity

  /// A server of that identity.
  public init(_ identity: Identity) {
    self.identity = identity
  }

  /// A connection to it.
  public func accept() -> any ServedConnection { Connection(identity: identity) }

  private struct Connection: ServedConnection {
    let identity: Identity
    var received: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      received += bytes
      var sending: [UInt8] = []
      while received.count >= 4 {
        let length = received[1..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= 65_536 else { return .close() }
        guard received.count >= 4 + length else { break }
        let message = Array(received[4..<4 + length])
        received.removeSubrange(..<(4 + length))
        guard let answer = answer(message) else { return .close(saying: sending) }
        sending += answer.counted(by: UInt32.self)
      }
      return .say(sending)
    }

    private func answer(_ message: [UInt8]) -> [UInt8]? {
      if message.starts(with: [0xFF, 0x53, 0x4D, 0x42, 0x72]) {
        // A client that also speaks version 1 is asked to negotiate again in version 2 (2.2.4,
        // 0x02FF).
        let isOpen = message.firstRange(of: Array("SMB 2.???".utf8)) != nil
        return SMB2Service.negotiated(identity, dialect: isOpen ? 0x02FF : 0x0202, id: 0)
      }
      guard message.starts(with: [0xFE, 0x53, 0x4D, 0x42]), message.count >= 64 else { return nil }
      let id = message[24..<32].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      switch message[12] {
      case 0:
        guard SMB2Service.offered(in: message).contains(identity.dialect) else {
          // STATUS_NOT_SUPPORTED
          return SMB2Service.header(command: 0, status: 0xC000_00BB, id: id) + [
            9, 0, 0, 0, 0, 0, 0, 0,
          ]
        }
        return SMB2Service.negotiated(identity, dialect: identity.dialect, id: id)
      case 1: return SMB2Service.challenged(identity, id: id)
      default: return nil
      }
    }
  }

  /// The dialects of a negotiation (2.2.3); 3.1.1 counts only with the contexts that belong to it.
  private static func offered(in message: [UInt8]) -> [UInt16] {
    guard message.count >= 100 else { return [] }
    func number(_ place: Int) -> Int { Int(message[place]) | Int(message[place + 1]) << 8 }
    let count = number(66)
    guard message.count >= 100 + 2 * count else { return [] }
    let dialects = (0..<count).map { UInt16(number(100 + 2 * $0)) }
    let contexts = number(92)
    let hashes = contexts + 8 <= message.count && number(96) > 0 && number(contexts) == 1
    return hashes ? dialects : dialects.filter { $0 != 0x0311 }
  }

  private static func header(command: UInt16, status: UInt32, id: UInt64) -> [UInt8] {
    var bytes: [UInt8] = [0xFE, 0x53, 0x4D, 0x42]
    bytes.add(little: UInt16(64))
    bytes.add(little: UInt16(0))
    bytes.add(little: status)
    bytes.add(little: command)
    bytes.add(little: UInt16(1))
    bytes.add(little: UInt32(1))
    bytes.add(little: UInt32(0))
    bytes.add(little: id)
    bytes.add(little: UInt32(0xFEFF))
    bytes.add(little: UInt32(0))
    bytes.add(little: UInt64(command == 1 ? 0x4000_0000_0001 : 0))
    return bytes + [UInt8](repeating: 0, count: 16)
  }

  private static func negotiated(_ identity: Identity, dialect: UInt16, id: UInt64) -> [UInt8] {
    // SPNEGO that offers NTLM (RFC 4178, 4.2.1).
    let offer = der(
      0x60,
      Array(hex: "06062b0601050502")
        + der(
          0xA0,
          der(
            0x30,
            der(
              0xA0,
              der(
                0x30,
                Array(hex: "060a2b06010401823702020a")
              )
            )
          )
        )
    )
    var bytes = header(command: 0, status: 0, id: id)
    bytes.add(little: UInt16(65))
    bytes.add(little: UInt16(identity.signs ? 3 : 1))
    bytes.add(little: dialect)
    bytes.add(little: UInt16(0))
    bytes += identity.guid.padded(to: 16)
    bytes.add(little: UInt32(7))
    for _ in 0..<3 { bytes.add(little: UInt32(8 << 20)) }
    // The time of the server and of its start: 2024-06-01, and unsaid.
    bytes.add(little: UInt64(133_616_736_000_000_000))
    bytes.add(little: UInt64(0))
    bytes.add(little: UInt16(128))
    bytes.add(little: UInt16(offer.count))
    bytes.add(little: UInt32(0))
    return bytes + offer
  }

  private static func challenged(_ identity: Identity, id: UInt64) -> [UInt8] {
    let mechanism = Array(hex: "060a2b06010401823702020a")
    let token = der(
      0xA1,
      der(
        0x30,
        der(0xA0, [0x0A, 0x01, 0x01]) + der(0xA1, mechanism)
          + der(0xA2, der(0x04, challenge(identity)))
      )
    )
    var bytes = header(command: 1, status: 0xC000_0016, id: id)
    bytes.add(little: UInt16(9))
    bytes.add(little: UInt16(0))
    bytes.add(little: UInt16(72))
    bytes.add(little: UInt16(token.count))
    return bytes + token
  }

  /// NTLM's CHALLENGE_MESSAGE (MS-NLMP, 2.2.1.2).
  private static func challenge(_ identity: Identity) -> [UInt8] {
    let target = Array(utf16: identity.domain)
    var pairs: [UInt8] = []
    for (kind, text) in [
      (2, identity.domain), (1, identity.name), (4, ""), (3, identity.dnsName),
    ] as [(UInt16, String)] where !text.isEmpty || kind == 4 {
      let value = Array(utf16: text)
      pairs.add(little: kind)
      pairs.add(little: UInt16(value.count))
      pairs += value
    }
    pairs += [0, 0, 0, 0]
    var bytes = Array("NTLMSSP\0".utf8)
    bytes.add(little: UInt32(2))
    bytes.add(little: UInt16(target.count))
    bytes.add(little: UInt16(target.count))
    bytes.add(little: UInt32(56))
    bytes.add(little: UInt32(0xE289_8215))
    bytes += Array(hex: "4c616221426f7821")
    bytes += [UInt8](repeating: 0, count: 8)
    bytes.add(little: UInt16(pairs.count))
    bytes.add(little: UInt16(pairs.count))
    bytes.add(little: UInt32(56 + target.count))
    bytes += [identity.version.major, identity.version.minor]
    bytes.add(little: identity.version.build)
    bytes += [0, 0, 0, 15]
    return bytes + target + pairs
  }

  /// An element of ASN.1's distinguished encoding.
  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<0x80: [tag, UInt8(content.count)] + content
    case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
  }
}

extension AnsweringService {
  /// An AFP server that answers DSIGetStatus (Apple Filing Protocol Reference).
  public static func afp(name: String, machine: String) -> AnsweringService {
    AnsweringService { request in
      guard request.count >= 16 else { return nil }
      guard request[0] == 0, request[1] == 3 else { return .close() }
      let status = afpStatus(name: name, machine: machine)
      var reply: [UInt8] = [1, 3, request[2], request[3], 0, 0, 0, 0]
      reply.add(UInt32(status.count))
      reply.add(UInt32(0))
      return .say(reply + status)
    }
  }

  private static func afpStatus(name: String, machine: String) -> [UInt8] {
    func counted(_ text: String) -> [UInt8] { Array(text.utf8).counted(by: UInt8.self) }
    let server = counted(name)
    let versions = [UInt8(2)] + counted("AFP3.4") + counted("AFP3.3")
    let ways = [UInt8(2)] + counted("DHX2") + counted("No User Authent")
    let signature = [UInt8](repeating: 0x5A, count: 16)
    let utf8Name = Array(name.utf8).counted(by: UInt16.self)
    // Five offsets and the flags, then the server's name, padded, and two offsets more.
    let afterName = 10 + server.count + (server.count % 2)
    let machineAt = afterName + 8
    let versionsAt = machineAt + counted(machine).count
    let waysAt = versionsAt + versions.count
    let signatureAt = waysAt + ways.count
    let nameAt = signatureAt + 16
    var bytes: [UInt8] = []
    bytes.add(UInt16(machineAt))
    bytes.add(UInt16(versionsAt))
    bytes.add(UInt16(waysAt))
    bytes.add(UInt16(0))
    bytes.add(UInt16(0x8FFB))
    bytes += server
    if server.count % 2 == 1 { bytes.append(0) }
    bytes.add(UInt16(signatureAt))
    bytes.add(UInt16(0))
    bytes.add(UInt16(0))
    bytes.add(UInt16(nameAt))
    return bytes + counted(machine) + versions + ways + signature + utf8Name
  }
}
