import Diagnostics
import Foundation
import LinuxNetwork
import Testing

/// An authority and certificates, good and bad, made by openssl once for all tests.
struct CertificateLab {
  let folder: String

  /// Made when first asked for, removed when the tests end.
  static let shared = Result { try CertificateLab() }

  private static let folder =
    FileManager.default.temporaryDirectory.appending(path: "homenet-certificates-\(getpid())").path

  private init() throws {
    folder =
      FileManager.default.temporaryDirectory.appending(path: "homenet-certificates-\(getpid())")
      .path
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let made = try Program.shell(
      "exec \"$1\"/Tests/Lab/certificates.sh \"$2\"",
      [Self.repository, folder]
    )
    try #require(made.status == 0, "\(made.errors)")
  }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// `openssl s_server` with one of the certificates and the rest of its chain.
  func server(_ name: String, _ options: [String] = [], sendsChain: Bool = true) throws -> TLSServer
  {
    var command = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"]
    command += ["-cert", path("\(name).pem"), "-key", path("\(name).key")]
    if sendsChain, FileManager.default.fileExists(atPath: path("\(name).chain")) {
      command += ["-cert_chain", path("\(name).chain")]
    }
    let server = try LabServer(command + options, until: "ACCEPT ")
    let port = server.printed.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }?
      .split(separator: ":").last.flatMap { UInt16($0) }
    return try TLSServer(server: server, port: #require(port))
  }

  /// What homenet makes of a server.
  func ask(
    _ port: UInt16,
    at address: String = "127.0.0.1",
    name: String? = "a.lab.test",
    startTLS: StartTLS? = nil,
    minimumDays: Int? = nil,
    isStrict: Bool = false,
    listsCiphers: Bool = false,
    trusting roots: TrustRoots? = nil,
    timeout: Double = 20
  ) async throws -> CertificateReport {
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options(
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)",
        startTLS: startTLS,
        serverName: name,
        minimumDays: minimumDays,
        isStrict: isStrict,
        listsCiphers: listsCiphers,
        timeout: timeout
      ),
      roots: try roots ?? .file(path("root.pem")),
      now: { .now }
    )
    return try await tool.run { _ in }
  }

  /// What `openssl s_client` makes of it.
  func client(
    _ port: UInt16,
    name: String = "a.lab.test",
    _ options: [String] = []
  ) throws -> String {
    let ending = try Program.shell(
      """
      port=$1 name=$2 root=$3; shift 3
      exec openssl s_client -connect "127.0.0.1:$port" -servername "$name" \
        -verify_hostname "$name" -CAfile "$root" -cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0 "$@"
      """,
      ["\(port)", name, path("root.pem")] + options
    )
    return ending.output
  }
}

/// A server, and where it listens.
struct TLSServer {
  let server: LabServer
  let port: UInt16
}
