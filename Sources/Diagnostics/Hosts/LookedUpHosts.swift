internal import Networking

/// What became of looking many hosts up: some may be unknown, which keeps nobody from asking the others.
public struct LookedUpHosts: Sendable {
  /// Those that have an address, in the order asked for.
  public var known: [TargetHost] = []
  /// Those of which no address was learnt, in the same order.
  public var unknown: [UnknownHost] = []

  /// Sorts what became of each; of fewer, where one of them ended it.
  ///
  /// - Throws: What was mistyped, or that it was interrupted.
  init(
    _ hosts: [String],
    _ results: [Result<TargetHost, DiagnosticError>]
  ) throws(DiagnosticError) {
    for result in results { if let end = Self.end(result) { throw end } }
    for (host, result) in zip(hosts, results) {
      switch result {
      case .success(let target): known.append(target)
      case .failure(let error): if let one = UnknownHost(host, error) { unknown.append(one) }
      }
    }
  }

  /// What leaves nothing to ask the others for: what is mistyped, or that it was interrupted.
  static func end(_ result: Result<TargetHost, DiagnosticError>) -> DiagnosticError? {
    guard case .failure(let error) = result, UnknownHost("", error) == nil else { return nil }
    return error
  }

  /// Why nobody can be asked; `nil` where somebody can.
  public var failure: DiagnosticError? {
    guard known.isEmpty, let first = unknown.first else { return nil }
    let own = unknown.first(where: \.isOwnFailure)
    if let own { return .unable(own.words) }
    guard unknown.count > 1 else { return .unknownHost(first.host, because: first.because) }
    return .unknownHost(first.host, because: "none of these hosts' names is known")
  }
}

/// A host of which no address was learnt.
public struct UnknownHost: Hashable, Sendable {
  /// As it was asked for.
  public var host: String
  /// Why.
  public var because: String
  /// The reason's name in JSON: `unknown_host`, or what this machine failed at, `local_…`.
  public var code: String

  /// A host whose name didn't resolve, unless another code is given.
  public init(_ host: String, because: String, code: String = Self.unknown) {
    self.host = host
    self.because = because
    self.code = code
  }

  /// What looking it up ended with; `nil` where that is no failure to know it.
  init?(_ host: String, _ error: DiagnosticError) {
    switch error {
    case .unknownHost(_, let because): self.init(host, because: because)
    case .local(let failure, _): self.init(host, because: error.words, code: failure.code)
    // No way to a resolver.
    case .unable: self.init(host, because: error.words, code: LocalFailure.noRoute.code)
    case .usage, .noAnswer, .interrupted: return nil
    }
  }

  /// The code of one that nobody knows.
  public static let unknown = "unknown_host"

  /// Whether it was this machine's own failure.
  public var isOwnFailure: Bool { code != Self.unknown }

  /// What happened, in one line.
  public var words: String { isOwnFailure ? because : "\(host): \(because)" }
}

extension UnknownHost: Encodable {
  private enum CodingKeys: String, CodingKey { case host, type, because }

  /// Writes an entry of `unknown`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(code, forKey: .type)
    try json.encode(because, forKey: .because)
  }
}
