import Model
import Networking
import Wire

/// Asks for the list of a device's resources over CoAP (RFC 6690, section 4).
struct CoAPProbe: DeviceProbe {
  private static let question = CoAPMessage(
    kind: .confirmable,
    code: CoAPMessage.get,
    id: 0x484E,
    token: [0x48],
    options: [".well-known", "core"].map {
      CoAPMessage.Option(CoAPMessage.Option.uriPath, Array($0.utf8))
    }
  )

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.offers(anyOf: ["_coap._udp", "_coaps._udp", "_oic._udp"])
        || host.mentions(["CoAP", "TRADFRI", "OpenThread", "Thread Border"])
    else { return [] }
    let port = host.ports(of: "_coap._udp").first ?? CoAPMessage.port
    return [
      .datagram(port, .maker, "coap", Self.question.serialised) { Self.facts(in: $0, port: port) }
    ]
  }

  /// What the answer says; a list that comes in several parts is kept as far as the first goes.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard let message = try? CoAPMessage(parsing: payload), message.kind != .reset,
      message.code == CoAPMessage.content, message.token == question.token,
      message[CoAPMessage.Option.contentFormat] == [CoAPMessage.linkFormat],
      message.payload.first == UInt8(ascii: "<"),
      let (fact, _) = Fact.answer(port, text: message.payload)
    else { return [] }
    return [fact]
  }
}
