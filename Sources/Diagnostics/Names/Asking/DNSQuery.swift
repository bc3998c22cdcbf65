public import Model
public import Networking
public import Wire

/// A query, and the check of its answers.
public struct DNSQuery: Sendable {
  /// The query message.
  public let message: DNSMessage

  /// Sends the message unchanged.
  public init(_ message: DNSMessage) {
    self.message = message
  }

  /// A query for one question; `id` must be unpredictable (RFC 5452).
  public init(_ question: DNSQuestion, id: UInt16, _ options: DNSQueryOptions = .init()) {
    var message = DNSMessage(id: id, questions: [question])
    message.flags.isRecursionDesired = options.wantsRecursion
    message.flags.isCheckingDisabled = options.disablesChecking
    if options.usesEDNS {
      message.extensions = DNSExtensions(
        wantsSecurity: options.wantsSecurity,
        options: options.extensionOptions
      )
    }
    self.message = message
  }

  /// The message on the wire.
  public var bytes: [UInt8] { message.serialised }

  /// The message in the bytes if it answers this query (RFC 5452, section 9.1).
  ///
  /// An error response may omit the question.
  public func answer(in bytes: [UInt8]) -> DNSMessage? {
    guard let answer = try? DNSMessage(parsing: bytes), answer.id == message.id,
      answer.flags.isResponse, answer.flags.opcode == message.flags.opcode, isTied(answer)
    else { return nil }
    if answer.questions == message.questions { return answer }
    let isEmpty = answer.questions.isEmpty && answer.answers.isEmpty
    return isEmpty && answer.flags.responseCode != 0 ? answer : nil
  }

  /// Whether the client cookie matches (RFC 7873, section 5.3).
  private func isTied(_ answer: DNSMessage) -> Bool {
    guard let sent = message.cookie, let received = answer.cookie else { return true }
    return sent.client == received.client
  }

  /// Whether the header and question match this query, but the records can't be parsed.
  public func isUnreadableAnswer(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12, (try? DNSMessage(parsing: bytes)) == nil else { return false }
    // Parse the header and question alone, with record counts of 0.
    let begin = bytes[..<6] + [UInt8](repeating: 0, count: 6) + bytes[12...]
    return answer(in: Array(begin)) != nil
  }
}

/// Flags and EDNS options of a query.
public struct DNSQueryOptions: Hashable, Sendable {
  /// Recursion desired (RD).
  public var wantsRecursion: Bool
  /// Whether the query has an OPT record (EDNS, RFC 6891).
  public var usesEDNS: Bool
  /// DNSSEC OK (DO).
  public var wantsSecurity: Bool
  /// Checking disabled (CD).
  public var disablesChecking: Bool
  /// Whether NSID is requested (RFC 5001).
  public var wantsIdentifier: Bool = false
  /// The cookie (RFC 7873); `nil` for none.
  public var cookie: DNSCookie?
  /// EDNS client subnet (RFC 7871); `nil` for none.
  public var subnet: ClientSubnet?

  /// The defaults suit a recursive resolver.
  public init(
    wantsRecursion: Bool = true,
    usesEDNS: Bool = true,
    wantsSecurity: Bool = false,
    disablesChecking: Bool = false
  ) {
    self.wantsRecursion = wantsRecursion
    self.usesEDNS = usesEDNS
    self.wantsSecurity = wantsSecurity
    self.disablesChecking = disablesChecking
  }

  /// The options of the OPT record.
  var extensionOptions: [DNSOption] {
    var options: [DNSOption] = []
    if wantsIdentifier {
      options.append(DNSOption(code: DNSExtensions.serverIdentifier, value: []))
    }
    if let cookie { options.append(cookie.dnsOption) }
    if let subnet { options.append(subnet.dnsOption) }
    return options
  }
}

