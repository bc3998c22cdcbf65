import Net

/// What a scan has learnt so far, and what of it has been told: outputs in, updates out.
///
/// Pure: the time is handed in, so that a live scan and a replayed one make the same updates.
struct ScanPicture: Sendable {
  private(set) var troubles: [ScanTrouble] = []
  private var fold: DeviceFold
  private var told = ToldDevices()
  private var pacer = UpdatePacer()
  private var progress = ScanProgress(asked: 0, total: 0, active: [])

  /// A picture of nothing yet.
  init(identifier: Identifier) {
    fold = DeviceFold(identifier: identifier)
  }

  /// How many updates have been made.
  var updates: Int { pacer.count }

  /// When the next update is due; `nil` if nothing has changed.
  var due: Duration? { pacer.due }

  /// Every device known, in order of address.
  mutating func devices() -> [Device] { fold.devices() }

  /// Takes what the scan produced at that time.
  mutating func take(_ output: ScanOutput, at elapsed: Duration) {
    switch output {
    case .observation(let observation):
      fold.insert(observation)
    case .progress(let progress):
      guard progress != self.progress else { return }
      self.progress = progress
    case .trouble(let source, let interface, let failure):
      let trouble = ScanTrouble(source: source, interface: interface, failure: failure)
      if !troubles.contains(trouble) { troubles.append(trouble) }
      return
    }
    pacer.noteChange(at: elapsed)
  }

  /// The update that is due, with all that has changed.
  mutating func update(at elapsed: Duration) -> ScanUpdate {
    pacer.noteUpdate(at: elapsed)
    let (changed, removed) = told.update(to: fold.devices())
    return ScanUpdate(
      number: pacer.count,
      elapsed: elapsed,
      progress: progress,
      changed: changed,
      removed: removed
    )
  }
}
