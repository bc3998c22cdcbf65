import Discovery
import Networking

/// The questions waiting for one host, and the limits on asking it.
struct ProbeQueue: Sendable {
  /// TCP connections besides those of the port scan.
  static let mostConnections = 6
  /// Datagrams, retransmissions included.
  static let mostDatagrams = 24
  /// Questions of any kind.
  static let mostQuestions = 96
  /// Connections open at one time, and datagrams awaiting an answer; small devices handle few.
  static let mostAtOnce = 3
  /// Ports that accept and send nothing before a host without any response is given up over TCP.
  static let mostSilences = 3
  /// Bytes kept of all answers together.
  static let mostBytes = 256 << 10

  private(set) var waiting = Fifo<Question>()
  private var known: Set<String> = []
  private var silentPorts: Set<UInt16> = []
  private var silences = 0
  private var hasResponded = false
  private(set) var connections = 0
  private(set) var datagrams = 0
  private(set) var bytes = 0
  /// Open streams, those over the port scan's connections included.
  private var activeStreams = 0
  private var outstandingDatagrams = 0
  /// Ports whose connection the port scan is about to hand over.
  private var held: Set<UInt16> = []

  /// Queues a question; false where it was asked before, is hopeless or a limit is reached.
  mutating func add(_ question: Question) -> Bool {
    guard known.count < Self.mostQuestions, !ScanPorts.prints(question.port),
      known.insert("\(question.port) \(question.topic)").inserted
    else { return false }
    guard !isHopeless(question) else { return false }
    waiting.append(question)
    return true
  }

  /// Marks a question as asked.
  mutating func settle(_ question: Question) {
    known.insert("\(question.port) \(question.topic)")
  }

  /// Marks questions as answered before they were asked, queued ones included.
  mutating func settle(_ topics: [String], at port: UInt16) {
    for topic in topics { known.insert("\(port) \(topic)") }
    removeQuestions { $0.port == port && topics.contains($0.topic) }
  }

  /// Requeues a question that could not be asked.
  mutating func putBack(_ question: Question) {
    waiting.append(question)
  }

  /// Drops the TCP questions for that port, queued and future.
  mutating func abandon(_ port: UInt16) {
    silentPorts.insert(port)
    let state = self
    removeQuestions { state.isHopeless($0) }
  }

  /// Notes a connection that was accepted but carried no byte: each further try would cost seconds.
  mutating func noteSilence(at port: UInt16) {
    silences += 1
    abandon(port)
  }

  /// Notes that bytes arrived over a connection.
  mutating func noteResponse() {
    hasResponded = true
  }

  private func isHopeless(_ question: Question) -> Bool {
    guard !question.isDatagram else { return false }
    return silentPorts.contains(question.port) || (!hasResponded && silences >= Self.mostSilences)
  }

  /// Removes the questions for which `take` returns true; keeps the others in order.
  private mutating func removeQuestions(where take: (Question) -> Bool) {
    var rest = Fifo<Question>()
    while let question = waiting.popFirst() {
      if !take(question) { rest.append(question) }
    }
    waiting = rest
  }

  /// Holds the port's questions for the connection that the port scan is about to hand over.
  mutating func hold(_ port: UInt16) {
    held.insert(port)
  }

  /// Ends ``hold(_:)``.
  mutating func release(_ port: UInt16) {
    held.remove(port)
  }

  /// Counts a question as in flight.
  mutating func begin(_ isDatagram: Bool) {
    if isDatagram { outstandingDatagrams += 1 } else { activeStreams += 1 }
  }

  /// Ends ``begin(_:)``.
  mutating func end(_ isDatagram: Bool) {
    if isDatagram { outstandingDatagrams -= 1 } else { activeStreams -= 1 }
  }

  /// The next question that may be asked now, its cost counted; `nil` where there is none.
  ///
  /// Drops questions over the host's total limits.
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
      ? outstandingDatagrams < Self.mostAtOnce
      : activeStreams < Self.mostAtOnce && !held.contains(question.port)
  }

  /// Takes the questions that one open connection to the port can carry: HTTP requests of one
  /// scheme, or a single exchange.
  mutating func take(for port: UInt16) -> [Question] {
    var taken: [Question] = []
    removeQuestions { question in
      guard question.port == port, question.fits(taken) else { return false }
      taken.append(question)
      return true
    }
    return taken
  }

  /// Takes the HTTP requests that can share a connection to the port.
  mutating func takeRequests(port: UInt16, isTLS: Bool) -> [HTTPQuestion] {
    var taken: [HTTPQuestion] = []
    removeQuestions { question in
      guard question.port == port, case .http(let request) = question.transport,
        request.isTLS == isTLS
      else { return false }
      taken.append(request)
      return true
    }
    return taken
  }

  /// Counts a datagram; false at the limit.
  mutating func spendDatagram() -> Bool {
    guard datagrams < Self.mostDatagrams else { return false }
    datagrams += 1
    return true
  }

  /// Counts the bytes of an answer; false at the limit.
  mutating func spendBytes(_ count: Int) -> Bool {
    guard bytes + count <= Self.mostBytes else { return false }
    bytes += count
    return true
  }

  private mutating func spend(on question: Question) -> Bool {
    if question.isDatagram { return spendDatagram() }
    guard connections < Self.mostConnections else { return false }
    connections += 1
    return true
  }
}

extension Question {
  var isDatagram: Bool {
    if case .datagram = transport { true } else { false }
  }

  /// Whether it can share a connection with the others.
  fileprivate func fits(_ others: [Question]) -> Bool {
    guard let first = others.first else { return !isDatagram }
    if case .http(let request) = transport, case .http(let other) = first.transport {
      return request.isTLS == other.isTLS
    }
    return false
  }
}
