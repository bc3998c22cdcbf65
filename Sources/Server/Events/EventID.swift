/// The id of an event: which run of the server, and which of its events.
struct EventID: Hashable, Sendable, LosslessStringConvertible {
  /// Tells one run of the server from another.
  let boot: String
  /// Counts the events of the run.
  let number: UInt64

  init(boot: String, number: UInt64) {
    self.boot = boot
    self.number = number
  }

  /// Parses `BOOT-NUMBER`.
  init?(_ description: String) {
    guard description.utf8.count <= 64 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
    self.init(boot: String(parts[0]), number: number)
  }

  var description: String { "\(boot)-\(number)" }
}
