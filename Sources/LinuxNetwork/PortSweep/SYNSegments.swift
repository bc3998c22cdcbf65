internal import CShims
internal import Glibc
internal import Wire

/// Builds the SYNs of a half-open sweep, and recognises what answers them.
///
/// The sequence number is a keyed digest of host, port and attempt (a SYN cookie), so that answers
/// can't be forged blindly and no state is kept.
struct SYNSegments {
  /// A SYN with the option *maximum segment size*, as ordinary clients send.
  static let length = 24
  /// Ports that are reserved for a lane: one for probes of loss, the others for tries in turn.
  ///
  /// A second try from the same port would meet the half-open connection that the first one left.
  static let portCount = 5

  private let key: UInt64
  private let sources: [UInt16]

  init(key: UInt64, sources: [UInt16]) {
    self.key = key
    self.sources = sources
  }

  /// The source port of a try.
  func source(attempt: UInt8) -> UInt16 {
    sources[attempt == 0 ? 0 : 1 + Int(attempt - 1) % (Self.portCount - 1)]
  }

  /// The sequence number of a probe's SYN.
  func sequence(host: Int, port: UInt16, attempt: UInt8) -> UInt32 {
    // SplitMix64's finaliser over all that matters.
    var mixed = key ^ (UInt64(UInt32(truncatingIfNeeded: host)) << 24 | UInt64(port) << 8)
    mixed = mixed &+ UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
  }

  /// The try that an answer acknowledges; `nil` if it is no answer to our SYNs.
  func attempt(acknowledging number: UInt32, to own: UInt16, host: Int, port: UInt16) -> UInt8? {
    guard let place = sources.firstIndex(of: own) else { return nil }
    if place == 0 {
      return sequence(host: host, port: port, attempt: 0) &+ 1 == number ? 0 : nil
    }
    var attempt = UInt8(place)
    while attempt <= 16 {
      if sequence(host: host, port: port, attempt: attempt) &+ 1 == number { return attempt }
      attempt += UInt8(Self.portCount - 1)
    }
    return nil
  }

  /// The part of the checksum that is the same for all SYNs between two addresses (RFC 9293, section
  /// 3.1); 0 for IPv6, where the kernel does it.
  static func constantSum(from source: IPAddress?, to target: IPAddress) -> UInt32 {
    guard let source = source?.v4?.rawValue, let target = target.v4?.rawValue else { return 0 }
    var sum = source >> 16 + source & 0xFFFF + target >> 16 + target & 0xFFFF
    sum += 6 + UInt32(length) + firstFlags + window + 0x0204 + segmentSize
    return sum
  }

  /// Data offset 6, SYN.
  private static let firstFlags: UInt32 = 0x6002
  private static let window: UInt32 = 64_240
  private static let segmentSize: UInt32 = 1460

  /// Writes a SYN.
  func write(
    _ probe: PortSweep.Probe,
    constantSum: UInt32,
    to bytes: UnsafeMutableRawPointer
  ) {
    let source = source(attempt: probe.attempt)
    let sequence = sequence(host: probe.host, port: probe.port, attempt: probe.attempt)
    var sum = constantSum + UInt32(source) + UInt32(probe.port)
    sum += sequence >> 16 + sequence & 0xFFFF
    while sum >> 16 != 0 { sum = sum & 0xFFFF + sum >> 16 }
    let checksum = constantSum == 0 ? 0 : ~UInt16(sum)
    bytes.storeBytes(of: source.bigEndian, as: UInt16.self)
    bytes.storeBytes(of: probe.port.bigEndian, toByteOffset: 2, as: UInt16.self)
    bytes.storeBytes(of: sequence.bigEndian, toByteOffset: 4, as: UInt32.self)
    bytes.storeBytes(of: UInt32(0), toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(
      of: UInt16(Self.firstFlags).bigEndian,
      toByteOffset: 12,
      as: UInt16.self
    )
    bytes.storeBytes(of: UInt16(Self.window).bigEndian, toByteOffset: 14, as: UInt16.self)
    bytes.storeBytes(of: checksum.bigEndian, toByteOffset: 16, as: UInt16.self)
    bytes.storeBytes(of: UInt16(0), toByteOffset: 18, as: UInt16.self)
    bytes.storeBytes(of: UInt16(0x0204).bigEndian, toByteOffset: 20, as: UInt16.self)
    bytes.storeBytes(of: UInt16(Self.segmentSize).bigEndian, toByteOffset: 22, as: UInt16.self)
  }
}

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

  /// Sends messages `from..<end`; returns how many the kernel took.
  func send(_ raw: Int32, from: Int, to end: Int) throws(SystemError)
    -> Int
  {
    Int(
      try systemCall("sendmmsg") {
        shim_sendmmsg(raw, headers + from, UInt32(end - from), Int32(MSG_DONTWAIT))
      }
    )
  }

  /// Receives waiting messages without blocking; returns how many.
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
