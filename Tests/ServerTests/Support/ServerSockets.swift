import Foundation

extension TestServer {
  /// The queues of the server's sockets that are in that state, `sent:received` in hexadecimal, as
  /// `/proc/net/tcp` has them.
  static func sockets(at port: Int, state: String) throws -> [String] {
    let table = try Self.table()
    let suffix = ":" + String(format: "%04X", port)
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count > 4, columns[1].hasSuffix(suffix), columns[3] == state else { return nil }
      return String(columns[4])
    }
  }

  /// All of `/proc/net/tcp`, which comes in pieces of a few kilobytes; Foundation reads only the first.
  private static func table() throws -> String {
    guard let file = fopen("/proc/net/tcp", "r") else { throw CocoaError(.fileReadUnknown) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many of the server's connections hold bytes that the client doesn't take.
  static func blockedSockets(at port: Int) throws -> Int {
    try sockets(at: port, state: "01").count { !$0.hasPrefix("00000000:") }
  }
}

/// Whether something holds at last.
func eventually(
  within limit: Duration = .seconds(30),
  _ holds: () async throws -> Bool
) async -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if (try? await holds()) == true { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return false
}
