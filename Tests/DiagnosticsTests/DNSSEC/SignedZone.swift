import Crypto
import Model
@testable import Wire

/// A zone in memory that signs what it answers, when it answers.
struct SignedZone: Sendable {
  /// How names that are not there are denied.
  enum Denial: Sendable {
    case plain
    case hashed(iterations: UInt16, salt: [UInt8], optOut: Bool)
  }

  let name: DNSName
  /// The keys of the DNSKEY set.
  var keys: [SigningKey]
  /// Which of them sign the DNSKEY set, and which the rest.
  var keySigners, signers: [SigningKey]
  var records: [DNSRecord]
  var denial = Denial.plain
  var inception = SignedZone.now.secondsOfDNS - 3600
  var expiration = SignedZone.now.secondsOfDNS + 86_400

  /// The present of all these tests.
  static let now = Timestamp("2026-11-22T10:00:00Z") ?? Timestamp(milliseconds: 0)

  /// A zone of one key that signs all; of none, it isn't signed.
  init(_ name: DNSName, _ key: SigningKey?, _ records: [DNSRecord] = []) {
    self.name = name
    keys = key.map { [$0] } ?? []
    keySigners = keys
    signers = keys
    self.records = records
  }

  var isSigned: Bool { !signers.isEmpty }

  mutating func add(_ owner: DNSName, _ data: DNSData) {
    records.append(DNSRecord(owner, data, ttl: 300))
  }

  /// Makes a child known, signed if keys are given.
  mutating func delegate(_ child: DNSName, _ signers: [DelegationSigner] = []) {
    add(child, .other(.nameServer, [0]))
    for signer in signers { add(child, .ds(signer)) }
  }

  // MARK: Answers

  func answer(_ name: DNSName, _ type: DNSType) -> DNSMessage {
    var message = DNSMessage(
      flags: .authoritativeAnswer,
      questions: [DNSQuestion(name, type)]
    )
    if let set = records(name, type) {
      message.answers = signed(set)
    } else if let alias = records(name, .cname) {
      message.answers = signed(alias)
    } else if exists(name) {
      message.authorities = denying(data: name)
    } else if let wildcard = closestEncloser(of: name).wildcard, exists(wildcard) {
      message.authorities = denying(closer: name)
      if let set = records(wildcard, type) ?? records(wildcard, .cname) {
        message.answers = signed(set, as: name)
      } else {
        message.authorities += denying(data: wildcard)
      }
    } else {
      message.flags.responseCode = 3
      message.authorities = denying(name: name)
    }
    return message
  }

  private func records(_ name: DNSName, _ type: DNSType) -> [DNSRecord]? {
    if name == self.name, type == .dnskey, !keys.isEmpty {
      return keys.map { DNSRecord(name, .dnskey($0.record), ttl: 300) }
    }
    let found = records.filter { $0.name == name && $0.type == type }
    return found.isEmpty ? nil : found
  }

  private func exists(_ name: DNSName) -> Bool {
    name == self.name || records.contains { $0.name.isInside(name) }
  }

  private func closestEncloser(of name: DNSName) -> DNSName {
    var name = name.parent
    while !exists(name) { name = name.parent }
    return name
  }

  /// The records, and signatures over them; where a wildcard stands for a name, under that name.
  func signed(_ records: [DNSRecord], as name: DNSName? = nil) -> [DNSRecord] {
    guard let first = records.first else { return [] }
    let signers = first.type == .dnskey ? keySigners : signers
    var all = records
    for key in signers {
      var signature = DNSSignature(
        typeCovered: first.type,
        algorithm: key.record.algorithm,
        labels: UInt8(first.name.labelCount - (first.name.isWildcard ? 1 : 0)),
        originalTTL: first.ttl,
        expiration: expiration,
        inception: inception,
        keyTag: key.tag,
        signer: self.name,
        signature: []
      )
      signature.signature = key.sign(signature.signedBytes(of: records) ?? [])
      all.append(DNSRecord(first.name, .rrsig(signature), ttl: 300))
    }
    guard let name else { return all }
    return all.map { DNSRecord(name, $0.data, ttl: $0.ttl) }
  }

  // MARK: Denial

