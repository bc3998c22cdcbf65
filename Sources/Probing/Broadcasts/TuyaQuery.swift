import Crypto
import Discovery
import FoundationEssentials
import Model
import Wire

/// Asks Tuya's devices of version 3.5 who they are, as the app does; older ones broadcast it unasked.
enum TuyaQuery {
  /// The port of devices, to which they also send their answers.
  static let port: UInt16 = 7000
  /// The port to which older devices broadcast what an answer says.
  private static let broadcasts: UInt16 = 6667
  private static let question: UInt32 = 0x25
  private static let key = SymmetricKey(data: TuyaBroadcast.key)
  /// It may stay the same: the key is in every app, so that nothing is secret.
  private static let once = Array("170000000000".utf8)

  /// The question, sealed.
  static func datagram(_ asker: BroadcastProtocol.Asker) -> [UInt8] {
    let text = Array(#"{"from":"app","ip":"\#(asker.address)"}"#.utf8)
    var message = TuyaSealedMessage(command: question, nonce: once, hidden: text, tag: [])
    guard let nonce = try? AES.GCM.Nonce(data: once),
      let box = try? AES.GCM.seal(
        text,
        using: key,
        nonce: nonce,
        authenticating: message.authenticated
      )
    else { return [] }
    message.hidden = Array(box.ciphertext)
    message.tag = Array(box.tag)
    return message.serialised
  }

  /// The facts in an answer, which are those of a broadcast.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let json = opened(payload) else { return [] }
    return BroadcastSource.facts(in: json, port: broadcasts)
  }

  /// The JSON, laid open, without the return code that can come before it and padding behind.
  private static func opened(_ payload: [UInt8]) -> [UInt8]? {
    guard let message = try? TuyaSealedMessage(parsing: payload),
      let nonce = try? AES.GCM.Nonce(data: message.nonce),
      let box = try? AES.GCM.SealedBox(
        nonce: nonce,
        ciphertext: message.hidden,
        tag: message.tag
      ),
      let text = try? AES.GCM.open(box, using: key, authenticating: message.authenticated)
    else { return nil }
    let clear = Array(text)
    guard let start = clear.prefix(5).firstIndex(of: UInt8(ascii: "{")),
      let end = clear.lastIndex(of: UInt8(ascii: "}")), start < end
    else { return nil }
    return Array(clear[start...end])
  }
}
