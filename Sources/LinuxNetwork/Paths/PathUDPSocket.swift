internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Datagrams along a path, without privileges: errors come back by the error queue, with the
/// datagram's destination as their name (IP_RECVERR, ip(7)).
final class PathUDPSocket: PathSocket {
  init(_ options: PathSocketOptions, number: UInt64, run: MachineRun, ticket: Ticket)
    throws(SystemError)
  {
    let isV4 = options.family == .v4
    let socket = try FileDescriptor(
      makingSocket: isV4 ? AF_INET : AF_INET6,
      type: SocketType.datagram
    )
    try Self.prepare(socket, options)
    let any: IPAddress = isV4 ? .v4(.any) : .v6(.any, zone: nil)
    // Bound at once, so that the port is known before the first datagram.
    if options.source == nil {
      try socket.bind(to: SocketAddress(Endpoint(any, port: options.sourcePort)))
    }
    super.init(options, number: number, run: run, ticket: ticket, descriptor: socket)
  }

  override func launch(_ probe: PathProbe, _ reactor: Reactor) {
    matching.add(probe.number, to: probe.target, payload: probe.payload)
    let target = SocketAddress(probe.target, interface: options.interface)
    launch(probe, probe.payload, to: target, reactor)
  }

  override func reply(_ entry: SocketErrorQueue.Entry) -> PathReply? {
    guard let destination = entry.destination else { return nil }
    let quoted = entry.payload.prefix(entry.extensionOffset ?? entry.payload.count)
    let number = matching.number(target: destination, payload: Array(quoted))
    return reply(entry, headerLength: 0, number: number)
  }

  override func reply(_ received: ReceivedDatagram) -> PathReply? {
    guard let source = received.source else { return nil }
    // An answer need not repeat the question; where one probe alone went there, it is for that.
    let number =
      matching.number(target: source, payload: received.payload)
      ?? matching.number(target: source, payload: [])
    guard let number else { return nil }
    return PathReply(
      number: number,
      source: source.address,
      kind: .answered,
      receivedAt: received.receivedAt,
      hopLimit: received.hopLimit
    )
  }
}
