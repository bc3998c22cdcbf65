/// What the tests read of `homenet dns --format json`.
struct NamesDocument: Decodable, Sendable {
  struct Server: Decodable, Sendable {
    var transport: String
    var answers: [Answer]
  }

  struct Answer: Decodable, Sendable {
    var outcome: String
    var sender: String?
    var records: [Record]
  }

  struct Record: Decodable, Sendable {
    var name: String
    var type: String
    var data: String
  }

  var servers: [Server]
}
