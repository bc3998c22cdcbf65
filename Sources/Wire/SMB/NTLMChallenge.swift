/// How a server answers the wish to log in by NTLM: its challenge (MS-NLMP, section 2.2.1.2).
///
/// It says what the server is called and which Windows it runs, before anybody logs in.
public struct NTLMChallenge: Hashable, Sendable {
  /// What the two sides can do.
  public var flags: UInt32
  /// The server's version; `nil` where it says none.
  public var version: Version?
  /// What else it says of itself, in order.
  public var information: [Information]

  /// The version of Windows, or what passes for it.
  public struct Version: Hashable, Sendable {
    /// 10 in Windows 11.
    public var major: UInt8
    /// 0 in Windows 11.
    public var minor: UInt8
    /// 22631 in Windows 11 23H2; 0 in Samba.
    public var build: UInt16

    /// The given version.
    public init(major: UInt8, minor: UInt8, build: UInt16) {
      self.major = major
      self.minor = minor
      self.build = build
    }
  }

  /// One thing that the server says of itself (section 2.2.2.1).
  public struct Information: Hashable, Sendable {
    /// What it is.
    public var kind: UInt16
    /// Its value; names are UTF-16, least significant byte first.
    public var value: [UInt8]

    /// The given thing.
    public init(kind: UInt16, value: [UInt8]) {
      self.kind = kind
      self.value = value
    }

    /// A name.
    public init(kind: UInt16, _ text: String) {
      self.init(kind: kind, value: UTF16Bytes.bytes(of: text))
    }

    /// The computer's NetBIOS name.
    public static let computerName: UInt16 = 1
    /// Its domain's or its own NetBIOS name.
    public static let domainName: UInt16 = 2
    /// The computer's name in DNS.
    public static let dnsComputerName: UInt16 = 3
    /// Its domain's.
    public static let dnsDomainName: UInt16 = 4
  }

  /// The given challenge.
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
    // A reserve, and the revision of NTLM that everybody speaks.
    bytes.append(contentsOf: [0, 0, 0, 15])
    bytes.append(contentsOf: list.prefix(0xFFFF))
  }
}
