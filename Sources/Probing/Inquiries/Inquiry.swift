import Discovery
import Identification
import Model

/// The inquiries for one kind of device, and the reasons to make them.
struct InquiryProbe: DeviceProbe {
  let hint: Hint
  /// The most informative first.
  let inquiries: [Inquiry]

  init(_ hint: Hint, _ inquiries: Inquiry...) {
    self.hint = hint
    self.inquiries = inquiries
  }

  func questions(for host: ProbedHost) -> [Question] {
    hint.fits(host) ? inquiries.compactMap { $0.question(for: host) } : []
  }
}

/// One HTTP request that identifies a kind of device.
///
/// Web servers can answer any path with a page, so a response counts only with the right status and a
/// key or element of this kind of device.
struct Inquiry: Sendable {
  enum Place: Sendable {
    /// The first port that is open or not part of the port scan.
    case ports([UInt16])
    /// A port so likely that the port scan, which may leave it out, isn't waited for.
    case likely(UInt16)
    /// The announced port of a service type, or else the given port.
    case service(String, otherwise: UInt16)
  }

  /// What a response must contain.
  enum Shape: Sendable {
    /// JSON with one of these keys.
    case json([String])
    /// XML with one of these elements or attributes.
    case xml([String])
    /// One of these texts.
    case text([String])
    /// Anything.
    case page
  }

  /// Keys of values that become facts of their own.
  struct Fields: Sendable {
    /// The owner's name for it, the best key first.
    var name: [String] = []
    /// The serial number, unique with its maker.
    var serial: (key: String, maker: String)?
    /// UPnP's unique device name.
    var udn: String?
  }

  var place: Place
  var path: String
  var isTLS = false
  var method = "GET"
  var headers: [(name: String, value: String)] = []
  var body = ""
  var shape: Shape
  var fields = Fields()

  static func get(
    _ path: String,
    _ port: UInt16,
    or other: UInt16? = nil,
    tls: Bool = false,
    _ shape: Shape,
    name: String...,
    serial: (key: String, maker: String)? = nil,
    udn: String? = nil
  ) -> Inquiry {
    Inquiry(
      place: .ports([port] + [other].compactMap { $0 }),
      path: path,
      isTLS: tls,
      shape: shape,
      fields: Fields(name: name, serial: serial, udn: udn)
    )
  }

  /// At a port for which the port scan isn't waited.
  static func get(
    _ path: String,
    likely port: UInt16,
    tls: Bool = false,
    _ shape: Shape,
    name: String...,
    serial: (key: String, maker: String)? = nil,
    udn: String? = nil
  ) -> Inquiry {
    Inquiry(
      place: .likely(port),
      path: path,
      isTLS: tls,
      shape: shape,
      fields: Fields(name: name, serial: serial, udn: udn)
    )
  }

  /// At the port of a service.
  static func get(
    _ path: String,
    service: String,
    otherwise port: UInt16,
    _ shape: Shape,
    name: String...
  ) -> Inquiry {
    Inquiry(
      place: .service(service, otherwise: port),
      path: path,
      shape: shape,
      fields: Fields(name: name)
    )
  }

  static func post(
    _ path: String,
    _ port: UInt16,
    headers: [(name: String, value: String)],
    body: String,
    _ shape: Shape,
    name: String...,
    serial: (key: String, maker: String)? = nil
  ) -> Inquiry {
    Inquiry(
      place: .ports([port]),
      path: path,
      method: "POST",
      headers: headers,
      body: body,
      shape: shape,
      fields: Fields(name: name, serial: serial)
    )
  }

  /// `nil` if the host has no suitable port.
  func question(for host: ProbedHost) -> Question? {
    let port: UInt16?
    switch place {
    case .ports(let ports): port = ports.first(where: host.mayAnswer)
    case .likely(let likely): port = ScanPorts.prints(likely) ? nil : likely
    case .service(let type, let otherwise):
      port = host.ports(of: type).first ?? (host.mayAnswer(at: otherwise) ? otherwise : nil)
    }
    guard let port else { return nil }
    return .http(
      port,
      HTTPQuestion(
        path,
        isTLS: isTLS,
        method: method,
        headers: headers,
        body: Array(body.utf8),
        read: facts
      )
    )
  }
}

extension Inquiry {
  /// The longest name or serial number, in characters.
  private static let nameLimit = 80

  /// The facts in a response; empty if it lacks the ``shape``.
  func facts(in reply: HTTPReply) -> [Fact] {
    // A 401's realm or server line can identify the device.
    if reply.status == 401 || reply.status == 403 {
      var answer = reply.answer
      answer.body = nil
      return [.http(answer)]
    }
    guard reply.status == 200, let text = reply.text, let found = found(in: text) else { return [] }
    var facts: [Fact] = [.http(reply.answer)]
    func value(_ key: String) -> String? {
      guard let raw = found.first(where: { $0.key == key })?.value else { return nil }
      let value = DeviceName.clean(raw, limit: Self.nameLimit)
      return value.isEmpty ? nil : value
    }
    if let name = fields.name.lazy.compactMap(value).first { facts.append(.name(name)) }
    if let serial = fields.serial, let number = value(serial.key) {
      facts.append(.identity(.serial, "\(serial.maker) \(number)"))
    }
    if let key = fields.udn, let udn = value(key) {
      facts.append(.identity(.udn, udn.hasPrefix("uuid:") ? String(udn.dropFirst(5)) : udn))
    }
    return facts
  }

  /// The response's keys and values; `nil` if it lacks the ``shape``.
  private func found(in text: String) -> [(key: String, value: String)]? {
    let start = text.utf8.first { $0 > 0x20 }
    switch shape {
    case .json(let keys):
      guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
      let found = MemberScanner(text).found
      return found.contains { keys.contains($0.key) } ? found : nil
    case .xml(let names):
      guard start == UInt8(ascii: "<") else { return nil }
      let found = MarkupScanner(text).found
      return found.contains { names.contains($0.key) } ? found : nil
    case .text(let parts):
      let start = text.prefix(2000)
      return parts.contains { start.contains($0) } ? [] : nil
    case .page:
      return []
    }
  }
}
