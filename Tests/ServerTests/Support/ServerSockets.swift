import Foundation

extension TestServer {
  /// The queues of the server's sockets that are in that state, `sent:received` in hexadecimal, as
  /// `/proc/net/tcp` has them.
  static func sockets(at port: Int, state: String) throws -> [String] {
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let suffix = ":" + String(format: "%04X", port)
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count > 4, columns[1].hasSuffix(suffix), columns[3] == state else { return nil }
      return String(columns[4])
    }
  }

  /// How many of the server's connections hold bytes that the client doesn't take.
  static func blockedSockets(at port: Int) throws -> Int {
    try sockets(at: port, state: "01").count { !$0.hasPrefix("00000000:") }
  }
}

/// Whether something holds at last.
func eventually(
  within limit: Duration = .seconds(5),
  _ holds: () async throws -> Bool
) async -> Bool {
  let end = ContinuousClock.now + limit
  while ContinuousClock.now < end {
    if (try? await holds()) == true { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return false
}
