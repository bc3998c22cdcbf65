import Diagnostics
import Net

/// The hosts that a command was given, looked up.
enum AskedHosts {
  /// Looks them up; whom nobody knows is said on standard error, and left out where others are known.
  ///
  /// - Throws: Why nobody can be asked.
  static func looking(
    up hosts: [String],
    _ family: AddressFamily?
  ) async throws(Failure) -> LookedUpHosts {
    let found: LookedUpHosts
    do throws(DiagnosticError) {
      found = try await TargetHost.looking(up: hosts, family)
    } catch {
      throw Failure(error)
    }
    let failure = found.failure
    // What ends it is said at the end.
    for one in found.unknown where one.words != failure?.words {
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(one.words))
    }
    if let failure { throw Failure(failure) }
    return found
  }
}
