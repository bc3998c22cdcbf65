import Discovery
import Glibc
import Model

/// A file that a scan is recorded to, line by line.
final class RecordingFile {
  private let path: String
  private let file: StandardStream

  /// Creates or replaces the file and writes the header.
  init(path: String, header: Recording.Header) throws {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure("can't write \(path): \(String(cString: strerror(errno)))", .usage)
    }
    file = StandardStream(descriptor: descriptor)
    try writeLine(JSONText.encode(header))
  }

  deinit { close(file.descriptor) }

  /// Appends an observation.
  func write(_ observation: Observation) throws {
    try writeLine(JSONText.encode(observation))
  }

  /// Appends how the scan ended.
  func finish(_ result: ScanResult) throws {
    try writeLine(JSONText.encode(Recording.End(result)))
  }

  private func writeLine(_ line: String) throws(Failure) {
    let error = file.writeLine(line)
    guard error == 0 else {
      throw Failure("can't write \(path): \(String(cString: strerror(error)))", .usage)
    }
  }
}

extension RecordingFile {
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
