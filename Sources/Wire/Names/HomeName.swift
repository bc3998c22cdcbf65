/// Names that a home gives to its own hosts, told from those of the Internet by their look.
///
/// Only the home's own resolver, or nobody, knows them. Whether a query must not leave the home is another
/// question, which this doesn't answer.
package enum HomeName {
  /// The domains that such names are in.
  ///
  /// `local` is of multicast DNS (RFC 6762), whose appendix G names `lan`, `home`, `internal` and `intranet`
  /// besides; `home.arpa` is of RFC 8375; ICANN has reserved `internal` for private use. The others are those of
  /// hosts files and of routers.
  package static let domains = [
    "local", "lan", "localdomain", "home", "home.arpa", "internal", "intranet", "fritz.box",
    "speedport.ip",
  ]

  /// Whether a name can be a home's own: a single label, one of the ``domains``, or a name in one.
  ///
  /// An address is to be told from a name before that: `::1`, too, is without a dot.
  package static func matches(_ name: String) -> Bool {
    let name = withoutRoot(name.lowercased())
    // This machine is no host of the home (RFC 6761, section 6.3).
    guard !name.isEmpty, name != "localhost" else { return false }
    return !name.contains(".") || domains.contains { name == $0 || name.hasSuffix("." + $0) }
  }

  /// The name without that of the ``domains`` that it is in, and without the root's dot.
  ///
  /// A domain itself stays: `fritz.box` is a router.
  package static func withoutDomain(_ name: String) -> String {
    let name = withoutRoot(name)
    let lower = name.lowercased()
    for domain in domains where lower.hasSuffix("." + domain) {
      let label = name.dropLast(domain.count + 1)
      if !label.isEmpty { return String(label) }
    }
    return name
  }

  private static func withoutRoot(_ name: String) -> String {
    name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
