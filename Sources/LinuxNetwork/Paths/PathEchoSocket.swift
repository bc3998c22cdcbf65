internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Echo requests along a path: by a datagram socket where the group may have it, else by a raw one.
final class PathEchoSocket: PathSocket {
  private let isRaw: Bool
  /// A raw socket's own; the kernel gives datagram sockets theirs.
  private let identifier: UInt16

  init(_ id: ID, _ options: PathSocketOptions) throws(SystemError) {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try EchoSocket.openDatagram(options.family)
      isRaw = false
    } catch {
      guard error.localFailure == .notPermitted else { throw error }
      descriptor = try EchoSocket.openRaw(options.family)
      isRaw = true
    }
    identifier = UInt16(truncatingIfNeeded: getpid()) &+ UInt16(truncatingIfNeeded: id.number)
    try Self.prepare(descriptor, options)
    super.init(id, options, descriptor)
  }

  override func launch(_ probe: PathProbe, _ reactor: Reactor) {
    let sequence = UInt16(truncatingIfNeeded: probe.number)
    let key = Endpoint(probe.target.address, port: sequence)
    matching.add(probe.number, to: key, payload: probe.payload)
    let echo = ICMPEcho(identifier: identifier, sequence: sequence, payload: probe.payload)
    // The kernel sets datagram sockets' checksums, and ICMPv6's.
    let message =
      isV4
      ? ICMPv4Message.echoRequest(echo).serialised : ICMPv6Message.echoRequest(echo).serialised
    let target = Endpoint(probe.target.address, port: 0)
    launch(probe, message, to: SocketAddress(target, interface: options.interface), reactor)
  }

  /// What came back is the echo request from its type on.
  override func reply(_ entry: SocketErrorQueue.Entry) -> PathReply? {
    guard !isRaw, let target = entry.target else { return nil }
    let message = entry.payload.prefix(entry.extensionOffset ?? entry.payload.count)
    guard message.count >= 8 else { return nil }
    let sequence = UInt16(message[6]) << 8 | UInt16(message[7])
    let number = matching.number(
      target: Endpoint(target, port: sequence),
      payload: Array(message.dropFirst(8))
    )
    return reply(entry, headerLength: 8, number: number)
  }

  override func reply(_ received: ReceivedDatagram) -> PathReply? {
    guard let source = received.source?.address else { return nil }
    var bytes = received.payload
    if isRaw, isV4 {
      // Raw IPv4 sockets show the IP header; raw IPv6 ones don't.
      guard let first = bytes.first, first >> 4 == 4, first & 15 >= 5,
        bytes.count > Int(first & 15) * 4
      else { return nil }
      bytes.removeFirst(Int(first & 15) * 4)
    }
    guard let message = EchoAnswer(bytes, options.family) else { return nil }
    let target = Endpoint(message.target ?? source, port: message.sequence)
    guard let number = matching.number(target: target, payload: message.payload) else {
      return nil
    }
    return PathReply(
      number: number,
      source: source,
      kind: message.kind,
      receivedAt: received.receivedAt,
      hopLimit: received.hopLimit,
      extensions: message.extensions
    )
  }
}

/// An ICMP message about an echo request: its reply, or an error that quotes it.
struct EchoAnswer: Hashable {
  var kind: PathReply.Kind
  /// The request's destination, where it is quoted.
  var target: IPAddress?
  var sequence: UInt16
  /// The part of the request's payload that was returned.
  var payload: [UInt8]
  var extensions: [UInt8] = []

  /// Reads a whole message; `nil` for what is about no echo request.
  init?(_ bytes: [UInt8], _ family: AddressFamily) {
    let answer =
      switch family {
      case .v4: (try? ICMPv4Message(parsing: bytes)).flatMap { Self($0, bytes) }
      case .v6: (try? ICMPv6Message(parsing: bytes)).flatMap { Self($0, bytes) }
      }
    guard let answer else { return nil }
    self = answer
  }

  private init?(_ message: ICMPv4Message, _ bytes: [UInt8]) {
    switch message {
    case .echoReply(let echo): self.init(echo)
    case .unreachable(let error), .timeExceeded(let error): self.init(error, bytes, .v4)
    default: return nil
    }
  }

  private init?(_ message: ICMPv6Message, _ bytes: [UInt8]) {
    switch message {
    case .echoReply(let echo): self.init(echo)
    case .unreachable(let error), .timeExceeded(let error), .packetTooBig(let error):
      self.init(error, bytes, .v6)
    default: return nil
    }
  }

  private init(_ echo: ICMPEcho) {
    kind = .echoed
    sequence = echo.sequence
    payload = echo.payload
  }

  private init?(_ error: ICMPError, _ bytes: [UInt8], _ family: AddressFamily) {
    guard
      let kind = PathReply.Kind(
        errorType: bytes[0],
        code: bytes[1],
        family,
        // IPv4 has 16 bits for the MTU, after 16 bits that are unused or have another meaning.
        mtu: family == .v4 ? error.parameter & 0xFFFF : error.parameter
      ),
      let quoted = error.quoted, case .echo(_, let sequence) = quoted.transport
    else { return nil }
    self.kind = kind
    self.sequence = sequence
    target = quoted.destination
    extensions = error.extensionBytes(isV4: family == .v4)
    let headers = (family == .v4 ? Int(error.original[0] & 15) * 4 : 40) + 8
    payload = Array(error.original.dropLast(extensions.count).dropFirst(headers))
  }
}
