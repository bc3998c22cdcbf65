public import Wire

/// Looks up which autonomous system announces an address; for the other diagnostics, too.
public protocol OriginLookup: Sendable {
  /// The origin of the address; `nil` where no autonomous system announces it, or it is none of the
  /// Internet's.
  ///
  /// - Throws: That no service answered.
  func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin?

  /// The system's name and holder; `nil` where it isn't registered.
  ///
  /// - Throws: That no service answered.
  func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder?
}

/// Looks up TXT records in the DNS.
public protocol TextLookup: Sendable {
  /// The texts of a name; none where there is no such name.
  ///
  /// - Throws: That no resolver answers.
  func texts(of name: String) async throws(DiagnosticError) -> [String]
}

extension OriginLookup {
  /// The origins of many addresses, at most sixteen asked at a time; those are left out of which
  /// nothing was learnt in time.
  ///
  /// - Parameters:
  ///   - addresses: The addresses to ask about; special-purpose ones are left out.
  ///   - limit: How long everything may take.
  /// - Returns: What is known by then.
  public func origins(
    of addresses: [IPAddress],
    within limit: Duration
  ) async -> [IPAddress: ASOrigin] {
    var left = Set(addresses.filter { SpecialUse.words($0) == nil }).sorted()[...]
    return await withTaskGroup(of: (IPAddress, ASOrigin?)?.self) { group in
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      var running = 0
      var found: [IPAddress: ASOrigin] = [:]
      func askNext() {
        guard let address = left.popFirst() else { return }
        running += 1
        group.addTask {
          let origin = try? await self.origin(of: address)
          return (address, origin ?? nil)
        }
      }
      for _ in 0..<16 { askNext() }
      while running > 0, let result = await group.next() {
        // The time is up.
        guard let (address, origin) = result else { break }
        running -= 1
        if let origin { found[address] = origin }
        askNext()
      }
      group.cancelAll()
      return found
    }
  }
}
