import Crypto
import Model
import Wire

/// Reads an SSH server's greeting and its host key, which it shows before anybody logs in.
///
/// The key exchange goes as far as the server's answer (RFC 4253, sections 7 and 8; RFC 5656) and
/// nothing is ever encrypted, so our part of it needs no secret: any valid public value will do.
struct SSHConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  private var phase = Phase.identification
  private var lines = LineBuffer(limit: 4 << 10)
  private var packets = MessageBuffer<SSHPacket>(limit: 40 << 10)
  private var linesSeen = 0

  private enum Phase {
    case identification
    case capabilities
    case hostKey
    case over
  }

  /// What homenet calls itself.
  private static let identification = Array("SSH-2.0-homenet\r\n".utf8)
  /// How many lines a server may say before its identification.
  private static let mostLines = 32

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ConversationStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    switch phase {
    case .identification: return identify(bytes)
    case .capabilities, .hostKey:
      packets.append(bytes)
      return exchange()
    case .over: return .done()
    }
  }

  // MARK: Greeting

  private mutating func identify(_ bytes: [UInt8]) -> ConversationStep {
    // What follows the greeting is packets already.
    var used = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[used...index])
      used = index + 1
      guard !lines.isFull, let line = lines.next() else { break }
      linesSeen += 1
      if line.starts(with: Array("SSH-".utf8)) { return greeted(line, then: bytes[used...]) }
      guard linesSeen < Self.mostLines else { break }
    }
    lines.append(bytes[used...])
    if lines.isFull || linesSeen >= Self.mostLines {
      phase = .over
      return .done()
    }
    return .wait
  }

  private mutating func greeted(
    _ line: [UInt8],
    then rest: ArraySlice<UInt8>
  ) -> ConversationStep {
    let facts = Fact.greeting(line.prefix(255), port: port, "ssh").map { [$0] } ?? []
    // Version 1 has other packets, and 1.99 is 2 that speaks 1 as well (RFC 4253, section 5.1).
    guard line.starts(with: Array("SSH-2.".utf8)) || line.starts(with: Array("SSH-1.99".utf8))
    else {
      phase = .over
      return .done(facts)
    }
    phase = .capabilities
    packets.append(rest)
    let hello = Self.identification + SSHPacket(payload: SSHOffer.ours.serialised).serialised
    var step = exchange()
    step.sending = hello + step.sending
    step.facts = facts + step.facts
    return step
  }

  // MARK: Key exchange

  private mutating func exchange() -> ConversationStep {
    var said = ConversationStep.wait
    do throws(WireError) {
      while !said.isDone, let packet = try packets.next() {
        guard let step = try handle(packet) else { continue }
        said.sending += step.sending
        said.facts += step.facts
        said.isDone = step.isDone
      }
    } catch {
      phase = .over
      said.isDone = true
    }
    return said
  }

  private mutating func handle(_ packet: SSHPacket) throws(WireError) -> ConversationStep? {
    switch (phase, packet.number) {
    case (.capabilities, SSHKeyExchangeInit.number):
      let theirs = try SSHKeyExchangeInit(parsing: packet.payload)
      guard let value = SSHOffer.publicValue(for: theirs) else {
        phase = .over
        return Self.farewell([])
      }
      phase = .hostKey
      let request = SSHKeyExchangeRequest(publicValue: value)
      return .say(SSHPacket(payload: request.serialised).serialised)
    case (.hostKey, SSHKeyExchangeReply.number):
      let reply = try SSHKeyExchangeReply(parsing: packet.payload)
      phase = .over
      guard reply.hostKeyAlgorithm != nil else { return Self.farewell([]) }
      let digest = SHA256.hash(data: reply.hostKey)
      return Self.farewell([.identity(.sshKey, Hex.encode(digest))])
    case (_, SSHDisconnect.number):
      phase = .over
      return .done()
    default:
      // Debug and ignored messages may stand anywhere (RFC 4253, section 11).
      return nil
    }
  }

  private static func farewell(_ facts: [Fact]) -> ConversationStep {
    let message = SSHDisconnect(words: "seen the host key, thank you")
    let bytes = SSHPacket(payload: message.serialised).serialised
    return ConversationStep(sending: bytes, facts: facts, isDone: true)
  }
}
