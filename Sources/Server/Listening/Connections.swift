import NIOCore
import Networking
import Wire

/// The channels of the open connections, over all listeners, within their limits.
final class Connections: Sendable {
  private struct State {
    var table: ConnectionTable
    var channels: [ConnectionTable.ID: any Channel] = [:]
    var last: ConnectionTable.ID = 0
  }

  private let state: Lock<State>
  private let onRefused: @Sendable (IPAddress?) -> Void

  init(_ limits: ConnectionTable.Limits, onRefused: @escaping @Sendable (IPAddress?) -> Void) {
    state = Lock(State(table: ConnectionTable(limits)))
    self.onRefused = onRefused
  }

  /// Counts a connection until it is closed, and closes another for it where there are too many;
  /// `nil` where this one has to be closed.
  func open(_ channel: any Channel) -> ConnectionTable.ID? {
    let peer = channel.remoteAddress.flatMap { IPAddress(of: $0) }
    let (id, victim) = state.withLock { state -> (ConnectionTable.ID?, (any Channel)?) in
      state.last += 1
      let id = state.last
      switch state.table.open(id, from: peer) {
      case .refused:
        return (nil, nil)
      case .admitted:
        state.channels[id] = channel
        return (id, nil)
      case .admittedInstead(let other):
        state.channels[id] = channel
        return (id, state.channels.removeValue(forKey: other))
      }
    }
    guard let id else {
      onRefused(peer)
      return nil
    }
    victim?.close(promise: nil)
    channel.closeFuture.whenComplete { [weak self] _ in
      self?.state.withLock { state in
        state.table.close(id)
        state.channels[id] = nil
      }
    }
    return id
  }

  /// Notes whether a connection waits for a request, or is being answered.
  func setWaiting(_ id: ConnectionTable.ID, _ isWaiting: Bool) {
    state.withLock { $0.table.setWaiting(id, isWaiting) }
  }
}
