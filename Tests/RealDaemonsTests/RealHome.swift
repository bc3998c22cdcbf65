import Foundation

/// The lab of real daemons, scanned once, by `homenet` as an unprivileged process.
///
/// `Tests/Lab/lab` builds it: namespaces are made by a process of its own, since a test process
/// has many threads and must stay where it is.
struct RealHome: Sendable {
  var facts: LabFacts
  var scan: ScanDocument

  /// The one scan that all tests look at.
  static func scanned() async throws -> RealHome {
    try await shared.value
  }

  private static let shared = Task.detached { try run() }

  /// Why there is no scan to look at.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static func run() throws -> RealHome {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("homenet-lab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let factsFile = folder.appendingPathComponent("facts.json")
    let errorFile = folder.appendingPathComponent("errors.txt")
    try Data().write(to: errorFile)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", labProgram, "run", "--seconds", "90", "--facts", factsFile.path, "--",
      try homenetProgram(), "scan", "--format", "json", "--quiet", "--network", "eth0",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = (try? String(contentsOf: errorFile, encoding: .utf8)) ?? ""
      throw Failure(description: "lab ended with \(process.terminationStatus): \(words)")
    }
    return RealHome(
      facts: try JSONDecoder().decode(LabFacts.self, from: Data(contentsOf: factsFile)),
      scan: try JSONDecoder().decode(ScanDocument.self, from: json)
    )
  }

  private static var labProgram: String {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Lab/lab").path
  }

  /// The `homenet` that was built beside these tests.
  private static func homenetProgram() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests)
      .deletingLastPathComponent().appendingPathComponent("homenet").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure(description: "no homenet beside the tests, at \(program)")
    }
    return program
  }
}

extension RealHome {
  /// The resident that runs the daemon.
  func resident(_ daemon: String) -> LabFacts.Resident? {
    facts.residents.first { $0.daemon == daemon }
  }

  /// What the scan says of the host that runs the daemon.
  func device(of daemon: String) -> ScanDocument.Device? {
    devices(at: resident(daemon)?.address).first
  }

  /// The devices that the scan shows at an address.
  func devices(at address: String?) -> [ScanDocument.Device] {
    scan.devices.filter { device in
      device.ip == address || device.addresses.contains { $0 == address }
    }
  }
}
