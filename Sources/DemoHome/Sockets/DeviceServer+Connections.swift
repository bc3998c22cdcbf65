internal import Glibc
internal import Networking

extension DeviceServer {
  /// How long a connection that the device has closed waits for the other side.
  private static let parting: Duration = .seconds(5)

  /// Somebody has connected to a device's port.
  mutating func accept(_ label: String, _ index: Int, _ counters: Lock<DeviceCounters>) {
    guard let device = devices[label] else { return }
    let listener = device.listeners[index]
    for _ in 0..<32 {
      guard let socket = listener.socket.accept() else { return }
      let port = DeviceCounters.Port(label, listener.port)
      counters.withLock { $0.connections[port, default: 0] += 1 }
      var connection = HostedConnection(
        port: port,
        socket: socket,
        delay: device.delay,
        served: listener.service.accept()
      )
      let step = connection.served.begin()
      guard let key = register(.connection(device: label), socket) else { return }
      connections[key] = connection
      take(step, key)
    }
  }

  /// Bytes came in, or there is room for more to go out.
  mutating func turn(_ key: UInt64, _ counters: Lock<DeviceCounters>) {
    guard let connection = connections[key] else { return }
    let count = recv(connection.socket.rawValue, &buffer, buffer.count, 0)
    if count > 0 {
      counters.withLock { $0.bytes[connection.port, default: 0] += count }
      guard !connection.isOver, let step = connections[key]?.served.take(Array(buffer[..<count]))
      else { return }
      take(step, key)
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      return drop(key)
    }
    if !connection.unsent.isEmpty { send(key) }
  }

  /// The device has a step to do, at once or after its delay.
  mutating func take(_ step: ServedStep, _ key: UInt64) {
    guard let connection = connections[key], step != .wait else { return }
    if connection.delay == .zero {
      perform(step, key)
    } else {
      plan(.step(step, connection: key), after: connection.delay)
    }
  }

  /// The device says something.
  mutating func perform(_ step: ServedStep, _ key: UInt64) {
    guard connections[key]?.append(step) ?? false else { return drop(key) }
    send(key)
  }

  /// The time has come that the device's side asked for.
  mutating func resume(_ key: UInt64) {
    guard let step = connections[key]?.served.resume() else { return }
    take(step, key)
  }

  /// Lets go of a connection; the last reference closes it.
  mutating func drop(_ key: UInt64) {
    connections[key] = nil
    members[key] = nil
  }

  private mutating func send(_ key: UInt64) {
    guard connections[key]?.flush() ?? false, let connection = connections[key] else {
      return drop(key)
    }
    poll.change(connection.socket.rawValue, key: key, writes: !connection.unsent.isEmpty)
    guard connection.unsent.isEmpty else { return }
    connections[key]?.next = .wait
    switch connection.next {
    case .wait:
      break
    case .resume(let wait):
      // Even an endless body leaves others their turn.
      plan(.resume(connection: key), after: max(wait, .microseconds(100)))
    case .close:
      connections[key]?.isOver = true
      connection.socket.endSending()
      plan(.drop(connection: key), after: Self.parting)
    case .reset:
      connection.socket.breakWhenClosed()
      drop(key)
    }
  }

  private mutating func plan(_ action: Action, after delay: Duration) {
    guard pending.count < Self.mostPending else { return }
    pending.append(Pending(due: .now + delay, action: action))
  }
}

/// A real connection to a simulated device: its socket, its service, and what is still to be sent.
struct HostedConnection {
  let port: DeviceCounters.Port
  let socket: DeviceSocket
  /// How late the device's services are.
  let delay: Duration
  var served: any ServedConnection
  /// What the socket hasn't taken yet.
  var unsent: ArraySlice<UInt8> = []
  /// What follows once it has.
  var next: ServedStep.Next = .wait
  /// Whether the device has said all, and only waits for the other side to go.
  var isOver = false

  /// What one that doesn't read may make us keep.
  private static let mostUnsent = 4 << 20

  /// Appends a step's bytes; false where there are too many.
  mutating func append(_ step: ServedStep) -> Bool {
    guard !isOver else { return true }
    unsent += step.sending
    if step.next != .wait { next = step.next }
    return unsent.count <= Self.mostUnsent
  }

  /// Sends what the socket takes; false where the connection is broken.
  mutating func flush() -> Bool {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { bytes in
        send(socket.rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        unsent = unsent.dropFirst(count)
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    unsent = []
    return true
  }
}

extension DeviceSocket {
  /// Says that nothing more will be sent.
  func endSending() {
    _ = shutdown(rawValue, Int32(SHUT_WR))
  }

  /// Makes closing it break the connection off (RST).
  func breakWhenClosed() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    _ = setsockopt(rawValue, SOL_SOCKET, SO_LINGER, &linger, size)
  }
}
