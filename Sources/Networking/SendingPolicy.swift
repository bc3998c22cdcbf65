import Model
package import Wire

/// Which addresses and ports homenet never sends to, whatever a machine requests.
///
/// Every packet is checked once, where requests are carried out.
package struct SendingPolicy {
  /// Whether addresses on the Internet are allowed.
  var allowPublic: Bool
  /// Whether resolvers on the Internet may be asked: port 53 in exchanges, nothing else.
  var allowPublicResolvers: Bool

  /// A policy that permits only the home's addresses by default.
  package init(allowPublic: Bool = false, allowPublicResolvers: Bool = false) {
    self.allowPublic = allowPublic
    self.allowPublicResolvers = allowPublicResolvers
  }

  /// What kind of sending it is.
  package enum Kind {
    /// A TCP connect, or an exchange with one host.
    case exchange
    /// A datagram from a long-lived socket, which may be multicast or broadcast.
    case datagram
  }

  /// Why nothing may be sent there; `nil` where it may.
  package func rejection(_ target: Endpoint, _ kind: Kind) -> LocalFailure? {
    if Self.isPrinting(port: target.port) { return .printingPort(target.port) }
    if allowPublicResolvers, kind == .exchange, target.port == 53, target.address.scope == .global {
      return nil
    }
    return rejection(target.address, kind)
  }

  /// Why nothing may be sent to the address; `nil` where it may.
  package func rejection(_ address: IPAddress, _ kind: Kind) -> LocalFailure? {
    switch address.scope {
    case .loopback, .linkLocal, .privateUse:
      nil
    case .multicast where kind == .datagram:
      nil
    case .reserved where kind == .datagram && address == .v4(.broadcast):
      nil
    case .global where allowPublic:
      nil
    case .global:
      .refusedByPolicy(Message(.failurePublicAddress, ["address": "\(address)"]))
    case .unspecified, .multicast, .reserved:
      .refusedByPolicy(Message(.failureNoDevice, ["address": "\(address)"]))
    }
  }

  /// Why a whole frame about that address may not be sent; `nil` where it may.
  package func rejection(frame: [UInt8], target: IPAddress) -> LocalFailure? {
    if let port = Self.destinationPort(frame: frame), Self.isPrinting(port: port) {
      return .printingPort(port)
    }
    return rejection(target, .datagram)
  }

  /// Raw printing (9100–9107) and LPD: what arrives there comes out on paper.
  package static func isPrinting(port: UInt16) -> Bool {
    (9100...9107).contains(port) || port == 515
  }

  /// The TCP or UDP port that an Ethernet frame goes to; `nil` where it has none.
  private static func destinationPort(frame: [UInt8]) -> UInt16? {
    func number(at offset: Int) -> UInt16? {
      guard offset + 1 < frame.count else { return nil }
      return UInt16(frame[offset]) << 8 | UInt16(frame[offset + 1])
    }
    let header = 14
    let transport: Int
    let proto: UInt8
    switch number(at: 12) {
    case 0x0800 where frame.count > header + 9:
      transport = header + Int(frame[header] & 15) * 4
      proto = frame[header + 9]
    case 0x86DD where frame.count > header + 6:
      transport = header + 40
      proto = frame[header + 6]
    default:
      return nil
    }
    return proto == 6 || proto == 17 ? number(at: transport + 2) : nil
  }
}
