internal import CShims
internal import Glibc

/// Room for many messages that one system call sends or receives.
final class MessageBatch {
  static let capacity = 64
  /// An IP header with options, a TCP header, and the address that it came from.
  private static let length = 160
  private static let nameLength = 32

  private let headers: UnsafeMutablePointer<shim_mmsghdr>
  private let vectors: UnsafeMutablePointer<iovec>
  private let bytes: UnsafeMutableRawPointer
  private let names: UnsafeMutableRawPointer

  init() {
    headers = .allocate(capacity: Self.capacity)
    vectors = .allocate(capacity: Self.capacity)
    bytes = .allocate(byteCount: Self.capacity * Self.length, alignment: 16)
    names = .allocate(byteCount: Self.capacity * Self.nameLength, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity * Self.length)
    names.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity * Self.nameLength)
    headers.initialize(repeating: shim_mmsghdr(), count: Self.capacity)
    vectors.initialize(repeating: iovec(), count: Self.capacity)
    for place in 0..<Self.capacity {
      vectors[place].iov_base = bytes + place * Self.length
      headers[place].header.msg_iov = vectors + place
      headers[place].header.msg_iovlen = 1
    }
  }

  deinit {
    headers.deallocate()
    vectors.deallocate()
    bytes.deallocate()
    names.deallocate()
  }

  /// Where a message's bytes are.
  func payload(_ place: Int) -> UnsafeMutableRawPointer { bytes + place * Self.length }

  /// The bytes of a received message.
  func received(_ place: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: bytes + place * Self.length,
      count: min(Self.length, Int(headers[place].length))
    )
  }

  /// Where a received message came from.
  func sender(_ place: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: names + place * Self.nameLength, count: Self.nameLength)
  }

  /// Addresses a message that is to be sent.
  func address(
    _ place: Int,
    to name: UnsafeMutableRawPointer,
    _ nameLength: socklen_t,
    length: Int
  ) {
    headers[place].header.msg_name = name
    headers[place].header.msg_namelen = nameLength
    vectors[place].iov_len = length
  }

  /// Sends messages from a place on; says how many went.
  func send(_ raw: Int32, from: Int, to end: Int) throws(SystemError)
    -> Int
  {
    Int(
      try systemCall("sendmmsg") {
        shim_sendmmsg(raw, headers + from, UInt32(end - from), Int32(MSG_DONTWAIT))
      }
    )
  }

  /// Receives what is there; says how many messages.
  func receive(_ raw: Int32) throws(SystemError) -> Int {
    for place in 0..<Self.capacity {
      headers[place].header.msg_name = names + place * Self.nameLength
      headers[place].header.msg_namelen = socklen_t(Self.nameLength)
      vectors[place].iov_len = Self.length
    }
    return Int(
      try systemCall("recvmmsg") {
        shim_recvmmsg(raw, headers, UInt32(Self.capacity), Int32(MSG_DONTWAIT))
      }
    )
  }
}
