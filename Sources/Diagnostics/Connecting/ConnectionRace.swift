internal import Wire

/// Finds which of a host's addresses answers first (RFC 8305, section 5).
///
/// Whoever asks for a name's first address alone finds no server where one family leads nowhere; whoever
/// tries it to its end waits long.
struct ConnectionRace {
  /// What became of connecting to an address.
  struct Attempt: Hashable, Sendable {
    var address: IPAddress
    /// Its end, `.done` where it was connected to; `nil` where another was first.
    var end: StreamEnd?
  }

  /// How long an address is alone before the next is tried too (RFC 8305, section 8).
  static let usualDelay = Duration.milliseconds(250)

  let streams: any StreamNetwork
  /// How long connecting to one may take.
  let limit: Duration
  var delay = usualDelay

  private enum Event {
    case ended(Int, StreamEnd)
    case delayed(Int)
  }

  /// Connects to each until one is connected to.
  ///
  /// - Returns: What became of those that were tried, in their order.
  func run(_ addresses: [IPAddress], port: UInt16) async -> [Attempt] {
    let (streams, limit, delay) = (streams, limit, delay)
    return await withTaskGroup(of: Event.self) { group in
      var attempts: [Attempt] = []
      func begin() {
        guard attempts.count < addresses.count else { return }
        let (index, address) = (attempts.count, addresses[attempts.count])
        attempts.append(Attempt(address: address))
        group.addTask {
          let endpoint = Endpoint(address, port: port)
          return .ended(index, await streams.carry(Connecting(), to: endpoint, within: limit).end)
        }
        group.addTask {
          try? await Task.sleep(for: delay)
          return .delayed(index)
        }
      }
      begin()
      for await event in group {
        switch event {
        case .ended(let index, let end):
          attempts[index].end = end
          guard end != .done else {
            group.cancelAll()
            return attempts
          }
          if index == attempts.count - 1 { begin() }
          // The delays that are left are of nobody.
          if attempts.allSatisfy({ $0.end != nil }) { group.cancelAll() }
        case .delayed(let index):
          if index == attempts.count - 1, attempts[index].end == nil { begin() }
        }
      }
      return attempts
    }
  }
}

/// Says nothing: that there is a connection is all that is wanted.
private struct Connecting: StreamProtocol {
  var isDone: Bool { true }

  mutating func begin() -> [UInt8] { [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] { [] }
}
