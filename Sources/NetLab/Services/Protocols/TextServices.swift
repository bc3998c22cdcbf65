internal import Networking

extension AnsweringService {
  /// A server of streams (RFC 2326): says what it can, and wants a name and password for more.
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

extension DatagramService {
  /// A telephone that answers OPTIONS over UDP (RFC 3261, section 11).
  public static func sip(userAgent: String) -> DatagramService {
    DatagramService(port: 5060) { datagram in
      let lines = String(decoding: datagram.payload, as: UTF8.self).split(separator: "\r\n")
      guard lines.first?.hasPrefix("OPTIONS ") ?? false else { return [] }
      let echoed = lines.filter { line in
        ["via:", "from:", "call-id:", "cseq:"].contains { line.lowercased().hasPrefix($0) }
      }
      let to = lines.first { $0.lowercased().hasPrefix("to:") }.map { "\($0);tag=a7c1" } ?? "To: ?"
      let answer =
        ["SIP/2.0 200 OK"] + echoed.map(String.init) + [
          to, "User-Agent: \(userAgent)", "Allow: INVITE, ACK, BYE, CANCEL, OPTIONS, NOTIFY",
          "Content-Length: 0", "", "",
        ]
      return [Array(answer.joined(separator: "\r\n").utf8)]
    }
  }
}
