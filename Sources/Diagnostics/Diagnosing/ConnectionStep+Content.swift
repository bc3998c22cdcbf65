import Model
import Networking
internal import Wire

/// The result of a GET for a web server's first page.
struct ContentResult: Hashable, Sendable {
  var port: UInt16
  var end: StreamEnd
  /// The bytes received.
  var count = 0
  var status: Int?
  /// The other host that it redirects to.
  var redirect: String?
  /// Whether that host has a private or on-link address.
  var isRedirectNear = false
  /// Whether the page has a sign-in form.
  var isSignIn = false
  /// A documentation address (RFC 5737, RFC 3849) that also served a page.
  var unassigned: IPAddress?
}

extension ConnectionStep {
  /// Judges the content; `isDoubted` if TLS showed that another server may be answering.
  static func content(_ finding: ContentResult, isDoubted: Bool) -> ConnectionStep {
    let evidence: [Figure] = [
      .number("port", Double(finding.port)), .number("bytes", Double(finding.count)),
      .number("status", finding.status.map(Double.init)), .text("redirect", finding.redirect),
      .text("unassigned", finding.unassigned?.description),
    ]
    func step(_ state: State, _ message: Message, _ fault: ConnectionFault? = nil) -> ConnectionStep
    {
      ConnectionStep(.content, state, message, fault: fault, evidence: evidence)
    }
    let port = "\(finding.port)"
    if finding.status == 511 {
      return step(.bad, Message(.diagnoseContentPortal, ["port": port]), .portal(nil))
    }
    if let host = finding.redirect, finding.isRedirectNear || isDoubted {
      return step(
        .bad,
        Message(.diagnoseContentRedirect, ["port": port, "host": host]),
        .portal(host)
      )
    }
    if let status = finding.status {
      if case .timedOut = finding.end {
        return step(
          .bad,
          Message(.diagnoseContentStops, ["count": .count(finding.count)]),
          .contentStops(finding.port, finding.count)
        )
      }
      if let address = finding.unassigned {
        return step(
          .bad,
          Message(.diagnoseContentPageInPlace, ["port": port, "address": "\(address)"]),
          .pageInPlace(address, isSignIn: finding.isSignIn)
        )
      }
      return step(
        .ok,
        finding.redirect.map { host in
          Message(
            .diagnoseContentMoved,
            ["port": port, "status": "\(status)", "host": host]
          )
        } ?? Message(.diagnoseContentOk, ["port": port, "status": "\(status)"]),
        (200..<300).contains(status) ? .page(isSignIn: finding.isSignIn) : nil
      )
    }
    switch finding.end {
    case .timedOut(connected: true) where finding.count == 0:
      return step(
        .bad,
        Message(.diagnoseContentNothing, ["port": port]),
        .contentStops(finding.port, 0)
      )
    case .local(let failure): return own(.content, failure)
    case .interrupted: return unfinished(.content)
    default:
      guard finding.count == 0 else {
        return step(.unknown, Message(.diagnoseContentForeign, ["port": port]))
      }
      return step(
        .unknown,
        Message(
          .diagnoseContentEnded,
          ["port": .text(port), "reason": .message(finding.end.message)]
        )
      )
    }
  }
}

extension ConnectionStepRunner {
  /// The timeout of the exchange.
  private static let patience = Duration.milliseconds(3500)

