import Model

/// A judge for each of this machine's interfaces: what fails on one says nothing of the others.
struct SweepJudges: Hashable, Sendable {
  /// By the interface's name.
  private var judges: [String: SweepJudge] = [:]
  /// The interface by which each device was judged last, by slot.
  private var links: [Int: String] = [:]

  /// The share of sweeps that a device's interface loses.
  func loss(of slot: Int) -> Double {
    links[slot].flatMap { judges[$0]?.loss } ?? SweepJudge.leastLoss
  }

  /// Judges a complete sweep interface by interface, and tells each device what it means.
  ///
  /// Returns the slots of the devices of which it says nothing where they did not answer.
  mutating func complete(
    _ devices: inout [SweepJudge.Device],
    began: Timestamp,
    now: Timestamp
  ) -> Set<Int> {
    var places: [String: [Int]] = [:]
    for (place, device) in devices.enumerated() { places[device.link, default: []].append(place) }
    // What was measured on an interface that is gone says nothing when it is back.
    judges = judges.filter { places[$0.key] != nil }
    links = [:]
    var blind: Set<Int> = []
    for (link, own) in places {
      var group = own.map { devices[$0] }
      var judge = judges[link] ?? SweepJudge()
      let verdict = judge.complete(&group, began: began, now: now)
      judges[link] = judge
      for (place, device) in zip(own, group) {
        devices[place] = device
        links[device.slot] = link
        if verdict == .blind || device.isHidden { blind.insert(device.slot) }
      }
    }
    return blind
  }

  /// The clock was set: what was measured by it is no longer known.
  mutating func forgetTimes() {
    for link in judges.keys { judges[link]?.forgetTimes() }
  }
}
