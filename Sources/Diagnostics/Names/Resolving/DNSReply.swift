public import Wire

/// What asking one server one question came to, retries included.
public struct DNSReply: Sendable {
  /// Who was asked.
  public var server: DNSServer
  /// What was asked.
  public var question: DNSQuestion
  /// How the last try was carried.
  public var transport: DNSTransport
  /// How often it was asked.
  public var tries: Int
  /// How long the last try took.
  public var elapsed: Duration
  /// Whether the answer came by TCP because it was cut short.
  public var wasTruncated: Bool
  /// Whether the server was asked without EDNS, which it doesn't know.
  public var wentWithoutExtensions: Bool
  /// The answer, or why there is none.
  public var outcome: Result<DNSDelivery, DNSFailure>

  /// Nothing yet.
  init(server: DNSServer, question: DNSQuestion) {
    self.server = server
    self.question = question
    transport = server.transport
    tries = 0
    elapsed = .zero
    wasTruncated = false
    wentWithoutExtensions = false
    outcome = .failure(.cancelled)
  }

  /// The answer; `nil` where there is none.
  public var message: DNSMessage? {
    if case .success(let delivery) = outcome { delivery.message } else { nil }
  }

  /// The answer's records, sorted; none where there is no answer.
  public var records: OwnRecords { OwnRecords(question, in: message ?? DNSMessage()) }

  /// Why there is no answer, or none that can be read to its end.
  public var failure: DNSFailure? {
    switch outcome {
    case .failure(let failure): return failure
    case .success(let delivery):
      let flags = delivery.message.flags
      if flags.isTruncated, ![.udp, .multicast].contains(transport) {
        return .malformed("its answer is cut short even by \(transport.rawValue.uppercased())")
      }
      return records.hasUnreadable
        ? .malformed("it answers with a record that can't be read") : nil
    }
  }

  /// Whether the server says what there is, or that there is nothing: else others may know.
  public var isConclusive: Bool {
    guard failure == nil, records.wanted.isEmpty == false || referral == nil else { return false }
    return message.map { [.noError, .noSuchName].contains($0.responseCode) } ?? false
  }

  /// Why it isn't.
  public var words: String {
    if let failure { return failure.words }
    if let referral { return referral.words }
    return message?.failureWords ?? ""
  }

  /// Whom the answer names in place of records; `nil` where it has records or says that there are none.
  public var referral: DNSReferral? {
    message.flatMap { DNSReferral(question, in: $0) }
  }
}

extension DNSMessage {
  /// The outcome, with the server's own reasons.
  var failureWords: String {
    let reasons = extendedErrors.map { error in
      [error.name ?? "EDE \(error.code)", error.text].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    guard !reasons.isEmpty else { return responseCode.description }
    return "\(responseCode) (\(reasons.joined(separator: "; ")))"
  }
}
