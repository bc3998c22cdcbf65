import Testing
import Wire

@testable import Diagnostics

/// For whom a web server's certificate must be.
@Suite struct WebTrustTests {
  private let lab: CertificateLab

  init() throws {
    lab = try CertificateLab.shared.get()
  }

  /// What a request by a name, or by the address, comes to.
  private func request(_ certificate: String, by host: String) async throws -> WebError? {
    let server = try lab.server(certificate)
    let request = WebRequest(
      accepting: "*/*",
      limit: 1 << 16,
      trust: .file(lab.path("root.pem")),
      wantsBody: { _, _ in true }
    )
    let resolved = ResolvedURL(
      url: "https://\(host):\(server.port)/",
      host: host,
      port: server.port,
      addresses: [.v4(IPv4Address(127, 0, 0, 1))]
    )
    do throws(WebError) {
      let reply = try await request.run(at: resolved, until: ContinuousClock.now + .seconds(20))
      #expect(reply.status == 200)
      return nil
    } catch {
      return error
    }
  }

  @Test func `who is asked by name must have that name`() async throws {
    let refused = try await request("address", by: "a.lab.test")
    guard case .stream(.untrusted(let why))? = refused else {
      Issue.record("the address alone is taken: \(String(describing: refused))")
      return
    }
    #expect(why == "it names no host, only other names")
    #expect(try await request("good", by: "a.lab.test") == nil)
    #expect(try await request("good", by: "b.star.lab.test") == nil)
  }

  @Test func `who is asked by address may have that alone`() async throws {
    #expect(try await request("address", by: "127.0.0.1") == nil)
    #expect(try await request("good", by: "127.0.0.1") == nil)
  }
}
