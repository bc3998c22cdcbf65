/// What followers have been told, and when the next update may go out.
struct ChangePublisher: Sendable {
  private(set) var revision: UInt64 = 0
  /// The slots that were told to be asked.
  private(set) var probing: Set<Int> = []
  /// Whether the next update carries those who were only heard again.
  var tellsLateness = false

  private var told: [Int: InventoryDevice] = [:]
  private var late: Set<Int> = []
  private var toldStatus: WatchStatus?
  private var followers: [Int: AsyncStream<InventoryUpdate>.Continuation] = [:]
  private var lastFollower = 0
  private var pacer = UpdatePacer()

  /// Updates that wait for a slow reader.
  static let mostWaiting = 16
  /// How long changes are gathered while the watch only listens.
  private static let calm = Duration.seconds(1)

  /// A round begins: the first updates come quickly.
  mutating func beginRound() { pacer.beginAnew() }

  /// How long to gather before the next update.
  mutating func delay(at now: Duration, isUrgent: Bool, isCalm: Bool) -> Duration {
    pacer.noteChange(at: now)
    let due = max(.zero, (pacer.due ?? now) - now)
    return isCalm && !isUrgent ? max(due, Self.calm) : due
  }

  /// The inventory as it was told, completed by what has yet to be.
  func snapshot(devices: [InventoryDevice], status: WatchStatus) -> InventorySnapshot {
    InventorySnapshot(revision: revision, devices: devices, status: status)
  }

  /// Tells everybody what differs from what was told before.
  mutating func publish(
    _ devices: [InventoryDevice],
    removed: [String],
    status: WatchStatus,
    at now: Duration
  ) {
    var changed: [InventoryDevice] = []
    for device in devices {
      if let before = told[device.slot] {
        if before == device { continue }
        var timeless = device
        timeless.device.lastSeen = before.device.lastSeen
        if before == timeless {
          late.insert(device.slot)
          told[device.slot]?.device.lastSeen = before.device.lastSeen
          pending[device.slot] = device
          continue
        }
      }
      changed.append(device)
      tell(device)
    }
    if tellsLateness {
      tellsLateness = false
      for slot in late {
        guard let device = pending[slot] else { continue }
        changed.append(device)
        tell(device)
      }
    }
    guard !changed.isEmpty || !removed.isEmpty || status != toldStatus else { return }
    toldStatus = status
    revision += 1
    pacer.noteUpdate(at: now)
    let update = InventoryUpdate(
      revision: revision,
      changed: changed.sorted { ($0.device.ip, $0.slot) < ($1.device.ip, $1.slot) },
      removed: removed,
      status: status
    )
    for follower in followers.values { follower.yield(update) }
  }

  /// The newest form of those in `late`.
  private var pending: [Int: InventoryDevice] = [:]

  private mutating func tell(_ device: InventoryDevice) {
    told[device.slot] = device
    late.remove(device.slot)
    pending[device.slot] = nil
    if device.isProbing { probing.insert(device.slot) } else { probing.remove(device.slot) }
  }

  /// Forgets the slots that are nobody's any more, whoever has their ids by now.
  mutating func forget(_ isGone: (Int) -> Bool) {
    for slot in told.keys where isGone(slot) {
      told[slot] = nil
      pending[slot] = nil
      late.remove(slot)
      probing.remove(slot)
    }
  }

  // MARK: Followers

  /// A new follower; `onEnd` is called once it listens no more.
  mutating func addFollower(
    onEnd: @escaping @Sendable (Int) -> Void
  ) -> (number: Int, AsyncStream<InventoryUpdate>) {
    lastFollower += 1
    let number = lastFollower
    let (stream, teller) = AsyncStream.makeStream(
      of: InventoryUpdate.self,
      bufferingPolicy: .bufferingNewest(Self.mostWaiting)
    )
    teller.onTermination = { _ in onEnd(number) }
    followers[number] = teller
    return (number, stream)
  }

  /// Forgets one.
  mutating func removeFollower(_ number: Int) { followers[number] = nil }

  /// Nothing more will be told.
  mutating func finish() {
    for follower in followers.values { follower.finish() }
    followers = [:]
  }
}
