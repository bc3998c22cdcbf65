import Glibc
public import Networking

/// An open file, socket or namespace: owned by one holder, closed once, when that goes away.
///
/// Whoever opens one does it close-on-exec.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  public let rawValue: Int32

  /// Takes over an open descriptor.
  public init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    // Linux closes whatever close() returns; trying again could close somebody else's.
    _ = Glibc.close(rawValue)
  }

  /// Opens a file to read, close-on-exec.
  public init(opening path: String) throws(LocalFailure) {
    // No default argument: whether it makes the import public depends on the optimiser.
    try self.init(opening: path, O_RDONLY)
  }

  /// Opens a file, close-on-exec.
  public init(opening path: String, _ flags: Int32) throws(LocalFailure) {
    do {
      rawValue = try systemCall("open") { open(path, flags | O_CLOEXEC) }
    } catch {
      throw error.localFailure
    }
  }

  /// Opens a socket, close-on-exec; non-blocking unless told otherwise.
  public init(
    socket family: Int32,
    type: Int32,
    protocolNumber: Int32 = 0,
    blocks: Bool = false
  ) throws(LocalFailure) {
    do {
      try self.init(
        makingSocket: family,
        type: type,
        protocolNumber: protocolNumber,
        blocks: blocks
      )
    } catch {
      throw error.localFailure
    }
  }

  init(
    makingSocket family: Int32,
    type: Int32,
    protocolNumber: Int32 = 0,
    blocks: Bool = false
  ) throws(SystemError) {
    let flags = SocketType.closeOnExec | (blocks ? 0 : SocketType.nonBlocking)
    let opened = try systemCall("socket") { socket(family, type | flags, protocolNumber) }
    guard DescriptorLimit.leavesSpare(beyond: opened) else {
      _ = Glibc.close(opened)
      throw SystemError(number: EMFILE, call: "socket")
    }
    rawValue = opened
  }
}

/// The socket types as the numbers that `socket` takes; Glibc shows them as an enumeration.
public enum SocketType {
  /// `SOCK_STREAM`.
  public static let stream = Int32(SOCK_STREAM.rawValue)
  /// `SOCK_DGRAM`.
  public static let datagram = Int32(SOCK_DGRAM.rawValue)
  /// `SOCK_RAW`.
  public static let raw = Int32(SOCK_RAW.rawValue)
  static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
  static let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
}
