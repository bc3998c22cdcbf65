import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections that are counted, and whose requests and answers have a deadline.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let connections: Connections
  let times: Listener.Times

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    let id = connections.open(channel)
    channel.boundKernelMemory()
    return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let deadline = RequestDeadlineHandler(
        times: times,
        now: channel.eventLoop.now
      ) { [connections] isWaiting in
        if let id { connections.setWaiting(id, isWaiting) }
      }
      try pipeline.addHandlers(HTTP1SemanticsHandler(), deadline, position: .after(decoder))
      // Only now: the pipeline of a closed channel takes no handlers, and an error here would be taken
      // for one of the listener's.
      if id == nil { channel.close(promise: nil) }
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
