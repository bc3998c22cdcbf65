internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Dumps the kernel's neighbour table once, or dumps it and then reports changes.
///
/// Needs no privilege (rtnetlink(7)). It joins the multicast group before the dump, so that no change
/// is missed; changes during the dump are reported after it. After a lost notification (ENOBUFS) the
/// whole table is dumped again.
final class NeighbourReader: Registration {
  private let keepsWatching: Bool
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)
  private var names: [UInt32: String] = [:]
  private var sequence: UInt32 = 0
  /// Entries of the dump in progress; `nil` without one.
  private var dump: [Neighbour]?
  private var isOutdated = false
  private var changes: [(neighbour: Neighbour, isRemoved: Bool)] = []

  init(_ id: ID, keepsWatching: Bool) throws(SystemError) {
    self.keepsWatching = keepsWatching
    let socket = try FileDescriptor(netlinkBlocks: false)
    socket.setReceiveBuffer(2 << 20)
    try socket.bind(to: SocketAddress(netlinkGroups: keepsWatching ? Self.groups : 0))
    super.init(id, socket)
    try beginDump()
  }

  static let groups = UInt32(RTMGRP_NEIGH)

  /// How many datagrams are read in one go, so that others have their turn.
  private static let readsPerTurn = 64

  private func beginDump() throws(SystemError) {
    sequence &+= 1
    isOutdated = false
    dump = []
    changes = []
    let request = NetlinkRequest(
      type: UInt16(RTM_GETNEIGH),
      flags: UInt16(NLM_F_DUMP),
      header: [UInt8](repeating: 0, count: 12)
    )
    let message = request.message(sequence: sequence)
    try systemCall("send") { send(descriptor.rawValue, message, message.count, 0) }
  }

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    for _ in 0..<Self.readsPerTurn {
      do throws(SystemError) {
        let count = try systemCall("recv") {
          recv(descriptor.rawValue, &buffer, buffer.count, 0)
        }
        guard try take(count, reactor) else { return }
      } catch {
        if error.wouldBlock { return }
        guard error.number == ENOBUFS else {
          return die(error, reactor)
        }
        lostSome(reactor)
      }
    }
  }

  /// Reads one datagram; false when this reader has done its work.
  private func take(_ count: Int, _ reactor: Reactor) throws(SystemError) -> Bool {
    do throws(WireError) {
      let datagram = Array(buffer[..<count])
      let bytes = datagram.span.bytes
      var messages = NetlinkMessages(bytes)
      while let message = try messages.next(bytes) {
        if message.flags & UInt16(NLM_F_DUMP_INTR) != 0 { isOutdated = true }
        switch Int(message.type) {
        case Int(NLMSG_DONE) where message.sequence == sequence:
          guard try finishDump(reactor) else { return false }
        case Int(NLMSG_ERROR) where message.sequence == sequence:
          // A dump was still under way: the table is read again after it.
          isOutdated = true
        case Int(RTM_NEWNEIGH), Int(RTM_DELNEIGH):
          guard let entry = try NeighbourMessage(message.payload, bytes) else { continue }
          let isRemoved = Int(message.type) == Int(RTM_DELNEIGH)
          note(entry, isRemoved: isRemoved, inDump: message.sequence == sequence, reactor)
        default:
          break
        }
      }
      return true
    } catch {
      throw SystemError(number: EBADMSG, call: "netlink")
    }
  }

  private func note(
    _ entry: NeighbourMessage,
    isRemoved: Bool,
    inDump: Bool,
    _ reactor: Reactor
  ) {
    let neighbour = entry.neighbour { index in
      if let name = names[index] { return name }
      names[index] = interfaceName(index)
      return names[index]
    }
    if dump == nil {
      reactor.emit(.neighbourChanged(ticket, neighbour, isRemoved: isRemoved), to: run)
    } else if inDump {
      dump?.append(neighbour)
    } else {
      changes.append((neighbour, isRemoved))
    }
  }

  /// Reports the dump; false when the reader is done and closed.
  private func finishDump(_ reactor: Reactor) throws(WireError) -> Bool {
    guard let table = dump else { return true }
    if isOutdated {
      return redump(reactor)
    }
    dump = nil
    reactor.emit(.neighbours(ticket, table), to: run)
    for (neighbour, isRemoved) in changes {
      reactor.emit(.neighbourChanged(ticket, neighbour, isRemoved: isRemoved), to: run)
    }
    changes = []
    if keepsWatching { return true }
    run.sockets[ticket] = nil
    reactor.close(number)
    return false
  }

  /// The kernel had no room for a notification.
  private func lostSome(_ reactor: Reactor) {
    if dump != nil {
      isOutdated = true
    } else {
      _ = redump(reactor)
    }
  }

  /// Dumps the table again; false when that failed and the reader is closed.
  private func redump(_ reactor: Reactor) -> Bool {
    do {
      try beginDump()
      return true
    } catch {
      die(error, reactor)
      return false
    }
  }
}
