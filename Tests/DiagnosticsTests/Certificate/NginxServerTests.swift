import Foundation
import Testing
import Wire

@testable import Diagnostics

/// nginx, as it is set up everywhere: several names, a staple, IPv6.
@Suite struct NginxServerTests {
  private static let nginx = "/usr/sbin/nginx"
  static let isThere = FileManager.default.isExecutableFile(atPath: nginx)

  private let lab: CertificateLab
  private let server: LabServer
  private let port: UInt16

  init() throws {
    let lab = try CertificateLab.shared.get()
    self.lab = lab
    port = try Self.freePort()
    let folder = lab.path("nginx")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["good", "revoked"] {
      let chain = try ["pem", "chain"].map { part in
        try String(contentsOfFile: lab.path("\(name).\(part)"), encoding: .utf8)
      }
      try chain.joined().write(toFile: "\(folder)/\(name).pem", atomically: true, encoding: .utf8)
    }
    try Self.configuration(lab, port: port)
      .write(toFile: "\(folder)/nginx.conf", atomically: true, encoding: .utf8)
    server = try LabServer(
      [Self.nginx, "-p", folder, "-c", "\(folder)/nginx.conf", "-e", "stderr"],
      until: "start worker process "
    )
  }

  private static func configuration(_ lab: CertificateLab, port: UInt16) -> String {
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { name in
      "  \(name)_temp_path \(lab.path("nginx"));"
    }
    let host = { (name: String, options: String) in
      """
        server {
          listen 127.0.0.1:\(port) ssl;
          listen [::1]:\(port) ssl;
          server_name \(options);
          ssl_certificate \(lab.path("nginx/\(name).pem"));
          ssl_certificate_key \(lab.path("\(name).key"));
          ssl_stapling on;
          ssl_stapling_file \(lab.path("\(name).ocsp"));
        }
      """
    }
    return """
      daemon off;
      user root;
      worker_processes 1;
      pid \(lab.path("nginx/pid"));
      error_log stderr notice;
      events {}
      http {
        access_log off;
        ssl_protocols TLSv1.2 TLSv1.3;
      \(paths.joined(separator: "\n"))
      \(host("good", "a.lab.test"))
      \(host("revoked", "b.star.lab.test"))
      }

      """
  }

  /// A port of loopback that nobody listens on now.
  private static func freePort() throws -> UInt16 {
    let ending = try Program.shell(
      "python3 -c 'import socket; print(socket.create_server((\"127.0.0.1\", 0)).getsockname()[1])'",
      []
    )
    return try #require(UInt16(ending.output.dropLast()))
  }

  @Test(.enabled(if: isThere, "nginx is not installed"))
  func `each name has its certificate and its staple`() async throws {
    let good = try await lab.ask(port)
    #expect(good.problems == [])
    #expect(good.versions.map(\.isOffered) == [true, true, false, false])
    guard case .stapled(let status) = good.staple else {
      Issue.record("no staple: \(good.staple)")
      return
    }
    #expect(status.state == .good)
    let revoked = try await lab.ask(port, at: "::1", name: "b.star.lab.test")
    #expect(revoked.problems.map(\.code) == [.revoked])
    #expect(revoked.address.description == "::1")
    #expect(revoked.certificate?.serial != good.certificate?.serial)
  }
}
