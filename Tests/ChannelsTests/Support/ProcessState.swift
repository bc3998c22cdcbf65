import Foundation

/// What /proc says of a process.
enum ProcessState {
  /// Whether a process has ended; one that nobody has reaped counts as such.
  static func isGone(_ process: String) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.contains(") Z ")
  }
}
