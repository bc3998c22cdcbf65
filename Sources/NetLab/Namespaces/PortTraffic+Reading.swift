internal import Glibc
internal import LinuxNetwork
internal import Networking

extension PortTraffic {
  /// The counters of every interface of the calling thread's namespace, from proc(5)'s `net/dev`.
  ///
  /// They are a bridge's ports: what a port has received, the machine behind it has sent.
  static func read() throws(LocalFailure) -> [String: PortTraffic] {
    let file = try FileDescriptor(opening: "/proc/thread-self/net/dev")
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file.rawValue, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return parse(String(decoding: text, as: UTF8.self))
  }

  /// Reads the table: two lines of heading, then `name: 8 numbers received, 8 sent` a line.
  static func parse(_ text: String) -> [String: PortTraffic] {
    var ports: [String: PortTraffic] = [:]
    for line in text.split(separator: "\n").dropFirst(2) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let numbers = parts[1].split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 16 else { continue }
      let name = parts[0].drop { $0 == " " }
      ports[String(name)] = PortTraffic(
        framesSent: numbers[1],
        bytesSent: numbers[0],
        framesReceived: numbers[9]
      )
    }
    return ports
  }
}
