internal import Glibc
internal import LinuxNetwork
internal import NIOCore
internal import Wire

/// How far a connection had come when an error ended it: who can have caused it depends on that.
enum StreamStage: Hashable {
  /// The call itself failed, at once: nothing was sent, so the failure is this machine's own.
  case calling
  /// Something was sent, and no connection was there yet.
  case connecting
  /// The connection was there.
  case connected

  /// How far connecting had come, asked afterwards: what the machine's own routing table says now, the
  /// call was told too.
  init(of error: any Error, connectingTo endpoint: Endpoint) {
    guard let error = error as? IOError,
      SystemError(number: error.errnoCode, call: "connect").refusalOfOthers != nil,
      OwnRoute.refuses(endpoint, with: error.errnoCode)
    else {
      self = .connecting
      return
    }
    self = .calling
  }
}

extension StreamEnd {
  /// What NIO throws.
  init(_ error: any Error, _ stage: StreamStage) {
    if let error = error as? IOError {
      self.init(number: error.errnoCode, stage)
    } else if case .connectTimeout = error as? ChannelError {
      self = .timedOut(connected: false)
    } else if let why = StreamSecurity.distrust(error) {
      self = .untrusted(why)
    } else {
      self = .closed
    }
  }

  /// What an error number means there.
  init(number: Int32, _ stage: StreamStage) {
    let error = SystemError(number: number, call: "connect")
    switch (number, error.refusalOfOthers) {
    case (ECONNREFUSED, _): self = .refused
    case (ECONNRESET, _), (EPIPE, _), (ECONNABORTED, _): self = .reset
    case (ETIMEDOUT, _): self = .timedOut(connected: stage == .connected)
    // A route may say so too: a VPN's, for instance, that lets nothing past it.
    case (ENETUNREACH, _) where stage == .calling, (EHOSTUNREACH, _) where stage == .calling:
      self = .local(.noRoute)
    // No answer to ARP or NDP is the kernel's own word, yet about the other side.
    case (EHOSTUNREACH, _), (EHOSTDOWN, _): self = .unreachable
    case (_, .prohibited?) where stage != .calling: self = .prohibited
    case (_, .unreachable?) where stage != .calling: self = .unreachable
    default: self = .local(error.localFailure)
    }
  }
}
