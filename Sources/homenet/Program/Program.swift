import LinuxNetwork
import Networking

/// The program's name and version.
enum Program {
  /// Commands give it as what stands before their own names, since each can be parsed without the root.
  static let name = "homenet"
  static let version = "0.1.0"
}

/// When the program began: `elapsed_ms` counts from here, not from where the scan got going.
enum ProgramStart {
  /// The moment; fixed when `main` first asks for it.
  static let instant = ContinuousClock.now

  /// What Dispatch opens beneath every command, four, and a little to do anything at all with: it ends the
  /// process by a signal where it gets none.
  private static let fewestDescriptors = 6

  /// Why no command can run here; `nil` where one can.
  ///
  /// To be asked before anything waits, for with that Dispatch begins.
  static func obstacle() -> LocalFailure? {
    if DescriptorLimit.hasRoom(for: fewestDescriptors) { return nil }
    DescriptorLimit.raise()
    return DescriptorLimit.hasRoom(for: fewestDescriptors) ? nil : .noDescriptors
  }
}
