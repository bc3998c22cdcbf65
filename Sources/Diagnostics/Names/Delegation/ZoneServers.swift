import Model
internal import Wire

/// Finds the name servers of a name's zone by a resolver.
struct ZoneServers {
  let client: DNSClient
  let port: UInt16
  let transport: DNSTransport

  private static let mostNames = 16

  struct Found {
    var zone: DNSName
    /// One for each address.
    var servers: [DNSServer] = []
    /// Servers without a known address.
    var unknown: [DNSName] = []
  }

  /// Asks for the zone, its servers, and their addresses.
  ///
  /// - Throws: No resolver answers, or there is no such zone.
  func find(_ name: DNSName) async throws(DiagnosticError) -> Found {
    var question = DNSQuestion(name, .ns)
    var reply = try await client.resolve(question)
    if reply.records.wanted.isEmpty {
      // A denial names the zone in its SOA record.
      let start = reply.message?.authorities.first { $0.type == .soa && name.isInside($0.name) }
      guard let zone = start?.name, zone != name else {
        throw .noAnswer(Message(.errorZoneUnknown, ["name": name.masterText]))
      }
      question = DNSQuestion(zone, .ns)
      reply = try await client.resolve(question)
    }
    let wanted = reply.records.wanted
    guard let zone = wanted.first?.name else {
      throw .noAnswer(Message(.errorZoneServersUnknown, ["zone": question.name.masterText]))
    }
    var names: [DNSName] = []
    for record in wanted {
      guard case .ns(let server) = record.data, !names.contains(server) else { continue }
      names.append(server)
    }
    names.sort { $0.isBefore($1) }
    var found = Found(zone: zone)
    for (name, addresses) in await addresses(of: Array(names.prefix(Self.mostNames))) {
      if addresses.isEmpty { found.unknown.append(name) }
      for address in addresses where found.servers.count < DNSOptions.mostServers {
        let label = String(name.masterText.dropLast())
        found.servers.append(
          DNSServer(name: "\(label) \(address)", Endpoint(address, port: port), transport)
        )
      }
    }
    return found
  }

  private func addresses(of names: [DNSName]) async -> [(DNSName, [IPAddress])] {
    await withTaskGroup(of: (Int, [IPAddress]).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask { (index, await addresses(of: name)) }
      }
      var all = names.map { ($0, [IPAddress]()) }
      for await (index, addresses) in group { all[index].1 = addresses }
      return all
    }
  }

  private func addresses(of name: DNSName) async -> [IPAddress] {
    var all: [IPAddress] = []
    for type in [DNSType.a, .aaaa] {
      all += await records(of: name, type).compactMap(\.address)
    }
    return Array(all.sorted().prefix(4))
  }

  private func records(of name: DNSName, _ type: DNSType) async -> [DNSRecord] {
    do throws(DiagnosticError) {
      return try await client.resolve(DNSQuestion(name, type)).records.wanted
    } catch {
      return []
    }
  }
}
