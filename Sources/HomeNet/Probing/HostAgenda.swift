import Net

/// What is to be asked of one host, and how much may be asked at all.
struct HostAgenda: Sendable {
  /// TCP connections beside those of the port scan: a device is a guest's appliance.
  static let mostConnections = 6
  /// Datagrams, repeated ones included.
  static let mostDatagrams = 24
  /// Questions of any kind.
  static let mostQuestions = 48
  /// Conversations at one time; small devices have room for few.
  static let mostAtOnce = 3
  /// What is kept of all answers together, in bytes.
  static let mostBytes = 256 << 10

  private(set) var waiting = Fifo<Question>()
  private var known: Set<String> = []
  private var silentPorts: Set<UInt16> = []
  private(set) var connections = 0
  private(set) var datagrams = 0
  private(set) var bytes = 0
  /// Conversations and exchanges that are under way.
  var underWay = 0

  /// Adds a question, unless it was asked before or enough has been asked; true where it is new.
  mutating func add(_ question: Question) -> Bool {
    guard known.count < Self.mostQuestions,
      known.insert("\(question.port) \(question.topic)").inserted
    else { return false }
    if silentPorts.contains(question.port) {
      guard case .datagram = question.manner else { return false }
    }
    waiting.append(question)
    return true
  }

  /// Puts a question back that could not be asked.
  mutating func putBack(_ question: Question) {
    waiting.append(question)
  }

  /// Asks nothing more over TCP at that port.
  mutating func give(up port: UInt16) {
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if case .datagram = question.manner {
        rest.append(question)
      } else if question.port != port {
        rest.append(question)
      }
    }
    waiting = rest
    silentPorts.insert(port)
  }

  /// The question to be asked now; `nil` where none waits or enough is under way.
  mutating func next() -> Question? {
    guard underWay < Self.mostAtOnce else { return nil }
    while let question = waiting.popFirst() {
      if spend(on: question) { return question }
    }
    return nil
  }

  /// The waiting questions that an open connection to the port can answer: all requests over it, or
  /// one conversation.
  mutating func take(for port: UInt16) -> [Question] {
    var taken: [Question] = []
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if question.port == port, question.fits(taken) {
        taken.append(question)
      } else {
        rest.append(question)
      }
    }
    waiting = rest
    return taken
  }

  /// Requests that wait for that port and can share a connection.
  mutating func takeRequests(port: UInt16, isTLS: Bool) -> [HTTPQuestion] {
    var taken: [HTTPQuestion] = []
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if question.port == port, case .http(let request) = question.manner, request.isTLS == isTLS {
        taken.append(request)
      } else {
        rest.append(question)
      }
    }
    waiting = rest
    return taken
  }

  /// Counts a datagram that is sent again; false where enough were sent.
  mutating func repeatsDatagram() -> Bool {
    guard datagrams < Self.mostDatagrams else { return false }
    datagrams += 1
    return true
  }

  /// Counts what an answer takes; false where there is no room.
  mutating func keeps(_ count: Int) -> Bool {
    guard bytes + count <= Self.mostBytes else { return false }
    bytes += count
    return true
  }

  private mutating func spend(on question: Question) -> Bool {
    if case .datagram = question.manner { return repeatsDatagram() }
    guard connections < Self.mostConnections else { return false }
    connections += 1
    return true
  }
}

extension Question {
  /// Whether it can share a connection with those.
  fileprivate func fits(_ others: [Question]) -> Bool {
    guard let first = others.first else {
      if case .datagram = manner { return false }
      return true
    }
    if case .http(let request) = manner, case .http(let other) = first.manner {
      return request.isTLS == other.isTLS
    }
    return false
  }
}
