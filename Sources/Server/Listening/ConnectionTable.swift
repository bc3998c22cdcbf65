import NIOCore
import Networking
import Wire

/// The open connections by peer, with limits per address, per IPv6 /64 and in total.
///
/// At a limit, the connection that has waited longest for its client (to send a request, or to read an
/// answer) is closed for the new one; one with a request in progress never is.
struct ConnectionTable {
  typealias ID = UInt64

  struct Limits: Sendable, Hashable {
    var all: Int
    var eachPeer: Int
    var eachNetwork: Int
    /// From loopback, where a reverse proxy may connect for all clients.
    var loopback: Int

    /// The limits for that total: a browser opens six connections; loopback, or a /64, leaves an eighth
    /// to others.
    init(all: Int) {
      self.all = all
      eachPeer = max(32, min(256, all / 8))
      loopback = all - all / 8
      eachNetwork = min(4 * eachPeer, loopback)
    }
  }

  enum Admission: Hashable {
    case admitted
    /// Admitted; the other one has to be closed.
    case admittedInstead(of: ID)
    /// It has to be closed: all others have requests in progress.
    case refused
  }

  private struct Connection {
    var peer: IPAddress?
    /// The ``turn`` at which it began to wait; `nil` during a request.
    var waiting: UInt64?
  }

  private struct Peer {
    var count = 0
    /// Waiting connections, the longest first; entries may be stale.
    var queue: [(id: ID, turn: UInt64)] = []
    /// All entries before that index are stale.
    var head = 0

    var next: (id: ID, turn: UInt64)? { head < queue.count ? queue[head] : nil }
  }

  /// The addresses of a /64 of IPv6, or one other address.
  private struct Group {
    var count = 0
    var peers: Set<IPAddress?> = []
  }

  private let limits: Limits
  private var connections: [ID: Connection] = [:]
  private var peers: [IPAddress?: Peer] = [:]
  private var groups: [IPAddress?: Group] = [:]
  private var turn: UInt64 = 0

  init(_ limits: Limits) {
    self.limits = limits
  }

  var count: Int { connections.count }

  mutating func open(_ id: ID, from address: IPAddress?) -> Admission {
    let peer = address?.peer
    let network = peer?.peerNetwork
    let most = peer?.scope == .loopback ? limits.loopback : limits.eachPeer
    var victim: ID?
    if peers[peer, default: Peer()].count >= most {
      guard let longest = longestWaiting(of: peer) else { return .refused }
      victim = longest
    } else if let network, groups[network, default: Group()].count >= limits.eachNetwork {
      guard let longest = longestWaiting(in: network) else { return .refused }
      victim = longest
    } else if connections.count >= limits.all {
      guard let longest = longestWaitingOfAll() else { return .refused }
      victim = longest
    }
    if let victim { close(victim) }
    connections[id] = Connection(peer: peer)
    peers[peer, default: Peer()].count += 1
    groups[network ?? peer, default: Group()].count += 1
    groups[network ?? peer]?.peers.insert(peer)
    setWaiting(id, true)
    return victim.map { .admittedInstead(of: $0) } ?? .admitted
  }

  /// Records whether a connection waits for its client or has a request in progress.
  mutating func setWaiting(_ id: ID, _ isWaiting: Bool) {
    guard let connection = connections[id], (connection.waiting != nil) != isWaiting else { return }
    guard isWaiting else {
      connections[id]?.waiting = nil
      return
    }
    turn += 1
    connections[id]?.waiting = turn
    peers[connection.peer]?.queue.append((id, turn))
    compact(connection.peer)
  }

  mutating func close(_ id: ID) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    let peer = connection.peer
    let group = peer?.peerNetwork ?? peer
    peers[peer]?.count -= 1
    groups[group]?.count -= 1
    guard peers[peer]?.count == 0 else { return }
    peers[peer] = nil
    groups[group]?.peers.remove(peer)
    if groups[group]?.count == 0 { groups[group] = nil }
  }

  /// The longest waiting connection of the group with most connections.
  private mutating func longestWaitingOfAll() -> ID? {
    for group in groups.sorted(by: { $0.value.count > $1.value.count }).map(\.key) {
      if let longest = longestWaiting(in: group) { return longest }
    }
    return nil
  }

  /// The longest waiting connection of the group's peer with most connections.
  private mutating func longestWaiting(in group: IPAddress?) -> ID? {
    let members = groups[group]?.peers ?? []
    let counts = members.map { (peer: $0, count: peers[$0]?.count ?? 0) }
    for (peer, _) in counts.sorted(by: { $0.count > $1.count }) {
      if let longest = longestWaiting(of: peer) { return longest }
    }
    return nil
  }

  private mutating func longestWaiting(of peer: IPAddress?) -> ID? {
    while let next = peers[peer]?.next {
      if connections[next.id]?.waiting == next.turn { return next.id }
      peers[peer]?.head += 1
    }
    return nil
  }

  /// Forgets what waits no longer, when that is most of the queue.
  private mutating func compact(_ peer: IPAddress?) {
    guard let count = peers[peer]?.count, let length = peers[peer]?.queue.count,
      length > 2 * count + 16
    else { return }
    peers[peer]?.queue.removeAll { connections[$0.id]?.waiting != $0.turn }
    peers[peer]?.head = 0
  }
}

/// The channels of the open connections, over all listeners, within their limits.
final class ConnectionLimiter: Sendable {
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

  func setWaiting(_ id: ConnectionTable.ID, _ isWaiting: Bool) {
    state.withLock { $0.table.setWaiting(id, isWaiting) }
  }
}
