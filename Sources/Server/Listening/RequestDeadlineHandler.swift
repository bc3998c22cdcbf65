import NIOCore
import NIOHTTP1

/// Closes a connection whose request isn't complete in time, and tells when it can best be spared.
///
/// The idle timeout alone closes nobody who sends a byte now and then.
final class RequestDeadlineHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var progress: RequestProgress
  private var timer: Scheduled<Void>?
  private let onWaiting: (Bool) -> Void

  /// Has each request be complete within that time; says when the connection begins to wait for one,
  /// and when it no longer does.
  init(limit: TimeAmount, now: NIODeadline, onWaiting: @escaping (Bool) -> Void = { _ in }) {
    progress = RequestProgress(limit: limit, now: now)
    self.onWaiting = onWaiting
  }

  func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let before = progress.isWaiting
    switch unwrapInboundIn(data) {
    case .head:
      progress.beginRequest(now: context.eventLoop.now)
      schedule(context)
    case .body:
      break
    case .end:
      // The timer finds that nothing is due.
      progress.endRequest()
    }
    report(before)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      let before = progress.isWaiting
      progress.endAnswer()
      report(before)
    }
    context.write(data, promise: promise)
  }

  private func report(_ before: Bool) {
    if progress.isWaiting != before { onWaiting(progress.isWaiting) }
  }

  /// One timer at a time: it finds out for itself what is due when it goes off.
  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, let due = progress.due else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      guard let self else { return }
      timer = nil
      guard let due = progress.due else { return }
      if due <= context.eventLoop.now { context.close(promise: nil) } else { schedule(context) }
    }
  }
}