  /// Fetches a web server's first page, within TLS if `isSecure`; `nil` if cancelled.
  func content(
    of host: TargetHost,
    port: UInt16,
    isSecure: Bool,
    isDoubted: Bool = false
  ) async -> ConnectionStep? {
    let streams: any StreamNetwork
    if isSecure {
      guard let secured = environment.secured(host.host) else {
        return .skipped(.content, Message(.diagnoseContentNoTls), reason: "no_tls")
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
      HTTPGetProtocol(host: port == standard ? name : "\(name):\(port)"),
      to: Endpoint(host.address, port: port),
      within: within(Self.patience)
    )
    var finding = ContentResult(port: port, end: end, count: exchange.bytes.count)
    finding.status = exchange.status
    if let location = exchange.location, let place = Self.host(of: location), !host.isSame(place) {
      finding.redirect = place
      finding.isRedirectNear = await isNear(place)
    }
    if let status = exchange.status, (200..<300).contains(status) {
      finding.isSignIn = exchange.isSignIn
      // Within TLS, a trusted certificate already proves the page's origin.
      if !isSecure { finding.unassigned = await unassignedAddress(servingPagesAt: port, for: host) }
    }
    let step = ConnectionStep.content(finding, isDoubted: isDoubted)
    return Task.isCancelled && step.state == .bad ? nil : step
  }

  /// A documentation address (RFC 5737, RFC 3849), if it serves a page: then something on the path
  /// answers in place of every server.
  ///
  /// Only for targets on the Internet, by one connection.
  private func unassignedAddress(
    servingPagesAt port: UInt16,
    for host: TargetHost
  ) async -> IPAddress? {
    let text = host.address.v4 == nil ? "2001:db8::1" : "192.0.2.1"
    guard ![.privateUse, .linkLocal, .loopback].contains(host.address.scope),
      let address = IPAddress(text), address != host.address,
      // Some networks use these addresses internally.
      [host.address, address].allSatisfy({ ConnectionReach($0, configuration) == .beyond }),
      configuration.route(to: address) == nil
    else { return nil }
    let (exchange, _) = await environment.streams.carry(
      HTTPGetProtocol(host: address.v4 == nil ? "[\(text)]" : text),
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

  /// Whether a redirect's host has a private or on-link address, as captive portals do.
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
  /// Whether another host is this one, or shares its last two labels.
  fileprivate func isSame(_ other: String) -> Bool {
    let (own, other) = (host.lowercased(), other.lowercased())
    if own == other || other == address.description || other == "[\(address)]" { return true }
    guard IPAddress(other) == nil, IPAddress(own) == nil else { return false }
    let ends = [own, other].map { $0.split(separator: ".").suffix(2) }
    return ends[0] == ends[1]
  }
}

/// One HTTP/1.1 GET of `/`, to see whether content arrives at all (RFC 9112).
struct HTTPGetProtocol: StreamProtocol {
  private let host: String
  private(set) var bytes: [UInt8] = []

  /// A few full-size packets are enough to reveal a stall.
  private static let enough = 16 << 10

  init(host: String) {
    self.host = host
  }

  mutating func begin() -> [UInt8] {
    let lines = [
      "GET / HTTP/1.1", "Host: \(host)", "User-Agent: homenet-diagnose", "Accept: */*",
      "Connection: close",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    bytes += more.prefix(Self.enough - bytes.count)
    return []
  }

  var isDone: Bool {
    if bytes.count >= Self.enough { return true }
    guard let end = headEnd else { return false }
    if let status, status < 200 || [204, 304].contains(status) || location != nil { return true }
    guard let length = field("content-length").flatMap({ Int($0) }) else { return false }
    return bytes.count - end >= length
  }

  /// The offset of the body.
  private var headEnd: Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 0...(bytes.count - 4) where bytes[index] == 13 {
      if bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
    }
    return nil
  }

  /// Whether the body is a sign-in page.
  var isSignIn: Bool { headEnd.map { SignInPage.isOne(bytes[$0...]) } ?? false }

  private var head: [Substring] {
    guard let headEnd else { return [] }
    return String(decoding: bytes[..<headEnd], as: UTF8.self)
      .split(whereSeparator: \.isNewline)
  }

  /// The status code; `nil` if the answer is not HTTP.
  var status: Int? {
    guard let line = head.first, line.hasPrefix("HTTP/") else { return nil }
    let parts = line.split(separator: " ", maxSplits: 2)
    return parts.count > 1 ? Int(parts[1]).flatMap { (100...599).contains($0) ? $0 : nil } : nil
  }

  /// The `Location` of a redirect.
  var location: String? {
    guard let status, (300...399).contains(status) else { return nil }
    return field("location")
  }

  private func field(_ name: String) -> String? {
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      if line[..<colon].lowercased() == name {
        var value = line[line.index(after: colon)...]
        while value.first == " " || value.first == "\t" { value = value.dropFirst() }
        while value.last == " " || value.last == "\t" { value = value.dropLast() }
        return String(value.prefix(2048))
      }
    }
    return nil
  }
}

/// Recognises sign-in pages.
enum SignInPage {
  private static let passwords = [
    #"type="password""#, "type='password'", "type=password",
  ]
  private static let words = ["sign in", "sign-in", "log in", "login", "accept the terms"]

  /// Whether a page asks for a password or a sign-in in a form, or is a Wi-Fi gateway's by the
  /// WISPr specification.
  static func isOne(_ content: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(content), as: UTF8.self).lowercased()
    if text.contains("wispaccessgatewayparam") { return true }
    return text.contains("<form") && (passwords + words).contains { text.contains($0) }
  }
}
