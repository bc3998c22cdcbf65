import Channels
import Model
import Monitoring
import NIOCore
import NIOPosix

/// A sender, its event loops, and a channel to send to.
struct Sending {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  let sender: ChannelSender

  init(limit: Duration = .seconds(10), allowsPrograms: Bool = true, now: Timestamp = Notices.time) {
    let group = group
    sender = ChannelSender(
      allowsPrograms: allowsPrograms,
      hostName: "home",
      limit: limit,
      environment: ["PATH": "/usr/bin:/bin", "HOMENET_PASSWORD": "never"],
      now: { now },
      eventLoops: { group }
    )
  }

  func send(
    _ service: String,
    _ settings: [String: String],
    _ secrets: [String: String] = [:],
    notice: AlertNotice = Notices.down
  ) async -> Delivery {
    let channel = AlertChannel(id: "c", name: "Phone", service: service, settings: settings)
    return await sender.send(notice, to: channel, secrets: secrets)
  }

  func close() async { try? await group.shutdownGracefully() }
}

extension Delivery {
  /// The message's code; `nil` if it was sent.
  var code: String? {
    switch self {
    case .sent: nil
    case .failed(let message, _), .refused(let message): message.code
    }
  }

  /// Whether only other settings help.
  var isRefused: Bool { if case .refused = self { true } else { false } }
}
