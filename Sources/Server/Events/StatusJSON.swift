import Discovery
import Home
import Model

struct DeviceCounts: Hashable, Encodable {
  var total = 0
  var present = 0
  var identified = 0
  var new = 0
  var hidden = 0
  /// Those that are transient and away, which lists show as one line; not counted as away.
  var transient = 0
  /// Only for `/metrics`, like ``unconfirmed`` and ``away``; presumably there, and counted as present.
  var asleep = 0
  var unconfirmed = 0
  var away = 0

  private enum CodingKeys: String, CodingKey {
    case total, present, identified, new, hidden, transient
  }

  init(_ devices: some Sequence<InventoryDevice>) {
    for device in devices { count(device) }
  }

  private mutating func count(_ device: InventoryDevice) {
    total += 1
    switch device.presence {
    case .present: present += 1
    case .asleep:
      present += 1
      asleep += 1
    case .unconfirmed: unconfirmed += 1
    case .away where device.isTransient: transient += 1
    case .away: away += 1
    }
    if device.category != .unknown { identified += 1 }
    if device.isNew { new += 1 }
    if device.marks.isHidden { hidden += 1 }
  }
}

/// The answer of `GET /api/v1/status`.
struct StatusJSON: Encodable {
  let about: LiveInventory.About
  let now: Timestamp
  let status: WatchStatus
  let devices: DeviceCounts

  func encode(to encoder: any Encoder) throws {
    let problems = status.problems.map { problem -> JSONObject in
      ["code": problem.code, "text": problem.text, "fix": problem.fix]
    }
    let storage: JSONObject = ["path": status.storage.path, "problem": status.storage.problem]
    let json: JSONObject = [
      "version": about.version, "demo": about.isDemo, "started": about.started, "now": now,
      "networks": status.networks, "scan": ScanJSON(scan: status.scan), "devices": devices,
      "problems": problems, "storage": storage, "phrases": status.messages,
    ]
    try json.encode(to: encoder)
  }
}

/// The answer of `GET /api/v1/scan`; unknown members are `null`.
struct ScanJSON: Encodable {
  let scan: WatchStatus.ScanState

  func encode(to encoder: any Encoder) throws {
    let json: JSONObject = [
      "state": scan.activity, "paused": scan.paused, "started": scan.started,
      "finished": scan.finished, "next": scan.next,
      "progress": scan.share.map { (min(max($0, 0), 1) * 1000).rounded() / 1000 },
      "asked": scan.progress?.asked ?? 0, "total": scan.progress?.total ?? 0,
      "active": scan.progress?.active ?? [],
    ]
    try json.encode(to: encoder)
  }
}
