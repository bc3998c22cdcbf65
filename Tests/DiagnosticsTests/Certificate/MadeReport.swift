@testable import Wire

@testable import Diagnostics

extension CertificateReport {
  /// A report of a.test of which nothing is known yet.
  static var made: CertificateReport {
    CertificateReport(
      host: "a.test",
      address: .v4(IPv4Address(127, 0, 0, 1)),
      port: 443,
      now: MadeCertificate.now
    )
  }
}

extension TLSProbe.ServerMessages {
  /// A server's fatal alert instead of its hello.
  static func refused(by code: UInt8) -> TLSProbe.ServerMessages {
    var received = TLSProbe.ServerMessages()
    received.failure = .alert(TLSAlert(level: 2, code: code))
    return received
  }
}
