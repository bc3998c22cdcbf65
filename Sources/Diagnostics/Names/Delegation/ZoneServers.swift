internal import Wire

/// Finds the name servers of the zone that a name is in, by a resolver.
struct ZoneServers {
  let client: DNSClient
  let port: UInt16
  let transport: DNSTransport

  /// More name servers than that no zone has.
  private static let mostNames = 16

  /// What was found.
  struct Found {
    /// The zone.
    var zone: DNSName
    /// Its servers, one for each address.
    var servers: [DNSServer] = []
    /// Those of which no address is known.
    var unknown: [DNSName] = []
  }

  /// Asks for the zone, its servers, and their addresses.
  ///
  /// - Throws: That no resolver answers, or that there is no such zone.
  func find(_ name: DNSName) async throws(DiagnosticError) -> Found {
    var question = DNSQuestion(name, .ns)
    var reply = try await client.resolve(question)
    if reply.records.wanted.isEmpty {
      // Who says that there is none names the zone.
      let start = reply.message?.authorities.first { $0.type == .soa && name.isInside($0.name) }
      guard let zone = start?.name, zone != name else {
        throw .noAnswer("no resolver says which zone \(name.masterText) is in")
      }
      question = DNSQuestion(zone, .ns)
      reply = try await client.resolve(question)
    }
    let wanted = reply.records.wanted
    guard let zone = wanted.first?.name else {
      throw .noAnswer("no resolver names the servers of \(question.name.masterText)")
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
      let records = await records(of: name, type)
      for record in records {
        switch record.data {
        case .a(let address): all.append(.v4(address))
        case .aaaa(let address): all.append(.v6(address, zone: nil))
        default: continue
        }
      }
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
