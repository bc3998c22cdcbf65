public import Net

extension TargetHost {
  /// Looks many hosts up, a few at a time.
  ///
  /// - Parameters:
  ///   - hosts: Names and addresses.
  ///   - family: Which addresses will do; `nil` for both.
  /// - Returns: Those that are known, and those that aren't.
  /// - Throws: What was mistyped, or that it was interrupted.
  public static func looking(
    up hosts: [String],
    _ family: AddressFamily? = nil
  ) async throws(DiagnosticError) -> LookedUpHosts {
    let results = await sideBySide(
      hosts,
      // Whoever interrupts one, interrupts all: of those the first is named.
      until: { if case .failure(.usage) = $0 { true } else { false } },
      { await result(of: $0, family) }
    )
    return try LookedUpHosts(hosts, results)
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
