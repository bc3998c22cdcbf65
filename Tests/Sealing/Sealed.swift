import Foundation
public import Testing

/// The seal: a network namespace with nothing in it but loopback, in which `scripts/sealed.sh` runs
/// tests.
public enum Sealed {
  /// Whether the tests run there.
  public static let isSealed = environment["HOMENET_SEALED"] != nil

  /// What becomes of a test that needs the seal.
  public enum Outcome: Hashable, Sendable {
    case run, skip, fail
  }

  /// Whether a test that needs the seal runs; `scripts/sealed-tests.sh` says that none may be skipped.
  public static func outcome(in environment: [String: String]) -> Outcome {
    if environment["HOMENET_SEALED"] != nil { return .run }
    return environment["HOMENET_SEAL_REQUIRED"] != nil ? .fail : .skip
  }

  /// The line that ends a run in which tests were skipped.
  public static func summary(skipped count: Int, in targets: Set<String>) -> String {
    """
    sealed: \(count) test\(count == 1 ? "" : "s") of \(targets.sorted().joined(separator: ", ")) \
    skipped, for they need a network namespace of their own: run scripts/sealed-tests.sh
    """
  }

  static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// Runs a test, or a suite's tests, in the seal only.
///
/// Elsewhere they are skipped, and the last line of the run says how many and how to run them. Where
/// the seal is required, they fail: a run that was to test everything must not leave them out.
public struct NeedsSeal: TestTrait, SuiteTrait {
  /// It is true of every test in a suite.
  public let isRecursive = true

  /// A test that needs the seal ran without it.
  public struct Missing: Error, CustomStringConvertible {
    /// One sentence that says what to do.
    public let description =
      "scripts/sealed-tests.sh runs every test in a sealed network namespace, and this is none"
  }

  /// Skips the test, or fails, outside the seal.
  public func prepare(for test: Test) async throws {
    switch Sealed.outcome(in: Sealed.environment) {
    case .run: return
    case .fail: throw Missing()
    case .skip:
      SkippedTests.shared.note(test)
      let words: Comment = "only in a sealed network namespace: run scripts/sealed-tests.sh"
      try await ConditionTrait.disabled(words).prepare(for: test)
    }
  }
}

extension Trait where Self == NeedsSeal {
  /// Runs the tests in the seal only.
  public static var sealed: Self { NeedsSeal() }
}
