import Wire

/// The open connections: how many each peer has, and which of them wait for a request.
///
/// Where there are too many, the one that has waited longest for its client (for a request, or until it
/// takes an answer) makes room for the next, so that slow or idle connections keep nobody out. Those
/// that are being answered are never closed for that. A pure value, as large as the number of
/// connections that it admits.
struct ConnectionTable {
  /// A connection, by the order in which they came.
  typealias ID = UInt64

  /// How many connections there may be.
  struct Limits: Sendable, Hashable {
    /// Of all peers together.
    var all: Int
    /// Of one address.
    var eachPeer: Int
    /// Of all addresses in one /64 of IPv6 together.
    var eachNetwork: Int
    /// Of this machine itself, where a reverse proxy may bring the whole household.
    var loopback: Int

    /// The limits within that many: a browser has six to a server; loopback, or a /64, leaves at least
    /// an eighth to others.
    init(all: Int) {
      self.all = all
      eachPeer = max(32, min(256, all / 8))
      loopback = all - all / 8
      eachNetwork = min(4 * eachPeer, loopback)
    }
  }

  /// What becomes of a new connection.
  enum Admission: Hashable {
    /// There is room.
    case admitted
    /// There is room when that one is closed.
    case admittedInstead(of: ID)
    /// It has to be closed: all others are being answered.
    case refused
  }

  private struct Connection {
    var peer: IPAddress?
    /// When it began to wait, as a number of ``turn``; `nil` while it is being answered.
    var waiting: UInt64?
  }

  private struct Peer {
    var count = 0
    /// Those that wait, or did when they were added, the first longest.
    var queue: [(id: ID, turn: UInt64)] = []
    /// None before that index in the queue waits any longer.
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

  /// How many are open.
  var count: Int { connections.count }

  /// A connection came, and waits for its first request.
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

  /// Notes whether a connection waits for a request, or the rest of one, or is being answered.
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

  /// A connection is closed.
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

  /// One of the group that has most connections, which needs it least.
  private mutating func longestWaitingOfAll() -> ID? {
    for group in groups.sorted(by: { $0.value.count > $1.value.count }).map(\.key) {
      if let longest = longestWaiting(in: group) { return longest }
    }
    return nil
  }

  /// One of the group's peer that has most connections.
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
