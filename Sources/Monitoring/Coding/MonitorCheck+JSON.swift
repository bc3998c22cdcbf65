import Model

extension MonitorCheck {
  /// A check of that kind, from its target and its options as people write them.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` with `target` or the option's key.
  package init(
    kind: Kind,
    target: String,
    options: [String: FieldValue] = [:]
  ) throws(MonitoringError) {
    let options = try FieldReader(FieldValue.object(options), at: "options")
    try options.allow(Self.options(of: kind))
    func wrong(_ template: MessageTemplate) -> MonitoringError {
      .unacceptable(key: "target", Message(template))
    }
    switch kind {
    case .icmp:
      guard let host = TargetSyntax.host(target) else { throw wrong(.targetHost) }
      self = .icmp(host: host, count: try options.whole("count") ?? 1)
    case .tcp:
      guard let (host, port) = TargetSyntax.hostAndPort(target) else { throw wrong(.targetPort) }
      self = .tcp(host: host, port: port)
    case .http:
      guard TargetSyntax.isURL(target) else { throw wrong(.targetURL) }
      self = .http(try HTTPCheck(url: target, options))
    case .dns:
      self = .dns(try DNSCheck(name: target, options))
    case .tls:
      guard let (host, port) = TargetSyntax.hostAndPort(target, usual: 443) else {
        throw wrong(.targetTLS)
      }
      self = .tls(try TLSCheck(host: host, port: port, options))
    case .presence:
      self = .presence(device: target)
    case .internet:
      var hosts: [String] = []
      for part in target.split(separator: ",") {
        guard let host = TargetSyntax.host(part.filter { !$0.isWhitespace }) else {
          throw .unacceptable(
            key: "target",
            Message(.targetHosts, ["most": .count(Self.mostTargets)])
          )
        }
        hosts.append(host)
      }
      self = .internet(targets: hosts)
    }
  }

  /// As many targets as are asked to see whether the Internet is there.
  static let mostTargets = 8

  /// The names of the options of a kind.
  package static func options(of kind: Kind) -> [String] {
    switch kind {
    case .icmp: ["count"]
    case .http:
      ["method", "headers", "body", "redirects", "cross_host_redirects", "verify_certificate"]
    case .dns: ["record", "resolver", "expected", "dnssec"]
    case .tls: ["server_name", "starttls", "minimum_days", "verify_certificate"]
    case .tcp, .presence, .internet: []
    }
  }

  /// The options as JSON has them.
  var options: [String: FieldValue] {
    switch self {
    case .icmp(_, let count): ["count": .number(Double(count))]
    case .http(let check): check.options
    case .dns(let check): check.options
    case .tls(let check): check.options
    case .tcp, .presence, .internet: [:]
    }
  }
}

extension HTTPCheck {
  fileprivate init(url: String, _ options: FieldReader) throws(MonitoringError) {
    self.init(url: url)
    if let method = try options.text("method") { self.method = method.uppercased() }
    if let headers = try Self.headers(options) { self.headers = headers }
    body = try options.text("body")
    if let redirects = try options.whole("redirects") { self.redirects = redirects }
    if let follows = try options.flag("cross_host_redirects") { followsOtherHosts = follows }
    if let verifies = try options.flag("verify_certificate") { verifiesCertificate = verifies }
  }

  /// A list of names and values, which keeps its order, or an object.
  private static func headers(_ options: FieldReader) throws(MonitoringError) -> [HeaderField]? {
    if case .object? = options.fields["headers"] {
      let texts = try options.textsByName("headers") ?? [:]
      return texts.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
    }
    guard let objects = try options.objects("headers") else { return nil }
    var headers: [HeaderField] = []
    for object in objects {
      try object.allow(["name", "value"])
      let name = try object.required("name", try object.text("name"))
      headers.append(HeaderField(name, try object.required("value", try object.text("value"))))
    }
    return headers
  }

  fileprivate var options: [String: FieldValue] {
    [
      "method": .text(method),
      "headers": .list(
        headers.map { .object(["name": .text($0.name), "value": .text($0.value)]) }
      ),
      "body": .optional(body),
      "redirects": .number(Double(redirects)),
      "cross_host_redirects": .flag(followsOtherHosts),
      "verify_certificate": .flag(verifiesCertificate),
    ]
  }
}

extension DNSCheck {
  fileprivate init(name: String, _ options: FieldReader) throws(MonitoringError) {
    self.init(name: name)
    if let record = try options.text("record") { self.record = record.uppercased() }
    resolver = try options.text("resolver")
    expected = try options.texts("expected") ?? []
    if let requires = try options.flag("dnssec") { requiresDNSSEC = requires }
  }

  fileprivate var options: [String: FieldValue] {
    [
      "record": .text(record),
      "resolver": .optional(resolver),
      "expected": .texts(expected),
      "dnssec": .flag(requiresDNSSEC),
    ]
  }
}

extension TLSCheck {
  fileprivate init(
    host: String,
    port: UInt16,
    _ options: FieldReader
  ) throws(MonitoringError) {
    self.init(host: host, port: port)
    serverName = try options.text("server_name")
    startTLS = try options.text("starttls")
    if let days = try options.whole("minimum_days") { minimumDays = days }
    if let verifies = try options.flag("verify_certificate") { verifiesCertificate = verifies }
  }

  fileprivate var options: [String: FieldValue] {
    [
      "server_name": .optional(serverName),
      "starttls": .optional(startTLS),
      "minimum_days": .number(Double(minimumDays)),
      "verify_certificate": .flag(verifiesCertificate),
    ]
  }
}

/// What targets look like.
extension MessageTemplate {
  static let targetHost = MessageTemplate(
    "monitor.target_host",
    "target has to be a host: a name such as nas.lan, or an address."
  )
  static let targetPort = MessageTemplate(
    "monitor.target_port",
    "target has to be a host and a port, such as nas.lan:22 or [fd00::2]:22."
  )
  static let targetURL = MessageTemplate(
    "monitor.target_url",
    "target has to be a URL that begins with http:// or https://, with a host and without a user name; other than ASCII in it is percent-encoded."
  )
  static let targetTLS = MessageTemplate(
    "monitor.target_tls",
    "target has to be a host, and maybe a port, such as nas.lan, nas.lan:8443 or [fd00::2]:8443."
  )
  static let targetName = MessageTemplate(
    "monitor.target_name",
    "target has to be a domain name, such as example.org."
  )
  static let targetDevice = MessageTemplate(
    "monitor.target_device",
    "target has to be the id of a device."
  )
  static let targetHosts = MessageTemplate(
    "monitor.target_hosts",
    "target has to be a list of at most {most} hosts: names or addresses."
  )
}
