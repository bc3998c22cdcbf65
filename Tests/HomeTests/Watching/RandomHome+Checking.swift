import Wire
@testable import Model
@testable import Home

extension RandomHome {
  /// The devices that an entry is by its link addresses, or by its address where it has none.
  func truth(_ entry: InventoryEntry) -> Set<Int> {
    if entry.device.isSelf || entry.identities.macs.contains("mac-0011320000fe") { return [-1] }
    let byMAC = members.filter { member in
      member.mac.map { mac in
        entry.identities.macs.contains("mac-" + mac.description.filter { $0 != ":" })
      } ?? false
    }
    if !byMAC.isEmpty { return Set(byMAC.map(\.number)) }
    return Set(
      members.filter { $0.mac == nil && entry.identities.all.contains("ip-\($0.v4)") }.map(\.number)
    )
  }

  mutating func fault(_ text: String) { faults.append("round \(round): \(text)") }

  mutating func check() {
    read()
    let entries = state.inventory.ordered
    if entries.count > heard.count {
      fault(
        """
        \(entries.count) entries of \(heard.count) devices: \
        \(entries.map { "\($0.id) \($0.device.ip) \($0.presence)" })
        """
      )
    }
    var seen: Set<Int> = []
    for entry in entries {
      if entry.device.ip == .v4(.any) { fault("\(entry.id) has no address") }
      let who = truth(entry)
      if who.count != 1 {
        fault("\(entry.id) at \(entry.device.ip) is \(who.sorted())")
      } else if !seen.isDisjoint(with: who) {
        fault("\(who) has two entries: \(entry.id)")
      }
      if let name = entry.marks.name, !who.contains(where: { "\($0)" == name }) {
        fault("\(who) has the name of \(name)")
      }
      seen.formUnion(who)
    }
  }
}
