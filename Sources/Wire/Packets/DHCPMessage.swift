/// A DHCP message for an Ethernet station (RFC 2131, section 2).
///
/// The names of a boot server and a boot file are not kept; where those fields hold options instead
/// (option overload), the options are.
public struct DHCPMessage: Hashable, Sendable {
  /// Who sends it.
  public enum Operation: UInt8, Hashable, Sendable {
    /// A client.
    case request = 1
    /// A server.
    case reply = 2
  }

  /// What it is for (RFC 2132, section 9.6).
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A client looks for servers.
    case discover = 1
    /// A server offers an address.
    case offer
    /// A client asks for an address, of one server or of any.
    case request
    /// A client found its address in use.
    case decline
    /// A server leases the address.
    case acknowledgement
    /// A server refuses the address.
    case refusal
    /// A client gives its address back.
    case release
    /// A client asks for parameters only.
    case inform
  }

  /// One option, its parts joined (RFC 3396).
  public struct Option: Hashable, Sendable {
    /// Its number; 0 and 255 are no options.
    public var code: UInt8
    /// Its bytes.
    public var value: [UInt8]

    /// The codes are those of IANA's registry: 12 for the host name.
    public init(_ code: UInt8, _ value: [UInt8]) {
      self.code = code
      self.value = value
    }
  }

  /// Who sends it.
  public var operation: Operation
  /// Ties answers to their request.
  public var transaction: UInt32
  /// The seconds that the client has tried.
  public var seconds: UInt16
  /// Whether answers have to be broadcast.
  public var isBroadcast: Bool
  /// The address that the client has.
  public var clientAddress: IPv4Address
  /// The address that the client is given.
  public var yourAddress: IPv4Address
  /// The server of the next step of a boot.
  public var nextServer: IPv4Address
  /// The relay that passed it on.
  public var relay: IPv4Address
  /// The client's link address.
  public var hardwareAddress: MACAddress
  /// The options, each code once.
  public var options: [Option]

  /// A message without addresses; options with one code are joined when they are written.
  public init(
    _ operation: Operation,
    transaction: UInt32 = 0,
    seconds: UInt16 = 0,
    isBroadcast: Bool = false,
    clientAddress: IPv4Address = .any,
    yourAddress: IPv4Address = .any,
    nextServer: IPv4Address = .any,
    relay: IPv4Address = .any,
    hardwareAddress: MACAddress,
    options: [Option]
  ) {
    self.operation = operation
    self.transaction = transaction
    self.seconds = seconds
    self.isBroadcast = isBroadcast
    self.clientAddress = clientAddress
    self.yourAddress = yourAddress
    self.nextServer = nextServer
    self.relay = relay
    self.hardwareAddress = hardwareAddress
    self.options = options
  }

  /// A server's port.
  public static let serverPort: UInt16 = 67
  /// A client's port.
  public static let clientPort: UInt16 = 68

  private static let ethernet: UInt8 = 1
  private static let cookie: UInt32 = 0x6382_5363
  private static let serverNameLength = 64
  private static let fileLength = 128
  private static let overload: UInt8 = 52
  /// Clients state about ten.
  private static let mostOptions = 64
  /// The least length of a BOOTP message (RFC 1542, section 2.1): some servers drop shorter ones.
  private static let leastLength = 300
}

extension DHCPMessage: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard let operation = try Operation(rawValue: cursor.uint8(bytes)) else {
      throw WireError(.invalid("operation"), at: 0)
    }
    self.operation = operation
    guard try cursor.uint8(bytes) == Self.ethernet, try cursor.uint8(bytes) == 6 else {
      throw WireError(.invalid("hardware type"), at: 1)
    }
    // How many relays it passed.
    try cursor.skip(1, in: bytes)
    transaction = try cursor.uint32(bytes)
    seconds = try cursor.uint16(bytes)
    isBroadcast = try cursor.uint16(bytes) & 0x8000 != 0
    clientAddress = try cursor.ipv4Address(bytes)
    yourAddress = try cursor.ipv4Address(bytes)
    nextServer = try cursor.ipv4Address(bytes)
    relay = try cursor.ipv4Address(bytes)
    hardwareAddress = try cursor.macAddress(bytes)
    try cursor.skip(10, in: bytes)
    let serverName = try cursor.slice(Self.serverNameLength, in: bytes)
    let file = try cursor.slice(Self.fileLength, in: bytes)
    let cookieOffset = cursor.offset
    guard try cursor.uint32(bytes) == Self.cookie else {
      throw WireError(.invalid("cookie"), at: cookieOffset)
    }
    options = []
    try read(cursor, bytes)
    let overload = self[Self.overload]?.first ?? 0
    options.removeAll { $0.code == Self.overload }
    // In this order (RFC 3396, section 5).
    if overload & 1 != 0 { try read(file, bytes) }
    if overload & 2 != 0 { try read(serverName, bytes) }
    // Fields that hold options can't be overloaded again.
    options.removeAll { $0.code == Self.overload }
  }

  /// Adds the options of a field, up to its end option.
  private mutating func read(_ field: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var field = field
    while !field.isAtEnd {
      let offset = field.offset
      let code = try field.uint8(bytes)
      if code == 0 { continue }
      if code == 255 { return }
      let length = try Int(field.uint8(bytes))
      let value = try field.bytes(bytes, count: length)
      if let place = options.firstIndex(where: { $0.code == code }) {
        options[place].value += value
      } else {
        guard options.count < Self.mostOptions else {
          throw WireError(.tooMany("options"), at: offset)
        }
        options.append(Option(code, value))
      }
    }
  }

  /// Appends the message; options longer than 255 bytes are written in parts, and option overload is
  /// not used.
  public func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(operation.rawValue)
    bytes.append(contentsOf: [Self.ethernet, 6, 0])
    bytes.append(bigEndian: transaction)
    bytes.append(bigEndian: seconds)
    bytes.append(bigEndian: isBroadcast ? UInt16(0x8000) : 0)
    for address in [clientAddress, yourAddress, nextServer, relay] { bytes.append(address) }
    bytes.append(hardwareAddress)
    bytes.append(
      contentsOf: repeatElement(0, count: 10 + Self.serverNameLength + Self.fileLength)
    )
    bytes.append(bigEndian: Self.cookie)
    for option in options.prefix(Self.mostOptions)
    where option.code != 0 && option.code != 255 && option.code != Self.overload {
      var rest = option.value[...]
      repeat {
        bytes.append(option.code)
        bytes.append(vector8: rest)
        rest = rest.dropFirst(Int(UInt8.max))
      } while !rest.isEmpty
    }
    bytes.append(255)
    let missing = Self.leastLength - (bytes.count - start)
    if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
  }
}
