import Foundation

/// Rows of a comparison, which `make bench-tools` prints as a table: tests whose cases are such rows
/// write each of them down, right or wrong, where `HOMENET_COMPARISON_ROWS` names a folder.
enum ComparisonRows {
  /// Appends a row to the folder's `TABLE.jsonl`.
  static func add(_ row: some Encodable, to table: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["HOMENET_COMPARISON_ROWS"] else {
      return
    }
    let path = URL(filePath: folder).appending(path: "\(table).jsonl").path
    let file = try FileHandle(
      fileDescriptor: { descriptor in
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return descriptor
      }(open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)),
      closeOnDealloc: true
    )
    try file.write(contentsOf: JSONEncoder().encode(row) + [UInt8(ascii: "\n")])
  }
}
