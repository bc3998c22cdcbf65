import Identification
import Model
import Wire

/// Says whether a device that is new by its private link address is one that is known.
///
/// Phones make up another link address every two weeks or at each network. A shared lasting identity
/// proves that it is the same device. A shared name only suggests it, and only where the two take
/// turns: one was last seen before the other came, and never were both there.
enum RotationMatcher {
  /// A device as the matcher sees it.
  struct Candidate: Hashable, Sendable {
    var slot: Int
    var mac: String?
    /// Its keys and the identifiers that it states, as in its profile; a DHCP client's is
    /// `dhcp:…`.
    var keys: [String]
    var hostname: String?
    var category: Category
    var vendor: String?
    var model: String?
    /// The times in which it was there, as far as they are known; the first and last one count.
    var seen: [ClosedRange<Timestamp>]

    /// Memberwise initialiser.
    init(
      slot: Int,
      mac: String?,
      keys: [String] = [],
      hostname: String? = nil,
      category: Category = .unknown,
      vendor: String? = nil,
      model: String? = nil,
      seen: [ClosedRange<Timestamp>]
    ) {
      self.slot = slot
      self.mac = mac
      self.keys = keys
      self.hostname = hostname
      self.category = category
      self.vendor = vendor
      self.model = model
      self.seen = seen
    }

    /// A device of the history, with the times in which it was there.
    init(_ profile: DeviceProfile, slot: Int, seen: [ClosedRange<Timestamp>]) {
      self.init(
        slot: slot,
        mac: profile.mac,
        keys: profile.keys,
        hostname: profile.hostname,
        category: profile.category,
        vendor: profile.vendor,
        model: profile.model,
        seen: seen
      )
    }
  }

  /// Why two are taken for one.
  enum Reason: String, Hashable, Sendable, CaseIterable {
    /// They state the same identifier: of AirPlay, Cast or HomeKit, or with one name the same of UPnP or
    /// serial number.
    case statedID = "stated_id"
    /// They show the same SSH host key or certificate, and have one name.
    case sharedKey = "shared_key"
    /// They ask for addresses by the same DHCP client id, and nothing contradicts.
    case dhcpClient = "dhcp_client"
    /// They have one name and kind, and take turns.
    case nameAndTurns = "name_and_turns"
  }

  /// What the matcher says.
  enum Match: Hashable, Sendable {
    /// It is the device in that slot.
    case matched(slot: Int, reason: Reason, confidence: Double)
    /// It may be, and the user is asked.
    case proposed(slot: Int, reason: Reason, confidence: Double)
    /// It is another, or several could be meant.
    case unmatched
  }

  /// The longest absence after which a name still suggests the same device: 60 days.
  private static let longestAbsence: Int64 = 60 * 24 * 3_600_000
  /// A day in milliseconds.
  private static let day: Int64 = 24 * 3_600_000
  /// What the old address may be seen after the new one came: a stale entry of a neighbour table.
  static let overlap: Int64 = 15_000

  /// The device of the known ones that the new one is.
  static func match(_ new: Candidate, among known: [Candidate]) -> Match {
    guard isPrivate(new.mac) else { return .unmatched }
    let others = known.filter { $0.slot != new.slot && $0.mac != new.mac && takeTurns($0, new) }
    let proofs = others.compactMap { other in
      proof(new, other).map { (slot: other.slot, reason: $0.reason, confidence: $0.confidence) }
    }
    if let best = proofs.max(by: { ($0.confidence, $1.slot) < ($1.confidence, $0.slot) }) {
      // Of several with one identifier none can be told, unless one of them is told by a better one.
      let rivals = proofs.filter { $0.confidence == best.confidence }
      guard rivals.count == 1 else { return .unmatched }
      return .matched(slot: best.slot, reason: best.reason, confidence: best.confidence)
    }
    // Whoever shows other keys than the new one is another.
    let namesakes = others.filter { canBeByName(new, $0) }
    guard namesakes.count == 1, let other = namesakes.first else { return .unmatched }
    return .proposed(
      slot: other.slot,
      reason: .nameAndTurns,
      confidence: confidenceByName(new, other)
    )
  }

