internal import CShims
internal import Glibc
internal import Networking
internal import Wire

/// The state of a `DeviceLoop`'s thread: sockets by epoll key, connections, and answers due later.
struct DeviceServer: ~Copyable {
  enum Member {
    case wakeUp
    case datagrams(device: String, service: Int, socket: Int)
    case listener(device: String, index: Int)
    case connection(device: String)
  }

  enum Action {
    case datagram(DeviceSocket, Response, DeviceCounters.Port)
    case step(ServedStep, connection: UInt64)
    case resume(connection: UInt64)
    case drop(connection: UInt64)
  }

  struct Pending {
    var due: MonotonicTime
    var action: Action
  }

  let poll: EventPoll
  private let wakeUp: Int32
  var members: [UInt64: Member] = [:]
  var connections: [UInt64: HostedConnection] = [:]
  var devices: [String: HostedDevice] = [:]
  var pending: [Pending] = []
  private var nextKey: UInt64 = 1
  var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Connections beyond this are dropped.
  private static let mostMembers = 8192
  /// Answers that wait beyond this are lost, as on a busy device.
  static let mostPending = 8192

  init(wakeUp: Int32) throws(LocalFailure) {
    poll = try EventPoll()
    self.wakeUp = wakeUp
    members[0] = .wakeUp
    poll.add(wakeUp, key: 0)
  }

  /// Runs one turn: commands, epoll, due answers; `false` after a stop command.
  mutating func serve(
    _ commands: [DeviceLoop.Command],
    counting counters: Lock<DeviceCounters>
  ) -> Bool {
    for command in commands {
      switch command {
      case .add(let device): add(device, counters)
      case .goodbye(let label): sayGoodbye(label, counters)
      case .remove(let label): remove(label)
      case .stop: return false
      }
    }
    for key in poll.wait(milliseconds: untilNext()) {
      switch members[key] {
      case .wakeUp:
        var count: UInt64 = 0
        _ = read(wakeUp, &count, 8)
      case .datagrams(let label, let service, let socket):
        answer(label, service, socket, counters)
      case .listener(let label, let index): accept(label, index, counters)
      case .connection: turn(key, counters)
      case nil: break
      }
    }
    runPending(counters)
    return true
  }

  /// Watches a socket; `nil` where there are too many.
  @discardableResult
  mutating func register(_ member: Member, _ socket: DeviceSocket) -> UInt64? {
    guard members.count < Self.mostMembers else { return nil }
    let key = nextKey
    members[key] = member
    poll.add(socket.rawValue, key: key)
    nextKey += 1
    return key
  }

  private mutating func add(_ device: HostedDevice, _ counters: Lock<DeviceCounters>) {
    devices[device.label] = device
    for (service, offered) in device.services.enumerated() {
      for (socket, bound) in offered.sockets.enumerated() {
        let member = Member.datagrams(device: device.label, service: service, socket: socket)
        register(member, bound.socket)
      }
      for response in offered.responder.announcements() {
        schedule(response, of: device, offered)
      }
    }
    for (index, listener) in device.listeners.enumerated() {
      register(.listener(device: device.label, index: index), listener.socket)
    }
    runPending(counters)
  }

  private mutating func sayGoodbye(_ label: String, _ counters: Lock<DeviceCounters>) {
    guard let device = devices[label] else { return }
    for offered in device.services {
      for response in offered.responder.goodbyes() { schedule(response, of: device, offered) }
    }
    runPending(counters)
  }

  private mutating func remove(_ label: String) {
    devices[label] = nil
    members = members.filter { entry in
      switch entry.value {
      case .wakeUp: true
      case .datagrams(let owner, _, _), .listener(let owner, _), .connection(let owner):
        owner != label
      }
    }
    connections = connections.filter { $0.value.port.device != label }
    pending.removeAll { item in
      if case .datagram(_, _, let port) = item.action { port.device == label } else { false }
    }
  }

  private mutating func answer(
    _ label: String,
    _ service: Int,
    _ socket: Int,
    _ counters: Lock<DeviceCounters>
  ) {
    guard let device = devices[label] else { return }
    let offered = device.services[service]
    let bound = offered.sockets[socket]
    // A flood is served a piece at a time; epoll reports the rest again.
    for _ in 0..<32 {
      guard let (payload, source) = bound.socket.receive(into: &buffer), let source else { return }
      // A group's members hear their own questions too.
      if offered.sockets.contains(where: { $0.address == source.address }) { continue }
      let port = DeviceCounters.Port(label, offered.responder.port)
      counters.withLock { $0.datagrams[port, default: 0] += 1 }
      let datagram = Datagram(
        source: source,
        destination: bound.address,
        interface: bound.socket.interface,
        payload: payload,
        receivedAt: .now
      )
      for response in offered.responder.responses(to: datagram) {
        schedule(response, of: device, offered)
      }
    }
  }

  private mutating func schedule(
    _ response: Response,
    of device: HostedDevice,
    _ offered: HostedDevice.Service
  ) {
    let isIPv4 = response.destination.address.v4 != nil
    let own = offered.sockets.first { bound in
      (bound.address.v4 != nil) == isIPv4 && bound.address.scope != .multicast
    }
    guard let own, pending.count < Self.mostPending else { return }
    let port = DeviceCounters.Port(device.label, offered.responder.port)
    let due = MonotonicTime.now + response.delay
    pending.append(Pending(due: due, action: .datagram(own.socket, response, port)))
  }

  private mutating func runPending(_ counters: Lock<DeviceCounters>) {
    let now = MonotonicTime.now
    let due = pending.filter { $0.due <= now }.sorted { $0.due < $1.due }
    guard !due.isEmpty else { return }
    pending.removeAll { $0.due <= now }
    for item in due {
      switch item.action {
      case .datagram(let socket, let response, let port):
        socket.send(response.payload, to: response.destination)
        counters.withLock { $0.answers[port, default: 0] += 1 }
      case .step(let step, let key):
        perform(step, key)
      case .resume(let key):
        resume(key)
      case .drop(let key):
        drop(key)
      }
    }
  }

  /// How long epoll may wait: -1 where nothing is pending, rounded up so as not to spin.
  private func untilNext() -> Int32 {
    guard let next = pending.map(\.due).min() else { return -1 }
    let nanoseconds = (next - .now).wholeNanoseconds
    return Int32(clamping: max(0, (nanoseconds + 999_999) / 1_000_000))
  }
}

extension MonotonicTime {
  /// The kernel's monotonic clock.
  static var now: MonotonicTime {
    MonotonicTime(nanoseconds: shim_monotonic_nanoseconds())
  }
}
