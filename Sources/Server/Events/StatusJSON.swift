import Discovery
import Home
import Model

/// How many devices there are, of each sort.
struct DeviceCounts: Hashable, Encodable {
  var total = 0
  var present = 0
  var identified = 0
  var new = 0
  var hidden = 0
  /// Those that are neither present nor confirmed gone, and those gone; for `/metrics` alone.
  var unconfirmed = 0
  var away = 0

  private enum CodingKeys: String, CodingKey { case total, present, identified, new, hidden }

  /// Counts those devices.
  init(_ devices: some Sequence<InventoryDevice>) {
    for device in devices { count(device) }
  }

  /// Counts one more.
  private mutating func count(_ device: InventoryDevice) {
    total += 1
    switch device.presence {
    case .present: present += 1
    case .unconfirmed: unconfirmed += 1
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

  private enum CodingKeys: String, CodingKey {
    case version, demo, started, now, networks, scan, devices, problems, storage, phrases
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(about.version, forKey: .version)
    try json.encode(about.isDemo, forKey: .demo)
    try json.encode(about.started, forKey: .started)
    try json.encode(now, forKey: .now)
    try json.encode(status.networks, forKey: .networks)
    try json.encode(ScanJSON(scan: status.scan), forKey: .scan)
    try json.encode(devices, forKey: .devices)
    try json.encode(status.problems.map(ProblemJSON.init), forKey: .problems)
    try json.encode(StorageJSON(storage: status.storage), forKey: .storage)
    try json.encode(status.phrases, forKey: .phrases)
  }

  private struct ProblemJSON: Encodable {
    let problem: WatchStatus.Problem

    private enum CodingKeys: String, CodingKey { case code, text, fix }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(problem.code, forKey: .code)
      try json.encode(problem.text, forKey: .text)
      try json.encode(problem.fix, forKey: .fix)
    }
  }

  private struct StorageJSON: Encodable {
    let storage: WatchStatus.StorageState

    private enum CodingKeys: String, CodingKey { case path, problem }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(storage.path, forKey: .path)
      try json.encode(storage.problem, forKey: .problem)
    }
  }
}

/// The answer of `GET /api/v1/scan`; what is not known is there and `null`.
struct ScanJSON: Encodable {
  let scan: WatchStatus.ScanState

  private enum CodingKeys: String, CodingKey {
    case state, paused, started, finished, next, progress, asked, total, active
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    let progress = scan.progress
    try json.encode(scan.activity, forKey: .state)
    try json.encode(scan.paused, forKey: .paused)
    try json.encode(scan.started, forKey: .started)
    try json.encode(scan.finished, forKey: .finished)
    try json.encode(scan.next, forKey: .next)
    try json.encode(
      scan.share.map { (min(max($0, 0), 1) * 1000).rounded() / 1000 },
      forKey: .progress
    )
    try json.encode(progress?.asked ?? 0, forKey: .asked)
    try json.encode(progress?.total ?? 0, forKey: .total)
    try json.encode(progress?.active ?? [], forKey: .active)
  }
}
