import HomeSupport
import Wire
@testable import Home
@testable import Model

/// A device as a test describes it.
struct DescribedDevice {
  var slot = 1
  var address = "192.168.1.20"
  var others: [String] = []
  var hardware: String? = "00:11:32:00:00:01"
  var name: String? = "NAS"
  var kind = Category.storage
  var vendor: String?
  var model: String?
  var confidence = 0.9
  var ports: [UInt16] = []
  var services: [String] = []
  /// What is remembered beside.
  var remembered: [Fact] = []
  var presence = InventoryDevice.Presence.present
  var marks = Annotations()
  var isNew = false
  var isProbing = false
  var isGateway = false
  var isSelf = false
  var probedAt: Timestamp?
  /// `nil` for now.
  var lastSeen: Timestamp?
  /// When its link address answered for its address.
  var shownAt: Timestamp?
  /// Since when the inventory says that it is there, or is not.
  var presenceSince: Timestamp?

  func recorded(at now: Timestamp) -> RecordedDevice {
    var evidence = Evidence()
    evidence.mac = hardware.map { mac($0) }
    evidence.services = services.map { ServiceInstance(type: $0, name: "x") }
    let own = ip(address)
    let device = Device(
      id: "slot-\(slot)",
      isSelf: isSelf,
      isGateway: isGateway,
      ip: own,
      addresses: [own] + others.map { ip($0) },
      ports: ports.map { Device.OpenPort(port: $0, transport: .tcp, service: nil) },
      firstSeen: now,
      lastSeen: lastSeen ?? now,
      discoveredBy: [.mdns, .neighbours],
      evidence: evidence,
      verdict: Verdict(
        name: name,
        category: kind,
        vendor: vendor,
        model: model,
        confidence: confidence,
        because: [Verdict.Reason(claim: .name, evidence: "it says so", source: .mdns)]
      )
    )
    var observations = remembered.map { fact in
      Observation(time: now, source: .tcp, subject: own, fact: fact)
    }
    if let shownAt, let hardware {
      let fact = Fact.linkAddress(mac(hardware))
      observations.append(
        Observation(time: shownAt, source: .neighbours, subject: own, fact: fact)
      )
    }
    return RecordedDevice(
      InventoryDevice(
        device,
        presence: presence,
        marks: marks,
        slot: slot,
        isNew: isNew,
        isProbing: isProbing
      ),
      remembering: observations,
      probedAt: probedAt,
      presenceSince: presenceSince
    )
  }

  /// The device as it is when it was last seen that many seconds ago.
  func away(since lastSeen: Timestamp) -> DescribedDevice {
    var device = self
    device.presence = .away
    device.lastSeen = lastSeen
    return device
  }
}

/// A home whose history is recorded, at moments that a test chooses.
struct RecordedHome {
  var recorder = HistoryRecorder()
  var seq: UInt64 = 0
  var now = Timestamp(milliseconds: 1_700_000_000_000)
  var batches: [HistoryBatch] = []

  /// A home of those devices, of which nothing is new any more.
  init(_ devices: DescribedDevice..., facts: HomeFacts? = nil) {
    _ = see(devices, facts: facts)
    _ = wait(minutes: 2)
  }

  var versions: [ProfileVersion] { batches.flatMap(\.versions) }
  var transitions: [PresenceTransition] { batches.flatMap(\.transitions) }
  var changes: [HomeChange] { batches.flatMap(\.changes) }

  /// Records an input after some seconds; returns what changed.
  mutating func record(_ input: HistoryInput, after seconds: Int64) -> [HomeChange] {
    now = now.advanced(by: seconds * 1000)
    let batch = recorder.record(input, at: now, seq: &seq)
    batches.append(batch)
    return batch.changes
  }

  /// Shows devices after some seconds.
  mutating func see(
    _ devices: [DescribedDevice],
    after seconds: Int64 = 60,
    facts: HomeFacts? = nil
  ) -> [HomeChange] {
    let time = now.advanced(by: seconds * 1000)
    var input = HistoryInput()
    input.devices = devices.map { $0.recorded(at: time) }
    input.home = facts
    return record(input, after: seconds)
  }

  mutating func see(
    _ devices: DescribedDevice...,
    after seconds: Int64 = 60
  ) -> [HomeChange] {
    see(devices, after: seconds)
  }

  /// Minutes in which nothing is shown.
  mutating func wait(minutes: Int) -> [HomeChange] {
    var changes: [HomeChange] = []
    for _ in 0..<minutes { changes += record(HistoryInput(), after: 60) }
    return changes
  }

  /// The facts of the network, after some seconds.
  mutating func face(_ facts: HomeFacts, after seconds: Int64 = 60) -> [HomeChange] {
    var input = HistoryInput()
    input.home = facts
    return record(input, after: seconds)
  }

  /// The recorded home, rebuilt of the batches.
  func rebuilt(at time: Timestamp, of batches: [HistoryBatch]) -> [PastDevice] {
    HomeAtMoment.devices(
      profiles: HomeAtMoment.profiles(batches.flatMap(\.versions), at: time),
      transitions: batches.flatMap(\.transitions),
      at: time,
      heartbeat: batches.last?.time
    )
  }
}
