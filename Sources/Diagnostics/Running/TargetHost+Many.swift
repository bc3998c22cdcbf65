public import Net

extension TargetHost {
  /// Looks many hosts up, a few at a time.
  ///
  /// - Parameters:
  ///   - hosts: Names and addresses.
  ///   - family: Which addresses will do; `nil` for both.
  /// - Returns: What became of each, in their order.
  public static func looking(
    up hosts: [String],
    _ family: AddressFamily? = nil
  ) async -> [Result<TargetHost, DiagnosticError>] {
    await sideBySide(hosts) { await result(of: $0, family) }
  }

  /// The same where all are needed: the first failure ends it.
  static func looking(
    upAll hosts: [String],
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> [TargetHost] {
    let found = await sideBySide(
      hosts,
      until: { if case .failure = $0 { true } else { false } },
      { await result(of: $0, family) }
    )
    var targets: [TargetHost] = []
    for result in found { targets.append(try result.get()) }
    return targets
  }

  /// In a function of its own: a task's closure that catches a typed error and returns a pair is
  /// miscompiled by Swift 6.3's optimiser.
  private static func result(
    of host: String,
    _ family: AddressFamily?
  ) async -> Result<TargetHost, DiagnosticError> {
    do throws(DiagnosticError) {
      return .success(try await looking(up: host, family))
    } catch {
      return .failure(error)
    }
  }
}
