public import Model
import Networking

/// What changed since the update before.
public struct ScanUpdate: Sendable {
  /// Counts from 1.
  public var number: Int
  /// How long the scan has run.
  public var elapsed: Duration
  /// The progress, at most four times a second.
  public var progress: ScanProgress
  /// The devices that are new or changed, whole, in order of address.
  public var changed: [Device]
  /// The ids that are no devices any more: two became one, or a stronger identity was learnt.
  public var removed: [String]
}

/// An event of a running scan.
public enum ScanEvent: Sendable {
  /// An observation; only if the reader requested observations.
  case observation(Observation)
  /// The picture changed.
  case update(ScanUpdate)
  /// It is over; the last event.
  case finished(ScanResult)
}

/// A line of `--watch`: `homenet.scan.update/1`.
public struct WatchLine: Encodable, Sendable {
  private let update: ScanUpdate
  private let result: ScanResult?

  /// The line of an update.
  public init(_ update: ScanUpdate) {
    self.update = update
    result = nil
  }

  /// The last line, which says how the scan ended; all devices have been published before.
  public init(last result: ScanResult, progress: ScanProgress) {
    update = ScanUpdate(
      number: result.counters.updates,
      elapsed: result.duration,
      progress: progress,
      changed: [],
      removed: []
    )
    self.result = result
  }

  private enum CodingKeys: String, CodingKey {
    case schema, update
    case elapsedMs = "elapsed_ms"
    case progress, devices, removed, finished, interrupted, counters
  }

  private struct Progress: Encodable {
    let asked: Int
    let total: Int
    let active: [Source]
  }

  /// Writes the line.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode("homenet.scan.update/1", forKey: .schema)
    try json.encode(update.number, forKey: .update)
    try json.encode(update.elapsed.milliseconds.rounded(places: 3), forKey: .elapsedMs)
    let progress = Progress(
      asked: update.progress.asked,
      total: update.progress.total,
      active: update.progress.active
    )
    try json.encode(progress, forKey: .progress)
    try json.encode(update.changed, forKey: .devices)
    try json.encode(update.removed, forKey: .removed)
    try json.encode(result != nil, forKey: .finished)
    try json.encode(result?.interrupted ?? false, forKey: .interrupted)
    try json.encode(result?.counters, forKey: .counters)
  }
}