/// Why a name server gave no answer.
public enum DNSFailure: Error, Hashable, Sendable {
  /// No answer in time.
  case timedOut
  /// Nothing listens on the port.
  case refused
  /// ICMP unreachable, or no route.
  case unreachable
  /// The connection ended before the answer.
  case closed
  /// It sent something other than a DNS answer.
  case malformed(Message)
  /// Its certificate is not trusted.
  case untrusted(String)
  /// An HTTP error status.
  case web(Message)
  /// The task was cancelled.
  case cancelled
  /// This machine failed.
  case local(LocalFailure)

  /// The failure of a stream that ended without an answer.
  init(_ end: StreamEnd) {
    self =
      switch end {
      case .done, .closed, .reset: .closed
      case .refused: .refused
      case .unreachable, .prohibited: .unreachable
      case .timedOut: .timedOut
      case .interrupted: .cancelled
      case .untrusted(let why): .untrusted(why)
      case .local(let failure): .local(failure)
      }
  }

  /// The failure in JSON.
  public var word: String {
    switch self {
    case .timedOut: "timeout"
    case .refused: "port_closed"
    case .unreachable: "unreachable"
    case .closed: "connection_closed"
    case .malformed: "malformed"
    case .untrusted: "untrusted"
    case .web: "http_error"
    case .cancelled: "cancelled"
    case .local: "local_failure"
    }
  }

  /// The failure as a message.
  package var message: Message {
    switch self {
    case .timedOut: Message(.dnsTimedOut)
    case .refused: Message(.dnsRefused)
    case .unreachable: Message(.dnsUnreachable)
    case .closed: Message(.dnsClosed)
    case .malformed(let why), .web(let why): why
    case .untrusted(let why): Message(.dnsUntrusted, ["reason": why])
    case .cancelled: Message(.dnsCancelled)
    case .local(let failure): failure.diagnosticMessage
    }
  }

  /// The failure as shown to users.
  public var words: String { message.text }
}

/// Why a name server gave no answer.
extension MessageTemplate {
  static let dnsTimedOut = MessageTemplate("dns.timed_out", "no answer in time")
  static let dnsNoDevice = MessageTemplate(
    "dns.no_device",
    "no device on this machine's networks answers to that name"
  )
  static let dnsRefused = MessageTemplate("dns.refused", "no server listens there")
  static let dnsUnreachable = MessageTemplate("dns.unreachable", "the host can't be reached")
  static let dnsClosed = MessageTemplate(
    "dns.closed",
    "the connection was closed before the answer"
  )
  static let dnsUntrusted = MessageTemplate(
    "dns.untrusted",
    "its certificate isn't trusted: {reason}"
  )
  static let dnsCancelled = MessageTemplate("dns.cancelled", "ended before the answer")
  static let dnsUnreadable = MessageTemplate("dns.unreadable", "its answer can't be read")
  static let dnsRecordUnreadable = MessageTemplate(
    "dns.record_unreadable",
    "it answers with a record that can't be read"
  )
  static let dnsCutShort = MessageTemplate(
    "dns.cut_short",
    "its answer is cut short even by {transport}"
  )
  static let dnsNoMessage = MessageTemplate("dns.no_message", "it does not send a DNS answer")
  static let dnsNoZone = MessageTemplate("dns.no_zone", "it does not send a zone")
  static let dnsZoneTooLong = MessageTemplate(
    "dns.zone_too_long",
    "the zone has more records than are taken"
  )
  static let dnsZoneWithoutStart = MessageTemplate(
    "dns.zone_without_start",
    "its zone does not begin with a SOA record"
  )
  static let dnsWebNoAnswer = MessageTemplate(
    "dns.web_no_answer",
    "the web server does not send a DNS answer"
  )
  static let dnsWebStatus = MessageTemplate(
    "dns.web_status",
    "the web server answers with status {status}"
  )
  static let dnsWebNoMessage = MessageTemplate(
    "dns.web_no_message",
    "the web server's answer is not a DNS message"
  )
  static let dnsWebNoHTTP = MessageTemplate(
    "dns.web_no_http",
    "the web server's answer is not HTTP"
  )
  static let dnsWebTooLong = MessageTemplate(
    "dns.web_too_long",
    "the web server's answer is too long"
  )
}
