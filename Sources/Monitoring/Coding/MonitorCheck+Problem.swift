import Model
import Networking
import Wire

extension MonitorCheck {
  /// Looks at the target and the options.
  func examine(_ check: inout FieldCheck) {
    switch self {
    case .icmp(let host, let count):
      check.require(TargetSyntax.host(host) == host, "target", .targetHost)
      check.range(count, of: "options.count", 1...10)
    case .tcp(let host, let port):
      check.require(TargetSyntax.host(host) == host && port > 0, "target", .targetPort)
      check.noPrinting(port, "target")
    case .http(let http): http.examine(&check)
    case .dns(let dns): dns.examine(&check)
    case .tls(let tls): tls.examine(&check)
    case .presence(let device):
      let isPlain = device.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      check.require(isPlain && (1...128).contains(device.utf8.count), "target", .targetDevice)
    case .internet(let targets):
      guard targets.count <= Self.mostTargets,
        targets.allSatisfy({ TargetSyntax.host($0) == $0 })
      else {
        check.note("target", .targetHosts, ["most": .count(Self.mostTargets)])
        return
      }
    }
  }
}

extension HTTPCheck {
  fileprivate func examine(_ check: inout FieldCheck) {
    check.require(TargetSyntax.isURL(url), "target", .targetURL)
    if let port { check.noPrinting(port, "target") }
    check.require(
      TargetSyntax.isToken(method) && method.utf8.count <= 20 && method != "CONNECT",
      "options.method",
      .problemMethod
    )
    check.count(headers.count, of: "options.headers", most: 64)
    for (index, header) in headers.enumerated() {
      let key = "options.headers[\(index)]"
      check.require(
        TargetSyntax.isToken(header.name) && header.name.utf8.count <= 100,
        "\(key).name",
        .problemHeaderName
      )
      check.require(
        !Self.framing.contains(header.name.lowercased()),
        "\(key).name",
        .problemHeaderFraming
      )
      check.require(
        header.value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F },
        "\(key).value",
        .fieldControl
      )
      check.length(header.value, of: "\(key).value", most: 4096)
      check.require(!header.isHidden, "\(key).value", .problemHeaderHidden)
    }
    if let body { check.length(body, of: "options.body", most: 65_536) }
    check.range(redirects, of: "options.redirects", 0...10)
  }

  /// What the client writes itself: other values would split the request or hang the connection.
  private static let framing: Set<String> = [
    "connection", "content-length", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}

extension DNSCheck {
  fileprivate func examine(_ check: inout FieldCheck) {
    check.require(DNSName(name) != nil && name.utf8.count <= 1024, "target", .targetName)
    check.plain(name, of: "target")
    check.require(DNSType(named: record) != nil, "options.record", .problemRecord)
    if let resolver {
      check.require(
        TargetSyntax.hostAndPort(resolver, usual: 53) != nil,
        "options.resolver",
        .problemResolver
      )
      if let (_, port) = TargetSyntax.hostAndPort(resolver, usual: 53) {
        check.noPrinting(port, "options.resolver")
      }
    }
    check.count(expected.count, of: "options.expected", most: 64)
    for (index, text) in expected.enumerated() {
      check.length(text, of: "options.expected[\(index)]", most: 1024)
    }
  }
}

extension TLSCheck {
  /// What TLS can be begun in, by the names that `homenet cert --starttls` takes.
  package static let startTLSNames = [
    "smtp", "imap", "pop3", "ftp", "ldap", "postgres", "mysql", "xmpp", "xmpp-server", "sieve",
  ]

  fileprivate func examine(_ check: inout FieldCheck) {
    check.require(TargetSyntax.host(host) == host && port > 0, "target", .targetTLS)
    check.noPrinting(port, "target")
    if let serverName {
      check.require(
        TargetSyntax.host(serverName) == serverName,
        "options.server_name",
        .problemServerName
      )
    }
    if let startTLS, !Self.startTLSNames.contains(startTLS) {
      check.note("options.starttls", .fieldChoice, ["choices": .texts(Self.startTLSNames)])
    }
    check.range(minimumDays, of: "options.minimum_days", 0...3650)
  }
}

extension FieldCheck {
  /// That it is no port at which printers print whatever arrives.
  fileprivate mutating func noPrinting(_ port: UInt16, _ key: String) {
    if SendingPolicy.isPrinting(port: port) {
      note(key, .problemPrinting, ["port": .text("\(port)")])
    }
  }
}

/// What is wrong with the options of a check.
extension MessageTemplate {
  static let problemMethod = MessageTemplate(
    "monitor.problem_method",
    "{key} has to be a method of HTTP, such as GET, HEAD or POST."
  )
  static let problemHeaderName = MessageTemplate(
    "monitor.problem_header_name",
    "{key} has to be the name of a header: letters, digits and hyphens."
  )
  static let problemHeaderFraming = MessageTemplate(
    "monitor.problem_header_framing",
    "{key}: the client sets this header itself."
  )
  static let problemPrinting = MessageTemplate(
    "monitor.problem_printing",
    "{key}: printers print whatever arrives on port {port}, so it is never asked; IPP on port 631 prints nothing."
  )
  static let problemHeaderHidden = MessageTemplate(
    "monitor.problem_header_hidden",
    "{key} is a secret, which isn't shown: give it again."
  )
  static let problemRecord = MessageTemplate(
    "monitor.problem_record",
    "{key} has to be a type of record, such as A, AAAA, MX or TYPE65."
  )
  static let problemResolver = MessageTemplate(
    "monitor.problem_resolver",
    "{key} has to be a host, and maybe a port, such as 192.168.1.1 or 192.168.1.1:5353."
  )
  static let problemServerName = MessageTemplate(
    "monitor.problem_server_name",
    "{key} has to be a host's name."
  )
}
