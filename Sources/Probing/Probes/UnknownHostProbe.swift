import Discovery
import Identification
import Model
import Wire

/// Asks hosts of which nothing is known what single kinds of device would answer; no hint is needed.
///
/// Devices of small makers have modules of others, so that neither their MAC nor their page says what they
/// are; what their own app asks does. There are two stages: at once, a host that has stated nothing is
/// asked for its pages and, if it is made with a module, by a few datagrams. After its first round of
/// questions, a host that is still unknown is asked for the paths and ports of single kinds.
struct UnknownHostProbe: DeviceProbe {
  /// What a module is asked at once where everybody on its link wasn't asked in this scan.
  var datagrams: [Question] = []

  func questions(for host: ProbedHost) -> [Question] {
    var questions: [Question] = []
    if host.hasStatedNothing { questions += firstQuestions(for: host) }
    if host.isUnknownAfterFirstRound {
      questions += Self.paths(for: host) + Self.otherPorts(for: host)
    }
    return questions
  }

  // MARK: At once

  /// Ports where something else than a page is expected first.
  private static let pagePorts: [UInt16] = [5000, 8008, 8123, 32400, 1400]

  private func firstQuestions(for host: ProbedHost) -> [Question] {
    let pages = Self.pagePorts.filter(host.openPorts.contains)
      .map { Question.http($0, HTTPQuestion("/")) }
    guard host.isModuleMade, !host.wasAskedWithAll else { return pages }
    return pages + datagrams
  }

  // MARK: After the first round

  /// The most paths that one host is asked for.
  private static let mostPaths = 56
  /// The most connections to ports that the port scan leaves out.
  private static let mostPorts = 5

  /// The inquiries whose port serves pages, for connections that are open already, or are opened once.
  ///
  /// Each path is read with GET, and a response counts only with the keys of its kind.
  private static func paths(for host: ProbedHost) -> [Question] {
    let servers = host.evidence.http.filter { answer in
      // One that wants a password for its page wants it for all, and counts failures.
      answer.path == "/" && answer.status != 401 && answer.status != 403
    }
    let questions = servers.flatMap { server in
      guard let port = server.port else { return [] as [Question] }
      return inquiries.compactMap { $0.guess(at: port, isTLS: server.isTLS) }
    }
    return Array(joined(questions).prefix(mostPaths))
  }

  /// Each path of a port once: an answer is read as the first kind whose keys it has.
  private static func joined(_ questions: [Question]) -> [Question] {
    var places: [String: Int] = [:]
    var joined: [Question] = []
    for question in questions {
      guard case .http(let request) = question.transport else { continue }
      let fields = request.headers.map { "\($0.name): \($0.value)" }
      let key = "\(question.port) \(request.isTLS) \(request.path) \(fields)"
      guard let place = places[key], case .http(var first) = joined[place].transport else {
        places[key] = joined.count
        joined.append(question)
        continue
      }
      let (one, other) = (first.read, request.read)
      first.read = { reply in
        let facts = one?(reply) ?? []
        return facts.isEmpty ? other?(reply) ?? [] : facts
      }
      joined[place].transport = .http(first)
    }
    return joined
  }

  /// The ports that only one kind of device has.
  private static func otherPorts(for host: ProbedHost) -> [Question] {
    // Telephones have private addresses and none of these.
    guard let mac = host.evidence.mac, !mac.isLocallyAdministered,
      host.evidence.http.allSatisfy({ $0.status != 200 })
    else { return [] }
    let makers = host.isMade(by: ["Sony"]) ? [TelevisionInquiries.sony(10000)] : []
    let gets = inquiries.filter { $0.method == "GET" }
    let questions = (makers + gets).compactMap { inquiry -> Question? in
      guard let port = inquiry.onlyPort, !ScanPorts.contains(port) else { return nil }
      return inquiry.question(for: host)?.guessed
    }
    var ports: Set<UInt16> = []
    return questions.filter { ports.count < mostPorts && ports.insert($0.port).inserted }
  }

  /// The most likely first: makers of loudspeakers and televisions have MACs of their own.
  private static let inquiries: [Inquiry] = {
    let probes =
      SmartHomeInquiries.all + EnergyInquiries.all + AudioInquiries.all
      + TelevisionInquiries.all + CameraInquiries.all + NetworkGearInquiries.all
    var seen: Set<String> = []
    return probes.flatMap(\.inquiries).filter { inquiry in
      !inquiry.acceptsAnything && seen.insert("\(inquiry.place) \(inquiry.path)").inserted
    }
  }()
}

extension ProbedHost {
  /// Whether its evidence leaves open what it is: its kind, or both its maker and its model.
  func isUnknown(by identifier: Identifier) -> Bool {
    let verdict = identifier.verdict(for: evidence)
    if verdict.category == .unknown { return true }
    guard verdict.vendor == nil, verdict.model == nil else { return false }
    // A page with a title of its own is what a person would look at, too.
    return evidence.http.allSatisfy { $0.status != 200 || $0.body.flatMap(Self.title) == nil }
  }
}

extension Inquiry {
  /// Whether any page would count.
  fileprivate var acceptsAnything: Bool {
    if case .page = shape { true } else { false }
  }

  /// The port that it is for, where there is one.
  fileprivate var onlyPort: UInt16? {
    switch place {
    case .ports(let ports): ports.count == 1 ? ports[0] : nil
    case .likely(let port): port
    case .service(_, let otherwise): otherwise
    }
  }

  /// The question to a server at that port of which nothing else is known; `nil` where it isn't for it.
  fileprivate func guess(at port: UInt16, isTLS: Bool) -> Question? {
    let isAtHome =
      switch place {
      case .ports(let ports): ports.contains(port)
      case .likely(let likely): likely == port
      case .service(_, let otherwise): otherwise == port
      }
    guard isAtHome, method == "GET", self.isTLS == isTLS else { return nil }
    return Question.http(port, HTTPQuestion(path, isTLS: isTLS, headers: headers, read: facts))
      .guessed
  }
}

extension Question {
  /// The same without a reason to ask: only a proper answer counts, and the first ends the guessing.
  fileprivate var guessed: Question {
    guard case .http(var request) = transport, let read = request.read else { return self }
    request.isGuess = true
    request.read = { reply in reply.status == 200 ? read(reply) : [] }
    var question = self
    question.transport = .http(request)
    return question
  }
}
