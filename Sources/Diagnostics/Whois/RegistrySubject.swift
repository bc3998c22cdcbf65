import Model
public import Wire

/// What a registry is asked about.
public enum RegistrySubject: Hashable, Sendable {
  /// A domain's name, in ASCII, lower case, without a final dot.
  case domain(String)
  /// An address.
  case address(IPAddress)
  /// A network.
  case network(IPPrefix)
  /// An autonomous system's number.
  case system(UInt32)

  /// Reads `example.org`, `münchen.example`, `192.0.2.1`, `2001:db8::1`, `192.0.2.0/24` or `AS64496`; a
  /// range such as `192.0.2.10-20` stands for the smallest network that holds it.
  ///
  /// - Throws: That it is none of them.
  public init(_ text: String) throws(DiagnosticError) {
    if let address = IPAddress(text) {
      self = .address(address)
      return
    }
    do throws(AddressBlock.ParseError) {
      if let block = try AddressBlock(parsing: text) {
        self = .network(block.enclosingNetwork)
        return
      }
    } catch {
      throw .usage(error.message(of: text))
    }
    if text.lowercased().hasPrefix("as"), let number = UInt32(text.dropFirst(2)) {
      self = .system(number)
      return
    }
    guard let name = HostNameASCII.of(try HostNameASCII.inASCII(text)), name.contains(".") else {
      throw .usage(
        Message(.errorNoSubject, ["text": text])
      )
    }
    // No top-level domain is a number (RFC 3696, section 2): that is an address, mistyped.
    if let last = name.split(separator: ".").last,
      last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      throw .usage(
        Message(.errorNoAddress, ["text": text])
      )
    }
    self = .domain(name)
  }

  /// What kind it is, as JSON has it.
  public var kind: String {
    switch self {
    case .domain: "domain"
    case .address: "address"
    case .network: "network"
    case .system: "as"
    }
  }
}

extension RegistrySubject: CustomStringConvertible {
  /// As it is asked for.
  public var description: String {
    switch self {
    case .domain(let name): name
    case .address(let address): address.description
    case .network(let network): network.description
    case .system(let number): "AS\(number)"
    }
  }
}
