internal import Wire

extension RDAPDocument {
  /// Whether a document is of what was asked about: it says what kind of object it is (RFC 9083,
  /// section 4.9), or which, and neither is another.
  static func isOf(_ subject: RegistrySubject, _ tree: JSONTree) -> Bool {
    let kind = tree["objectClassName"].text?.lowercased()
    let isIt = names(subject, tree)
    guard kind != nil || isIt != nil else { return false }
    return kind ?? className(subject) == className(subject) && isIt ?? true
  }

  /// RFC 9083, section 5.
  private static func className(_ subject: RegistrySubject) -> String {
    switch subject {
    case .domain: "domain"
    case .address, .network: "ip network"
    case .system: "autnum"
    }
  }

  /// Whether the object that it names is the subject, or holds it; `nil` where it names none.
  private static func names(_ subject: RegistrySubject, _ tree: JSONTree) -> Bool? {
    switch subject {
    case .domain(let name):
      guard var told = tree["ldhName"].text?.lowercased() else { return nil }
      if told.hasSuffix(".") { told.removeLast() }
      // Some write there what belongs into `unicodeName`.
      told = (try? HostNameASCII.inASCII(told)) ?? told
      // A registry tells of the name that is registered, of which the subject may be a part.
      return name == told || told.contains(".") && name.hasSuffix("." + told)
    case .address(let address):
      return holds(IPRange(address.withoutZone, through: address.withoutZone), tree)
    case .network(let network): return holds(IPRange(network), tree)
    case .system(let number):
      guard let first = tree["startAutnum"].integer else { return nil }
      return first <= Int(number) && Int(number) <= tree["endAutnum"].integer ?? first
    }
  }

  /// Whether the network that it names holds all those addresses; `nil` where it names none.
  private static func holds(_ range: IPRange?, _ tree: JSONTree) -> Bool? {
    guard let first = tree["startAddress"].text.flatMap({ IPAddress($0) }) else { return nil }
    let last = tree["endAddress"].text.flatMap { IPAddress($0) } ?? first
    guard let range, let told = IPRange(first, through: last) else { return false }
    return told.contains(range.first) && told.contains(range.last)
  }
}
