/// Writes a DNS message entry by entry, compressing names, and can take the last entry back.
struct DNSWriter {
  /// What may be compressed.
  enum Style {
    /// Owners, and the names in records of RFC 1035's types (RFC 3597, section 4).
    case unicast
    /// Those in SRV and NSEC records too (RFC 6762, section 18.14).
    case multicast
    /// Nothing.
    case plain
    /// Nothing, and names are in lower case (RFC 4034, section 6.2).
    case canonical
  }

  /// A section of records, in the order of the message.
  enum Section: Int, CaseIterable {
    case answer = 6
    case authority = 8
    case additional = 10
  }

  /// The message so far.
  private(set) var bytes: [UInt8] = []
  private let style: Style
  /// Where names stand that can be pointed to, with a hash of what stands there.
  private var targets: [(hash: UInt32, offset: Int)] = []

  /// The offsets that a pointer's 14 bits can express.
  private static let reach = 1 << 14
  /// How many places are remembered; keeps writing linear in the message's size.
  private static let mostTargets = 512

  /// An empty message.
  init(id: UInt16, flags: DNSFlags, style: Style) {
    self.style = style
    bytes.reserveCapacity(512)
    bytes.append(bigEndian: id)
    bytes.append(bigEndian: flags.rawValue)
    bytes.append(contentsOf: repeatElement(0, count: 8))
  }

  /// The flags as written.
  var isTruncated: Bool {
    get { bytes[2] & 2 != 0 }
    set { bytes[2] = bytes[2] & ~2 | (newValue ? 2 : 0) }
  }

  /// Appends a question; it must come before all records.
  mutating func write(_ question: DNSQuestion) {
    guard count(at: 4) < DNSMessage.mostEntries else { return }
    write(question.name, compressing: true)
    bytes.append(bigEndian: question.type.rawValue)
    let flag = question.wantsUnicast ? DNSClass.topBit : 0
    bytes.append(bigEndian: question.questionClass.rawValue & ~DNSClass.topBit | flag)
    setCount(count(at: 4) + 1, at: 4)
  }

  /// Appends a record; sections must be written in their order.
  mutating func write(_ record: DNSRecord, in section: Section) {
    guard count(at: section.rawValue) < DNSMessage.mostEntries else { return }
    write(record.name, compressing: true)
    bytes.append(bigEndian: record.type.rawValue)
    if record.type == .opt {
      bytes.append(bigEndian: record.recordClass.rawValue)
    } else {
      let flag = record.cacheFlush ? DNSClass.topBit : 0
      bytes.append(bigEndian: record.recordClass.rawValue & ~DNSClass.topBit | flag)
    }
    bytes.append(bigEndian: record.ttl)
    let start = bytes.count
    bytes.append(bigEndian: UInt16(0))
    write(record.data)
    // What its length cannot express is cut off.
    let length = min(bytes.count - start - 2, 0xFFFF)
    bytes.removeSubrange((start + 2 + length)...)
    bytes.overwrite(at: start, bigEndian: UInt16(length))
    setCount(count(at: section.rawValue) + 1, at: section.rawValue)
  }

  /// Does the writing unless the message would grow longer than `limit`; false leaves it as it was.
  mutating func fits(_ limit: Int, _ write: (inout DNSWriter) -> Void) -> Bool {
    let header = Array(bytes[..<12])
    let (size, places) = (bytes.count, targets.count)
    write(&self)
    if bytes.count <= limit { return true }
    bytes.removeSubrange(size...)
    bytes.replaceSubrange(..<12, with: header)
    targets.removeSubrange(places...)
    return false
  }

