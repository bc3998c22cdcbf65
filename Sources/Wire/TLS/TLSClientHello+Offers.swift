/// The extensions that a client writes (RFC 6066, 7301, 8422, 8446).
extension TLSExtension {
  /// The host that is asked for (RFC 6066, section 3); never an address.
  public static func serverName(_ name: String) -> TLSExtension {
    var entry: [UInt8] = [0]
    entry.append(vector16: Array(name.utf8))
    return listed(Kind.serverName, entry)
  }

  /// That a status of the certificate by OCSP would be welcome (RFC 6066, section 8).
  public static let statusRequest = TLSExtension(
    type: Kind.statusRequest,
    data: [1, 0, 0, 0, 0]
  )

  /// The groups for the key exchange, by their numbers (RFC 8446, section 4.2.7).
  public static func groups(_ numbers: [UInt16]) -> TLSExtension {
    listed(Kind.supportedGroups, numbers.flatMap(\.networkOrder))
  }

  /// That points come uncompressed (RFC 8422, section 5.1.2).
  public static let pointFormats = TLSExtension(type: Kind.pointFormats, data: [1, 0])

  /// The signatures that are understood, by their numbers (RFC 8446, section 4.2.3).
  public static func signatures(_ numbers: [UInt16]) -> TLSExtension {
    listed(Kind.signatureAlgorithms, numbers.flatMap(\.networkOrder))
  }

  /// The versions that a client speaks (RFC 8446, section 4.2.1).
  public static func versions(_ versions: [TLSVersion]) -> TLSExtension {
    var data: [UInt8] = []
    data.append(vector8: versions.flatMap(\.rawValue.networkOrder))
    return TLSExtension(type: Kind.supportedVersions, data: data)
  }

  /// Public values for the key exchange (RFC 8446, section 4.2.8).
  public static func keyShares(_ shares: [(group: UInt16, value: [UInt8])]) -> TLSExtension {
    var all: [UInt8] = []
    for share in shares {
      all.append(bigEndian: share.group)
      all.append(vector16: share.value)
    }
    return listed(Kind.keyShare, all)
  }

  /// That there is no renegotiation yet (RFC 5746, section 3.4).
  public static let noRenegotiation = TLSExtension(type: Kind.renegotiation, data: [0])

  private static func listed(_ type: UInt16, _ content: [UInt8]) -> TLSExtension {
    var data: [UInt8] = []
    data.append(vector16: content)
    return TLSExtension(type: type, data: data)
  }
}

extension UInt16 {
  fileprivate var networkOrder: [UInt8] {
    [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)]
  }
}
