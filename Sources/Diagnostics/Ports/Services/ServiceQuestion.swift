/// One question in a service's own protocol, and how its answer is read.
///
/// Over UDP it is a datagram, over TCP what is said first; the answer comes from anybody, so reading
/// is total.
struct ServiceQuestion: Sendable {
  /// What is asked.
  let bytes: [UInt8]
  /// Reads an answer: all of a datagram, or what a stream has said so far.
  let read: @Sendable ([UInt8]) -> ServiceAnswer
  /// Whether an answer that tells a version tells all that the service would.
  var isFinal = true

  init(_ bytes: [UInt8], read: @escaping @Sendable ([UInt8]) -> ServiceAnswer) {
    self.bytes = bytes
    self.read = read
  }

  init(_ text: String, read: @escaping @Sendable ([UInt8]) -> ServiceAnswer) {
    self.init(Array(text.utf8), read: read)
  }

  /// A question to which any answer that fits is enough.
  init(_ bytes: [UInt8], _ service: String, where fits: @escaping @Sendable ([UInt8]) -> Bool) {
    self.init(bytes) { fits($0) ? .identified(ServiceIdentity(service)) : .foreign }
  }
}

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
