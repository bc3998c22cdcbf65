import Diagnostics
import Networking

/// Looks up the hosts that a command was given.
enum TargetLookup {
  /// The hosts with each network and range replaced by its addresses, at most so many.
  ///
  /// - Throws: What is mistyped, or too large.
  static func expanding(_ hosts: [String], atMost most: Int) throws(Failure) -> [String] {
    do throws(DiagnosticError) {
      return try TargetHost.expanding(hosts, atMost: most)
    } catch {
      throw Failure(error)
    }
  }

  /// Looks them up; those without an address are reported on standard error, and left out where
  /// others have one.
  ///
  /// - Throws: Why none of them can be asked.
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

  /// Has hosts with addresses of both families asked by the one that answers; which were changed is said
  /// on standard error.
  static func chooseFamily(
    of hosts: inout [TargetHost],
    by network: any Network,
    port: UInt16? = nil
  ) async {
    for change in await AnsweringFamily(by: network, port: port).choose(&hosts) {
      StandardStream.error.writeLine("homenet: " + DisplayText.safe(change.words))
    }
  }
}
