import Glibc
import LinuxNetwork
import Testing
import Wire
@testable import Diagnostics

/// `cert` is ended before anything was learnt.
@Suite struct `An interrupted inquiry` {
  /// A port that takes connections, and never says a word.
  private final class SilentPort: Sendable {
    let port: UInt16
    private let descriptor: FileDescriptor

    init() throws {
      descriptor = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let raw = descriptor.rawValue
      let status = withUnsafeMutablePointer(to: &name) { name in
        name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
          bind(raw, name, length) | listen(raw, 16) | getsockname(raw, name, &length)
        }
      }
      try #require(status == 0)
      port = UInt16(bigEndian: name.sin_port)
    }
  }

  @Test func `learns nothing, and says so`() async throws {
    let silent = try SilentPort()
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options("127.0.0.1:\(silent.port)", timeout: 60),
      roots: .none,
      now: { .now }
    )
    let work = Task { try await tool.run { _ in } }
    // Whether it has connected by then makes no difference.
    try await Task.sleep(for: .milliseconds(100))
    work.cancel()
    let report = try await work.value
    let offered = report.versions.map(\.isOffered)
    #expect(offered == [nil, nil, nil, nil])
    #expect(report.versions.map(\.because) == Array(repeating: "interrupted", count: 4))
    #expect(report.problems.map(\.code) == [.interrupted] && report.isBad)
    #expect(ConnectionStep.tls(report).state == .unknown)
    withExtendedLifetime(silent) {}
  }

  @Test func `keeps what it has learnt`() throws {
    let refused = TLSProbe.ServerMessages.refused(by: 70)
    var report = CertificateReport.made
    try report.take([
      VersionProbe(version: .tls13, received: .init(), end: .interrupted),
      VersionProbe(version: .tls10, received: refused, end: .done),
    ])
    #expect(report.versions.map(\.isOffered) == [nil, false])
    #expect(report.problems.map(\.code) == [.interrupted])
  }
}
