import Networking
internal import Wire

extension ConnectionStepRunner {
  /// How long the first bytes are waited for.
  private static let patience = Duration.milliseconds(3500)

  /// Asks a web server for its first page.
  ///
  /// - Parameters:
  ///   - host: The host to ask.
  ///   - port: The port that accepts.
  ///   - isSecure: Whether TLS is spoken there.
  ///   - isDoubted: Whether TLS shows that another server may be answering.
  /// - Returns: The step; `nil` where that was not waited for.
  func content(
    of host: TargetHost,
    port: UInt16,
    isSecure: Bool,
    isDoubted: Bool = false
  ) async -> ConnectionStep? {
    let streams: any StreamNetwork
    if isSecure {
      guard let secured = environment.secured(host.host) else {
        return .skipped(.content, "this machine can't speak TLS", reason: "no_tls")
      }
      streams = secured
    } else {
      streams = environment.streams
    }
    let name =
      IPAddress(host.host)?.v4 == nil && IPAddress(host.host) != nil
      ? "[\(host.host)]" : host.host
    let standard: UInt16 = isSecure ? 443 : 80
    let (exchange, end) = await streams.carry(
      FirstContentProtocol(host: port == standard ? name : "\(name):\(port)"),
      to: Endpoint(host.address, port: port),
      within: within(Self.patience)
    )
    var finding = ContentFinding(port: port, end: end, count: exchange.bytes.count)
    finding.status = exchange.status
    if let location = exchange.location, let place = Self.host(of: location), !host.isSame(place) {
      finding.redirect = place
      finding.isRedirectNear = await isNear(place)
    }
    if let status = exchange.status, (200..<300).contains(status) {
      finding.isSignIn = exchange.isSignIn
      // A trusted certificate shows whose the page is.
      if !isSecure { finding.unassigned = await unassignedAddress(servingPagesAt: port, for: host) }
    }
    let step = ConnectionStep.content(finding, isDoubted: isDoubted)
    return Task.isCancelled && step.state == .bad ? nil : step
  }

  /// An address that no host has (RFC 5737, RFC 3849), if it serves a page all the same: then
  /// something on the way answers in place of every server.
  ///
  /// Asked for targets on the Internet only, and by one connection.
  private func unassignedAddress(
    servingPagesAt port: UInt16,
    for host: TargetHost
  ) async -> IPAddress? {
    let text = host.address.v4 == nil ? "2001:db8::1" : "192.0.2.1"
    guard ![.privateUse, .linkLocal, .loopback].contains(host.address.scope),
      let address = IPAddress(text), address != host.address,
      // Somebody may use these addresses in a network of their own.
      [host.address, address].allSatisfy({ ConnectionReach($0, configuration) == .beyond }),
      configuration.route(to: address) == nil
    else { return nil }
    let (exchange, _) = await environment.streams.carry(
      FirstContentProtocol(host: address.v4 == nil ? "[\(text)]" : text),
      to: Endpoint(address, port: port),
      within: within(.seconds(2))
    )
    guard let status = exchange.status, (200..<300).contains(status) else { return nil }
    return address
  }

  /// The host of an absolute URL.
  private static func host(of location: String) -> String? {
    ResolvedURL.hostAndPort(of: location)?.host
  }

  /// Whether a host that a redirect names is in this network, or at a private address: where
  /// sign-in pages are.
  private func isNear(_ host: String) async -> Bool {
    let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    var addresses = [IPAddress(text)].compactMap(\.self)
    if addresses.isEmpty { addresses = (try? await lookUp(host, nil)?.get()) ?? [] }
    return addresses.contains { address in
      [.privateUse, .linkLocal].contains(address.scope) || configuration.interfaces.reach(address)
    }
  }
}

extension TargetHost {
  /// Whether a host is this one, or one of the same domain.
  fileprivate func isSame(_ other: String) -> Bool {
    let (own, other) = (host.lowercased(), other.lowercased())
    if own == other || other == address.description || other == "[\(address)]" { return true }
    guard IPAddress(other) == nil, IPAddress(own) == nil else { return false }
    let ends = [own, other].map { $0.split(separator: ".").suffix(2) }
    return ends[0] == ends[1]
  }
}
