import NIOCore
import NIOHTTP1

/// Closes a connection whose request isn't complete in time, or whose client doesn't read the answer,
/// and reports whether it waits for its client.
///
/// An idle timeout alone doesn't stop slow-loris clients.
final class RequestDeadlineHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  private var request: RequestProgress
  private var answer: ResponseProgress
  private var timer: (task: Scheduled<Void>, due: NIODeadline)?
  private let onWaiting: (Bool) -> Void

  /// `onWaiting` is called when the connection begins, or ceases, to wait for its client.
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
      // The timer is left to find nothing due.
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

  /// Whether the client has to send a request or read an answer.
  private var isWaiting: Bool { request.isWaiting || answer.due != nil }

  private func report(_ before: Bool) {
    if isWaiting != before { onWaiting(isWaiting) }
  }

  private static func bytesWaiting(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Schedules one timer for the earliest deadline; it checks what is due when it fires.
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

/// The state of one connection's requests, and the deadline of the incoming one: from the opening of the
/// connection, or from its head, to the end of its body.
struct RequestProgress {
  private let limit: TimeAmount
  /// The deadline of the incoming request; `nil` where there is none.
  private(set) var due: NIODeadline?
  private var unanswered = 0

  init(limit: TimeAmount, now: NIODeadline) {
    self.limit = limit
    due = now + limit
  }

  /// Whether the connection is idle, or its request isn't complete yet.
  var isWaiting: Bool { due != nil || unanswered == 0 }

  mutating func beginRequest(now: NIODeadline) {
    unanswered += 1
    if due == nil { due = now + limit }
  }

  mutating func endRequest() { due = nil }

  mutating func endAnswer() { unanswered = max(0, unanswered - 1) }
}

/// Whether the client reads ``leastTaken`` bytes in each interval while the channel isn't writable.
struct ResponseProgress {
  /// NIO's low water mark: a client that reads everything makes the channel writable before it could
  /// fail.
  static let leastTaken = 32 << 10

  private let interval: TimeAmount
  /// The end of the interval; `nil` while the channel is writable.
  private(set) var due: NIODeadline?
  /// The bytes buffered when the interval began.
  private var waiting = 0

  init(interval: TimeAmount) {
    self.interval = interval
  }

  /// The channel became unwritable, with that many bytes buffered.
  mutating func stop(waiting bytes: Int, now: NIODeadline) {
    waiting = bytes
    due = now + interval
  }

  mutating func goOn() { due = nil }

  /// Whether the client read too little in the interval that is over; else begins the next one.
  mutating func isTooSlow(waiting bytes: Int, now: NIODeadline) -> Bool {
    guard let due, due <= now else { return false }
    guard waiting - bytes >= Self.leastTaken else { return true }
    stop(waiting: bytes, now: now)
    return false
  }
}

/// Applies HTTP/1 rules that Hummingbird doesn't: the host of an absolute target, and closing the
/// connection after HTTP/1.0 and `Connection: close` requests.
final class HTTP1SemanticsHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The versions of the requests without a complete answer.
  private var pending: CircularBuffer<HTTPVersion> = []
  /// Whether the connection closes after the last of them.
  private var isLast = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    pending.append(head.version)
    if !head.isKeepAlive || head.version.isBefore1_1 {
      // Hummingbird matches `close` exactly.
      head.headers.replaceOrAdd(name: "connection", value: "close")
      isLast = true
    }
    head.setHostFromTarget()
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // HTTP/1.0 has no chunked encoding.
      if let version = pending.first, version.isBefore1_1 { head.version = version }
      if isLast, pending.count == 1 {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      if !pending.isEmpty { pending.removeFirst() }
      context.write(data, promise: promise)
    case .body:
      context.write(data, promise: promise)
    }
  }
}

extension HTTPVersion {
  /// Whether the connection closes after each request.
  fileprivate var isBefore1_1: Bool { (major, minor) < (1, 1) }
}

extension HTTPRequestHead {
  /// Replaces `Host` by the authority of an absolute target (RFC 9112, section 3.2.2); a request with
  /// several `Host` fields stays as it is, and is rejected later.
  mutating func setHostFromTarget() {
    guard headers["host"].count <= 1, let authority = Self.authority(ofTarget: uri) else { return }
    headers.replaceOrAdd(name: "host", value: authority)
  }

  /// The authority of an absolute target, `http://host:port/path`; `nil` for all other forms.
  static func authority(ofTarget target: String) -> String? {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
    return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }
}
