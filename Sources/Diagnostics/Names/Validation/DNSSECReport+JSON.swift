import Wire

extension DNSSECReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state, reason, anchor
    case brokenLink = "broken_link"
    case links, answers, effort
  }

  /// Writes the members of `dnssec` in `homenet.dns/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(state, forKey: .state)
    try json.encode(reason, forKey: .reason)
    try json.encode(brokenLink, forKey: .brokenLink)
    try json.encode(anchor?.description, forKey: .anchor)
    try json.encode(links, forKey: .links)
    try json.encode(answers, forKey: .answers)
    try json.encode(effort, forKey: .effort)
  }
}

extension DNSSECReport.BrokenLink: Encodable {
  private enum CodingKeys: String, CodingKey { case zone, name, type, words }

  /// Writes `broken_link`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(zone.description, forKey: .zone)
    try json.encode(name.description, forKey: .name)
    try json.encode(type.description, forKey: .type)
    try json.encode(words, forKey: .words)
  }
}

extension DNSSECReport.Link: Encodable {
  private enum CodingKeys: String, CodingKey {
    case zone, state, reason, ds, keys
    case signedBy = "signed_by"
  }

  private struct DS: Encodable {
    var key_tag: UInt16
    var algorithm: String
    var digest_type: String
  }

  private struct Key: Encodable {
    var key_tag: UInt16
    var algorithm: String
    var secure_entry_point: Bool
    var revoked: Bool
  }

  /// Writes an entry of `links`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(zone.description, forKey: .zone)
    try json.encode(state, forKey: .state)
    try json.encode(reason, forKey: .reason)
    let ds = signers.map { signer in
      DS(
        key_tag: signer.keyTag,
        algorithm: signer.algorithm.description,
        digest_type: signer.digestType.description
      )
    }
    try json.encode(ds, forKey: .ds)
    let keys = keys.map { key in
      Key(
        key_tag: key.tag,
        algorithm: key.algorithm.description,
        secure_entry_point: key.isSecureEntryPoint,
        revoked: key.isRevoked
      )
    }
    try json.encode(keys, forKey: .keys)
    try json.encode(signedBy, forKey: .signedBy)
  }
}

extension DNSSECReport.Answer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, type, state
    case isDenial = "denial"
    case zone
    case signedBy = "signed_by"
    case inception, expiration, wildcard
  }

  /// Writes an entry of `answers`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name.description, forKey: .name)
    try json.encode(type.description, forKey: .type)
    try json.encode(state, forKey: .state)
    try json.encode(isDenial, forKey: .isDenial)
    try json.encode(zone?.description, forKey: .zone)
    try json.encode(signedBy, forKey: .signedBy)
    try json.encode(inception, forKey: .inception)
    try json.encode(expiration, forKey: .expiration)
    try json.encode(wildcard?.description, forKey: .wildcard)
  }
}

extension DNSSECReport.UsedKey: Encodable {
  private enum CodingKeys: String, CodingKey {
    case tag = "key_tag"
    case algorithm
  }

  /// Writes `signed_by`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(tag, forKey: .tag)
    try json.encode(algorithm.description, forKey: .algorithm)
  }
}
