@testable import Channels
import Home
import Model
import Monitoring
import Wire

/// A home whose devices a test sets; what was asked of it is counted.
actor FakeHome: HomeWatching {
  private var devices: [String: InventoryDevice] = [:]
  private var subscribers: [AsyncStream<Void>.Continuation] = []
  private var seq: UInt64 = 0
  private(set) var scans = 0
  private(set) var rescans: [String] = []

  init(_ devices: [InventoryDevice]) {
    for device in devices { self.devices[device.id] = device }
  }

  func set(_ device: InventoryDevice) {
    devices[device.id] = device
    wake()
  }

  func remove(_ id: String) {
    devices[id] = nil
    wake()
  }

  private func wake() {
    seq += 1
    for subscriber in subscribers { subscriber.yield() }
  }

  func snapshot() -> InventorySnapshot {
    InventorySnapshot(
      cursor: ChangeCursor(epoch: 1, seq: seq),
      devices: devices.values.sorted { $0.id < $1.id },
      status: WatchStatus()
    )
  }

  func changes(after cursor: ChangeCursor) -> InventoryUpdate { InventoryUpdate(snapshot()) }

  func wakeups() -> AsyncStream<Void> {
    let (wakeups, subscriber) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    subscribers.append(subscriber)
    return wakeups
  }

  func rescan(_ id: String) { rescans.append(id) }

  func startScan() -> WatchStatus.ScanState {
    scans += 1
    return WatchStatus.ScanState()
  }

  // MARK: What publishers don't ask

  func device(_ id: String) -> InventoryDevice? { devices[id] }
  func explanation(of id: String) -> Explanation? { nil }
  func stopScan() -> WatchStatus.ScanState { WatchStatus.ScanState() }
  func setPaused(_ isPaused: Bool) -> WatchStatus.ScanState { WatchStatus.ScanState() }
  func macs(of id: String) -> [KnownMAC] { [] }
  func forgetAway() -> Int { 0 }
  func forget(_ id: String) throws(WatchError) { throw .noSuchDevice(id) }

  func mark(_ id: String, _ change: MarkChange) throws(WatchError) -> InventoryDevice {
    throw .noSuchDevice(id)
  }

  func merge(_ id: String, into other: String) throws(WatchError) -> IdentityChange {
    throw .noSuchDevice(id)
  }

  func split(_ id: String, off macs: [String]?) throws(WatchError) -> IdentityChange {
    throw .noSuchDevice(id)
  }

  func undo(_ seq: UInt64) throws(WatchError) -> IdentityChange { throw .noSuchChange(seq) }

  func dismissProposal(of id: String) throws(WatchError) -> InventoryDevice {
    throw .noSuchDevice(id)
  }
}

/// Devices and monitors for tests.
enum Samples {
  static let time = Timestamp(milliseconds: 1_795_810_000_000)

  static func device(
    _ id: String = "mac-001132000001",
    name: String? = "NAS",
    presence: InventoryDevice.Presence = .present,
    latencyMs: Double? = 0.42,
    isHidden: Bool = false,
    isTransient: Bool = false,
    mac: MACAddress? = nil
  ) -> InventoryDevice {
    var evidence = Evidence()
    evidence.mac = mac
    return InventoryDevice(
      Device(
        id: id,
        ip: .v4(IPv4Address(192, 168, 1, 20)),
        addresses: [],
        latencyMs: latencyMs,
        firstSeen: time,
        lastSeen: time,
        evidence: evidence,
        verdict: Verdict(name: name, category: .storage, vendor: "Synology", model: "DS220+")
      ),
      presence: presence,
      marks: Annotations(isHidden: isHidden),
      slot: 1,
      isTransient: isTransient
    )
  }

  static func monitor(_ state: MonitorState = .up, roundTripMs: Double? = 12.3) -> MonitorSnapshot {
    MonitorSnapshot(
      monitor: Monitor(id: "web", name: "NAS web", check: .icmp(host: "192.168.1.20")),
      state: state,
      since: time,
      reason: state == .down ? "It doesn’t answer" : nil,
      roundTripMs: roundTripMs
    )
  }

  static func options(_ more: [String: String] = [:]) throws -> MQTTOptions {
    try MQTTOptions(settings: ["host": "127.0.0.1"].merging(more) { $1 })
  }

  static func update(_ devices: [InventoryDevice], removed: [String] = []) -> InventoryUpdate {
    InventoryUpdate(
      cursor: ChangeCursor(epoch: 1, seq: 1),
      changed: devices,
      removed: removed,
      hasStatus: true,
      status: WatchStatus()
    )
  }
}
