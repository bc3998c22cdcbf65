internal import Probing
internal import Wire

/// What is asked over TCP of services that wait to be asked.
extension VersionQuery {
  /// Redis: its version; an error that asks for a password identifies it too.
  static let redis = VersionQuery("INFO server\r\n") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case UInt8(ascii: "-"):
      let isRedis = ["-NOAUTH", "-DENIED", "-NOPERM", "-LOADING"].contains { text.hasPrefix($0) }
      return isRedis ? .identified(ServiceIdentity("redis", "Redis")) : .foreign
    case UInt8(ascii: "$"):
      let lines = text.split(whereSeparator: \.isNewline)
      for (key, product) in [("valkey_version:", "Valkey"), ("redis_version:", "Redis")] {
        // The last line may be cut off.
        if let line = lines.dropLast().first(where: { $0.hasPrefix(key) }) {
          let version = "\(product) \(line.dropFirst(key.count))"
          return .identified(ServiceIdentity("redis", version))
        }
      }
      return text.contains("\r\n\r\n") ? .foreign : .incomplete
    default: return .foreign
    }
  }

  /// memcached: its version.
  static let memcached = VersionQuery("version\r\n") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("VERSION ") || "VERSION ".hasPrefix(text) else { return .foreign }
    // Not by the text's end: a carriage return and a line feed are one character.
    guard let line = text.split(whereSeparator: \.isNewline).first,
      bytes.last == UInt8(ascii: "\n")
    else { return .incomplete }
    return .identified(ServiceIdentity("memcached", "memcached \(line.dropFirst(8))"))
  }

  /// PostgreSQL: which versions of its protocol it speaks, which tells between which releases it is.
  static let postgreSQL = VersionQuery(PostgreSQLError.unsupportedStartup) { bytes in
    do throws(WireError) {
      guard let found = try PostgreSQLError.first(in: bytes[...], limit: 1 << 16) else {
        return .incomplete
      }
      guard let words = found.message["M"], found.message["C"]?.count == 5 else { return .foreign }
      return .identified(ServiceIdentity("postgresql", postgreSQLRelease(found.message, words)))
    } catch {
      return .foreign
    }
  }

  /// The protocol's facts: field `V` came with 9.6; 14 gave up version 2; 18 brought version 3.2.
  private static func postgreSQLRelease(_ error: PostgreSQLError, _ words: String) -> String {
    guard error["V"] != nil else { return "PostgreSQL before 9.6" }
    guard error["C"] == "0A000" else { return "PostgreSQL 9.6 or later" }
    if words.contains("3.0 to 3.0") { return "PostgreSQL 14–17" }
    if words.contains("3.0 to 3.") { return "PostgreSQL 18 or later" }
    return words.contains(" to 3.0") ? "PostgreSQL 9.6–13" : "PostgreSQL 9.6 or later"
  }

  /// LDAP: what the directory's root entry says.
  static let ldap = VersionQuery(LDAPRootEntry.request) { bytes in
    do throws(WireError) {
      guard let found = try LDAPRootEntry.first(in: bytes[...], limit: 1 << 16) else {
        return .incomplete
      }
      return .identified(ServiceIdentity("ldap", directoryProduct(found.message)))
    } catch {
      // A server that shows nothing without a log-in ends the search at once.
      return LDAPRootEntry.isSearchEnd(bytes) ? .identified(ServiceIdentity("ldap")) : .foreign
    }
  }

  private static func directoryProduct(_ entry: LDAPRootEntry) -> String? {
    if let version = entry["vendorVersion"].first {
      let maker = entry["vendorName"].first ?? ""
      return version.contains(maker) ? version : "\(maker) \(version)"
    }
    if entry["objectClass"].contains("OpenLDAProotDSE") { return "OpenLDAP" }
    if let maker = entry["vendorName"].first {
      return maker.hasPrefix("Samba") ? "Samba Active Directory" : maker
    }
    return entry["isGlobalCatalogReady"].isEmpty ? nil : "Active Directory"
  }

  /// A name server over TCP, where a message stands after its length (RFC 1035, section 4.2.2).
  static let dnsOverTCP: VersionQuery = {
    let query = dns.bytes
    return VersionQuery([UInt8(query.count >> 8), UInt8(query.count & 255)] + query) { bytes in
      guard bytes.count >= 2 else { return .incomplete }
      let count = Int(bytes[0]) << 8 | Int(bytes[1])
      guard count >= 12 else { return .foreign }
      guard bytes.count >= 2 + count else { return .incomplete }
      return dns.read(Array(bytes[2..<2 + count]))
    }
  }()

  /// Remote desktops: which security they choose.
  ///
  /// xrdp tells by its flags: only what it has had since 0.9, where Windows has more of them.
  static let rdp: VersionQuery = {
    let offer = RDPConnection(
      isConfirmation: false,
      negotiation: .protocols(RDPConnection.tls | RDPConnection.hybrid)
    )
    return VersionQuery(offer.serialised) { bytes in
      do throws(WireError) {
        guard let found = try RDPConnection.first(in: bytes[...], limit: 512) else {
          return .incomplete
        }
        guard found.message.isConfirmation else { return .foreign }
        return .identified(ServiceIdentity("rdp", remoteDesktopProduct(found.message, bytes)))
      } catch {
        return .foreign
      }
    }
  }()

  private static func remoteDesktopProduct(
    _ message: RDPConnection,
    _ bytes: [UInt8]
  ) -> String? {
    guard case .protocols(let chosen)? = message.negotiation,
      let flags = RDPConnection.serverFlags(bytes)
    else { return nil }
    return chosen & RDPConnection.hybrid == 0 && flags <= 1 ? "xrdp" : nil
  }

  /// XMPP: a stream is opened, and the server opens its own (RFC 6120, section 4.2).
  static func xmpp(host: String, isOfServers: Bool = false) -> VersionQuery {
    let kind = isOfServers ? "jabber:server" : "jabber:client"
    return VersionQuery(StartTLSProtocol.openingStream(of: kind, to: host)) { bytes in
      let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
      if text.contains("<stream:stream") { return .identified(ServiceIdentity("xmpp")) }
      return text.hasPrefix("<") && bytes.count < 1024 ? .incomplete : .foreign
    }
  }

  /// Telephones and exchanges: what they are (RFC 3261, section 11); nothing rings.
  static func sip(to address: IPAddress, over transport: String) -> VersionQuery {
    VersionQuery(SIPOptions.request(to: address, over: transport)) { bytes in
      let text = String(decoding: bytes.prefix(8 << 10), as: UTF8.self)
      guard text.hasPrefix("SIP/2.0 ") else {
        return "SIP/2.0 ".hasPrefix(text) ? .incomplete : .foreign
      }
      guard text.contains("\r\n\r\n") || text.contains("\n\n") else { return .incomplete }
      return .identified(ServiceIdentity("sip", SIPOptions.product(in: text)))
    }
  }
}
