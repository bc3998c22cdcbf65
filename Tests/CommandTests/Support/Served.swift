import Foundation
import FoundationNetworking

/// A `homenet demo` or `serve` that runs until it is ended, on a port that was free.
final class Served {
  let port: Int
  /// What it printed when it listened.
  let greeting: String
  private let process: Process
  private let output: Scratch
  private let log: Scratch

  struct NotServed: Error { var errors: String }

  struct Answer {
    var status: Int
    var body: String
  }

  /// Starts it and waits until it says where it listens, at most half a minute.
  init(_ arguments: String...) throws {
    output = try Scratch()
    log = try Scratch()
    process = Process()
    process.executableURL = Command.binary
    process.arguments = arguments + ["--listen", "127.0.0.1:0", "--format", "json"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.handle
    process.standardError = log.handle
    try process.run()
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while clock.now < deadline, process.isRunning {
      if let line = try output.text().split(separator: "\n").first,
        let url = try JSON(parsing: line).urls.array.first?.string,
        let port = URL(string: url)?.port
      {
        self.port = port
        greeting = String(line)
        return
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    let isRunning = process.isRunning
    if isRunning { process.terminate() }
    throw NotServed(errors: try log.text())
  }

  deinit { kill() }

  var errors: String { (try? log.text()) ?? "" }

  /// Ends it without asking.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// For how many seconds a test waits until a server that was asked to end has ended.
  ///
  /// It takes 0.3 on an idle machine; on two cores that run every other test beside it, 4 were seen.
  static let patience = 30.0

  /// Asks it to end; says how many seconds it took, infinitely many if it didn't, or reported a failure.
  func end() throws -> Double {
    let clock = ContinuousClock()
    let started = clock.now
    process.terminate()
    while process.isRunning, clock.now - started < .seconds(Self.patience) {
      Thread.sleep(forTimeInterval: 0.002)
    }
    if process.isRunning || process.terminationStatus != 0 { return .infinity }
    return (clock.now - started) / .seconds(1)
  }

  /// One request under `/api/v1`.
  func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> Answer {
    try await Self.send(method, path, body, port: port)
  }

  /// The same without the process at hand.
  static func send(
    _ method: String,
    _ path: String,
    _ body: String? = nil,
    port: Int
  ) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)/api/v1/\(path)") else {
      throw NotServed(errors: path)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.timeoutInterval = 60
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      body: String(decoding: data, as: UTF8.self)
    )
  }

  /// The devices, as soon as there are that many; at most half a minute.
  func devices(atLeast count: Int) async throws -> [JSON] {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    var devices: [JSON] = []
    repeat {
      devices = try JSON(parsing: try await send("GET", "devices").body).devices.array
      if devices.count >= count { return devices }
      try await Task.sleep(for: .milliseconds(50))
    } while clock.now < deadline
    throw NotServed(errors: "\(devices.count) devices\n\(errors)")
  }
}

/// A folder that goes with this value.
final class ScratchFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "homenet-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
