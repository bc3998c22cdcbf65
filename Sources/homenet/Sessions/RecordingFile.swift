import Discovery
import Glibc
import Model

/// A file that a scan is recorded to, line by line.
final class RecordingFile {
  private let file: LineFile

  init(path: String, header: Recording.Header) throws {
    file = try LineFile(path: path)
    try file.writeLine(JSONText.encode(header))
  }

  func write(_ observation: Observation) throws {
    try file.writeLine(JSONText.encode(observation))
  }

  func finish(_ result: ScanResult) throws {
    try file.writeLine(JSONText.encode(Recording.End(result)))
  }

  /// Reads a recording; files of more than 256 MiB are refused.
  static func read(_ path: String) throws(Failure) -> Recording {
    guard let file = fopen(path, "re") else {
      throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= 1 << 28 {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard bytes.count <= 1 << 28 else { throw Failure("\(path) is too large", .usage) }
    do {
      return try Recording(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure("\(path): \(error)", .usage)
    }
  }
}

/// A file that devices' evidence is written to, a line each, for `homenet identify`.
final class EvidenceFile {
  private let file: LineFile

  init(path: String) throws(Failure) { file = try LineFile(path: path) }

  /// Writes the devices' evidence, in their order; ids contain addresses, so anonymous records are
  /// numbered.
  func write(_ devices: [Device], isAnonymous: Bool) throws {
    let anonymiser = isAnonymous ? Anonymiser(devices.map(\.evidence)) : nil
    for (index, device) in devices.enumerated() {
      let evidence = anonymiser?.anonymised(device.evidence) ?? device.evidence
      let id = isAnonymous ? "device-\(index + 1)" : device.id
      try file.writeLine(EvidenceRecord(id: id, evidence: evidence).line())
    }
  }
}

/// A file written line by line, readable by its owner only.
private final class LineFile {
  private let path: String
  private let file: StandardStream

  init(path: String) throws(Failure) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure("can't write \(path): \(String(cString: strerror(errno)))", .usage)
    }
    file = StandardStream(descriptor: descriptor)
  }

  deinit { close(file.descriptor) }

  func writeLine(_ line: String) throws(Failure) {
    let error = file.writeLine(line)
    guard error == 0 else {
      throw Failure("can't write \(path): \(String(cString: strerror(error)))", .usage)
    }
  }
}
