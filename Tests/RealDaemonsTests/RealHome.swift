import Foundation

/// The lab of real daemons, scanned once, by `homenet` as an unprivileged process.
///
/// `Tests/Lab/lab` builds it: namespaces are made by a process of its own, since a test process
/// has many threads and must stay where it is.
struct RealHome: Sendable {
  var facts: LabFacts
  var scan: ScanDocument
  /// What the scan learnt, a record a device.
  var evidence: [EvidenceDocument]
  /// What `homenet explain` said of single hosts, which it asked anew, by their addresses.
  var explanations: [String: ExplanationDocument]

  /// What a scan with `CAP_NET_RAW` recorded while the guest asked for its address again.
  var overheard: [OverheardLine]

  /// What `homenet dns` said of names of the link.
  var names: [String: NamesDocument]

  /// The names that are asked for.
  static let named = ["bookshelf.local", "_ipp._tcp.local", "nobody.local"]
  /// The hosts that are explained.
  static let explained = ["10.77.0.12", "10.77.0.14"]

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
    // Written by somebody without privileges.
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o777]
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777],
      ofItemAtPath: folder.path
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let factsFile = folder.appendingPathComponent("facts.json")
    let errorFile = folder.appendingPathComponent("errors.txt")
    try Data().write(to: errorFile)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", labProgram, "run", "--seconds", "130", "--facts", factsFile.path,
      "--overheard", try homenetProgram(), folder.appendingPathComponent("overheard.jsonl").path,
      "--", "sh", "-c", script, try homenetProgram(), folder.path,
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
    func read(_ name: String) throws -> Data {
      try Data(contentsOf: folder.appendingPathComponent(name))
    }
    var explanations: [String: ExplanationDocument] = [:]
    for address in explained {
      let words = try read("\(address).json")
      explanations[address] = try JSONDecoder().decode(ExplanationDocument.self, from: words)
    }
    var names: [String: NamesDocument] = [:]
    for name in named {
      names[name] = try JSONDecoder().decode(NamesDocument.self, from: read("\(name).json"))
    }
    return RealHome(
      facts: try JSONDecoder().decode(LabFacts.self, from: Data(contentsOf: factsFile)),
      scan: try JSONDecoder().decode(ScanDocument.self, from: json),
      evidence: try read("evidence.jsonl").split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(EvidenceDocument.self, from: $0)
      },
      explanations: explanations,
      // Without a guest there is none.
      overheard: try ((try? read("overheard.jsonl")) ?? Data()).split(separator: UInt8(ascii: "\n"))
        .map {
          try JSONDecoder().decode(OverheardLine.self, from: $0)
        },
      names: names
    )
  }

  /// A scan, then single hosts asked again, side by side.
  private static var script: String {
    """
    "$0" scan --format json --quiet --network eth0 --evidence "$1/evidence.jsonl" || exit
    for address in \(explained.joined(separator: " ")); do
      "$0" explain "$address" --format json >"$1/$address.json" &
    done
    for name in \(named.joined(separator: " ")); do
      case "$name" in _*) type=PTR ;; *) type=A ;; esac
      "$0" dns "$name" "$type" --format json >"$1/$name.json" &
    done
    wait
    """
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

  /// What the scan learnt of the host that runs the daemon.
  func evidence(of daemon: String) -> EvidenceDocument? {
    evidence.first { $0.ip == resident(daemon)?.address }
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
