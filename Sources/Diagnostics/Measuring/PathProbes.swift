import Model
internal import Networking
internal import Wire

/// The interfaces that path probes leave from, to tell local ICMP errors from a router's.
///
/// If ARP or NDP finds no neighbour, the kernel itself sends the ICMP error, from its own address.
struct PathVantage: Hashable, Sendable {
  private let interfaces: [Interface]

  /// Without interfaces, no error counts as local.
  init(_ interfaces: [Interface] = []) {
    self.interfaces = interfaces
  }

  /// The interfaces of a network's configuration; none if it can't be read.
  init(of network: any Network) async {
    do throws(LocalFailure) {
      interfaces = try await network.configuration().interfaces
    } catch {
      interfaces = []
    }
  }

  /// Whether an address is this machine's own.
  func isOwn(_ address: IPAddress) -> Bool { interfaces.have(address) }

  /// The words of a local ICMP error.
  func words(_ obstacle: PathObstacle, to target: IPAddress) -> String {
    message(obstacle, to: target).text
  }

  /// The same as a message.
  func message(_ obstacle: PathObstacle, to target: IPAddress) -> Message {
    let asking = target.v4 == nil ? "NDP" : "ARP"
    return switch obstacle {
    case .host where interfaces.reach(target):
      Message(.pathNoNeighbour, ["address": "\(target)", "protocol": asking])
    case .host: Message(.pathNoRouter, ["protocol": asking])
    case .network: Message(.pathNoRoute)
    case .prohibited: Message(.pathOwnFilter)
    default: obstacle.message
    }
  }
}

/// A probe's payload: its number, and a token that identifies this process's probes.
package enum ProbePayload {
  /// The payload of `size` bytes, both fields big-endian and cut if they don't fit.
  package static func bytes(token: UInt64, number: UInt32, size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(size, 12))
    // The number first: routers may quote only a few bytes.
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: token >> UInt64(shift)))
    }
    while bytes.count < size { bytes.append(UInt8(truncatingIfNeeded: bytes.count)) }
    return Array(bytes.prefix(size))
  }
}