  // MARK: Proof

  private static func proof(
    _ new: Candidate,
    _ other: Candidate
  ) -> (reason: Reason, confidence: Double)? {
    let shared = Set(new.keys).intersection(other.keys)
    let kinds = Set(shared.map { String(DeviceKeys.kind(of: $0)) })
    guard !kinds.isEmpty else { return nil }
    if !kinds.isDisjoint(with: ["deviceid", "cast", "hap"]) { return (.statedID, 0.98) }
    // Virtual machines made of one image ask by one client id, and anybody can state another's.
    if kinds.contains("dhcp"), !contradict(new, other) { return (.dhcpClient, 0.95) }
    // Firmware and images of machines carry one key, UDN or serial number to many devices, which are of
    // one kind, too.
    guard kinds != ["dhcp"], haveOneName(new, other) else { return nil }
    return kinds.isDisjoint(with: ["udn", "serial"]) ? (.sharedKey, 0.9) : (.statedID, 0.98)
  }

  /// Whether they differ in what one device keeps: keys, the name, and without a name kind and model.
  private static func contradict(_ new: Candidate, _ other: Candidate) -> Bool {
    if DeviceKeys.agree(new.keys, other.keys) == false { return true }
    if let own = tellingName(new), let name = tellingName(other) { return own != name }
    let isOfOneKind =
      new.category == .unknown || other.category == .unknown || new.category == other.category
    return !isOfOneKind || !agree(new.model, other.model)
  }

  // MARK: Names

  private static func canBeByName(_ new: Candidate, _ other: Candidate) -> Bool {
    guard isPrivate(other.mac), haveOneName(new, other),
      new.category != .unknown, new.category == other.category,
      agree(new.vendor, other.vendor), agree(new.model, other.model),
      DeviceKeys.agree(new.keys, other.keys) != false,
      let came = new.seen.map(\.lowerBound).min(), let left = other.seen.map(\.upperBound).max()
    else { return false }
    return came.elapsed(since: left) <= longestAbsence
  }

  private static func confidenceByName(_ new: Candidate, _ other: Candidate) -> Double {
    var confidence = 0.6
    if let came = new.seen.map(\.lowerBound).min(), let left = other.seen.map(\.upperBound).max(),
      came.elapsed(since: left) <= day
    {
      confidence += 0.15
    }
    if new.model != nil, new.model == other.model { confidence += 0.1 }
    return confidence
  }

  private static func haveOneName(_ new: Candidate, _ other: Candidate) -> Bool {
    guard let own = tellingName(new) else { return false }
    return own == tellingName(other)
  }

  /// Its host name in the spelling by which names are compared; `nil` for one that many have.
  private static func tellingName(_ device: Candidate) -> String? {
    guard let name = device.hostname, !DeviceName.isGeneric(name),
      !DeviceName.isMachineMade(label(name))
    else { return nil }
    let key = normaliseName(name)
    return key.isEmpty ? nil : key
  }

  private static func label(_ hostname: String) -> String { String(hostname.prefix { $0 != "." }) }

  private static func agree(_ one: String?, _ other: String?) -> Bool {
    one == nil || other == nil || one == other
  }

  // MARK: Presence

  /// Whether never both were there.
  private static func takeTurns(_ other: Candidate, _ new: Candidate) -> Bool {
    guard !other.seen.isEmpty, !new.seen.isEmpty else { return false }
    return !other.seen.contains { theirs in
      new.seen.contains { own in
        let begin = max(theirs.lowerBound, own.lowerBound)
        let end = min(theirs.upperBound, own.upperBound)
        return end.elapsed(since: begin) > overlap
      }
    }
  }

  private static func isPrivate(_ mac: String?) -> Bool {
    guard let mac = mac.flatMap({ MACAddress($0) }) else { return false }
    return mac.isLocallyAdministered
  }
}
