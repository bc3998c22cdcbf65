import NIOCore
import NIOHTTP1

/// Closes a connection whose request isn't complete in time, or whose client doesn't take the answer,
/// and reports when the connection can be closed for another one.
///
/// The idle timeout alone closes no client that sends a byte now and then, or that is being
/// answered.
final class RequestDeadlineHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var request: RequestProgress
  private var answer: ResponseProgress
  private var timer: (task: Scheduled<Void>, due: NIODeadline)?
  private let onWaiting: (Bool) -> Void

  /// Limits requests and answers by those times; calls back when the connection begins to wait for its
  /// client, and when it no longer does.
  init(times: Listener.Times, now: NIODeadline, onWaiting: @escaping (Bool) -> Void = { _ in }) {
    request = RequestProgress(limit: times.request, now: now)
    answer = ResponseProgress(interval: times.answer)
    self.onWaiting = onWaiting
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.task.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let before = isWaiting
    switch unwrapInboundIn(data) {
    case .head:
      request.beginRequest(now: context.eventLoop.now)
      schedule(context)
    case .body:
      break
    case .end:
      // The timer finds that nothing is due.
      request.endRequest()
    }
    report(before)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      let before = isWaiting
      request.endAnswer()
      report(before)
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let before = isWaiting
    if context.channel.isWritable {
      answer.goOn()
    } else {
      answer.stop(waiting: Self.bytesWaiting(context), now: context.eventLoop.now)
      schedule(context)
    }
    report(before)
    context.fireChannelWritabilityChanged()
  }

  /// Whether the next step is the client's: to send a request, or to take an answer.
  private var isWaiting: Bool { request.isWaiting || answer.due != nil }

  private func report(_ before: Bool) {
    if isWaiting != before { onWaiting(isWaiting) }
  }

  private static func bytesWaiting(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// One timer at a time, for what is due first: it finds out for itself what that is when it goes off.
  private func schedule(_ context: ChannelHandlerContext) {
    guard let due = [request.due, answer.due].compactMap({ $0 }).min() else { return }
    if let timer, timer.due <= due { return }
    timer?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      guard let self else { return }
      timer = nil
      let now = context.eventLoop.now
      let isLate = request.due.map { $0 <= now } ?? false
      if isLate || answer.isTooSlow(waiting: Self.bytesWaiting(context), now: now) {
        context.close(promise: nil)
      } else {
        schedule(context)
      }
    }
    timer = (task, due)
  }
}

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

/// Whether the client takes the answer that it is sent.
///
/// While bytes wait for the client, it has to take ``leastTaken`` of them in each interval; a client that
/// never reads would hold its connection for good. A pure value.
struct ResponseProgress {
  /// A channel that isn't writable holds more than that, by NIO's usual marks: so it is writable again
  /// before a client could fail by taking all there is.
  static let leastTaken = 32 << 10

  private let interval: TimeAmount
  /// When the client has to have taken enough; `nil` while it takes everything.
  private(set) var due: NIODeadline?
  /// How many bytes waited when the interval began.
  private var waiting = 0

  init(interval: TimeAmount) {
    self.interval = interval
  }

  /// The channel isn't writable any longer: that many bytes wait for the client.
  mutating func stop(waiting bytes: Int, now: NIODeadline) {
    waiting = bytes
    due = now + interval
  }

  /// The channel is writable again.
  mutating func goOn() { due = nil }

  /// Whether an interval is over in which the client took too little; else the next one begins.
  mutating func isTooSlow(waiting bytes: Int, now: NIODeadline) -> Bool {
    guard let due, due <= now else { return false }
    guard waiting - bytes >= Self.leastTaken else { return true }
    stop(waiting: bytes, now: now)
    return false
  }
}
