import Testing
@testable import Wire
@testable import Model
@testable import Probing

@Suite("SSH conversation") struct SSHExchangeTests {
  private static let key =
    [0, 0, 0, 11] + Array("ssh-ed25519".utf8) + [0, 0, 0, 32] + Array(repeating: 5, count: 32)

  private static func packet(_ message: some WireFormat) -> [UInt8] {
    SSHPacket(payload: message.serialised).serialised
  }

  private static func capabilities(_ methods: [String]) -> [UInt8] {
    packet(
      SSHKeyExchangeInit(
        cookie: Array(repeating: 1, count: 16),
        keyExchange: methods,
        hostKeys: ["ssh-ed25519"],
        ciphers: ["aes128-ctr"],
        authentication: ["hmac-sha2-256"],
        compression: ["none"]
      )
    )
  }

  private static let answer = packet(
    SSHKeyExchangeReply(hostKey: key, publicValue: [1], signature: [2])
  )

  @Test(arguments: [1, 5, .max])
  func `The host key is seen and hashed, and leave is taken`(_ pieces: Int) throws {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    talk.take("Authorised persons only\r\nSSH-2.0-OpenSSH_9.9\r\n", pieces: pieces)
    #expect(talk.banners == ["SSH-2.0-OpenSSH_9.9"])
    let hello = talk.drain()
    #expect(hello.starts(with: Array("SSH-2.0-homenet\r\n".utf8)))
    talk.take(Self.capabilities(["curve25519-sha256", "ext-info-s"]), pieces: pieces)
    let request = try SSHKeyExchangeRequest(parsing: SSHPacket(parsing: talk.drain()).payload)
    #expect(request.publicValue.count == 32)
    talk.take(Self.answer, pieces: pieces)
    #expect(talk.isDone)
    // SHA-256 of the key's bytes, by another program.
    let expected = "251a7bb48ecc7aad540242fdf477967706067dea2a786cde0e36a956336f2a40"
    #expect(talk.facts.last == .identity(.sshKey, expected))
    let disconnect = try SSHPacket(parsing: talk.drain())
    #expect(disconnect.number == SSHDisconnect.number)
  }

  @Test func `Everything may come at once`() {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    talk.take(Array("SSH-2.0-x\r\n".utf8) + Self.capabilities(["ecdh-sha2-nistp256"]) + Self.answer)
    #expect(talk.isDone && talk.facts.count == 2)
  }

  @Test(arguments: [
    ("ecdh-sha2-nistp256", 65), ("diffie-hellman-group14-sha1", 16),
    ("curve25519-sha256@libssh.org", 32),
  ])
  func `Each method gets a value of its size`(_ method: String, _ size: Int) throws {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    talk.take("SSH-1.99-dropbear\r\n")
    _ = talk.drain()
    talk.take(Self.capabilities([method]))
    let request = try SSHKeyExchangeRequest(parsing: SSHPacket(parsing: talk.drain()).payload)
    #expect(request.publicValue.count == size)
  }

  @Test func `A server without a method of ours keeps its greeting`() {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    talk.take(Array("SSH-2.0-x\r\n".utf8) + Self.capabilities(["sntrup761x25519-sha512"]))
    #expect(talk.isDone && talk.facts.count == 1)
  }

  @Test func `Version 1 greets and is left`() {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    talk.take("SSH-1.5-old\n")
    #expect(talk.isDone && talk.banners == ["SSH-1.5-old"] && talk.sent.isEmpty)
  }

  @Test func `What is no SSH ends soon and says nothing`() {
    var garbage = ExchangeDriver(SSHExchange(port: 22))
    garbage.take(Array(repeating: 0x41, count: 1 << 20), pieces: 1460)
    #expect(garbage.isDone && garbage.facts.isEmpty)
    var lines = ExchangeDriver(SSHExchange(port: 22))
    lines.take(Array(repeating: 0x0A, count: 1 << 20), pieces: 1460)
    #expect(lines.isDone && lines.facts.isEmpty)
    var lying = ExchangeDriver(SSHExchange(port: 22))
    lying.take(Array("SSH-2.0-x\r\n".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4])
    #expect(lying.isDone && lying.facts.count == 1)
  }

  @Test func `A reply that is no key is no identity`() {
    var talk = ExchangeDriver(SSHExchange(port: 22))
    let reply = SSHKeyExchangeReply(hostKey: [1, 2, 3], publicValue: [], signature: [])
    talk.take(Array("SSH-2.0-x\r\n".utf8) + Self.capabilities(["curve25519-sha256"]))
    talk.take(Self.packet(reply))
    #expect(talk.isDone && talk.facts.count == 1)
  }
}
