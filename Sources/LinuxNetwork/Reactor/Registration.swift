internal import Glibc
import Networking

/// An open descriptor that the reactor watches; it is closed when the reactor lets go of it.
///
/// Lives on the reactor's thread only.
class Registration {
  /// Its number in the reactor, never used again; a descriptor's number is.
  let number: UInt64
  /// Whose it is.
  let run: MachineRun
  /// The machine's name for it.
  let ticket: Ticket
  /// The open descriptor.
  let descriptor: FileDescriptor

  init(number: UInt64, run: MachineRun, ticket: Ticket, descriptor: consuming FileDescriptor) {
    self.number = number
    self.run = run
    self.ticket = ticket
    self.descriptor = descriptor
  }

  /// Takes what the kernel says of the descriptor.
  func ready(_ events: UInt32, _ reactor: Reactor) {}

  /// Closes what was opened for its sake.
  func willClose(_ reactor: Reactor) {}

  /// Closes itself and says why.
  func die(_ error: SystemError, _ reactor: Reactor) {
    reactor.emit(.failed(ticket, error.localFailure), to: run)
    run.sockets[ticket] = nil
    reactor.close(number)
  }
}
