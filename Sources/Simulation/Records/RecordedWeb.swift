import DemoHome
import Model
import Networking
import Wire

/// Which pages recorded hosts were asked for.
public final class RequestLog: Sendable {
  private let requests = Lock<[String: Set<String>]>([:])
  private static let mostOfAHost = 1024

  /// Without requests.
  public init() {}

  /// What a host was asked for: `GET :80/`, in order of the text.
  public func requests(to label: String) -> [String] {
    requests.withLock { ($0[label] ?? []).sorted() }
  }

  func note(_ request: String, to label: String) {
    requests.withLock { requests in
      if requests[label, default: []].count < Self.mostOfAHost {
        requests[label, default: []].insert(request)
      }
    }
  }
}

/// What a record says over HTTP, and over SSDP with the descriptions that belong to it.
struct RecordedWeb {
  /// What the host announces by SSDP, each with a place of its own.
  private(set) var announcements: [SSDPAnnouncement] = []
  private var pages: [UInt16: [String: HTTPService.Reply]] = [:]
  private var encrypted: Set<UInt16> = []
  private var certificates: [UInt16: ServedCertificate] = [:]
  /// Every TCP port that is taken.
  private var taken: Set<UInt16> = []

  /// Where descriptions lie whose record doesn't say: the first ephemeral port (RFC 6335) is usual.
  private static let usualDescriptionPort: UInt16 = 49_152

  init(_ evidence: Evidence, address: IPv4Address) {
    for answer in evidence.http { add(answer) }
    for certificate in evidence.tls {
      let port = certificate.port ?? 443
      encrypted.insert(port)
      certificates[port] = ServedCertificate(certificate)
    }
    let reserved = Set(evidence.openPorts + evidence.banners.compactMap(\.port))
    for announcement in evidence.ssdp { add(announcement, address, avoiding: reserved) }
    taken = Set(pages.keys).union(encrypted)
  }

  /// Takes a TCP port; `false` where it has an owner.
  mutating func take(_ port: UInt16) -> Bool { taken.insert(port).inserted }

  /// The servers, whose requests are noted.
  func listeners(label: String, noting requests: RequestLog) -> [SimulatedDevice.Listener] {
    Set(pages.keys).union(encrypted).sorted().map { port in
      let known = pages[port] ?? [:]
      let service = HTTPService { request in
        requests.note("\(request.method) :\(port)\(request.target)", to: label)
        if let page = known[request.target] ?? known[request.path] { return page }
        // Other parameters than the recorded ones: a real device would say as much.
        return known.filter { $0.key.prefix { $0 != "?" } == request.path }
          .min { $0.key < $1.key }?.value
      }
      guard encrypted.contains(port) else {
        return SimulatedDevice.Listener(port: port, service: service)
      }
      let certificate = certificates[port] ?? ServedCertificate("localhost", seed: label)
      return SimulatedDevice.Listener(
        port: port,
        service: TLSService(wrapping: service, certificate: certificate)
      )
    }
  }

  private mutating func add(_ answer: HTTPAnswer) {
    let port = answer.port ?? (answer.isTLS ? 443 : 80)
    if answer.isTLS { encrypted.insert(port) }
    let headers = answer.headers.filter { !Self.made.contains($0.key.lowercased()) }
    let reply = HTTPService.Reply(
      answer.status ?? 200,
      headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      body: Array((answer.body ?? "").utf8)
    )
    let path = answer.path ?? "/"
    if pages[port]?[path] == nil { pages[port, default: [:]][path] = reply }
  }

  /// Fields that the server itself makes, since they belong to one connection or one coding.
  private static let made: Set<String> = [
    "connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding",
  ]

  private mutating func add(
    _ announcement: SSDPAnnouncement,
    _ address: IPv4Address,
    avoiding reserved: Set<UInt16>
  ) {
    var announcement = announcement
    if announcement.target.isEmpty { announcement.target = SSDP.rootDevice }
    if announcement.usn.isEmpty {
      let target = announcement.target
      announcement.usn = target.hasPrefix("uuid:") ? target : "uuid:\(address)::\(target)"
    }
    if let description = announcement.description, !description.isEmpty {
      var place = announcement.location.flatMap(Self.place)
      if place == nil {
        let free = (Self.usualDescriptionPort...UInt16.max).first { port in
          !reserved.contains(port) && !encrypted.contains(port)
        }
        let port = free ?? Self.usualDescriptionPort
        // Descriptions of one device that differ lie side by side.
        let path = (1...64).lazy.map { "/description\($0).xml" }.first { path in
          let there = pages[port]?[path]?.body
          return there == nil || there == Array(description.utf8)
        }
        place = (port, path ?? "/description.xml")
        announcement.location = "http://\(address):\(port)\(place?.path ?? "/")"
      }
      if let (port, path) = place, pages[port]?[path] == nil {
        var reply = HTTPService.Reply.text(description, type: "text/xml")
        if let server = announcement.server { reply = reply.with("Server", server) }
        pages[port, default: [:]][path] = reply
      }
    }
    announcement.description = nil
    announcements.append(announcement)
  }

  /// The port and path of a place that is spoken to in the clear.
  private static func place(_ location: String) -> (port: UInt16, path: String)? {
    guard location.lowercased().hasPrefix("http://") else { return nil }
    let rest = location.dropFirst("http://".count)
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    let port = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] }
    guard let number = port.map({ UInt16($0) }) ?? 80 else { return nil }
    return (number, path.isEmpty ? "/" : String(path))
  }
}

extension ServedCertificate {
  /// A certificate of its own with a recorded one's names.
  init(_ recorded: CertificateIdentity) {
    let subject = Self.parts(of: recorded.subject ?? "")
    self.init(
      subject["CN"] ?? recorded.subject ?? "",
      organisation: subject["O"],
      issuer: recorded.issuer.map { Self.parts(of: $0)["CN"] ?? $0 },
      names: recorded.alternativeNames.filter { IPv4Address($0) == nil },
      addresses: recorded.alternativeNames.compactMap { IPv4Address($0) }
    )
  }

  /// The attributes of a distinguished name as text, `CN=printer, O=Maker` (RFC 4514).
  private static func parts(of name: String) -> [String: String] {
    var parts: [String: String] = [:]
    for part in name.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let key = sides[0].filter { $0 != " " && $0 != "/" }.uppercased()
      parts[key] = String(sides[1].drop { $0 == " " })
    }
    return parts
  }
}
