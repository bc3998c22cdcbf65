import Foundation
import Testing

/// A TLS server on loopback that answers HTTP: `openssl s_server`.
///
/// Its certificate is for `localhost` and 127.0.0.1. It runs until this value is let go of, and a minute at
/// most.
final class OpenSSLServer {
  let port: UInt16
  /// The certificate, in PEM.
  let certificate: String
  private let folder: URL
  private let process: Process
  private let input = Pipe()

  /// Makes a certificate that is valid for so many days, and waits until the server listens.
  init(days: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "homenet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appending(path: "certificate.pem").path
    let key = folder.appending(path: "key.pem").path
    let making = try Self.start(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        key,
        "-out", certificate, "-days", "\(days)", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
      ],
      printing: folder.appending(path: "made.txt"),
      input: nil
    )
    while making.isRunning { Thread.sleep(forTimeInterval: 0.002) }
    try #require(making.terminationStatus == 0)
    let output = folder.appending(path: "served.txt")
    let server = try Self.start(
      ["s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key],
      printing: output,
      input: input
    )
    process = server
    var found: UInt16?
    for _ in 0..<5000 where found == nil && server.isRunning {
      Thread.sleep(forTimeInterval: 0.002)
      let printed = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      let line = printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .first { $0.hasPrefix("ACCEPT ") }
      found = line?.split(separator: ":").last.flatMap { UInt16($0) }
    }
    port = try #require(found)
  }

  deinit {
    // `timeout` leads a group of its own. Dispatch's threads hand down masks that block SIGTERM.
    kill(-process.processIdentifier, SIGKILL)
    while process.isRunning { Thread.sleep(forTimeInterval: 0.002) }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func start(
    _ arguments: [String],
    printing output: URL,
    input: Pipe?
  ) throws -> Process {
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forUpdating: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["60", "openssl"] + arguments
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }
}