  private func count(at offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private mutating func setCount(_ count: Int, at offset: Int) {
    bytes.overwrite(at: offset, bigEndian: UInt16(truncatingIfNeeded: count))
  }

  // MARK: Contents

  /// Appends a record's contents alone.
  mutating func write(_ data: DNSData) {
    switch data {
    case .a(let address): bytes.append(address)
    case .aaaa(let address): bytes.append(address)
    case .cname(let name), .ptr(let name), .ns(let name): write(name, compressing: true)
    case .dname(let name): write(name, compressing: false)
    case .mx(let exchange):
      bytes.append(bigEndian: exchange.preference)
      write(exchange.host, compressing: true)
    case .soa(let start):
      write(start.primary, compressing: true)
      write(start.responsible, compressing: true)
      for number in start.numbers { bytes.append(bigEndian: number) }
    case .caa(let authority):
      bytes.append(authority.flags)
      bytes.append(vector8: authority.tag)
      bytes.append(contentsOf: authority.value)
    case .tlsa(let association):
      bytes += [association.usage, association.selector, association.matching]
      bytes.append(contentsOf: association.association)
    case .naptr(let rule):
      rule.write(to: &bytes)
      write(rule.replacement, compressing: false)
    case .svcb(let binding), .https(let binding):
      bytes.append(bigEndian: binding.priority)
      write(binding.target, compressing: false)
      binding.writeParameters(to: &bytes)
    case .srv(let location):
      bytes.append(bigEndian: location.priority)
      bytes.append(bigEndian: location.weight)
      bytes.append(bigEndian: location.port)
      write(location.target, compressing: style == .multicast)
    case .txt(let record): bytes.append(contentsOf: record.rawValue)
    case .nsec(let next, let types):
      write(next, compressing: style == .multicast)
      bytes.append(typeBitMap: types)
    case .ds(let signer): bytes.append(contentsOf: signer.rdata)
    case .rrsig(let signature): bytes.append(contentsOf: signature.rdata)
    case .dnskey(let key): bytes.append(contentsOf: key.rdata)
    case .nsec3(let denial): bytes.append(contentsOf: denial.rdata)
    case .named(let type, let contents):
      bytes.append(contentsOf: contents.prefix)
      let isCompressed = NamedContents.layout(of: type)?.isCompressed ?? false
      for name in contents.names { write(name, compressing: isCompressed) }
      bytes.append(contentsOf: contents.rest)
    case .opt(let options):
      for option in options {
        bytes.append(bigEndian: option.code)
        bytes.append(vector16: option.value)
      }
    case .other(_, let raw), .malformed(_, let raw): bytes.append(contentsOf: raw)
    }
  }

  // MARK: Names

  private mutating func write(_ name: DNSName, compressing: Bool) {
    let wire = style == .canonical ? name.wire.map(\.lowercased) : name.wire
    let compressing = compressing && (style == .unicast || style == .multicast)
    var start = 0
    while start < wire.count {
      let hash = Self.hash(wire[start...])
      if compressing, let target = target(of: wire[start...], hash: hash) {
        bytes.append(bigEndian: UInt16(target) | 0xC000)
        return
      }
      if bytes.count < Self.reach, targets.count < Self.mostTargets {
        targets.append((hash, bytes.count))
      }
      let next = start + 1 + Int(wire[start])
      bytes.append(contentsOf: wire[start..<next])
      start = next
    }
    bytes.append(0)
  }

  /// Where the very same labels stand, letter case included: case is never lost.
  private func target(of labels: ArraySlice<UInt8>, hash: UInt32) -> Int? {
    targets.first { $0.hash == hash && stands(labels, at: $0.offset) }?.offset
  }

  /// Whether the labels, and nothing after them, stand at an offset of the message so far.
  private func stands(_ labels: ArraySlice<UInt8>, at offset: Int) -> Bool {
    var labels = labels
    var offset = offset
    while offset < bytes.count {
      let length = Int(bytes[offset])
      if length >= 0xC0 {
        guard offset + 1 < bytes.count else { return false }
        // Our own pointers lead backwards only.
        offset = (length & 0x3F) << 8 | Int(bytes[offset + 1])
        continue
      }
      if length == 0 { return labels.isEmpty }
      let end = offset + 1 + length
      guard end <= bytes.count, labels.starts(with: bytes[offset..<end]) else { return false }
      labels = labels.dropFirst(1 + length)
      offset = end
    }
    return false
  }

  /// FNV-1a.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { hash, byte in (hash ^ UInt32(byte)) &* 16_777_619 }
  }
}
