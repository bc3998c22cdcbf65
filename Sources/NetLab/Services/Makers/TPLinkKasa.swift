import Networking

/// TP-Link's older plugs and bulbs: JSON behind a running XOR that begins with 171, in a datagram or,
/// over TCP, behind its length.
public struct KasaService: ListenerService {
  /// What it says of itself.
  public let information: String

  private static let port: UInt16 = 9999

  /// A plug that says `information`, an object, to get_sysinfo.
  public init(_ information: String) {
    self.information = information
  }

  /// The same over UDP.
  public var datagrams: DatagramService {
    DatagramService(port: Self.port) { datagram in
      Self.isQuestion(Self.decrypted(datagram.payload)) ? [Self.encrypted(answer)] : []
    }
  }

  /// A connection to it.
  public func accept() -> any ServedConversation {
    let answer = answer
    return AnsweringService { question in
      guard question.count >= 4 else { return nil }
      let length = question[..<4].reduce(0) { $0 << 8 | Int($1) }
      guard length < 4096 else { return .close() }
      guard question.count >= 4 + length else { return nil }
      guard Self.isQuestion(Self.decrypted(Array(question[4..<4 + length]))) else {
        return .close()
      }
      return .say(Self.encrypted(answer).counted(by: UInt32.self))
    }
    .accept()
  }

  private var answer: String { "{\"system\":{\"get_sysinfo\":\(information)}}" }

  private static func isQuestion(_ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array("get_sysinfo".utf8)) != nil
  }

  private static func encrypted(_ text: String) -> [UInt8] {
    var key: UInt8 = 171
    return text.utf8.map { byte in
      key ^= byte
      return key
    }
  }

  private static func decrypted(_ bytes: [UInt8]) -> [UInt8] {
    var key: UInt8 = 171
    return bytes.map { byte in
      defer { key = byte }
      return key ^ byte
    }
  }
}
