import Discovery
import Glibc
import Model

/// A file that devices' evidence is written to, a line each, for `homenet identify`.
final class EvidenceFile {
  private let path: String
  private let file: StandardStream

  /// Creates or replaces the file.
  init(path: String) throws(Failure) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure("can't write \(path): \(String(cString: strerror(errno)))", .usage)
    }
    file = StandardStream(descriptor: descriptor)
  }

  deinit { close(file.descriptor) }

  /// Writes the devices' evidence, in their order; ids contain addresses, so anonymous records are
  /// numbered.
  func write(_ devices: [Device], isAnonymous: Bool) throws {
    let anonymiser = isAnonymous ? Anonymiser(devices.map(\.evidence)) : nil
    for (index, device) in devices.enumerated() {
      let record =
        if let anonymiser {
          EvidenceRecord(
            id: "device-\(index + 1)",
            evidence: anonymiser.anonymised(device.evidence)
          )
        } else {
          EvidenceRecord(id: device.id, evidence: device.evidence)
        }
      let error = file.writeLine(try record.line())
      guard error == 0 else {
        throw Failure("can't write \(path): \(String(cString: strerror(error)))", .usage)
      }
    }
  }
}
