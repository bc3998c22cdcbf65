internal import Wire

extension TargetHost {
  /// The hosts with each network and range replaced by its addresses.
  ///
  /// - Parameters:
  ///   - hosts: Names, addresses, networks (`192.168.1.0/24`) and ranges (`192.168.1.10-20`).
  ///   - most: How many addresses networks and ranges may hold, all together.
  /// - Returns: Names and addresses, in the order asked for.
  /// - Throws: What is mistyped, or holds too many addresses.
  public static func expanding(
    _ hosts: [String],
    atMost most: Int
  ) throws(DiagnosticError) -> [String] {
    var expanded: [String] = []
    var left = most
    for host in hosts {
      guard let block = try block(host) else {
        expanded.append(host)
        continue
      }
      let addresses = block.hosts
      guard addresses.count <= left else {
        let number = addresses.count == .max ? "far too many" : "\(addresses.count)"
        throw .usage(
          left == most
            ? "\(host) holds \(number) addresses, and at most \(most) can be asked; name a part of it"
            : "networks and ranges may hold \(most) addresses together; \(host) has \(number) more"
        )
      }
      left -= addresses.count
      expanded += addresses.addresses(atMost: most).map(\.description)
    }
    return expanded
  }

  /// The network or range that a word stands for; `nil` for a name or a single address.
  private static func block(_ text: String) throws(DiagnosticError) -> AddressBlock? {
    do throws(AddressBlock.ParseError) {
      return try AddressBlock(parsing: text)
    } catch {
      throw .usage("'\(text)' \(error.words)")
    }
  }
}

extension AddressBlock.ParseError {
  /// What is wrong, behind the word itself.
  var words: String {
    switch self {
    case .malformedNetwork: "is no network such as 192.168.1.0/24 or fd00::/120"
    case .malformedRange: "is no range such as 192.168.1.10-20 or fd00::1-fd00::20"
    case .reversedRange: "is no range: its last address is below its first"
    case .mixedRange: "is no range: its ends are of two families, or on two links"
    }
  }
}
