import Identification
import Model
import Wire

/// What a scan has learnt so far: outputs in, updates out.
///
/// Pure: the time is handed in, so that a live scan and a replayed one make the same updates.
struct ScanPicture: Sendable {
  private(set) var troubles: [ScanTrouble] = []
  private var fold: DeviceFold
  /// Addresses that turned out to be excluded after something had been said about them.
  private var excluded: Set<IPAddress> = []
  private var published = ScanDevices()
  private var pacer = UpdatePacer()
  private var progress = ScanProgress(asked: 0, total: 0, active: [])

  /// A picture of nothing yet, of those networks.
  init(identifier: Identifier, networks: [NetworkReport] = []) {
    fold = DeviceFold(identifier: identifier, links: LocalLinks(networks))
  }

  /// How many updates have been made.
  var updates: Int { pacer.count }

  /// When the next update is due; `nil` if nothing has changed.
  var due: Duration? { pacer.due }

  /// Every device known, in order of address.
  mutating func devices() -> [Device] {
    let devices = fold.devices()
    guard !excluded.isEmpty else { return devices }
    return devices.filter { device in
      device.isSelf || device.addresses.contains { $0.v4 != nil }
        || !device.addresses.contains { excluded.contains($0.withoutZone) }
    }
  }

  /// Takes what the scan produced at that time.
  mutating func take(_ output: ScanOutput, at elapsed: Duration) {
    switch output {
    case .observation(let observation):
      fold.insert(observation)
    case .excluded(let address):
      excluded.insert(address)
    case .progress(let progress):
      guard progress != self.progress else { return }
      self.progress = progress
    case .trouble(let source, let interface, let failure):
      let trouble = ScanTrouble(source: source, interface: interface, failure: failure)
      if !troubles.contains(trouble) { troubles.append(trouble) }
      return
    case .swept, .asking, .step:
      return
    }
    pacer.noteChange(at: elapsed)
  }

  /// The update that is due, with all that has changed.
  mutating func update(at elapsed: Duration) -> ScanUpdate {
    pacer.noteUpdate(at: elapsed)
    let cursor = published.cursor
    published.take(devices())
    let (changed, removed) = published.changes(after: cursor)
    return ScanUpdate(
      number: pacer.count,
      elapsed: elapsed,
      progress: progress,
      changed: changed,
      removed: removed
    )
  }
}
