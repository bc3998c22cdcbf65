import Model
internal import Wire

extension TargetHost {
  /// Replaces networks (`192.168.1.0/24`) and ranges (`192.168.1.10-20`) by their addresses, `most` in
  /// all.
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
        let count: Message.Value =
          addresses.count == .max
          ? .message(Message(.errorFarTooMany)) : .text("\(addresses.count)")
        throw .usage(
          Message(
            left == most ? .errorBlockTooLarge : .errorBlocksTooLarge,
            ["host": .text(host), "number": count, "most": .text("\(most)")]
          )
        )
      }
      left -= addresses.count
      expanded += addresses.addresses(atMost: most).map(\.description)
    }
    return expanded
  }

  /// Parses a network or range; `nil` for a name or a single address.
  private static func block(_ text: String) throws(DiagnosticError) -> AddressBlock? {
    do throws(AddressBlock.ParseError) {
      return try AddressBlock(parsing: text)
    } catch {
      throw .usage(error.message(of: text))
    }
  }
}

extension AddressBlock.ParseError {
  /// What is wrong with the argument.
  func message(of text: String) -> Message {
    let template: MessageTemplate =
      switch self {
      case .malformedNetwork: .errorMalformedNetwork
      case .malformedRange: .errorMalformedRange
      case .reversedRange: .errorReversedRange
      case .mixedRange: .errorMixedRange
      }
    return Message(template, ["text": text])
  }
}

/// A `HOST:PORT` argument.
struct HostAndPort: Hashable {
  var host: String
  var port: UInt16

  /// Parses `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT`, or a bare IPv6 address; throws `usage`.
  init(_ text: String, port: UInt16) throws(DiagnosticError) {
    self.port = port
    let wrong = DiagnosticError.usage(Message(.errorNoHostAndPort, ["text": text]))
    if IPAddress(text) != nil {
      host = text
      return
    }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw wrong }
      host = String(text[text.index(after: text.startIndex)..<end])
      guard case .v6? = IPAddress(host) else { throw wrong }
      let rest = text[text.index(after: end)...]
      if rest.isEmpty { return }
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { throw wrong }
      self.port = port
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, parts.count <= 2 else { throw wrong }
    host = String(first)
    guard parts.count == 2 else { return }
    guard let port = UInt16(parts[1]), port > 0 else { throw wrong }
    self.port = port
  }
}
