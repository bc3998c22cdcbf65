import LinuxNetwork
import Model
import Networking
import Testing
import Wire

@testable import Diagnostics

@Suite struct `Where things get printed` {
  private struct Greeting: StreamProtocol {
    var isDone = false
    mutating func begin() -> [UInt8] { Array("hello".utf8) }
    mutating func receive(_ bytes: [UInt8]) -> [UInt8] { [] }
  }

  @Test(arguments: [515, 9100, 9107] as [UInt16])
  func `no tool says a word`(port: UInt16) async {
    let endpoint = Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: port)
    let (_, end) = await SystemStreams(for: .diagnosis).carry(
      Greeting(),
      to: endpoint,
      within: .seconds(5)
    )
    guard case .local(.refusedByPolicy(let reason)) = end else {
      Issue.record("it ended as \(end)")
      return
    }
    #expect(reason.text.contains("\(port)"))
  }

  @Test func `no certificate is asked for, and that is a mistake of usage`() async {
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options("127.0.0.1:9100"),
      roots: TrustRoots([], owner: .text("nobody")),
      now: { .now }
    )
    let error = await #expect(throws: DiagnosticError.self) { try await tool.run { _ in } }
    guard case .usage = error else {
      Issue.record("it failed as \(String(describing: error))")
      return
    }
  }
}
