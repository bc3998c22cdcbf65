internal import Wire

/// Finds which of a host's addresses accepts first (Happy Eyeballs, RFC 8305, section 5).
struct ConnectionRace {
  /// An address and the outcome of connecting to it.
  struct Attempt: Hashable, Sendable {
    var address: IPAddress
    /// `.done` once connected; `nil` where another address was first.
    var end: StreamEnd?
  }

  /// The Connection Attempt Delay (RFC 8305, section 8).
  static let usualDelay = Duration.milliseconds(250)

  let streams: any StreamNetwork
  /// The connect timeout of each address.
  let limit: Duration
  var delay = usualDelay

  private enum Event {
    case ended(Int, StreamEnd)
    case delayed(Int)
  }

  /// Connects to the addresses until one accepts; returns the attempts, in their order.
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
          return .ended(index, await streams.carry(ConnectOnly(), to: endpoint, within: limit).end)
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
          // No attempt is left for the remaining delays.
          if attempts.allSatisfy({ $0.end != nil }) { group.cancelAll() }
        case .delayed(let index):
          if index == attempts.count - 1, attempts[index].end == nil { begin() }
        }
      }
      return attempts
    }
  }
}

/// Sends nothing: done as soon as the connection is established.
private struct ConnectOnly: StreamProtocol {
  var isDone: Bool { true }

  mutating func begin() -> [UInt8] { [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] { [] }
}
