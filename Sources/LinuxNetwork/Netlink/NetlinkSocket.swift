internal import CShims
internal import Glibc
public import Networking
internal import Wire

/// A blocking rtnetlink(7) socket in the namespace of the thread that opens it.
///
/// For threads that may block: labs build their networks with it. The reactor reads netlink itself.
public struct NetlinkSocket: ~Copyable {
  let descriptor: FileDescriptor
  private var sequence: UInt32 = 0

  /// Opens one.
  public init() throws(LocalFailure) {
    do {
      try self.init(making: ())
    } catch {
      throw error.localFailure
    }
  }

  init(making: Void) throws(SystemError) {
    descriptor = try FileDescriptor(netlinkBlocks: true)
    // The kernel answers while it handles the request; the limit is for broken kernels.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    _ = setsockopt(
      descriptor.rawValue,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
  }

  /// Sends a request and waits until the kernel has done it.
  public mutating func perform(_ request: NetlinkRequest) throws(LocalFailure) {
    var request = request
    request.flags |= UInt16(NLM_F_ACK)
    try orLocalFailure { () throws(SystemError) in try converse(request) { _, _ in } }
  }

  /// Performs several, one after the other.
  public mutating func perform(_ requests: [NetlinkRequest]) throws(LocalFailure) {
    for request in requests { try perform(request) }
  }

  /// Waits until an interface runs: its peer is up and the kernel has given it its queue.
  ///
  /// That is a little after both ends are up; packets sent before are dropped silently.
  public mutating func waitUntilRunning(_ index: UInt32) throws(LocalFailure) {
    var header: [UInt8] = [0, 0, 0, 0]
    header.append(native: index)
    header += [UInt8](repeating: 0, count: 8)
    let request = NetlinkRequest(
      type: UInt16(RTM_GETLINK),
      flags: UInt16(NLM_F_ACK),
      header: header
    )
    for _ in 0..<2000 {
      var isRunning = false
      try orLocalFailure { () throws(SystemError) in
        try converse(request) { _, payload in
          let bytes = payload.span.bytes
          guard let link = try? LinkMessage(ByteCursor(bytes), bytes) else { return }
          if link.flags & UInt32(IFF_RUNNING) != 0 { isRunning = true }
        }
      }
      if isRunning { return }
      usleep(1000)
    }
    throw .interfaceDown
  }

  /// The index of an interface in the thread's namespace.
  public borrowing func index(of name: String) throws(LocalFailure) -> UInt32 {
    let index = if_nametoindex(name)
    guard index > 0 else { throw SystemError(number: ENODEV, call: "if_nametoindex").localFailure }
    return index
  }

  /// Sends a request and passes each datagram of the answer on until the kernel reports its end.
  mutating func converse(
    _ request: NetlinkRequest,
    _ take: (UInt16, [UInt8]) -> Void
  ) throws(SystemError) {
    sequence &+= 1
    let message = request.message(sequence: sequence)
    try systemCall("send") { send(descriptor.rawValue, message, message.count, 0) }
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    // A dump's datagrams are bounded by the tables' size; the bound here is against a broken kernel.
    for _ in 0..<100_000 {
      let count = try systemCall("recv") {
        recv(descriptor.rawValue, &buffer, Self.bufferSize, 0)
      }
      let reply: Reply
      do {
        reply = try Self.read(buffer.span.bytes.extracting(0..<count), sequence, take)
      } catch {
        throw SystemError(number: EBADMSG, call: "netlink")
      }
      switch reply {
      case .more: continue
      case .done: return
      case .failed(let number): throw SystemError(number: number, call: "netlink")
      }
    }
    throw SystemError(number: EMSGSIZE, call: "netlink")
  }

  private enum Reply {
    case more
    case done
    case failed(Int32)
  }

  private static func read(
    _ bytes: RawSpan,
    _ sequence: UInt32,
    _ take: (UInt16, [UInt8]) -> Void
  ) throws(WireError) -> Reply {
    var messages = NetlinkMessages(bytes)
    while let message = try messages.next(bytes) {
      guard message.sequence == sequence else { continue }
      var payload = message.payload
      switch Int32(message.type) {
      case NLMSG_DONE:
        return .done
      case NLMSG_ERROR:
        let number = Int32(bitPattern: try payload.native32(bytes))
        return number == 0 ? .done : .failed(-number)
      default:
        take(message.type, try payload.bytes(bytes, count: payload.remaining))
      }
    }
    return .more
  }

  /// What the kernel fills at most with one part of a dump.
  static let bufferSize = 64 * 1024
}
