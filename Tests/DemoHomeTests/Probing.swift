import CShims
import Glibc
import Wire

/// What a plain socket of the calling thread's namespace gets to hear.
enum Probing {
  enum Outcome: Equatable {
    case answered([UInt8])
    case accepted
    case failed(Int32)
    case silent
  }

  /// How long an answer may take, in milliseconds.
  ///
  /// It costs nothing where the answer comes, and both cores may be taken by other programs for seconds.
  static let patience = 10_000
  /// How long whoever should say nothing is listened to, in milliseconds.
  static let silence = 300

  /// Connects, sends, and waits for what comes first.
  ///
  /// Connects again where the kernel gave up asking ARP, which it does after 3 s.
  static func tcp(
    _ address: String,
    _ port: UInt16,
    sending bytes: [UInt8] = [],
    listening: Bool = false,
    milliseconds: Int = Probing.patience
  ) -> Outcome {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      let number = open(SOCK_STREAM, 0, milliseconds)
      defer { close(number) }
      if let failure = connect(number, address, port) {
        if failure == .failed(EHOSTUNREACH), ContinuousClock.now < deadline {
          usleep(10_000)
          continue
        }
        return failure
      }
      if !bytes.isEmpty { _ = send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
      return listening ? receive(number) : .accepted
    }
  }

  /// Connects, sends, and hears until the other side closes, or is quiet for so long.
  static func exchange(
    _ address: String,
    _ port: UInt16,
    sending text: String,
    atMost most: Int = 1 << 20,
    milliseconds: Int = Probing.patience
  ) -> [UInt8] {
    let number = open(SOCK_STREAM, 0, milliseconds)
    defer { close(number) }
    guard connect(number, address, port) == nil else { return [] }
    _ = send(number, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    var bytes: [UInt8] = []
    while bytes.count < most, case .answered(let piece) = receive(number), !piece.isEmpty {
      bytes += piece
    }
    return bytes
  }

  /// Sends a datagram from a connected socket, so that ICMP errors are heard; again each second.
  static func udp(
    _ address: String,
    _ port: UInt16,
    _ bytes: [UInt8],
    milliseconds: Int = Probing.patience
  ) -> Outcome {
    let number = open(SOCK_DGRAM, 0, min(milliseconds, 1000))
    defer { close(number) }
    if let failure = connect(number, address, port) { return failure }
    return ask(number, bytes, milliseconds)
  }

  /// Pings by a datagram socket, which the scanner's namespace permits; again each second.
  static func ping(_ address: String, milliseconds: Int = Probing.patience) -> Outcome {
    let number = open(SOCK_DGRAM, Int32(IPPROTO_ICMP), min(milliseconds, 1000))
    defer { close(number) }
    if let failure = connect(number, address, 0) { return failure }
    let request: [UInt8] = [8, 0, 0, 0, 0, 0, 0, 1, 0x61, 0x62]
    guard case .answered(let reply) = ask(number, request, milliseconds) else { return .silent }
    return .answered(Array(reply.dropFirst(8)))
  }

  /// Sends until there is an answer, or so long; an address that didn't answer ARP isn't the end.
  private static func ask(_ number: Int32, _ bytes: [UInt8], _ milliseconds: Int) -> Outcome {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      send(number, bytes, bytes.count, 0)
      let outcome = receive(number)
      let isOpen = outcome == .silent || outcome == .failed(EHOSTUNREACH)
      if !isOpen || ContinuousClock.now >= deadline { return outcome }
    }
  }

  /// Sends a datagram to a group and collects who answers, until so many have and it is quiet.
  static func multicast(
    _ group: String,
    _ port: UInt16,
    _ bytes: [UInt8],
    expecting expected: Int
  ) -> Set<String> {
    let number = open(SOCK_DGRAM, 0, 1500)
    defer { close(number) }
    let deadline = ContinuousClock.now + .milliseconds(patience)
    var target = address(group, port)
    withSockaddr(&target) { _ = sendto(number, bytes, bytes.count, 0, $0, $1) }
    var answers: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<1000 {
      var source = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = withUnsafeMutablePointer(to: &source) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(number, &buffer, buffer.count, 0, $0, &length)
        }
      }
      if count < 0 {
        if answers.count >= expected || ContinuousClock.now >= deadline { break }
        withSockaddr(&target) { _ = sendto(number, bytes, bytes.count, 0, $0, $1) }
        continue
      }
      answers.insert("\(IPv4Address(rawValue: UInt32(bigEndian: source.sin_addr.s_addr)))")
    }
    return answers
  }

  /// Makes the kernel ask ARP for addresses, and reads what it has learnt (proc(5), `net/arp`).
  ///
  /// Waits until all have answered, or so long. The kernel gives up after three requests, so whoever
  /// hasn't answered is asked again each second.
  static func arp(_ addresses: [String], milliseconds: Int = Probing.patience) -> [String: String] {
    let number = open(SOCK_DGRAM, 0, 100)
    defer { close(number) }
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    var table: [String: String] = [:]
    var missing = addresses
    while true {
      for text in missing {
        var target = address(text, 9)
        withSockaddr(&target) { _ = sendto(number, nil, 0, 0, $0, $1) }
      }
      let next = min(ContinuousClock.now + .seconds(1), deadline)
      while ContinuousClock.now < next {
        usleep(10_000)
        for line in read("/proc/thread-self/net/arp").split(separator: "\n").dropFirst() {
          let columns = line.split(separator: " ").map(String.init)
          // 0x2 is ATF_COM: the entry is complete.
          if columns.count >= 4, columns[2] == "0x2" { table[columns[0]] = columns[3] }
        }
        missing = addresses.filter { table[$0] == nil }
        if missing.isEmpty { return table }
      }
      if ContinuousClock.now >= deadline { return table }
    }
  }

  /// A whole file of proc(5).
  static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func open(_ type: __socket_type, _ number: Int32, _ milliseconds: Int) -> Int32 {
    let descriptor = socket(AF_INET, Int32(type.rawValue), number)
    var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    return descriptor
  }

  private static func connect(_ number: Int32, _ text: String, _ port: UInt16) -> Outcome? {
    var target = address(text, port)
    let result = withSockaddr(&target) { Glibc.connect(number, $0, $1) }
    guard result != 0 else { return nil }
    return errno == EINPROGRESS || errno == EAGAIN ? .silent : .failed(errno)
  }

  private static func receive(_ number: Int32) -> Outcome {
    var buffer = [UInt8](repeating: 0, count: 2048)
    let count = recv(number, &buffer, buffer.count, 0)
    if count >= 0 { return .answered(Array(buffer[..<count])) }
    return errno == EAGAIN ? .silent : .failed(errno)
  }

  private static func address(_ text: String, _ port: UInt16) -> sockaddr_in {
    var value = sockaddr_in()
    value.sin_family = sa_family_t(AF_INET)
    value.sin_port = port.bigEndian
    value.sin_addr.s_addr = (IPv4Address(text)?.rawValue ?? 0).bigEndian
    return value
  }

  private static func withSockaddr<Result>(
    _ address: inout sockaddr_in,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
