import Model
import Wire

/// One validation under way: what is known of zones so far, and what it has cost.
struct Validation {
  /// A zone whose keys are trusted.
  struct Zone {
    let name: DNSName
    let keys: [UInt16: [DNSKey]]

    /// A zone with those of the keys that may sign.
    init(_ name: DNSName, _ keys: [DNSKey]) {
      self.name = name
      self.keys = Dictionary(grouping: keys.filter { $0.isZoneKey && !$0.isRevoked }, by: \.tag)
    }
  }

  let source: any RecordSource
  let anchors: TrustAnchors
  let limits: ValidationLimits
  let now: Timestamp

  var hasher: NameHasher
  var links: [DNSSECReport.Link] = []
  /// What was found where a zone might begin.
  var delegations: [DNSName: Result<Delegation, Finding>] = [:]
  /// Where a zone may begin that its parent leaves out of its proofs (RFC 5155, section 6).
  var optedOut: Set<DNSName> = []
  private var counted = ValidationEffort()

  init(
    source: any RecordSource,
    anchors: TrustAnchors,
    limits: ValidationLimits,
    now: Timestamp
  ) {
    self.source = source
    self.anchors = anchors
    self.limits = limits
    self.now = now
    hasher = NameHasher(limit: limits.hashes)
  }

  /// What it has cost.
  var effort: ValidationEffort {
    var effort = counted
    effort.hashes = hasher.count
    return effort
  }

  /// Asks the source; an answer that says neither yes nor no is none.
  mutating func ask(_ name: DNSName, _ type: DNSType) async throws(Finding) -> DNSMessage {
    guard counted.questions < limits.questions else {
      throw .unknown("gave up after \(limits.questions) questions")
    }
    counted.questions += 1
    let message: DNSMessage
    do throws(RecordSourceFailure) {
      message = try await source.answer(name, type)
    } catch {
      throw .unknown("no answer for \(name) \(type): \(error.words)")
    }
    try Self.accept(message, for: name, type)
    return message
  }

  /// Refuses messages that are no answers.
  static func accept(
    _ message: DNSMessage,
    for name: DNSName,
    _ type: DNSType
  ) throws(Finding) {
    let code = message.flags.responseCode
    guard code == 0 || code == 3 else {
      let words = [1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED"][code] ?? "RCODE \(code)"
      throw .unknown("the server answered \(words) for \(name) \(type)")
    }
  }

  /// Looks for a signature of the set that one of the zone's keys made (RFC 4035, section 5.3).
  ///
  /// - Returns: The signature.
  /// - Throws: What is wrong with the one that came closest.
  mutating func verify(_ set: RecordSet, with zone: Zone) throws(Finding) -> DNSSignature {
    var fault = SignatureFault.unsigned
    var tried = 0
    for signature in set.signatures where tried < limits.signaturesPerSet {
      guard let found = try self.fault(of: signature, over: set, with: zone) else {
        return signature
      }
      // Others cost nothing.
      if case .wrong = found { tried += 1 }
      if found.weight > fault.weight { fault = found }
    }
    throw .broken(link(set, zone, fault.words(set, in: zone.name)))
  }

  private mutating func fault(
    of signature: DNSSignature,
    over set: RecordSet,
    with zone: Zone
  ) throws(Finding) -> SignatureFault? {
    guard signature.signer == zone.name, set.name.isInside(zone.name) else {
      return .foreign(signature.signer)
    }
    let keys = (zone.keys[signature.keyTag] ?? []).filter { $0.algorithm == signature.algorithm }
    guard !keys.isEmpty else {
      return signature.algorithm.isSupported
        ? .unknownKey(signature.keyTag, known: zone.keys.keys.sorted())
        : .unsupported(signature.algorithm)
    }
    guard signature.algorithm.isSupported else { return .unsupported(signature.algorithm) }
    if let fault = fault(ofTimes: signature) { return fault }
    guard let bytes = signature.signedBytes(of: set.records) else { return .labels }
    let tried = keys.prefix(limits.keysPerTag)
    for key in tried {
      guard counted.signatures < limits.signatures else {
        let words = "gave up after \(limits.signatures) signatures, at that of \(set.words)"
        throw .exhausted(link(set, zone, words))
      }
      counted.signatures += 1
      if key.verifies(signature.signature, of: bytes) { return nil }
    }
    return .wrong(signature.keyTag, keysTried: tried.count, keys: keys.count)
  }

  private func fault(ofTimes signature: DNSSignature) -> SignatureFault? {
    let (begin, end) = (time(signature.inception), time(signature.expiration))
    if now < begin { return .early(signature.keyTag, begin) }
    // The last second counts whole.
    return now.milliseconds / 1000 > end.milliseconds / 1000 ? .late(signature.keyTag, end) : nil
  }

  /// The moment that 32 bits of seconds mean, at most 68 years from now (RFC 1982).
  func time(_ seconds: UInt32) -> Timestamp {
    let present = now.milliseconds / 1000
    let distance = Int32(bitPattern: seconds &- UInt32(truncatingIfNeeded: present))
    return Timestamp(milliseconds: (present + Int64(distance)) * 1000)
  }

  private func link(
    _ set: RecordSet,
    _ zone: Zone,
    _ words: String
  ) -> DNSSECReport.BrokenLink {
    DNSSECReport.BrokenLink(zone: zone.name, name: set.name, type: set.type, words: words)
  }
}
