public import Wire

extension CertificateReport {
  /// What became of one of a host's addresses.
  public struct AddressAttempt: Encodable, Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// Whether it was connected to; `nil` where another was first, or it was
    /// interrupted.
    public var isConnected: Bool?
    /// Why not.
    public var because: String?

    private enum CodingKeys: String, CodingKey {
      case address, because
      case isConnected = "connected"
    }

    /// What an attempt came to.
    init(_ attempt: ConnectionRace.Attempt) {
      address = attempt.address
      switch attempt.end {
      case .done?: isConnected = true
      case nil: because = "another answered first"
      case .interrupted?: because = "interrupted"
      case let end?:
        isConnected = false
        because = end.words
      }
    }

    /// Writes an entry of `attempts`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(address, forKey: .address)
      try json.encode(isConnected, forKey: .isConnected)
      try json.encode(because, forKey: .because)
    }
  }
}
