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
  ///
  /// Years begin in March here, so that the leap day is a year's last; 400 years have 146,097 days.
  private static func date(_ seconds: UInt32) -> String {
    let (days, time) = (Int(seconds) / 86_400, Int(seconds) % 86_400)
    // Counted from 1 March 1600.
    let (era, day) = (days + 135_080).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let numbers = [
      dayOfYear - (153 * shifted + 2) / 5 + 1, time / 3600, time / 60 % 60, time % 60,
    ]
    return ([month] + numbers).reduce(String(1600 + 400 * era + year + (month <= 2 ? 1 : 0))) {
      text,
      number in
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
