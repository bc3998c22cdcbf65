import Model
import Wire

/// The state of one validation: zones seen so far and the cost.
struct Validation {
  /// A zone whose keys are trusted.
  struct Zone {
    let name: DNSName
    let keys: [UInt16: [DNSKey]]

    /// Keeps only the keys that may sign (RFC 4034, section 2.1.1; RFC 5011, section 2.1).
    init(_ name: DNSName, _ keys: [DNSKey]) {
      self.name = name
      self.keys = Dictionary(grouping: keys.filter { $0.isZoneKey && !$0.isRevoked }, by: \.tag)
    }
  }

  let source: any RecordSource
  let anchors: TrustAnchors
  let limits: ValidationLimits
  let now: Timestamp

  var hasher: NSEC3Hasher
  var links: [DNSSECReport.Link] = []
  /// Results by possible zone apex.
  var delegations: [DNSName: Result<Delegation, ValidationFailure>] = [:]
  /// Names covered by opt-out NSEC3 records (RFC 5155, section 6).
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
    hasher = NSEC3Hasher(limit: limits.hashes)
  }

  var effort: ValidationEffort {
    var effort = counted
    effort.hashes = hasher.count
    return effort
  }

  /// Asks the source; throws for response codes other than NOERROR and NXDOMAIN.
  mutating func ask(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(ValidationFailure) -> DNSMessage {
    guard counted.questions < limits.questions else {
      throw .unknown(Message(.dnssecTooManyQuestions, ["count": .count(limits.questions)]))
    }
    counted.questions += 1
    let message: DNSMessage
    do throws(RecordSourceFailure) {
      message = try await source.answer(name, type)
    } catch {
      throw .unknown(
        Message(
          .dnssecNoAnswer,
          ["name": .text("\(name)"), "type": .text("\(type)"), "reason": .message(error.message)]
        )
      )
    }
    try Self.accept(message, for: name, type)
    return message
  }

  static func accept(
    _ message: DNSMessage,
    for name: DNSName,
    _ type: DNSType
  ) throws(ValidationFailure) {
    let code = message.flags.responseCode
    guard code == 0 || code == 3 else {
      let known = [1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED"][code]
      let status = known ?? "RCODE \(code)"
      throw .unknown(
        Message(.dnssecStatus, ["status": status, "name": "\(name)", "type": "\(type)"])
      )
    }
  }

  /// Returns a signature of the set that one of the zone's keys made (RFC 4035, section 5.3).
  ///
  /// - Throws: The fault of the signature that came closest.
  mutating func verify(
    _ set: RRSet,
    with zone: Zone
  ) throws(ValidationFailure) -> DNSSignature {
    var fault = SignatureFault.unsigned
    var tried = 0
    for signature in set.signatures where tried < limits.signaturesPerSet {
      guard let found = try self.fault(of: signature, over: set, with: zone) else {
        return signature
      }
      // Other faults need no public-key operation.
      if case .wrong = found { tried += 1 }
      if found.weight > fault.weight { fault = found }
    }
    throw .broken(link(set, zone, fault.message(set, in: zone.name)))
  }

  private mutating func fault(
    of signature: DNSSignature,
    over set: RRSet,
    with zone: Zone
  ) throws(ValidationFailure) -> SignatureFault? {
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
        let message = Message(
          .dnssecTooManySignatures,
          [
            "count": .count(limits.signatures), "name": .text("\(set.name)"),
            "type": .text("\(set.type)"),
          ]
        )
        throw .exhausted(link(set, zone, message))
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

  /// A 32-bit time within 68 years of now (RFC 4034, section 3.1.5; RFC 1982).
  func time(_ seconds: UInt32) -> Timestamp {
    let present = now.milliseconds / 1000
    let distance = Int32(bitPattern: seconds &- UInt32(truncatingIfNeeded: present))
    return Timestamp(milliseconds: (present + Int64(distance)) * 1000)
  }

  private func link(
    _ set: RRSet,
    _ zone: Zone,
    _ message: Message
  ) -> DNSSECReport.BrokenLink {
    DNSSECReport.BrokenLink(zone: zone.name, name: set.name, type: set.type, message: message)
  }
}

/// Why a signature does not validate its records.
enum SignatureFault: Hashable {
  case unsigned
  case foreign(DNSName)
  case unsupported(DNSSECAlgorithm)
  case unknownKey(UInt16, known: [UInt16])
  case labels
  case wrong(UInt16, keysTried: Int, keys: Int)
  case early(UInt16, Timestamp)
  case late(UInt16, Timestamp)

  /// Of several faults the heaviest is reported.
  var weight: Int {
    switch self {
    case .unsigned: 0
    case .foreign: 1
    case .unsupported: 2
    case .unknownKey: 3
    case .labels: 4
    case .wrong: 5
    case .early: 6
    case .late: 7
    }
  }

  /// What is wrong with the records of that zone.
  func message(_ set: RRSet, in zone: DNSName) -> Message {
    let name = Message.Value.text("\(set.name)")
    let type = Message.Value.text("\(set.type)")
    let zone = Message.Value.text("\(zone)")
    switch self {
    case .unsigned:
      return Message(.dnssecUnsigned, ["name": name, "type": type, "zone": zone])
    case .foreign(let signer):
      return Message(
        .dnssecForeign,
        ["name": name, "type": type, "signer": .text("\(signer)"), "zone": zone]
      )
    case .unsupported(let algorithm):
      return Message(
        .dnssecUnsupported,
        ["name": name, "type": type, "algorithm": .text("\(algorithm)")]
      )
    case .unknownKey(let tag, let known):
      return Message(
        .dnssecUnknownKey,
        [
          "name": name, "type": type, "key": .text("\(tag)"), "zone": zone, "known": .keys(known),
        ]
      )
    case .labels:
      return Message(.dnssecLabels, ["name": name, "type": type])
    case .wrong(let tag, let tried, let keys) where keys > tried:
      return Message(
        .dnssecWrongKeys,
        [
          "name": name, "type": type, "tried": .count(tried), "count": .count(keys),
          "key": .text("\(tag)"),
        ]
      )
    case .wrong(let tag, _, _):
      return Message(.dnssecWrong, ["name": name, "type": type, "key": .text("\(tag)")])
    case .early(let tag, let date):
      return Message(
        .dnssecEarly,
        [
          "name": name, "type": type, "key": .text("\(tag)"), "from_time": .text(date.toSeconds),
        ]
      )
    case .late(let tag, let date):
      return Message(
        .dnssecLate,
        [
          "name": name, "type": type, "key": .text("\(tag)"), "until_time": .text(date.toSeconds),
        ]
      )
    }
  }
}

extension Timestamp {
  /// RFC 3339 without the milliseconds that no signature has.
  fileprivate var toSeconds: String { description.prefix(19) + "Z" }
}
