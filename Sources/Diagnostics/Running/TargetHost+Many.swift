public import Net

extension TargetHost {
  /// How many names are looked up at one time.
  private static let parallel = 16

  /// Looks many hosts up, sixteen at a time.
  ///
  /// - Parameters:
  ///   - hosts: Names and addresses.
  ///   - family: Which addresses will do; `nil` for both.
  /// - Returns: What became of each, in their order.
  public static func looking(
    up hosts: [String],
    _ family: AddressFamily? = nil
  ) async -> [Result<TargetHost, DiagnosticError>] {
    await withTaskGroup(of: Looked.self) { group in
      var next = 0
      func lookUpNext() {
        guard next < hosts.count else { return }
        let index = next
        let host = hosts[index]
        next += 1
        group.addTask {
          let result = await Self.result(of: host, family)
          return Looked(index: index, result: result)
        }
      }
      for _ in 0..<parallel { lookUpNext() }
      var found = [Result<TargetHost, DiagnosticError>?](repeating: nil, count: hosts.count)
      for await looked in group {
        found[looked.index] = looked.result
        lookUpNext()
      }
      return found.compactMap(\.self)
    }
  }

  private struct Looked: Sendable {
    var index: Int
    var result: Result<TargetHost, DiagnosticError>
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
