import Model
import Networking
import Wire

/// The unexpired mDNS records of one sender.
///
/// One cache per sender, so that name conflicts and forged records don't affect other senders'
/// records. The size is bounded; records that don't fit are dropped.
struct MDNSCache: Sendable {
  /// A record's time of receipt and of expiry.
  struct Life: Hashable, Sendable {
    var received: MonotonicTime
    var end: MonotonicTime
  }

  /// What is known of one service instance.
  struct Entry: Sendable {
    /// The instance's name, taken apart.
    var service: DNSServiceName
    var pointer: Life?
    var host: DNSName?
    var port: UInt16?
    var location: Life?
    var txt: [String: TXTValue] = [:]
    var attributes: Life?
    /// Withdrawn by a goodbye or expired, and not announced since.
    var isLeaving = false
    /// The last report, to report changes only.
    var reported: Report?
  }

  /// A report about an instance.
  struct Report: Hashable, Sendable {
    var service: ServiceInstance
    var subject: IPAddress?
  }

  /// By the instance's full name.
  private(set) var entries: [DNSName: Entry] = [:]
  /// Addresses by host name.
  private(set) var addresses: [DNSName: [IPAddress: Life]] = [:]
  /// Approximate size in bytes.
  private(set) var size = 0

  /// A Thread border router announces about a hundred sensors.
  static let mostEntries = 512
  static let mostAddressesOfAHost = 16
  static let mostSize = 128 * 1024
  private static let entryCost = 512
  private static let addressCost = 256
  /// Records expire one second after a goodbye or a cache flush (RFC 6762, sections 10.1 and 10.2).
  private static let goodbyeDelay = Duration.seconds(1)
  /// The longest TTL that is honoured, in seconds: a day.
  private static let longestLife: UInt32 = 86_400

  /// Inserts a record; returns the instances that it may change.
  ///
  /// Legacy unicast answers have a shortened TTL (RFC 6762, section 6.7); the usual multicast TTL is
  /// used instead.
  mutating func write(
    _ record: DNSRecord,
    isLegacy: Bool,
    zone: String?,
    now: MonotonicTime
  ) -> [DNSName] {
    let usual = record.type == .ptr ? MulticastDNS.otherTTL : MulticastDNS.hostTTL
    let ttl = isLegacy && record.ttl > 0 ? max(record.ttl, usual) : record.ttl
    let life = Life(
      received: now,
      end: now + .seconds(Int64(min(ttl, Self.longestLife)))
    )
    switch record.data {
    case .ptr(let target):
      if record.ttl == 0 {
        end(\.pointer, of: target, now: now)
      } else if change(target, adding: 0, { $0.pointer = life }) {
        return [target]
      }
    case .srv(let location):
      if record.ttl == 0 {
        end(\.location, of: record.name, now: now)
      } else if change(
        record.name,
        adding: 64,
        {
          $0.host = location.target
          $0.port = location.port
          $0.location = life
        }
      ) {
        return [record.name]
      }
    case .txt(let txt):
      if record.ttl == 0 {
        end(\.attributes, of: record.name, now: now)
      } else if change(
        record.name,
        adding: txt.attributes.cost,
        {
          $0.txt = txt.attributes
          $0.attributes = life
        }
      ) {
        return [record.name]
      }
    case .a(let address):
      return write(.v4(address), of: record, life)
    case .aaaa(let address):
      let isLinkLocal = address.scope == .linkLocal
      return write(.v6(address, zone: isLinkLocal ? zone : nil), of: record, life)
    default:
      break
    }
    return []
  }

  private mutating func end(
    _ life: WritableKeyPath<Entry, Life?>,
    of instance: DNSName,
    now: MonotonicTime
  ) {
    guard var entry = entries[instance] else { return }
    entry[keyPath: life]?.end = now + Self.goodbyeDelay
    // A service without PTR or SRV can't be resolved; a TXT goodbye is only a change.
    if life != \.attributes { entry.isLeaving = true }
    entries[instance] = entry
  }

