extension DelegationSigner {
  /// The contents as zone files write them (RFC 4034, section 5.3).
  public var masterText: String {
    "\(keyTag) \(algorithm.rawValue) \(digestType.rawValue) \(MasterText.hexadecimal(digest))"
  }
}

extension DNSKey {
  /// The contents as zone files write them (RFC 4034, section 2.2).
  public var masterText: String {
    "\(flags) \(protocolNumber) \(algorithm.rawValue) \(Base64.encode(publicKey))"
  }
}

extension DNSSignature {
  /// The contents as zone files write them (RFC 4034, section 3.2).
  public var masterText: String {
    "\(typeCovered) \(algorithm.rawValue) \(labels) \(originalTTL) \(Self.date(expiration))"
      + " \(Self.date(inception)) \(keyTag) \(signer.masterText) \(Base64.encode(signature))"
  }

  /// Year to second in fourteen digits, as of the 136 years from 1970.
  private static func date(_ seconds: UInt32) -> String {
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: Int64(days))
    let numbers = [
      date.month, date.day, Int64(time / 3600), Int64(time / 60 % 60), Int64(time % 60),
    ]
    return numbers.reduce(String(date.year)) { text, number in
      text + (number < 10 ? "0" : "") + String(number)
    }
  }
}

extension HashedDenial {
  /// The contents as zone files write them (RFC 5155, section 3.3).
  public var masterText: String {
    let numbers = "\(hashAlgorithm) \(flags) \(iterations)"
    let salt = salt.isEmpty ? "-" : MasterText.hexadecimal(salt)
    let next = String(decoding: Base32Hex.encode(nextHash), as: UTF8.self).uppercased()
    return ([numbers, salt, next] + types.map(\.description)).joined(separator: " ")
  }
}
