/// What the bytes heard so far mean to a question.
enum ServiceAnswer: Hashable, Sendable {
  /// More has to come.
  case incomplete
  /// Another protocol, or nothing legible.
  case foreign
  /// The service, and what it says of itself.
  case identified(ServiceIdentity)

  /// The service, where it is known.
  var identity: ServiceIdentity? {
    guard case .identified(let identity) = self else { return nil }
    return identity
  }
}
