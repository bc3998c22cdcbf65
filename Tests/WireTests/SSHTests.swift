import Testing
@testable import Wire

@Suite("SSH key exchange") struct SSHTests {
  @Test func `A packet is padded to eight bytes and comes back`() throws {
    for count in 1...40 {
      let packet = SSHPacket(payload: Array(repeating: 7, count: count))
      let bytes = packet.serialised
      #expect(bytes.count.isMultiple(of: 8))
      #expect(bytes[4] >= 4)
      #expect(try SSHPacket(parsing: bytes) == packet)
      #expect(try SSHPacket.length(of: bytes.span.bytes) == bytes.count)
    }
  }

  @Test func `More padding than packet is refused`() {
    #expect(throws: WireError.self) { try SSHPacket(parsing: hex("00000005 05 14000000")) }
    #expect(throws: WireError.self) { try SSHPacket(parsing: hex("00000000 00")) }
  }

  @Test func `A length of four gigabytes is not waited for`() throws {
    let bytes = hex("ffffffff 00")
    #expect(throws: WireError.self) { try SSHPacket.first(in: bytes[...], limit: 40_000) }
    #expect(try SSHPacket.first(in: hex("000000")[...], limit: 40_000) == nil)
  }

  @Test func `The client's preference decides`() {
    #expect(SSHKeyExchangeInit.agreed(client: ["a", "b"], server: ["b", "a"]) == "a")
    #expect(SSHKeyExchangeInit.agreed(client: ["a"], server: ["b"]) == nil)
  }

  @Test func `A host key names its algorithm, other bytes do not`() {
    func algorithm(_ key: [UInt8]) -> String? {
      SSHKeyExchangeReply(hostKey: key, publicValue: [], signature: []).hostKeyAlgorithm
    }
    let key = hex("0000000b 7373682d65643235353139 00000020") + Array(repeating: 5, count: 32)
    #expect(algorithm(key) == "ssh-ed25519")
    #expect(algorithm(hex("0000000b 7373682d65643235353139")) == nil)
    #expect(algorithm(hex("ffffffff 7373")) == nil)
    #expect(algorithm([]) == nil)
  }
}
