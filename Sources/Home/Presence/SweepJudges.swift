import Model

/// A judge for each of this machine's interfaces, and for each network behind a router: what fails on one
/// says nothing of the others.
struct SweepJudges: Hashable, Sendable {
  /// For how long nobody has answered on an interface while others did on another.
  private struct Silence: Hashable, Sendable {
    var since: Timestamp
    var sweeps = 0
  }

  /// By the name of ``SweptLinks``.
  private var judges: [String: SweepJudge] = [:]
  /// Of all interfaces together: two devices alone say nothing of their interface.
  private var whole = SweepJudge()
  /// The interface by which each device was judged last, by slot.
  private var links: [Int: String] = [:]
  /// By the same name.
  private var silences: [String: Silence] = [:]

  /// For how long an interface on which nobody answers is taken to have failed while another works, in
  /// milliseconds.
  ///
  /// A switch is mended within a day, or its devices are gone; else they would be unknown for ever.
  static let longestFailure: Int64 = 24 * 3_600_000
  /// As many sweeps have to find nobody meanwhile: after a suspend a switch may still be starting.
  static let fewestSilentSweeps = 12
  /// Interfaces that are gone, too, are remembered; some have another name each time.
  private static let mostInterfaces = 16

  /// The share of sweeps that a device's interface loses.
  func loss(of slot: Int) -> Double {
    links[slot].flatMap { judges[$0]?.loss } ?? SweepJudge.leastLoss
  }

  /// Judges a complete sweep interface by interface, and tells each device what it means.
  ///
  /// Where nobody answers on any interface, this machine failed, however few devices each of them leads
  /// to. Returns the slots of the devices of which it says nothing where they did not answer.
  mutating func complete(
    _ devices: inout [SweepJudge.Device],
    began: Timestamp,
    now: Timestamp
  ) -> Set<Int> {
    var places: [String: [Int]] = [:]
    for (place, device) in devices.enumerated() { places[device.link, default: []].append(place) }
    // Wi-Fi that comes and goes loses as much as before, and may be back at another network.
    if judges.count > Self.mostInterfaces { judges = judges.filter { places[$0.key] != nil } }
    silences = silences.filter { places[$0.key] != nil }
    links = [:]
    let isWholeBlind = whole.judge(devices, began: began) == .blind
    var blind: Set<Int> = []
    for (link, own) in places {
      var group = own.map { devices[$0] }
      var judge = judges[link] ?? SweepJudge()
      var verdict = judge.judge(group, began: began)
      let isSilent = verdict == .blind && !group.allSatisfy(\.isHidden)
      if isWholeBlind {
        // It says nothing of how long this interface alone has been silent.
        verdict = .blind
      } else if isDeserted(link, isSilent: isSilent, at: now) {
        verdict = .good
      }
      judge.tell(&group, verdict, began: began, now: now)
      judges[link] = judge
      for (place, device) in zip(own, group) {
        devices[place] = device
        links[device.slot] = link
        if verdict == .blind || device.isHidden { blind.insert(device.slot) }
      }
    }
    return blind
  }

  /// Whether nobody has answered on an interface for so long that its devices are gone.
  private mutating func isDeserted(_ link: String, isSilent: Bool, at now: Timestamp) -> Bool {
    guard isSilent else {
      silences[link] = nil
      return false
    }
    var silence = silences[link] ?? Silence(since: now)
    silence.sweeps += 1
    silences[link] = silence
    return silence.sweeps > Self.fewestSilentSweeps
      && now.elapsed(since: silence.since) >= Self.longestFailure
  }

  /// The clock was set: what was measured by it is no longer known.
  mutating func forgetTimes() {
    whole.forgetTimes()
    silences = [:]
    for link in judges.keys { judges[link]?.forgetTimes() }
  }
}
