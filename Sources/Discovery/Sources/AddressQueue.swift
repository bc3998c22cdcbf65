import Networking
import Wire

/// A target address with its interface: two interfaces can lead to one subnet.
package struct TargetAddress: Hashable, Sendable {
  var address: IPv4Address
  var interface: UInt32
}

/// The addresses of a plan that may be asked, one after another, without making a list of them.
package struct AddressQueue: Sendable {
  private struct Range {
    var next: UInt32
    var last: UInt32
    var interface: UInt32
  }

  private let excluded: [IPv4Prefix]
  private let own: Set<IPv4Address>
  private var ranges: [Range] = []
  private var current = 0

  /// The addresses of the targets that are wanted, without this machine's own and excluded ones.
  init(plan: ScanPlan, where isWanted: (ScanPlan.Target) -> Bool) {
    excluded = plan.excluded.ipv4
    var own: Set<IPv4Address> = []
    for target in plan.targets {
      if let address = target.ownAddress { own.insert(address) }
      own.formUnion(target.interface.ipv4.map(\.address))
    }
    for interface in plan.interfaces { own.formUnion(interface.ipv4.map(\.address)) }
    self.own = own
    for target in plan.targets where isWanted(target) {
      let hosts = target.prefix.hosts
      ranges.append(
        Range(next: hosts.lowerBound, last: hosts.upperBound, interface: target.interface.index)
      )
    }
  }

  /// Whether there may be more.
  var isEmpty: Bool { current >= ranges.count }

  /// The next address, `nil` at the end.
  mutating func next() -> TargetAddress? {
    while current < ranges.count {
      let range = ranges[current]
      if range.next == range.last {
        current += 1
      } else {
        ranges[current].next += 1
      }
      let address = IPv4Address(rawValue: range.next)
      guard !own.contains(address), !excluded.contains(where: { $0.contains(address) }) else {
        continue
      }
      return TargetAddress(address: address, interface: range.interface)
    }
    return nil
  }
}
