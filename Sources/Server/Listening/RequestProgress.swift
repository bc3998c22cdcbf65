import NIOCore

/// How far the requests of one connection are, and until when the one that comes has to be there.
///
/// The whole of a request has one deadline, from the opening of the connection or from its head to the
/// end of its body, however lively it drips, and whether or not anybody reads it. For answers see
/// ``ResponseProgress``. A pure value.
struct RequestProgress {
  private let limit: TimeAmount
  /// When the request has to be complete; `nil` where none is under way.
  private(set) var due: NIODeadline?
  /// Requests that came and are not answered to the end.
  private var unanswered = 0

  /// A connection is open, and its first request is awaited.
  init(limit: TimeAmount, now: NIODeadline) {
    self.limit = limit
    due = now + limit
  }

  /// Whether nothing is being answered, or its request isn't complete.
  var isWaiting: Bool { due != nil || unanswered == 0 }

  /// The head of a request came.
  mutating func beginRequest(now: NIODeadline) {
    unanswered += 1
    if due == nil { due = now + limit }
  }

  /// The end of a request came.
  mutating func endRequest() { due = nil }

  /// The end of an answer was written.
  mutating func endAnswer() { unanswered = max(0, unanswered - 1) }
}