  private func denying(data name: DNSName) -> [DNSRecord] {
    guard isSigned else { return [] }
    switch denial {
    case .plain: return gap(at: name)
    case .hashed:
      if let found = hashedGap({ $0 == $1 }, name) { return found }
      return denying(closer: name)
    }
  }

  private func denying(name: DNSName) -> [DNSRecord] {
    guard isSigned else { return [] }
    let wildcard = closestEncloser(of: name).wildcard ?? .root
    switch denial {
    case .plain: return gap(at: name) + gap(at: wildcard)
    case .hashed: return denying(closer: name) + gap(over: wildcard)
    }
  }

  /// That nothing stands between the name and its closest encloser.
  private func denying(closer name: DNSName) -> [DNSRecord] {
    guard isSigned else { return [] }
    switch denial {
    case .plain: return gap(at: name)
    case .hashed:
      let closest = closestEncloser(of: name)
      return (hashedGap({ $0 == $1 }, closest) ?? [])
        + gap(over: name.suffix(labels: closest.labelCount + 1))
    }
  }

  private var owners: [DNSName] {
    Set(records.map(\.name) + [name]).sorted { $0.isBefore($1) }
  }

  private func types(of owner: DNSName) -> [DNSType] {
    var types = Set(records.filter { $0.name == owner }.map(\.type))
    if owner == name { types.formUnion([.dnskey, .startOfAuthority, .nameServer]) }
    return types.sorted()
  }

  /// The NSEC record of the name, or else of the last name before it.
  private func gap(at name: DNSName) -> [DNSRecord] {
    let owners = owners
    let index = owners.lastIndex { $0 == name || $0.isBefore(name) } ?? 0
    let owner = owners[index]
    let next = owners[(index + 1) % owners.count]
    let types = Set(types(of: owner) + [.rrsig, .nsec]).sorted()
    return signed([DNSRecord(owner, .nsec(next, types), ttl: 300)])
  }

  private func gap(over name: DNSName) -> [DNSRecord] {
    hashedGap({ $0 == $1 || $0.lexicographicallyPrecedes($1) }, name) ?? []
  }

  /// The last NSEC3 record whose hash and the name's are as wanted; before the first comes the last.
  private func hashedGap(
    _ isWanted: ([UInt8], [UInt8]) -> Bool,
    _ name: DNSName
  ) -> [DNSRecord]? {
    guard case .hashed(let iterations, let salt, let optOut) = denial else { return nil }
    var owners: Set<DNSName> = []
    for owner in self.owners {
      if optOut, types(of: owner) == [.nameServer] { continue }
      // Names that exist only for what is below them have hashes too.
      for count in self.name.labelCount...owner.labelCount {
        owners.insert(owner.suffix(labels: count))
      }
    }
    let hashes = owners.map { (hash: Self.hash($0, iterations, salt), owner: $0) }
      .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
    let wanted = Self.hash(name, iterations, salt)
    let found = hashes.lastIndex { isWanted($0.hash, wanted) }
    guard let index = found ?? (isWanted([], [0]) ? hashes.count - 1 : nil) else { return nil }
    var types = types(of: hashes[index].owner)
    if !types.isEmpty, types != [.nameServer] { types.append(.rrsig) }
    let record = NSEC3Record(
      flags: optOut ? 1 : 0,
      iterations: iterations,
      salt: salt,
      nextHash: hashes[(index + 1) % hashes.count].hash,
      types: types
    )
    guard let label = DNSName(labels: [Base32Hex.encode(hashes[index].hash)]),
      let owner = label.inside(self.name)
    else { return nil }
    return signed([DNSRecord(owner, .nsec3(record), ttl: 300)])
  }

  static func hash(_ name: DNSName, _ iterations: UInt16, _ salt: [UInt8]) -> [UInt8] {
    var hash = name.canonical
    for _ in 0...iterations { hash = Array(Insecure.SHA1.hash(data: hash + salt)) }
    return hash
  }
}

extension DNSType {
  static let nameServer = DNSType(rawValue: 2)
  static let startOfAuthority = DNSType(rawValue: 6)
}

extension Timestamp {
  /// Seconds modulo 2³².
  var secondsOfDNS: UInt32 { UInt32(truncatingIfNeeded: milliseconds / 1000) }
}
