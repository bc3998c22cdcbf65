import Discovery
import Model
import Wire

/// A change while the year is made: it has no number yet.
struct YearTold {
  var kind: HomeChange.Kind
  var was: String?
  var now: String?
  var reason: HomeChange.Reason?
  var sources: [Source] = []
}

/// The keys that a device had, from the latest back.
struct YearKeys {
  private var random: SplitMix64
  /// The keys that are not told yet, by kind.
  private var latest: [String: String] = [:]

  init(_ random: SplitMix64) { self.random = random }

  /// The key of a kind before the last one, and the last one.
  mutating func replaced(_ kind: String) -> (was: String, now: String) {
    let now = latest[kind] ?? make(kind)
    let was = make(kind)
    latest[kind] = was
    return (was, now)
  }

  private mutating func make(_ kind: String) -> String {
    "\(kind):" + Hex.encode(random.next(), digits: 16) + Hex.encode(random.next(), digits: 16)
  }
}

extension YearEdit {
  /// What the profile was before, and what is told of it; `nil` where the profile since then has nothing
  /// that the edit could have changed.
  ///
  /// Called for the latest change of a device first.
  func undone(
    in after: DeviceProfile,
    _ keys: inout YearKeys
  ) -> (before: DeviceProfile, told: [YearTold])? {
    var before = after
    switch self {
    case .moved(let last):
      guard let end = after.ip.lastIndex(of: ".") else { return nil }
      before.ip = String(after.ip[...end]) + String(last)
      let told = YearTold(
        kind: .movedAddress,
        was: before.ip,
        now: after.ip,
        sources: [.neighbours]
      )
      return (before, [told])
    case .renamed(let name):
      guard let now = after.name, now != name else { return nil }
      before.name = name
      return (before, [YearTold(kind: .renamed, was: name, now: now, sources: [.mdns])])
    case .identified(let model):
      guard let now = after.model, now != model else { return nil }
      before.model = model
      let told = YearTold(kind: .identifiedAnew, was: model, now: now, sources: [.ssdp])
      return (before, [told])
    case .updated(let system):
      guard after.os != nil else { return nil }
      before.os = system
      return (before, [])
    case .opened(let port):
      guard after.ports.contains(port) else { return nil }
      before.ports.removeAll { $0 == port }
      return (before, [YearTold(kind: .portAppeared, now: port, sources: [.tcp])])
    case .closed(let port):
      guard !after.ports.contains(port) else { return nil }
      before.ports = Self.sorted(after.ports + [port])
      return (before, [YearTold(kind: .portGone, was: port, sources: [.tcp])])
    case .announced(let types):
      let new = types.filter { after.services.contains($0) }
      guard !new.isEmpty else { return nil }
      before.services.removeAll { new.contains($0) }
      return (
        before, new.map { YearTold(kind: .serviceAppeared, now: $0, sources: [.mdns]) }
      )
    case .withdrew(let type):
      guard !after.services.contains(type) else { return nil }
      before.services = (after.services + [type]).sorted()
      return (before, [YearTold(kind: .serviceGone, was: type, sources: [.mdns])])
    case .rekeyed(let kind):
      let (was, now) = keys.replaced(kind)
      let told = YearTold(
        kind: .keyChanged,
        was: was,
        now: now,
        sources: [kind == "tls" ? .tls : .banner]
      )
      return (before, [told])
    }
  }

  /// Ports in the order of their numbers: `22/tcp` before `80/tcp`.
  private static func sorted(_ ports: [String]) -> [String] {
    ports.sorted { left, right in
      (number(left), left) < (number(right), right)
    }
  }

  private static func number(_ port: String) -> Int {
    Int(port.prefix { $0 != "/" }) ?? 0
  }
}
