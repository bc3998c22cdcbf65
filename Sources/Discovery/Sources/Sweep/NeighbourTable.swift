import Networking
import Wire

/// The kernel's IPv4 neighbour table as far as this scan has seen it: how full it is, and which
/// state each entry was in.
package struct NeighbourTable: Sendable {
  private struct Key: Hashable {
    var address: IPAddress
    var interface: UInt32
  }

  private var states: [Key: Neighbour.State] = [:]
  /// IPv4 entries that the kernel can't drop when it needs room: all but the failed ones.
  private(set) var used = 0

  /// The state last seen of an entry.
  func state(_ address: IPAddress, interface: UInt32) -> Neighbour.State? {
    states[Key(address: address, interface: interface)]
  }

  /// Takes the whole table.
  mutating func replace(by entries: [Neighbour]) {
    states.removeAll(keepingCapacity: true)
    used = 0
    for entry in entries { set(entry.state, of: entry.address, interface: entry.interface) }
  }

  /// Takes one entry's new state; `nil` where it is gone.
  mutating func set(_ state: Neighbour.State?, of address: IPAddress, interface: UInt32) {
    let key = Key(address: address, interface: interface)
    let before = states[key]
    states[key] = state
    // NDP has a table of its own.
    guard address.v4 != nil else { return }
    used += Self.weight(state) - Self.weight(before)
  }

  private static func weight(_ state: Neighbour.State?) -> Int {
    switch state {
    case nil, .failed?: 0
    default: 1
    }
  }
}
