import Foundation
import Glibc

/// A mail server that nobody here wrote, aiosmtpd, on loopback; Tests/Lab/mail_receiver.py runs it.
///
/// It runs until this value is let go of, and two minutes at most.
final class MailReceiver {
  /// How it behaves, by the names of the script's options.
  struct Behaviour: Encodable {
    var tls = TLS.none
    /// The user and the password that it wants, if any.
    var user: String?
    var password: String?
    /// The mechanisms of AUTH that it offers.
    var mechanisms = ["LOGIN", "PLAIN"]
    /// What it says of a recipient, one after another, or of the mail to one (`data ADDRESS`).
    var replies: [String: [String]] = [:]
    fileprivate(set) var certificate: String?
    fileprivate(set) var key: String?

    enum TLS: String, Encodable {
      case none, starttls, implicit
    }
  }

  /// A mail as Python's email package reads it.
  struct Mail: Decodable, Equatable {
    var reply: String
    /// What the client called itself.
    var hello: String
    var from: String
    var to: [String]
    /// Whether it came over TLS.
    var tls: Bool
    /// Who was logged in.
    var user: String?
    /// Names and decoded values.
    var headers: [[String]]
    /// What the mail lacks to be one of RFC 5322.
    var defects: [String]
    var text: String
    var isASCII: Bool
    var longestLine: Int
    var bareLineEnds: Int

    /// The values of a header.
    func all(_ name: String) -> [String] {
      headers.filter { $0.first?.lowercased() == name.lowercased() }.compactMap(\.last)
    }

    /// The lines of the text.
    var lines: [String] {
      text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  struct NotReady: Error, CustomStringConvertible {
    let description: String
  }

  /// Debian's own interpreter, which sees Debian's python3-aiosmtpd.
  private static let interpreter = "/usr/bin/python3"

  static let isInstalled =
    FileManager.default.isExecutableFile(atPath: interpreter)
    && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/aiosmtpd/smtp.py")

  let port: Int
  private let process: Process
  private let input = Pipe()
  private let output: String

  /// Starts one, with a certificate of the lab where it has TLS, and waits until it listens.
  init(
    _ behaviour: Behaviour = Behaviour(),
    certificate name: String = "good",
    of authority: MailAuthority? = nil,
    in directory: TemporaryDirectory
  ) async throws {
    var behaviour = behaviour
    behaviour.certificate = authority?.chain(name)
    behaviour.key = authority?.key(name)
    let options = String(decoding: try JSONEncoder().encode(behaviour), as: UTF8.self)
    output = try directory.write("", to: "receiver-\(UInt32.random(in: 0...UInt32.max))")
    let handle = try FileHandle(forUpdating: URL(filePath: output))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = [
      "120", Self.interpreter, MailAuthority.lab + "/mail_receiver.py", options,
    ]
    process.standardInput = input
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    self.process = process
    var listening: Listening?
    // Python starts slowly on a machine that has much to do.
    for _ in 0..<800 where listening == nil && process.isRunning {
      try await Task.sleep(for: .milliseconds(25))
      listening = Self.lines(output).first.flatMap {
        try? JSONDecoder().decode(Listening.self, from: Data($0.utf8))
      }
    }
    guard let listening else {
      Self.end(process)
      let said = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      throw NotReady(description: "aiosmtpd didn't start: \(said)")
    }
    port = listening.port
  }

  deinit { Self.end(process) }

  private struct Listening: Decodable {
    var port: Int
  }

  /// What it was sent so far; it writes a mail down before it replies.
  func mails() throws -> [Mail] {
    try Self.lines(output).dropFirst().map {
      try JSONDecoder().decode(Mail.self, from: Data($0.utf8))
    }
  }

  /// The lines of JSON that were written to their ends; what Python says of errors is beside them.
  private static func lines(_ path: String) -> [Substring] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .filter { $0.hasPrefix("{") }
  }

  private static func end(_ process: Process) {
    // `timeout` leads a group of its own. Dispatch's threads hand down masks that block SIGTERM.
    kill(-process.processIdentifier, SIGKILL)
    while process.isRunning { Thread.sleep(forTimeInterval: 0.002) }
  }
}

/// An authority and the certificates that it issued, good and bad, made by openssl (Tests/Lab/certificates.sh).
final class MailAuthority {
  static let lab =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Lab"

  struct NotMade: Error {}

  private let directory: TemporaryDirectory

  /// Makes them, which takes openssl about a second.
  init(in directory: TemporaryDirectory) async throws {
    self.directory = directory
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["60", "bash", Self.lab + "/certificates.sh", directory.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    guard process.terminationStatus == 0 else { throw NotMade() }
    for name in ["good", "expired", "odd"] {
      let parts = [directory.text("\(name).pem"), directory.text("\(name).chain")]
      try directory.write(parts.compactMap(\.self).joined(), to: "\(name).full")
    }
  }

  /// The root, as `tls_ca` takes it.
  var root: String { "\(directory.path)/root.pem" }

  /// A certificate with the one that vouches for it.
  fileprivate func chain(_ name: String) -> String { "\(directory.path)/\(name).full" }
  fileprivate func key(_ name: String) -> String { "\(directory.path)/\(name).key" }
}