  private mutating func change(
    _ instance: DNSName,
    adding bytes: Int,
    _ change: (inout Entry) -> Void
  ) -> Bool {
    if entries[instance] == nil {
      guard let service = DNSServiceName(instance), service.domain == .local,
        service.type.service != "sub", entries.count < Self.mostEntries
      else { return false }
      guard size + Self.entryCost + bytes <= Self.mostSize else { return false }
      size += Self.entryCost
      entries[instance] = Entry(service: service)
    }
    guard size + bytes <= Self.mostSize, var entry = entries[instance] else { return false }
    let before = entry
    change(&entry)
    entry.isLeaving = false
    // Nothing is subtracted until `purge`, so that a sender that keeps changing records hits the
    // bound.
    if !entry.says(sameAs: before) { size += bytes }
    entries[instance] = entry
    return true
  }

  private mutating func write(
    _ address: IPAddress,
    of record: DNSRecord,
    _ life: Life
  ) -> [DNSName] {
    let host = record.name
    if record.ttl == 0 {
      addresses[host]?[address]?.end = life.received + Self.goodbyeDelay
      return []
    }
    if record.cacheFlush, let known = addresses[host] {
      for (old, oldLife) in known
      where old != address && (old.v4 == nil) == (address.v4 == nil)
        && life.received - oldLife.received > Self.goodbyeDelay
      {
        addresses[host]?[old]?.end = min(oldLife.end, life.received + Self.goodbyeDelay)
      }
    }
    guard addresses[host]?[address] == nil else {
      addresses[host]?[address] = life
      return []
    }
    guard addresses[host, default: [:]].count < Self.mostAddressesOfAHost,
      addresses.count < Self.mostEntries, size + Self.addressCost <= Self.mostSize
    else { return [] }
    size += Self.addressCost
    addresses[host, default: [:]][address] = life
    return entries.filter { $0.value.host == host }.map(\.key)
  }

  /// Addresses that the host has at that time.
  func addresses(of host: DNSName, now: MonotonicTime) -> [IPAddress] {
    (addresses[host] ?? [:]).filter { $0.value.end > now }.map(\.key).sorted()
  }

  /// PTR records with at least half of their TTL left, as known answers (RFC 6762, section 7.1).
  func knownAnswers(now: MonotonicTime) -> [DNSRecord] {
    entries.compactMap { name, entry in
      guard let pointer = entry.pointer, !entry.isLeaving, pointer.end > now,
        pointer.end - now >= now - pointer.received
      else { return nil }
      let seconds = (pointer.end - now).components.seconds
      return DNSRecord(
        entry.service.type.name(),
        .ptr(name),
        ttl: UInt32(clamping: seconds)
      )
    }
  }

  /// Drops expired records.
  mutating func purge(now: MonotonicTime) {
    for (name, entry) in entries {
      let ends = [entry.pointer, entry.location, entry.attributes].compactMap { $0?.end }
      if ends.allSatisfy({ $0 <= now }) { entries[name] = nil }
    }
    for (host, known) in addresses {
      let living = known.filter { $0.value.end > now }
      addresses[host] = living.isEmpty ? nil : living
    }
    let text = entries.values.reduce(0) { $0 + $1.txt.cost }
    let hosts = addresses.values.reduce(0) { $0 + $1.count }
    size = entries.count * Self.entryCost + text + hosts * Self.addressCost
  }

  /// Records a report; false if it equals the last one.
  mutating func note(_ report: Report, of instance: DNSName) -> Bool {
    guard let entry = entries[instance], entry.reported != report else { return false }
    entries[instance]?.reported = report
    return true
  }
}

extension MDNSCache.Entry {
  fileprivate func says(sameAs other: Self) -> Bool {
    host == other.host && port == other.port && txt == other.txt
  }
}

extension [String: TXTValue] {
  /// Approximate size in bytes.
  fileprivate var cost: Int {
    reduce(0) { sum, pair in
      switch pair.value {
      case .present: sum + pair.key.utf8.count + 64
      case .text(let text): sum + pair.key.utf8.count + text.utf8.count + 64
      case .bytes(let bytes): sum + pair.key.utf8.count + bytes.count + 64
      }
    }
  }
}

extension TXTRecord {
  /// The attributes by key in lower case.
  var attributes: [String: TXTValue] {
    var attributes: [String: TXTValue] = [:]
    for entry in entries.prefix(Self.mostAttributes) {
      let value: TXTValue =
        if let bytes = entry.value {
          String(validating: bytes, as: UTF8.self).map(TXTValue.text) ?? .bytes(bytes)
        } else {
          .present
        }
      attributes[entry.key.lowercased()] = value
    }
    return attributes
  }

  /// Printers have about thirty.
  private static let mostAttributes = 128
}
