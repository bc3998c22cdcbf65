/// What is asked over UDP by a few fixed bytes.
extension VersionQuery {
  /// A request to read a file that doesn't exist (RFC 1350).
  ///
  /// The answer comes from another port, so only a refusal is received here.
  static let tftp = VersionQuery([0, 1] + Array("homenet\0octet\0".utf8), "tftp") { bytes in
    bytes.count >= 4 && bytes[0] == 0 && [3, 5].contains(bytes[1])
  }

  /// A call that does nothing, of the port mapper (RFC 1833) or of NFS (RFC 5531, section 9).
  static func rpc(program: UInt32, version: UInt32, _ service: String) -> VersionQuery {
    let words: [UInt32] = [0x484E_5250, 0, 2, program, version, 0, 0, 0, 0, 0]
    return VersionQuery(bytes(of: words), service) { answer in
      answer.count >= 12 && answer.starts(with: bytes(of: [0x484E_5250, 1]))
    }
  }

  private static func bytes(of words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  /// A STUN binding request (RFC 8489); the answer may name its software.
  static let stun = VersionQuery(
    [0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42] + Array("homenet-stun".utf8)
  ) { bytes in
    guard bytes.count >= 20, bytes[0] == 1, bytes[1] & 0xEF == 1,
      Array(bytes[4..<8]) == [0x21, 0x12, 0xA4, 0x42]
    else { return .foreign }
    var place = 20
    // Attributes: type, length, value, padded to four bytes.
    while place + 4 <= bytes.count {
      let type = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard place + 4 + length <= bytes.count else { break }
      if type == 0x8022 {
        let words = String(decoding: bytes[place + 4..<place + 4 + length], as: UTF8.self)
        return .identified(ServiceIdentity("stun", words))
      }
      place += 4 + (length + 3) & ~3
    }
    return .identified(ServiceIdentity("stun"))
  }

  /// An IKE header of an unsupported major version; IKE servers answer with theirs (RFC 7296,
  /// section 2.5).
  static let ike = VersionQuery(
    Array("homenetI".utf8) + [UInt8](repeating: 0, count: 8)
      + [0, 0x30, 34, 0x08, 0, 0, 0, 0, 0, 0, 0, 28],
    "isakmp"
  ) { bytes in
    bytes.count >= 28 && bytes.starts(with: Array("homenetI".utf8))
  }

  /// A presence ping of IPMI's remote control (ASF 2.0, section 3.2.4.2).
  static let ipmi = VersionQuery(
    [6, 0, 0xFF, 6, 0, 0, 0x11, 0xBE, 0x80, 0, 0, 0],
    "asf-rmcp"
  ) { bytes in bytes.count >= 9 && bytes[0] == 6 && bytes[8] == 0x40 }

  /// RIP: the whole table is asked for (RFC 2453, section 3.9.1).
  static let rip = VersionQuery(
    [1, 2, 0, 0] + [UInt8](repeating: 0, count: 19) + [16],
    "route"
  ) { bytes in bytes.count >= 4 && bytes[0] == 2 }

  /// NAT-PMP: the external address (RFC 6886, section 3.2).
  static let natPMP = VersionQuery([0, 0], "nat-pmp") { bytes in
    bytes.count >= 8 && bytes[1] & 0x80 != 0
  }

  /// An OpenVPN client's first packet; a server with a key for it stays silent.
  static let openVPN = VersionQuery(
    [0x38] + Array("homenet1".utf8) + [0, 0, 0, 0, 0],
    "openvpn"
  ) { bytes in bytes.count >= 14 && bytes[0] >> 3 == 8 }

  /// L2TP: a control connection is asked for (RFC 2661, section 6.1).
  static let l2tp: VersionQuery = {
    let name = Array("homenet".utf8)
    let pairs: [[UInt8]] = [
      [0x80, 8, 0, 0, 0, 0, 0, 1], [0x80, 8, 0, 0, 0, 2, 1, 0],
      [0x80, 10, 0, 0, 0, 3, 0, 0, 0, 3], [0x80, UInt8(6 + name.count), 0, 0, 0, 7] + name,
      [0x80, 8, 0, 0, 0, 9, 0, 1],
    ]
    let body = pairs.flatMap { $0 }
    let header: [UInt8] = [0xC8, 2, 0, UInt8(12 + body.count), 0, 0, 0, 0, 0, 0, 0, 0]
    return VersionQuery(header + body, "l2tp") { bytes in
      bytes.count >= 12 && bytes[0] & 0x80 != 0 && bytes[1] & 15 == 2
    }
  }()

  /// QUIC: a version that is reserved for this, so that a server names those it speaks (RFC 9000,
  /// section 6); datagrams shorter than this are dropped.
  static let quic = VersionQuery(
    ([0xC0, 0x1A, 0x2A, 0x3A, 0x4A, 8] + Array("homenet1".utf8) + [0])
      + [UInt8](repeating: 0, count: 1200 - 15),
    "quic"
  ) { bytes in bytes.count >= 7 && bytes[0] & 0x80 != 0 && bytes[1..<5].allSatisfy { $0 == 0 } }

  /// memcached over UDP: the same question behind a header of its own.
  static let memcachedDatagram = VersionQuery(
    [0, 0x48, 0, 0, 0, 1, 0, 0] + memcached.bytes
  ) { bytes in
    bytes.count > 8 && bytes[1] == 0x48 ? memcached.read(Array(bytes[8...])) : .foreign
  }

  /// BACnet: any object of the device is asked for its name (ASHRAE 135, ReadProperty).
  static let bacnet = VersionQuery(
    [0x81, 0x0A, 0, 0x11, 1, 4, 0, 5, 1, 0x0C, 0x0C, 2, 0x3F, 0xFF, 0xFF, 0x19, 0x4D],
    "bacnet"
  ) { bytes in bytes.count >= 4 && bytes[0] == 0x81 }

  /// Games on Valve's engine: what is played (A2S_INFO); newer ones challenge first.
  static let steam = VersionQuery(
    [0xFF, 0xFF, 0xFF, 0xFF, 0x54] + Array("Source Engine Query\0".utf8),
    "steam"
  ) { bytes in bytes.count >= 5 && bytes.prefix(4).allSatisfy { $0 == 0xFF } }

  /// X display managers: whether they accept sessions (XDMCP, Query).
  static let xdmcp = VersionQuery([0, 1, 0, 2, 0, 1, 0], "xdmcp") { bytes in
    bytes.count >= 6 && bytes[0] == 0 && bytes[1] == 1
  }

  /// Microsoft SQL Server: its instances and their versions (MC-SQLR).
  static let sqlBrowser = VersionQuery([2]) { bytes in
    guard bytes.count > 3, bytes[0] == 5 else { return .foreign }
    let words = String(decoding: bytes[3...].prefix(1024), as: UTF8.self).split(separator: ";")
    let version = words.firstIndex(of: "Version").flatMap { words.dropFirst($0 + 1).first }
    return .identified(
      ServiceIdentity("ms-sql-m", version.map { "Microsoft SQL Server \($0)" })
    )
  }

  /// An empty datagram, or an empty line, for services without a query of their own.
  static func anything(_ bytes: [UInt8] = []) -> VersionQuery {
    VersionQuery(bytes) { _ in .foreign }
  }

  /// A client's DHCPINFORM (RFC 2131, section 3.4).
  ///
  /// Servers answer it to port 68, which is not ours.
  static let dhcp: VersionQuery = {
    var bytes: [UInt8] = [1, 1, 6, 0] + Array("hnet".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [UInt8](repeating: 0, count: 236 - bytes.count)
    return VersionQuery(bytes + [0x63, 0x82, 0x53, 0x63, 53, 1, 8, 255], "dhcp") { answer in
      answer.count > 240 && answer[0] == 2
    }
  }()
}
