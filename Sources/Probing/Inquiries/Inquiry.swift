/// One request that tells what a kind of device is.
///
/// Web servers answer any path with something, so what comes back counts only where it looks like
/// the answer: the status, and a key or an element that this kind of device writes.
struct Inquiry: Sendable {
  /// Where it is asked.
  enum Place: Sendable {
    /// At the first of these ports that is open, or that a default scan doesn't look at.
    case ports([UInt16])
    /// Where a service of that type is, or else at that port.
    case service(String, otherwise: UInt16)
  }

  /// What the answer looks like.
  enum Shape: Sendable {
    /// A JSON text with one of these keys.
    case json([String])
    /// XML with one of these elements or attributes.
    case xml([String])
    /// A text that has one of these parts.
    case text([String])
    /// A page, whatever it says.
    case page
  }

  /// Keys that hold what is not only for the rules.
  struct Fields: Sendable {
    /// The name that its owner gave it.
    var name: [String] = []
    /// The serial number, which needs its maker to be one of a kind.
    var serial: (key: String, maker: String)?
    /// The unique device name of UPnP.
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

  /// A request by GET.
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

  /// A request by GET to where a service is.
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

  /// A request by POST.
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

  /// The question; `nil` where no port is there to be asked.
  func question(for host: ProbedHost) -> Question? {
    let port: UInt16?
    switch place {
    case .ports(let ports): port = ports.first(where: host.mayAnswer)
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
