public import Model
internal import Wire

/// RIPEstat queries: the RPKI state of an announcement, and an AS's announced prefixes.
public struct RoutingStatistics: Sendable {
  private let web: any WebFetching
  private let base: String
  private let limit: Duration

  /// `base` ends with a slash; `limit` applies to each request.
  public init(
    web: any WebFetching = WebClient(),
    base: String = "https://stat.ripe.net/data/",
    limit: Duration = .seconds(5)
  ) {
    self.web = web
    self.base = base
    self.limit = limit
  }

  /// Whether the system may announce the network (RPKI, RFC 6811).
  public enum Authorisation: Hashable, Sendable {
    case valid, invalid
    /// No ROA covers the network.
    case unknown
    /// The query failed; says why.
    case undetermined(Message)
  }

  /// The most networks of one system that are read: the largest announces about 10,000.
  private static let prefixLimit = 20_000

  func authorisation(of prefix: String, by system: UInt32) async -> Authorisation {
    let path = "rpki-validation/data.json?resource=AS\(system)&prefix=\(prefix)"
    switch await fetch(path) {
    case .failure(let why): return .undetermined(why.message)
    case .success(let data):
      switch data["status"].shortText {
      case "valid": return .valid
      case "invalid", "invalid_asn", "invalid_length": return .invalid
      case "unknown": return .unknown
      default: return .undetermined(Message(.asnUndetermined))
      }
    }
  }

  func prefixes(of system: UInt32) async -> Result<[String], StatisticsFailure> {
    await fetch("announced-prefixes/data.json?resource=AS\(system)").map { data in
      let all = data["prefixes"].list.prefix(Self.prefixLimit)
        .compactMap { $0["prefix"].shortText.flatMap(IPPrefix.init) }
      return Set(all.map(\.description)).sorted(by: Self.isBefore)
    }
  }

  /// Why there is no answer.
  struct StatisticsFailure: Error, Hashable {
    var message: Message
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let addresses = [left, right].map { text in
      text.split(separator: "/").first.flatMap { IPAddress(String($0)) }
    }
    guard let first = addresses[0], let second = addresses[1], first != second else {
      return left < right
    }
    return first < second
  }

  private func fetch(_ path: String) async -> Result<JSONValue, StatisticsFailure> {
    let answer = await web.get(
      base + path + "&sourceapp=homenet",
      accepting: "application/json",
      limit: 8 << 20,
      within: limit
    )
    switch answer {
    case .answered(200, let body, _):
      guard let tree = JSONValue(body), case .object = tree["data"] else {
        return .failure(StatisticsFailure(message: Message(.asnUnreadable)))
      }
      return .success(tree["data"])
    case .answered(429, _, _):
      return .failure(StatisticsFailure(message: Message(.webTooOften)))
    case .answered(let status, _, _):
      let why = Message(.webStatus, ["status": "\(status)"])
      return .failure(StatisticsFailure(message: why))
    case .failed(let why): return .failure(StatisticsFailure(message: why))
    case .local(let failure): return .failure(StatisticsFailure(message: failure.diagnosticMessage))
    }
  }
}
