/// An NTLM CHALLENGE_MESSAGE (MS-NLMP, section 2.2.1.2).
///
/// It carries the server's names and Windows version before any log-in.
public struct NTLMChallenge: Hashable, Sendable {
  /// `NegotiateFlags` (section 2.2.2.5).
  public var flags: UInt32
  /// The server's version; `nil` where it says none.
  public var version: Version?
  /// The target information's AV_PAIRs, in order.
  public var information: [Information]

  /// The version of Windows, or what passes for it.
  public struct Version: Hashable, Sendable {
    /// 10 in Windows 11.
    public var major: UInt8
    /// 0 in Windows 11.
    public var minor: UInt8
    /// 22631 in Windows 11 23H2; 0 in Samba.
    public var build: UInt16

    /// A version by its three numbers.
    public init(major: UInt8, minor: UInt8, build: UInt16) {
      self.major = major
      self.minor = minor
      self.build = build
    }
  }

  /// An AV_PAIR (section 2.2.2.1).
  public struct Information: Hashable, Sendable {
    /// `AvId`.
    public var kind: UInt16
    /// Its value; names are UTF-16, least significant byte first.
    public var value: [UInt8]

    /// The computer's NetBIOS name.
    public static let computerName: UInt16 = 1
    /// The computer's name in DNS.
    public static let dnsComputerName: UInt16 = 3
    /// Its domain's.
    public static let dnsDomainName: UInt16 = 4
  }

  /// Sets or clears the flag that says whether a version follows.
  public init(flags: UInt32 = 0, version: Version?, information: [Information]) {
    self.flags = version == nil ? flags & ~Self.hasVersion : flags | Self.hasVersion
    self.version = version
    self.information = information
  }

  /// The name of that kind; `nil` where there is none.
  public func name(_ kind: UInt16) -> String? {
    guard let found = information.first(where: { $0.kind == kind }), !found.value.isEmpty else {
      return nil
    }
    return UTF16Bytes.text(of: found.value)
  }

  /// `NTLMSSP` and a zero.
  static let signature = Array("NTLMSSP\0".utf8)
  private static let kind: UInt32 = 2
  private static let hasVersion: UInt32 = 0x0200_0000
  private static let mostInformation = 32

  /// The challenge inside a security token, wrapped or not (RFC 4178 wraps it).
  public static func first(in token: [UInt8]) -> NTLMChallenge? {
    guard let start = token.firstRange(of: signature)?.lowerBound else { return nil }
    return try? NTLMChallenge(parsing: Array(token[start...]))
  }
}

extension NTLMChallenge: WireFormat {
  /// Reads a challenge.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 8) == Self.signature,
      try cursor.littleUInt32(bytes) == Self.kind
    else { throw WireError(.invalid("NTLM message"), at: 0) }
    // The target's name, which is among the information.
    try cursor.skip(8, in: bytes)
    flags = try cursor.littleUInt32(bytes)
    // The challenge itself and a reserve.
    try cursor.skip(16, in: bytes)
    let length = try Int(cursor.littleUInt16(bytes))
    try cursor.skip(2, in: bytes)
    let place = try Int(cursor.littleUInt32(bytes))
    if flags & Self.hasVersion != 0 {
      version = try Version(
        major: cursor.uint8(bytes),
        minor: cursor.uint8(bytes),
        build: cursor.littleUInt16(bytes)
      )
    }
    information = []
    guard length > 0 else { return }
    cursor = try cursor.jumping(to: place, in: bytes)
    var list = try cursor.slice(length, in: bytes)
    while list.remaining >= 4 {
      let kind = try list.littleUInt16(bytes)
      let length = try Int(list.littleUInt16(bytes))
      if kind == 0 { return }
      guard information.count < Self.mostInformation else {
        throw WireError(.tooMany("NTLM information"), at: list.offset)
      }
      try information.append(Information(kind: kind, value: list.bytes(bytes, count: length)))
    }
  }

  /// Appends a challenge, of zeros and without the target's name.
  public func write(to bytes: inout [UInt8]) {
    var list: [UInt8] = []
    for one in information {
      list.append(littleEndian: one.kind)
      list.append(littleEndian: UInt16(min(0xFFFF, one.value.count)))
      list.append(contentsOf: one.value.prefix(0xFFFF))
    }
    list.append(contentsOf: [0, 0, 0, 0])
    let place: UInt32 = 56
    bytes.append(contentsOf: Self.signature)
    bytes.append(littleEndian: Self.kind)
    bytes.append(contentsOf: [0, 0, 0, 0])
    bytes.append(littleEndian: place)
    bytes.append(littleEndian: flags)
    bytes.append(contentsOf: repeatElement(0, count: 16))
    bytes.append(littleEndian: UInt16(min(0xFFFF, list.count)))
    bytes.append(littleEndian: UInt16(min(0xFFFF, list.count)))
    bytes.append(littleEndian: place)
    bytes.append(version?.major ?? 0)
    bytes.append(version?.minor ?? 0)
    bytes.append(littleEndian: version?.build ?? 0)
    // A reserve, and the only revision of NTLM (15).
    bytes.append(contentsOf: [0, 0, 0, 15])
    bytes.append(contentsOf: list.prefix(0xFFFF))
  }
}

extension NTLMChallenge.Information {
  /// A name, encoded as UTF-16LE.
  init(kind: UInt16, _ text: String) {
    self.init(kind: kind, value: UTF16Bytes.bytes(of: text))
  }
}

/// An NTLM NEGOTIATE_MESSAGE without domain and workstation (MS-NLMP, section 2.2.1.1).
public enum NTLMNegotiate {
  /// Unicode, the target's information, NTLM, its second session security.
  private static let flags: UInt32 = 0x0008_0000 | 0x0000_0200 | 0x0000_0005 | 0x0200_0000

  /// The message by itself.
  public static let message: [UInt8] = {
    var bytes = NTLMChallenge.signature
    bytes.append(littleEndian: UInt32(1))
    bytes.append(littleEndian: flags)
    // No domain, no workstation, no version.
    bytes.append(contentsOf: repeatElement(0, count: 24))
    return bytes
  }()

  /// The message as the first token of SPNEGO, which offers nothing else (RFC 4178, section 4.2.1).
  public static let token: [UInt8] = {
    let mechanism: [UInt8] = [
      0x06, 0x0A, 0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x02, 0x02, 0x0A,
    ]
    let spnego: [UInt8] = [0x06, 0x06, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x02]
    let mechanisms = element(0xA0, element(0x30, mechanism))
    let initial = element(0x30, mechanisms + element(0xA2, element(0x04, message)))
    return element(0x60, spnego + element(0xA0, initial))
  }()

  /// A DER element; all of them here have less than 128 bytes.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, UInt8(truncatingIfNeeded: content.count)] + content
  }
}

/// Text as UTF-16, the least significant byte first.
public enum UTF16Bytes {
  /// The text; half a character at the end is left out.
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    var units: [UInt16] = []
    var low: UInt8?
    for byte in bytes {
      if let first = low {
        units.append(UInt16(byte) << 8 | UInt16(first))
        low = nil
      } else {
        low = byte
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The bytes.
  public static func bytes(of text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}
