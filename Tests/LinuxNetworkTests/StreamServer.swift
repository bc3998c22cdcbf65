import Glibc
@testable import LinuxNetwork
@testable import Networking

/// A TCP server on 127.0.0.1 that does the same with every connection, each on a thread of its own.
final class StreamServer: Sendable {
  private let server: TestServer
  private let count = Lock((open: 0, most: 0, all: 0))

  var port: UInt16 { server.port }
  /// How many connections were open at one time, and how many there were.
  var most: Int { count.withLock { $0.most } }
  var all: Int { count.withLock { $0.all } }

  /// Serves for as long as the process lives; a connection is closed when the closure returns.
  init(_ serve: @escaping @Sendable (Accepted) -> Void) throws(LocalFailure) {
    server = try TestServer(SocketType.stream)
    try SystemThread.start(name: "stream server") { [self] in
      while true {
        let number = accept(server.descriptor.rawValue, nil, nil)
        guard number >= 0 else { return }
        let accepted = Accepted(FileDescriptor(owning: number))
        count.withLock {
          $0.open += 1
          $0.all += 1
          $0.most = max($0.most, $0.open)
        }
        try? SystemThread.start(name: "stream") { [self] in
          serve(accepted)
          // Before the close: whoever hears of the end may begin the next at once.
          count.withLock { $0.open -= 1 }
          accepted.close()
        }
      }
    }
  }

  /// A server's side of a connection.
  final class Accepted: Sendable {
    private let descriptor: Lock<FileDescriptor?>
    private let number: Int32

    init(_ descriptor: consuming FileDescriptor) {
      number = descriptor.rawValue
      self.descriptor = Lock(descriptor)
    }

    /// What comes next; empty at the end.
    func receive(_ limit: Int = 1 << 16) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: limit)
      let count = recv(number, &buffer, limit, 0)
      return Array(buffer[..<max(0, count)])
    }

    /// Sends all of it; whether that went well.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          let rest = UnsafeRawBufferPointer(rebasing: $0[sent...])
          return Glibc.send(number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    /// Sends back what comes, until the end.
    func echo() {
      while case let bytes = receive(), !bytes.isEmpty, send(bytes) {}
    }

    /// Closes its sending half.
    func shutDown() { shutdown(number, Int32(SHUT_WR)) }

    /// Waits until the other side is gone.
    func waitForEnd() { while !receive().isEmpty {} }

    /// Makes the close that follows a reset.
    func resetOnClose() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    func close() { descriptor.withLock { $0 = nil } }
  }
}

extension NetworkNamespace {
  /// A server on the namespace's loopback.
  func serve(
    _ serve: @escaping @Sendable (StreamServer.Accepted) -> Void
  ) throws(LocalFailure) -> StreamServer {
    try run { () throws(LocalFailure) in try StreamServer(serve) }
  }
}

/// What was heard over one connection.
struct Heard: Equatable {
  var outcome: String?
  var bytes: [UInt8] = []
  var pieces: [Int] = []
  var end: ConnectionEnd?
  /// What came after the end, or before the beginning.
  var strays = 0

  /// What a machine's events say of that ticket.
  init(_ ticket: Ticket, _ events: [NetworkEvent]) {
    for event in events where event.ticket == ticket {
      switch event {
      case .probed(_, _, let outcome):
        if self.outcome != nil || end != nil { strays += 1 }
        self.outcome = outcome.kind
      case .received(_, let more):
        if outcome != "open" || end != nil { strays += 1 }
        bytes += more
        pieces.append(more.count)
      case .closed(_, let how):
        if outcome != "open" || end != nil { strays += 1 }
        end = how
      default:
        strays += 1
      }
    }
  }
}

extension Network {
  /// What is heard over a connection that is kept, to its end.
  func hear(
    _ port: UInt16,
    patience: Duration = .seconds(30),
    reaction: @escaping @Sendable (NetworkEvent) -> [NetworkRequest] = { _ in [] }
  ) async -> Heard {
    await hear(.kept(port), patience: patience, reaction: reaction)
  }

  /// What is heard over a connection that the probe keeps, to its end.
  func hear(
    _ probe: Probe,
    patience: Duration = .seconds(30),
    reaction: @escaping @Sendable (NetworkEvent) -> [NetworkRequest] = { _ in [] }
  ) async -> Heard {
    let ticket = Ticket(owner: 3, number: 1)
    let machine = ScriptedMachine(
      [.connect(ticket, probe)],
      reaction: reaction,
      isLast: { if case .closed = $0 { true } else { false } },
      patience: patience
    )
    return Heard(ticket, await collect(machine).map(\.event))
  }
}

extension Probe {
  /// A connect to 127.0.0.1 that keeps its connection.
  static func kept(_ port: UInt16, _ time: Duration = .seconds(20)) -> Probe {
    var probe = Probe.to("127.0.0.1", port, purpose: .banner)
    probe.keepsOpen = time
    return probe
  }
}
