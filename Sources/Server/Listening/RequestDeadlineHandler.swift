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
