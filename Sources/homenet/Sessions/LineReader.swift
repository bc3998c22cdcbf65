import Glibc

/// Reads a file line by line, in bounded memory.
struct LineReader: ~Copyable {
  /// The number of the line last read, counted from 1.
  private(set) var number = 0

  private let path: String
  private let limit: Int
  private let descriptor: Int32
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0

  /// Opens the file, `-` for standard input; lines longer than the limit are refused.
  init(path: String, limit: Int) throws(Failure) {
    self.path = path == "-" ? "standard input" : path
    self.limit = limit
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    buffer = [UInt8](repeating: 0, count: 1 << 16)
    guard descriptor >= 0 else {
      throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
    }
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next line, without its newline; `nil` at the end.
  mutating func next() throws(Failure) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let newline = nextNewline {
        line += buffer[start..<newline]
        start = newline + 1
        number += 1
        return line
      }
      line += buffer[start..<end]
      guard line.count <= limit else {
        throw Failure("\(path): line \(number + 1): longer than \(limit) bytes", .usage)
      }
      start = 0
      end = try fill()
      if end == 0 {
        guard !line.isEmpty else { return nil }
        number += 1
        return line
      }
    }
  }

  private var nextNewline: Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < end, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private mutating func fill() throws(Failure) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
      }
    }
  }
}
