import Discovery
public import Home
public import Model
import Networking
import Wire

/// A home of made-up devices, watched without a network: for tests of servers and pages.
public actor GeneratedHome: HomeWatching {
  private var devices: [String: InventoryDevice] = [:]
  private var order: [String] = []
  private var status: WatchStatus
  private var log = ChangeLog<InventorySubject>(
    SequenceReservation(epoch: .random(in: 1...UInt64.max))
  )
  private var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var nextSubscriber = 0
  private var now: Timestamp

  /// As many devices, the same for the same seed.
  public init(devices count: Int, seed: UInt64 = 1) {
    let start = Timestamp(milliseconds: 1_700_000_000_000)
    var generated = GeneratedDevices(seed: seed, start: start)
    for index in 0..<count {
      let device = generated.device(index)
      devices[device.id] = device
      order.append(device.id)
    }
    now = Timestamp(milliseconds: start.milliseconds + 60_000)
    status = WatchStatus(
      networks: [
        NetworkReport(
          cidr: IPv4Prefix("10.0.0.0/16"),
          interface: "made0",
          address: IPv4Address(10, 0, 255, 254),
          gateway: .v4(IPv4Address(10, 0, 0, 1))
        )
      ],
      scan: WatchStatus.ScanState(
        activity: .idle,
        started: start,
        finished: now,
        next: Timestamp(milliseconds: now.milliseconds + 300_000)
      )
    )
  }

  // MARK: What faces see

  /// The home as it is.
  public func snapshot() -> InventorySnapshot {
    InventorySnapshot(
      cursor: log.cursor,
      devices: order.compactMap { devices[$0] },
      status: status
    )
  }

  /// What changed after the cursor.
  public func changes(after cursor: ChangeCursor) -> InventoryUpdate {
    guard let changes = log.changes(after: cursor) else { return InventoryUpdate(snapshot()) }
    var (changed, removed): ([InventoryDevice], [String]) = ([], [])
    for case .id(let id) in changes.changed { changed += [devices[id]].compactMap(\.self) }
    for case .id(let id) in changes.removed { removed.append(id) }
    return InventoryUpdate(
      cursor: changes.cursor,
      changed: changed,
      removed: removed,
      hasStatus: changes.changed.contains(.status),
      status: status
    )
  }

  /// An element at every change.
  public func wakeups() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let subscriber = nextSubscriber
    nextSubscriber += 1
    subscribers[subscriber] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unsubscribe(subscriber) }
    }
    return stream
  }

  private func unsubscribe(_ subscriber: Int) {
    subscribers[subscriber] = nil
  }

  /// One device.
  public func device(_ id: String) -> InventoryDevice? { devices[id] }

  /// Why it is taken for what it is.
  public func explanation(of id: String) -> Explanation? {
    devices[id].map { Explanation($0.device, in: TrafficLedger()) }
  }

  // MARK: What users ask for

  /// Keeps what the user says, in memory.
  public func mark(_ id: String, _ change: MarkChange) throws(WatchError) -> InventoryDevice {
    guard var device = devices[id] else { throw .noSuchDevice(id) }
    device.marks = try device.marks.changed(by: change)
    if change.isSeen { device.isNew = false }
    update([device])
    return device
  }

  /// Forgets a device.
  public func forget(_ id: String) throws(WatchError) {
    guard devices[id] != nil else { throw .noSuchDevice(id) }
    update([], removed: [id])
  }

  /// Forgets the devices that are away and of which the user has said nothing.
  public func forgetAway() throws(WatchError) -> Int {
    let gone = devices.values.filter { $0.presence == .away && $0.marks == Annotations() }.map(\.id)
    update([], removed: gone)
    return gone.count
  }

  /// Shows a device as being asked, and then as asked.
  public func rescan(_ id: String) throws(WatchError) {
    guard var device = devices[id] else { throw .noSuchDevice(id) }
    device.isProbing = true
    update([device])
    Task {
      try? await Task.sleep(for: .seconds(1))
      finishProbing(id)
    }
  }

  private func finishProbing(_ id: String) {
    guard var device = devices[id] else { return }
    device.isProbing = false
    update([device])
  }

  /// Says that a scan runs; nothing is sent.
  public func startScan() -> WatchStatus.ScanState {
    status.scan.activity = .running
    status.scan.started = now
    status.scan.progress = ScanProgress(asked: 0, total: 254, active: [.arp])
    status.scan.share = 0
    update([])
    return status.scan
  }

  /// Says that none runs.
  public func stopScan() -> WatchStatus.ScanState {
    status.scan.activity = .idle
    status.scan.progress = nil
    status.scan.share = nil
    update([])
    return status.scan
  }

  /// Says that the watch is paused, or is not.
  public func setPaused(_ isPaused: Bool) -> WatchStatus.ScanState {
    status.scan.paused = isPaused
    status.scan.next =
      isPaused ? nil : Timestamp(milliseconds: now.milliseconds + 300_000)
    update([])
    return status.scan
  }

  // MARK: What tests do

  /// Makes the devices so, or lets them go, in one update.
  public func update(_ changed: [InventoryDevice], removed: [String] = []) {
    for device in changed {
      if devices.updateValue(device, forKey: device.id) == nil { order.append(device.id) }
      log.note(.id(device.id))
    }
    for id in removed {
      devices[id] = nil
      log.remove(.id(id))
    }
    if !removed.isEmpty { order.removeAll { devices[$0] == nil } }
    log.note(.status)
    for subscriber in subscribers.values { subscriber.yield() }
  }

  /// Changes a device's latency every so often, for as long as the task lives.
  public func live(every interval: Duration) async {
    var index = 0
    while (try? await Task.sleep(for: interval)) != nil {
      guard !order.isEmpty, var device = devices[order[index % order.count]] else { continue }
      now = Timestamp(milliseconds: now.milliseconds + 1000)
      device.device.lastSeen = now
      device.device.latencyMs = Double(index % 100) / 10
      update([device])
      index += 1
    }
  }

  /// As many are subscribed.
  public var subscriberCount: Int { subscribers.count }
}
