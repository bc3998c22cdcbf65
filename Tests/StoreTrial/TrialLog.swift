import Glibc
import Storage

/// What was asked of a store and what it acknowledged, a line each, written at once.
///
/// It lies beside the store, not in it: on a disk that neither fails nor fills.
final class TrialLog {
  private let descriptor: Int32

  /// A line of the log.
  enum Entry: Hashable {
    /// A writer began.
    case run(seed: UInt64)
    /// The store is open.
    case opened
    /// It could not be opened.
    case unopened
    /// The store set aside numbers for changes.
    case reserved(epoch: UInt64, after: UInt64, through: UInt64)
    /// The operation of that number begins; its changes have numbers from `firstSeq`, which is 0 where it
    /// has none, and it may end the incident that is `open`.
    case begin(Int, firstSeq: UInt64, open: OpenIncident?)
    /// The store gave its first incident, event and alert these numbers; 0 where it has none.
    case told(incident: UInt64, event: UInt64, alert: UInt64)
    /// It is acknowledged.
    case done(Int)
    /// The store says that it failed.
    case failed(Int)
    /// A check found the last operations that weren't acknowledged to be as if only that one had been
    /// done; 0 where none was.
    case settled(Int)
    /// The writer ended by itself.
    case ended
  }

  /// Opens the log of that path, and makes it where there is none.
  init(appendingTo path: String) throws {
    let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw TrialFailure("\(path): \(String(cString: strerror(errno)))") }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Writes a line; what follows on it is for people.
  func append(_ entry: Entry, _ remark: String = "") throws {
    let line = Array((entry.line + (remark.isEmpty ? "" : " " + remark) + "\n").utf8)
    guard Glibc.write(descriptor, line, line.count) == line.count else {
      throw TrialFailure("the log can't be written: \(String(cString: strerror(errno)))")
    }
  }

  /// The lines of the log at that path; none where there is no such file.
  static func entries(at path: String) throws -> [Entry] {
    guard let file = ForeignFile(at: path) else { return [] }
    let bytes = try file.bytes(limit: largest)
    guard bytes.count < largest else { throw TrialFailure("\(path) is too large") }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last line's end was cut off.
    lines.removeLast()
    return try lines.map { line in
      let text = String(decoding: line, as: UTF8.self)
      guard let entry = Entry(text) else { throw TrialFailure("\(path) has a line '\(text)'") }
      return entry
    }
  }

  private static let largest = 256 << 20
}

extension TrialLog.Entry {
  fileprivate var line: String {
    switch self {
    case .run(let seed): "run \(seed)"
    case .opened: "opened"
    case .unopened: "unopened"
    case .reserved(epoch: let epoch, after: let after, through: let through):
      "reserved \(epoch) \(after) \(through)"
    case .begin(let number, firstSeq: let firstSeq, open: let open):
      "begin \(number) \(firstSeq)"
        + (open.map { " \($0.operation) \($0.incident) \($0.alert)" } ?? "")
    case .told(incident: let incident, event: let event, alert: let alert):
      "told \(incident) \(event) \(alert)"
    case .done(let number): "done \(number)"
    case .failed(let number): "failed \(number)"
    case .settled(let number): "settled \(number)"
    case .ended: "ended"
    }
  }

  fileprivate init?(_ line: String) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().prefix(5).map { UInt64($0) }
    func number(_ index: Int) -> UInt64? { index < numbers.count ? numbers[index] : nil }
    switch words.first {
    case "run":
      guard let seed = number(0) else { return nil }
      self = .run(seed: seed)
    case "opened": self = .opened
    case "unopened": self = .unopened
    case "reserved":
      guard let epoch = number(0), let after = number(1), let through = number(2) else {
        return nil
      }
      self = .reserved(epoch: epoch, after: after, through: through)
    case "begin":
      guard let operation = number(0), let firstSeq = number(1) else { return nil }
      var open: OpenIncident?
      if let operation = number(2), let incident = number(3), let alert = number(4) {
        open = OpenIncident(
          operation: Int(clamping: operation),
          incident: Int64(clamping: incident),
          alert: Int64(clamping: alert)
        )
      }
      self = .begin(Int(clamping: operation), firstSeq: firstSeq, open: open)
    case "told":
      guard let incident = number(0), let event = number(1), let alert = number(2) else {
        return nil
      }
      self = .told(incident: incident, event: event, alert: alert)
    case "done":
      guard let operation = number(0) else { return nil }
      self = .done(Int(clamping: operation))
    case "failed":
      guard let operation = number(0) else { return nil }
      self = .failed(Int(clamping: operation))
    case "settled":
      guard let operation = number(0) else { return nil }
      self = .settled(Int(clamping: operation))
    case "ended": self = .ended
    default: return nil
    }
  }
}
