extension MasterText {
  /// A piece of a record's contents: how it is on the wire, and how zone files write it.
  private enum Form {
    /// Numbers in decimal.
    case uint8, uint16, uint32
    /// A length and so many bytes, in quotes; any number of them; all bytes that are left, in quotes.
    case string, strings, text
    /// All bytes that are left, at least one, in hexadecimal or Base64; or none at all.
    case hexadecimal, base64, base64OrNothing
    /// A length and so many bytes in hexadecimal, or `-`.
    case salt
    /// Bytes in lower-case hexadecimal: with `-` between; in words with `:` between.
    case dashed(Int), colons
    case address, types
    /// The mnemonics that CERT records are written with (RFC 4398, section 2.1).
    case certificateType, algorithm
    /// What has a function of its own.
    case location, prefixes, services, gateway, relay, identity, chained, nsap, atm, document
  }

  /// Contents of types whose names, if any, are never compressed; as bytes where they are not what the
  /// type demands.
  static func text(of type: DNSType, _ bytes: [UInt8]) -> String {
    guard let forms = forms[type.rawValue], !bytes.isEmpty else { return unknown(bytes) }
    let span = bytes.span.bytes
    var cursor = ByteCursor(span)
    var texts: [String] = []
    do throws(WireError) {
      for form in forms { texts += try write(form, &cursor, span) }
    } catch {
      return unknown(bytes)
    }
    return cursor.isAtEnd ? texts.joined(separator: " ") : unknown(bytes)
  }

  private static let forms: [UInt16: [Form]] = [
    // WKS; HINFO; X25, ISDN (RFC 1183); NSAP (RFC 1706); KEY (RFC 2535); GPOS (RFC 1712); LOC.
    11: [.services], 13: [.string, .strings], 19: [.string], 20: [.string, .strings], 22: [.nsap],
    25: [.uint16, .uint8, .uint8, .base64OrNothing], 27: [.string, .string, .string],
    29: [.location],
    // EID, NIMLOC, ATMA; CERT (RFC 4398); A6 (RFC 2874); SINK; APL (RFC 3123); SSHFP (RFC 4255);
    // IPSECKEY (RFC 4025); DHCID (RFC 4701); NSEC3PARAM (RFC 5155); SMIMEA (RFC 8162).
    31: [.hexadecimal], 32: [.hexadecimal], 34: [.atm],
    37: [.certificateType, .uint16, .algorithm, .base64], 38: [.chained],
    40: [.uint8, .uint8, .uint8, .base64OrNothing], 42: [.prefixes],
    44: [.uint8, .uint8, .hexadecimal], 45: [.gateway], 49: [.base64],
    51: [.uint8, .uint8, .uint16, .salt], 53: [.uint8, .uint8, .uint8, .hexadecimal],
    // HIP (RFC 8005); NINFO, RKEY; CDS, CDNSKEY (RFC 7344); OPENPGPKEY (RFC 7929); CSYNC (RFC 7477);
    // ZONEMD (RFC 8976); SPF (RFC 7208).
    55: [.identity], 56: [.string, .strings], 57: [.uint16, .uint8, .uint8, .base64OrNothing],
    59: [.uint16, .uint8, .uint8, .hexadecimal], 60: [.uint16, .uint8, .uint8, .base64],
    61: [.base64], 62: [.uint32, .uint16, .types], 63: [.uint32, .uint8, .uint8, .hexadecimal],
    99: [.string, .strings],
    // NID, L32, L64 (RFC 6742); EUI48, EUI64 (RFC 7043); URI (RFC 7553); AVC, DOA; AMTRELAY (RFC 8777);
    // RESINFO (RFC 9606), WALLET; TA, DLV (RFC 4431).
    104: [.uint16, .colons], 105: [.uint16, .address], 106: [.uint16, .colons],
    108: [.dashed(6)], 109: [.dashed(8)], 256: [.uint16, .uint16, .text],
    258: [.string, .strings], 259: [.document], 260: [.relay], 261: [.string, .strings],
    262: [.string, .strings], 32768: [.uint16, .uint8, .uint8, .hexadecimal],
    32769: [.uint16, .uint8, .uint8, .hexadecimal],
  ]

