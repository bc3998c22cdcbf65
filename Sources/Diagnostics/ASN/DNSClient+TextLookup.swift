internal import Wire

extension DNSClient: TextLookup {
  /// The texts of a name, aliases followed by the resolver; none where there is no such name.
  ///
  /// - Throws: That no resolver answers, or that this machine can't ask.
  public func texts(of name: String) async throws(DiagnosticError) -> [String] {
    guard let domain = DNSName(name) else { throw .usage("'\(name)' is not a valid name") }
    let reply = try await resolve(DNSQuestion(domain, .txt))
    return reply.records.wanted.compactMap { record in
      guard case .txt(let text) = record.data else { return nil }
      return String(decoding: text.strings.joined(), as: UTF8.self)
    }
  }
}
