internal import Glibc
internal import Wire

/// The resolvers that a resolv.conf(5) names.
enum ResolverFile {
  /// Where the C library looks.
  static let ofSystem = "/etc/resolv.conf"

  /// More than that is no configuration; the C library reads three.
  private static let maximumSize = 64 * 1024

  /// Reads the file; a missing one names nobody.
  static func read(_ path: String) -> [IPAddress] {
    guard let file = try? FileDescriptor(opening: path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: maximumSize)
    guard let count = try? systemCall("read", { Glibc.read(file.rawValue, &bytes, bytes.count) })
    else { return [] }
    return parse(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// The addresses of its `nameserver` lines, in order, each once.
  static func parse(_ text: String) -> [IPAddress] {
    var resolvers: [IPAddress] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 2, words[0] == "nameserver", let address = IPAddress(String(words[1])),
        !resolvers.contains(address)
      else { continue }
      resolvers.append(address)
    }
    return resolvers
  }
}
