internal import Wire

extension SpecialUse {
  /// What the addresses are for that a reverse name stands for, whole or in part (RFC 6303).
  ///
  /// Nobody is told what a home looks like; `nil` for every other name.
  static func words(reverse text: String) -> String? {
    guard let (first, last) = DNSName(text)?.reverseBounds,
      let begin = SpecialAddresses.block(of: first)?.words,
      let end = SpecialAddresses.block(of: last)?.words
    else { return nil }
    // `0.in-addr.arpa` begins with no address, and is this network's.
    return "reverse names: \(first.scope == .unspecified ? end : begin)"
  }
}
