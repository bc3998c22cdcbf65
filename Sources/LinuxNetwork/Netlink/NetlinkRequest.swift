internal import CShims
internal import Glibc
package import Wire

/// A message to rtnetlink(7) being built: a fixed part, then attributes.
public struct NetlinkRequest: Hashable, Sendable {
  /// `RTM_…`.
  public let type: UInt16
  /// `NLM_F_…` beside `NLM_F_REQUEST`.
  public var flags: UInt16
  /// The fixed part and the attributes.
  public private(set) var body: [UInt8]

  /// A request with the given fixed part (`ifinfomsg`, `ifaddrmsg`, `rtmsg`, `ndmsg`).
  public init(type: UInt16, flags: UInt16 = 0, header: [UInt8]) {
    self.type = type
    self.flags = flags
    body = header
    pad()
  }

  /// Appends an attribute.
  public mutating func add(_ attribute: UInt16, _ value: [UInt8]) {
    body.append(native: UInt16(truncatingIfNeeded: 4 + value.count))
    body.append(native: attribute)
    body.append(contentsOf: value)
    pad()
  }

  /// Appends a number in this machine's order, in its own width.
  public mutating func add<Number: FixedWidthInteger>(_ attribute: UInt16, number: Number) {
    var value: [UInt8] = []
    value.append(native: number)
    add(attribute, value)
  }

  /// Appends a text with its final NUL.
  public mutating func add(_ attribute: UInt16, text: String) {
    add(attribute, Array(text.utf8) + [0])
  }

  /// Appends an attribute that holds what the closure appends.
  public mutating func nest(_ attribute: UInt16, _ build: (inout NetlinkRequest) -> Void) {
    let start = body.count
    body.append(native: UInt16(0))
    body.append(native: attribute | 0x8000)
    build(&self)
    let length = UInt16(truncatingIfNeeded: body.count - start)
    withUnsafeBytes(of: length) { body.replaceSubrange(start..<start + 2, with: $0) }
  }

  /// Appends bytes as they are, such as the fixed part that `VETH_INFO_PEER` begins with.
  public mutating func append(raw bytes: [UInt8]) {
    body.append(contentsOf: bytes)
    pad()
  }

  /// The whole message.
  public func message(sequence: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(NetlinkMessages.headerLength + body.count)
    bytes.append(native: UInt32(NetlinkMessages.headerLength + body.count))
    bytes.append(native: type)
    bytes.append(native: flags | UInt16(NLM_F_REQUEST))
    bytes.append(native: sequence)
    bytes.append(native: UInt32(0))
    bytes.append(contentsOf: body)
    return bytes
  }

  private mutating func pad() {
    while body.count % 4 != 0 { body.append(0) }
  }
}

extension NetlinkRequest {
  /// Asks which route the kernel takes to an address, whole as it stands in its table (rtnetlink(7),
  /// `RTM_F_FIB_MATCH`); nothing is sent there.
  static func chosenRoute(to destination: IPAddress) -> NetlinkRequest {
    let bits = UInt8(destination.networkBytes.count * 8)
    var header: [UInt8] = [destination.familyNumber, bits, 0, 0, 0, 0, 0, 0]
    header.append(native: UInt32(RTM_F_FIB_MATCH))
    // With an acknowledgement, which marks the end of an answer that is no dump.
    var request = NetlinkRequest(
      type: UInt16(RTM_GETROUTE),
      flags: UInt16(NLM_F_ACK),
      header: header
    )
    request.add(UInt16(RTA_DST.rawValue), destination.networkBytes)
    return request
  }
}

extension Array where Element == UInt8 {
  /// Appends an integer in this machine's order.
  package mutating func append<Number: FixedWidthInteger>(native number: Number) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}

extension IPAddress {
  /// `AF_INET` or `AF_INET6`.
  package var familyNumber: UInt8 {
    switch self {
    case .v4: UInt8(AF_INET)
    case .v6: UInt8(AF_INET6)
    }
  }

  /// The address in network order.
  package var networkBytes: [UInt8] {
    switch self {
    case .v4(let address): address.bytes
    case .v6(let address, _): address.bytes
    }
  }
}
