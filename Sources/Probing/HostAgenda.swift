import Discovery
import Networking

/// What is to be asked of one host, and how much may be asked at all.
struct HostAgenda: Sendable {
  /// TCP connections beside those of the port scan: a device is a guest's appliance.
  static let mostConnections = 6
  /// Datagrams, repeated ones included.
  static let mostDatagrams = 24
  /// Questions of any kind.
  static let mostQuestions = 48
  /// Connections opened to it at one time, and datagrams that wait for an answer; small devices have
  /// room for few.
  static let mostAtOnce = 3
  /// Ports that may accept and say nothing, of a host that says nothing anywhere.
  static let mostSilences = 3
  /// What is kept of all answers together, in bytes.
  static let mostBytes = 256 << 10

  private(set) var waiting = Fifo<Question>()
  private var known: Set<String> = []
  private var silentPorts: Set<UInt16> = []
  private var silences = 0
  private var hasTalked = false
  private(set) var connections = 0
  private(set) var datagrams = 0
  private(set) var bytes = 0
  /// Conversations that are under way, those over the port scan's connections included.
  private var talking = 0
  /// Datagrams that wait for an answer.
  private var waitingForReply = 0
  /// Ports whose connection the port scan is about to hand over.
  private var held: Set<UInt16> = []

  /// Adds a question, unless it was asked before or enough has been asked; true where it is new.
  mutating func add(_ question: Question) -> Bool {
    guard known.count < Self.mostQuestions, !ScanPorts.prints(question.port),
      known.insert("\(question.port) \(question.topic)").inserted
    else { return false }
    guard !isHopeless(question) else { return false }
    waiting.append(question)
    return true
  }

  /// Takes a question for asked.
  mutating func settle(_ question: Question) {
    known.insert("\(question.port) \(question.topic)")
  }

  /// Puts a question back that could not be asked.
  mutating func putBack(_ question: Question) {
    waiting.append(question)
  }

  /// Asks nothing more over TCP at that port.
  mutating func give(up port: UInt16) {
    silentPorts.insert(port)
    dropSilent()
  }

  /// Notes that a connection was accepted at the port, and nothing came over it.
  ///
  /// What accepts everything and says nothing is no server, and each try would cost seconds.
  mutating func noteSilence(at port: UInt16) {
    silences += 1
    give(up: port)
  }

  /// Notes that something came over a connection.
  mutating func noteTalk() {
    hasTalked = true
  }

  private func isHopeless(_ question: Question) -> Bool {
    guard !question.isDatagram else { return false }
    return silentPorts.contains(question.port) || (!hasTalked && silences >= Self.mostSilences)
  }

  private mutating func dropSilent() {
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if !isHopeless(question) { rest.append(question) }
    }
    waiting = rest
  }

  /// Leaves the questions for that port to the connection that is about to be handed over.
  mutating func hold(_ port: UInt16) {
    held.insert(port)
  }

  /// Nothing is about to be handed over any more.
  mutating func release(_ port: UInt16) {
    held.remove(port)
  }

  /// Notes that a question is being asked.
  mutating func begin(_ isDatagram: Bool) {
    if isDatagram { waitingForReply += 1 } else { talking += 1 }
  }

  /// Notes that asking ended.
  mutating func end(_ isDatagram: Bool) {
    if isDatagram { waitingForReply -= 1 } else { talking -= 1 }
  }

  /// The question to be asked now; `nil` where none waits or enough is under way.
  ///
  /// Those for which nothing is left to spend are dropped.
  mutating func next() -> Question? {
    var found: Question?
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if found != nil || !mayBegin(question) {
        rest.append(question)
      } else if spend(on: question) {
        found = question
      }
    }
    waiting = rest
    return found
  }

  private func mayBegin(_ question: Question) -> Bool {
    question.isDatagram
      ? waitingForReply < Self.mostAtOnce
      : talking < Self.mostAtOnce && !held.contains(question.port)
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
    if question.isDatagram { return repeatsDatagram() }
    guard connections < Self.mostConnections else { return false }
    connections += 1
    return true
  }
}

extension Question {
  /// Whether it is asked by a datagram.
  var isDatagram: Bool {
    if case .datagram = manner { true } else { false }
  }

  /// Whether it can share a connection with those.
  fileprivate func fits(_ others: [Question]) -> Bool {
    guard let first = others.first else { return !isDatagram }
    if case .http(let request) = manner, case .http(let other) = first.manner {
      return request.isTLS == other.isTLS
    }
    return false
  }
}
