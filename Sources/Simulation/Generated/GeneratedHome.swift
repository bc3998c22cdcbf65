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
  private let clock: @Sendable () -> Timestamp
  /// How long a scan takes; `nil` where it goes on until it is stopped.
  private let scanTime: Duration?
  private var scan: Task<Void, Never>?
  /// The devices that no scan has identified yet.
  private var undiscovered: [InventoryDevice] = []
  /// Whether the first scan waits for the first snapshot.
  private var isFirstScanDue: Bool
  /// The merges and splits that can be undone, by the numbers of their changes.
  var merges: [UInt64: Merge] = [:]

  /// The time at which a home stands still.
  public static let start = Timestamp(milliseconds: 1_700_000_000_000)

  /// As many devices, the same for the same seed; the first scan of a home in the state `scanning`
  /// begins when somebody first looks.
  public init(
    devices count: Int,
    seed: UInt64 = 1,
    state: HomeState = .idle,
    scanTime: Duration? = nil,
    clock: @escaping @Sendable () -> Timestamp = { GeneratedHome.start }
  ) {
    self.clock = clock
    self.scanTime = scanTime
    let now = clock()
    status = state.status(now: now)
    isFirstScanDue = state == .scanning
    var generated = GeneratedDevices(seed: seed, now: now, oddity: state.oddity)
    for index in 0..<(state.isEmpty ? 0 : count) {
      var device = generated.device(index)
      device.presence = state.presence(of: index)
      if device.presence == .away {
        device.device.latencyMs = nil
        device.device.lastSeen = Timestamp(
          milliseconds: now.milliseconds - Int64(2 + index * 7 % 60) * 3_600_000
        )
      }
      if index >= count - state.transientCount { device = device.asTransient(now: now) }
      if state == .scanning {
        undiscovered.append(device)
      } else {
        devices[device.id] = device
        order.append(device.id)
      }
    }
  }

  /// When the next scan begins.
  static func nextScan(after now: Timestamp) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + 180_000)
  }

  // MARK: What faces see

  /// The home as it is.
  public func snapshot() -> InventorySnapshot {
    if isFirstScanDue { _ = startScan() }
    return InventorySnapshot(
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
    devices[id].map { Explanation($0.device, in: [Self.traffic(to: $0.device)]) }
  }

  /// What a scan sends to a device, and to all.
  private static func traffic(to device: Device) -> TrafficLedger {
    var traffic = TrafficLedger()
    func send(_ packets: Int, _ connections: Int = 0, to address: String, for purpose: Purpose) {
      guard let address = IPAddress(address) else { return }
      var count = TrafficLedger.Count()
      (count.packets, count.connections) = (packets, connections)
      traffic.add(count, to: address, for: purpose)
    }
    send(3, to: "\(device.ip)", for: .sweep)
    send(0, 24, to: "\(device.ip)", for: .ports)
    for address in device.addresses.dropFirst() { send(2, to: "\(address)%eth0", for: .sweep) }
    send(9, to: "224.0.0.251", for: .mdns)
    send(4, to: "ff02::fb", for: .mdns)
    send(3, to: "239.255.255.250", for: .ssdp)
    return traffic
  }

  // MARK: What users ask for

  /// Keeps what the user says, in memory.
  public func mark(_ id: String, _ change: MarkChange) throws(WatchError) -> InventoryDevice {
    guard var device = devices[id] else { throw .noSuchDevice(id) }
    device.marks = try device.marks.changed(by: change)
    if change.isSeen { device.isNew = false }
    if device.marks != Annotations() { device.isTransient = false }
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
    let gone = devices.values.filter {
      $0.presence == .away && !$0.device.isSelf && $0.marks == Annotations()
    }.map(\.id)
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
    guard status.scan.activity == .idle else { return status.scan }
    isFirstScanDue = false
    status.scan.activity = .running
    status.scan.started = clock()
    status.scan.next = nil
    show(share: 0)
    update([])
    if let scanTime { scan = Task { await discover(for: scanTime) } }
    return status.scan
  }

  /// Says that none runs.
  public func stopScan() -> WatchStatus.ScanState {
    scan?.cancel()
    endScan()
    update([])
    return status.scan
  }

  /// Says that the watch is paused, or is not.
  public func setPaused(_ isPaused: Bool) -> WatchStatus.ScanState {
    status.scan.paused = isPaused
    let isWaiting = status.scan.activity == .idle && !isPaused
    status.scan.next = isWaiting ? Self.nextScan(after: clock()) : nil
    update([])
    return status.scan
  }

  private func show(share: Double) {
    status.scan.share = share
    status.scan.progress = ScanProgress(
      asked: Int(254 * share),
      total: 254,
      active: [.neighbours, .mdns]
    )
  }

  private func endScan() {
    (status.scan.activity, status.scan.share, status.scan.progress) = (.idle, nil, nil)
    status.scan.next = status.scan.paused ? nil : Self.nextScan(after: clock())
  }

  /// Runs a scan: finds what is not yet found, address first, then what each one is.
  private func discover(for time: Duration) async {
    let steps = 12
    let eachStep = max(1, (undiscovered.count * 3 + 2 * steps - 1) / (2 * steps))
    var unidentified: [InventoryDevice] = []
    for step in 1...steps {
      guard (try? await Task.sleep(for: time / steps)) != nil, !Task.isCancelled else {
        // The next scan identifies what this one has only found.
        undiscovered = unidentified + undiscovered
        for device in unidentified { finishProbing(device.id) }
        return
      }
      let identified = unidentified.prefix(max(0, unidentified.count - 2 * eachStep))
      unidentified.removeFirst(identified.count)
      let found = undiscovered.prefix(eachStep)
      undiscovered.removeFirst(found.count)
      unidentified += found
      show(share: Double(step) / Double(steps))
      let changed: [InventoryDevice] = Array(identified) + found.map(Self.unidentified)
      update(changed.map { withMarks($0) })
    }
    endScan()
    status.scan.finished = clock()
    update((unidentified + undiscovered).map { withMarks($0) })
    undiscovered = []
  }

  /// The device with the marks that the user gave it during the scan.
  private func withMarks(_ device: InventoryDevice) -> InventoryDevice {
    guard let current = devices[device.id] else { return device }
    var device = device
    (device.marks, device.isNew) = (current.marks, current.isNew)
    return device
  }

  /// The device as it is when only its address is known.
  private static func unidentified(_ device: InventoryDevice) -> InventoryDevice {
    var bare = device
    bare.isProbing = true
    bare.device.verdict = Verdict(
      category: device.device.isGateway ? .router : .unknown,
      vendor: device.device.verdict.vendor
    )
    bare.device.evidence.services = []
    (bare.device.hostname, bare.device.ports) = (nil, [])
    return bare
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
      device.device.lastSeen = Timestamp(milliseconds: clock().milliseconds + Int64(index))
      device.device.latencyMs = Double(index % 100) / 10
      update([device])
      index += 1
    }
  }
}
