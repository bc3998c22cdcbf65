import Foundation

/// Whether the tests run where `scripts/sealed.sh` put them: no network but loopback.
enum Sealed {
  static let isSealed = ProcessInfo.processInfo.environment["HOMENET_SEALED"] != nil
}
