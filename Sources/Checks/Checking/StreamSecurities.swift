import Diagnostics
import Model
import Networking

/// TLS for the checks of many hosts: the trusted authorities are read once.
final class StreamSecurities: Sendable {
  private struct Made {
    var verified: StreamSecurity?
    var unverified: StreamSecurity?
  }

  private let trust: StreamSecurity.Trust
  private let made = Lock(Made())

  /// TLS with those authorities.
  init(_ trust: StreamSecurity.Trust) {
    self.trust = trust
  }

  /// TLS to a host whose certificate has to be trusted and to have its name, or needn't.
  func security(to host: String, isVerified: Bool) throws(DiagnosticError) -> StreamSecurity {
    try StreamSecurity(base(isVerified), name: host)
  }

  private func base(_ isVerified: Bool) throws(DiagnosticError) -> StreamSecurity {
    if let known = made.withLock({ isVerified ? $0.verified : $0.unverified }) { return known }
    let new = try StreamSecurity(isVerified ? trust : .anybody, name: nil)
    made.withLock { made in
      if isVerified { made.verified = new } else { made.unverified = new }
    }
    return new
  }
}
