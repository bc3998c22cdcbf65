/// What the tests read of `homenet explain --format json`.
struct ExplanationDocument: Decodable, Sendable {
  struct Sent: Decodable, Sendable {
    var target: String
    var purpose: String
    var packets: Int
    var connections: Int
    var messages: Int

    enum CodingKeys: String, CodingKey {
      case target = "to"
      case purpose, packets, connections, messages
    }
  }

  var device: ScanDocument.Device
  var sent: [Sent]
}
