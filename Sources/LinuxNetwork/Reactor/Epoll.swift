internal import CShims
internal import Glibc
import Networking

/// An epoll(7) instance; descriptors are registered under numbers of ours.
struct Epoll: ~Copyable {
  /// What a descriptor is ready for.
  struct Readiness {
    let number: UInt64
    let events: UInt32
  }

  private let descriptor: FileDescriptor
  private var buffer = [epoll_event](repeating: epoll_event(), count: 256)

  /// Opens one.
  init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    )
  }

  static let readable = UInt32(EPOLLIN.rawValue)
  static let writable = UInt32(EPOLLOUT.rawValue)
  static let failed = UInt32(EPOLLERR.rawValue)
  static let hungUp = UInt32(EPOLLHUP.rawValue)

  /// Watches a descriptor; closing it ends that.
  func add(_ watched: borrowing FileDescriptor, _ events: UInt32, as number: UInt64)
    throws(SystemError)
  {
    try control(EPOLL_CTL_ADD, watched, events, number)
  }

  /// Watches a descriptor for other events.
  func change(_ watched: borrowing FileDescriptor, _ events: UInt32, as number: UInt64)
    throws(SystemError)
  {
    try control(EPOLL_CTL_MOD, watched, events, number)
  }

  private func control(
    _ operation: Int32,
    _ watched: borrowing FileDescriptor,
    _ events: UInt32,
    _ number: UInt64
  ) throws(SystemError) {
    var event = epoll_event(events: events, data: epoll_data_t(u64: number))
    let raw = watched.rawValue
    try systemCall("epoll_ctl") { epoll_ctl(descriptor.rawValue, operation, raw, &event) }
  }

  /// Waits until something is ready, or for that long at most; `nil` waits for ever.
  mutating func wait(_ limit: Duration?, _ ready: inout [Readiness]) throws(SystemError) {
    ready.removeAll(keepingCapacity: true)
    let nanoseconds = limit.map { max(0, $0.wholeNanoseconds) } ?? -1
    let count = try systemCall("epoll_wait") {
      shim_epoll_wait(descriptor.rawValue, &buffer, Int32(buffer.count), nanoseconds)
    }
    for event in buffer[..<Int(count)] {
      ready.append(Readiness(number: event.data.u64, events: event.events))
    }
  }
}

/// An open descriptor that the reactor watches; it is closed when the reactor lets go of it.
///
/// Lives on the reactor's thread only.
class Registration {
  /// Its number in the reactor, never used again; a descriptor's number is.
  let number: UInt64
  /// The machine that opened it.
  let run: MachineRun
  /// The machine's name for it.
  let ticket: Ticket
  /// The open descriptor.
  let descriptor: FileDescriptor

  /// What a registration is known by.
  struct ID {
    let number: UInt64
    let run: MachineRun
    let ticket: Ticket
  }

  init(_ id: ID, _ descriptor: consuming FileDescriptor) {
    number = id.number
    run = id.run
    ticket = id.ticket
    self.descriptor = descriptor
  }

  /// Takes what the kernel says of the descriptor.
  func ready(_ events: UInt32, _ reactor: Reactor) {}

  /// Closes what was opened for its sake.
  func willClose(_ reactor: Reactor) {}

  /// Closes itself and reports the error.
  func die(_ error: SystemError, _ reactor: Reactor) {
    reactor.emit(.failed(ticket, error.localFailure), to: run)
    run.sockets[ticket] = nil
    reactor.close(number)
  }
}
