import Wire

extension IPv4Prefix {
  /// The smaller of the two ranges if it lies in the other; two ranges never overlap in part.
  func intersection(_ other: IPv4Prefix) -> IPv4Prefix? {
    if length >= other.length, other.contains(base) { return self }
    if other.length > length, contains(other.base) { return other }
    return nil
  }

  /// The range without another, as the fewest ranges, ascending.
  func subtracting(_ other: IPv4Prefix) -> [IPv4Prefix] {
    guard let common = intersection(other) else { return [self] }
    if common == self { return [] }
    var rest: [IPv4Prefix] = []
    var length = common.length
    // The other half at each level, up to this range; at most 32 of them.
    while length > self.length {
      let sibling = IPv4Address(rawValue: common.base.rawValue ^ 1 << UInt32(32 - length))
      rest.append(IPv4Prefix(sibling, length: length))
      length -= 1
    }
    return rest.sorted { $0.base < $1.base }
  }
}
