public import DemoHome
import Networking

/// ESPHome's native interface, without encryption: the greeting and the device's description.
public struct ESPHomeService: ListenerService {
  private let answers: [UInt8: [UInt8]]

  /// A device that says this of itself.
  public init(name: String, friendlyName: String, version: String, board: String, maker: String) {
    let server = "\(name) (esphome v\(version))"
    answers = [
      1: Self.message(2, [0x08, 1, 0x10, 10] + Self.text(3, server) + Self.text(4, name)),
      9: Self.message(
        10,
        Self.text(2, name) + Self.text(3, "30:AE:A4:C9:1D:05") + Self.text(4, version)
          + Self.text(6, board) + Self.text(12, maker) + Self.text(13, friendlyName)
      ),
    ]
  }

  /// A connection that waits for messages, all of which are short.
  public func accept() -> any ServedConnection {
    let answers = answers
    return AnsweringService { bytes in
      guard bytes.first == 0 else { return .close() }
      guard bytes.count >= 3, bytes.count >= 3 + Int(bytes[1]) else { return nil }
      guard let answer = answers[bytes[2]] else { return .close() }
      return .say(answer)
    }
    .accept()
  }

  private static func text(_ field: UInt8, _ text: String) -> [UInt8] {
    [field << 3 | 2, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static func message(_ kind: UInt8, _ fields: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(fields.count & 0x7F), UInt8(fields.count >> 7))
    return [0] + (high == 0 ? [low] : [low | 0x80, high]) + [kind] + fields
  }
}

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
  public func accept() -> any ServedConnection {
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

/// A remote desktop up to its certificate (MS-RDPBCGR, section 2.2.1): the connection is confirmed,
/// then TLS begins.
public struct RDPService: ListenerService {
  private let tls: TLSService

  /// A remote desktop that shows the certificate.
  public init(certificate: ServedCertificate) {
    tls = TLSService(wrapping: AnsweringService { _ in nil }, certificate: certificate)
  }

  /// A connection that has yet to be asked for.
  public func accept() -> any ServedConnection { Connection(inner: tls.accept()) }

  private struct Connection: ServedConnection {
    var inner: any ServedConnection
    var request: [UInt8] = []
    var isConfirmed = false

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      if isConfirmed { return inner.take(bytes) }
      request += bytes
      guard request.count <= 512 else { return .close() }
      guard request.count >= 4, request.count >= Int(request[2]) << 8 | Int(request[3]) else {
        return .wait
      }
      // A connection request that offers TLS.
      guard request[0] == 3, request.count >= 19, request[5] == 0xE0,
        request[request.count - 8] == 1, request[request.count - 4] & 1 == 1
      else { return .close() }
      isConfirmed = true
      let began = inner.begin()
      let confirmation = Array(hex: "03000013 0e d0 0000 1234 00 02 1f 0800 01000000")
      return ServedStep(sending: confirmation + began.sending, next: began.next)
    }
  }
}

extension AnsweringService {
  /// An RTSP server (RFC 2326): answers OPTIONS, and 401 to all else.
  public static func rtsp(server: String, realm: String) -> AnsweringService {
    AnsweringService { question in
      guard question.firstRange(of: Array("\r\n\r\n".utf8)) != nil else { return nil }
      let lines = String(decoding: question, as: UTF8.self).split(separator: "\r\n")
      let number = lines.first { $0.lowercased().hasPrefix("cseq:") } ?? "CSeq: 1"
      let head: String
      if lines.first?.hasPrefix("OPTIONS ") ?? false {
        head = "200 OK\r\n\(number)\r\nPublic: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN"
      } else {
        head =
          "401 Unauthorized\r\n\(number)\r\nWWW-Authenticate: Digest realm=\"\(realm)\", "
          + "nonce=\"4f1c07a2b39d\""
      }
      return .say(Array("RTSP/1.0 \(head)\r\nServer: \(server)\r\n\r\n".utf8))
    }
  }

  /// Network UPS Tools with one power supply (RFC 9271, section 4.2).
  public static func nut(
    name: String,
    description: String,
    variables: [String: String]
  ) -> AnsweringService {
    AnsweringService { question in
      guard question.last == 0x0A else { return nil }
      let line = String(decoding: question.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.dropFirst().first) {
      case ("VER", _): return .say(Array("Network UPS Tools upsd 2.8.0\n".utf8))
      case ("LIST", "UPS"):
        let list = "BEGIN LIST UPS\nUPS \(name) \"\(description)\"\nEND LIST UPS\n"
        return .say(Array(list.utf8))
      case ("LIST", "VAR"):
        let list = variables.sorted { $0.key < $1.key }.map { "VAR \(name) \($0) \"\($1)\"\n" }
        let text = "BEGIN LIST VAR \(name)\n\(list.joined())END LIST VAR \(name)\n"
        return .say(Array(text.utf8))
      case ("GET", "VAR"):
        guard words.count == 4, words[2] == name, let value = variables[words[3]] else {
          return .say(Array("ERR VAR-NOT-SUPPORTED\n".utf8))
        }
        return .say(Array("VAR \(name) \(words[3]) \"\(value)\"\n".utf8))
      case ("LOGOUT", _): return .close(saying: Array("OK Goodbye\n".utf8))
      default: return .say(Array("ERR UNKNOWN-COMMAND\n".utf8))
      }
    }
  }
}