  private static func write(
    _ form: Form,
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [String] {
    switch form {
    case .uint8: return ["\(try cursor.uint8(bytes))"]
    case .uint16: return ["\(try cursor.uint16(bytes))"]
    case .uint32: return ["\(try cursor.uint32(bytes))"]
    case .string: return [quoted(try cursor.vector8(bytes))]
    case .strings:
      var texts: [String] = []
      while !cursor.isAtEnd { texts.append(quoted(try cursor.vector8(bytes))) }
      return texts
    case .text: return [quoted(try cursor.rest(bytes))]
    case .hexadecimal: return [hexadecimal(try some(&cursor, bytes))]
    case .base64: return [Base64.encode(try some(&cursor, bytes))]
    case .base64OrNothing: return cursor.isAtEnd ? [] : [Base64.encode(try cursor.rest(bytes))]
    case .salt:
      let salt = try cursor.vector8(bytes)
      return [salt.isEmpty ? "-" : hexadecimal(salt)]
    case .dashed(let count):
      return [try cursor.bytes(bytes, count: count).map { Hex.encode([$0]) }.joined(separator: "-")]
    case .colons:
      var words: [String] = []
      for _ in 0..<4 { words.append(String(try cursor.uint16(bytes), radix: 16)) }
      return [words.joined(separator: ":")]
    case .address: return [try cursor.ipv4Address(bytes).description]
    case .types: return try cursor.typeBitMap(bytes).map(\.description)
    case .certificateType:
      let type = try cursor.uint16(bytes)
      return [certificateTypes[type] ?? "\(type)"]
    case .algorithm:
      let algorithm = try cursor.uint8(bytes)
      return [algorithms[algorithm] ?? "\(algorithm)"]
    case .location: return [try location(&cursor, bytes)]
    case .prefixes: return try prefixes(&cursor, bytes)
    case .services: return try services(&cursor, bytes)
    case .gateway: return try gateway(&cursor, bytes)
    case .relay: return try relay(&cursor, bytes)
    case .identity: return try identity(&cursor, bytes)
    case .chained: return try chained(&cursor, bytes)
    case .nsap: return ["0x" + Hex.encode(try cursor.rest(bytes))]
    case .atm: return [try atm(&cursor, bytes)]
    case .document: return try document(&cursor, bytes)
    }
  }

  private static func some(
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> [UInt8] {
    guard !cursor.isAtEnd else { throw WireError(.truncated(missing: 1), at: cursor.offset) }
    return try cursor.rest(bytes)
  }

  private static let certificateTypes: [UInt16: String] = [
    1: "PKIX", 2: "SPKI", 3: "PGP", 4: "IPKIX", 5: "ISPKI", 6: "IPGP", 7: "ACPKIX", 8: "IACPKIX",
    253: "URI", 254: "OID",
  ]

  private static let algorithms: [UInt8: String] = [
    1: "RSAMD5", 2: "DH", 3: "DSA", 5: "RSASHA1", 6: "NSEC3DSA", 7: "NSEC3RSASHA1",
    8: "RSASHA256", 10: "RSASHA512", 12: "ECCGOST", 13: "ECDSAP256SHA256", 14: "ECDSAP384SHA384",
    15: "ED25519", 16: "ED448", 252: "INDIRECT", 253: "PRIVATEDNS", 254: "PRIVATEOID",
  ]
}

extension ByteCursor {
  /// A name that must not be compressed: these bytes are a record's contents alone.
  mutating func wholeName(_ bytes: RawSpan) throws(WireError) -> DNSName {
    let start = offset
    let name = try DNSName(&self, in: bytes)
    guard offset - start == name.wire.count + 1 else {
      throw WireError(.invalid("compression pointer"), at: start)
    }
    return name
  }
}
