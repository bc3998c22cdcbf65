import LinuxNetwork
import Networking

enum Program {
  /// Also each command's `_superCommandName`, since commands are parsed without the root.
  static let name = "homenet"
  static let version = "0.1.0"
}

/// The start of the process, from which `elapsed_ms` counts.
enum ProgramStart {
  /// Set by the first access, in `main`.
  static let instant = ContinuousClock.now

  /// Dispatch opens four, and crashes if it can't; two more for a command.
  private static let minimumDescriptors = 6

  /// Why no command can run; `nil` if one can.
  ///
  /// Has to be called before the first suspension, which starts Dispatch.
  static func obstacle() -> LocalFailure? {
    if DescriptorLimit.hasRoom(for: minimumDescriptors) { return nil }
    DescriptorLimit.raise()
    return DescriptorLimit.hasRoom(for: minimumDescriptors) ? nil : .noDescriptors
  }
}
