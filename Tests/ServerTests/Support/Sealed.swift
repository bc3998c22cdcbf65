import Foundation

/// Whether the tests run in a namespace that nothing can leave.
enum Sealed {
  static let isSealed = ProcessInfo.processInfo.environment["HOMENET_SEALED"] != nil
}
