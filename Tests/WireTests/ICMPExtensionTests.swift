import Testing
@testable import Wire

@Suite struct `ICMP extensions` {
  /// Label 16001 on top of 24, each with one hop left, by hand from RFC 4950's figure.
  private let stack: [UInt8] = [
    0x20, 0, 0, 0,  // version 2, checksum below
    0, 12, 1, 1,  // 12 bytes, class 1, type 1
    0x03, 0xE8, 0x10, 0x01,  // 16001 << 12, not the last, TTL 1
    0x00, 0x01, 0x81, 0x01,  // 24 << 12, the last, TTL 1
  ]
  private let labels = [
    MPLSLabel(label: 16_001, isBottom: false, timeToLive: 1), MPLSLabel(label: 24, timeToLive: 1),
  ]

  @Test func `are read and written byte for byte`() throws {
    let read = try ICMPExtensions(parsing: stack)
    #expect(read.labels == labels)
    let written = ICMPExtensions(labels: labels).serialised
    #expect(Array(written[4...]) == Array(stack[4...]))
    #expect(try ICMPExtensions(parsing: written) == read)
  }

  @Test func `need the right version, lengths and checksum`() {
    var wrong = stack
    wrong[0] = 0x10
    #expect(throws: WireError.self) { try ICMPExtensions(parsing: wrong) }
    wrong = stack
    wrong[5] = 3
    #expect(throws: WireError.self) { try ICMPExtensions(parsing: wrong) }
    wrong[5] = 200
    #expect(throws: WireError.self) { try ICMPExtensions(parsing: wrong) }
    var sealed = ICMPExtensions(labels: labels).serialised
    sealed[9] ^= 1
    #expect(throws: WireError.self) { try ICMPExtensions(parsing: sealed) }
    let many = ICMPExtensions.Object(classNumber: 9, type: 0, payload: [])
    let flood: [UInt8] = [0x20, 0, 0, 0] + Array(repeating: [0, 4, 9, 0], count: 33).joined()
    #expect(throws: WireError.self) { try ICMPExtensions(parsing: flood) }
    #expect(ICMPExtensions(objects: [many]).labels == [])
  }

  @Test func `begin where the error says`() throws {
    let extensions = ICMPExtensions(labels: labels).serialised
    let quoted = [UInt8](repeating: 0x45, count: 128)
    // 32 words of four bytes, in the second byte of the parameter.
    let v4 = ICMPError(code: 0, parameter: 32 << 16, original: quoted + extensions)
    #expect(v4.extensionBytes(isV4: true) == extensions)
    // 16 words of eight, in the first.
    let v6 = ICMPError(code: 0, parameter: 16 << 24, original: quoted + extensions)
    #expect(v6.extensionBytes(isV4: false) == extensions)
    // Routers from before RFC 4884 say nothing; the checksum has to hold.
    let old = ICMPError(code: 0, original: quoted + extensions)
    #expect(old.extensionBytes(isV4: true) == extensions)
    #expect(ICMPError(code: 0, original: quoted + stack).extensionBytes(isV4: true) == [])
    #expect(ICMPError(code: 0, original: quoted).extensionBytes(isV4: true) == [])
    let short = ICMPError(code: 0, parameter: 8 << 16, original: quoted + extensions)
    #expect(short.extensionBytes(isV4: true) == [])
    let long = ICMPError(code: 0, parameter: 255 << 16, original: quoted + extensions)
    #expect(long.extensionBytes(isV4: true) == [])
  }

  @Test func `sequences are big-endian`() throws {
    let bytes: [UInt8] = [8, 0, 0xF6, 0xFC, 0, 1, 1, 2]
    guard case .echoRequest(let echo) = try ICMPv4Message(parsing: bytes) else {
      Issue.record("no echo request")
      return
    }
    #expect(echo.sequence == 258 && echo.identifier == 1)
  }
}
