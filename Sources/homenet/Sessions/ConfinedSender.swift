import Channels
import Model
import Monitoring
import Wire

/// Sends notices to this machine only: nothing of the simulated home leaves it.
struct ConfinedSender: AlertSending {
  let sender: ChannelSender

  func send(
    _ notice: AlertNotice,
    to channel: AlertChannel,
    secrets: [String: String]
  ) async -> Delivery {
    guard Self.staysHere(channel) else { return .refused(Message(.channelDemo)) }
    return await sender.send(notice, to: channel, secrets: secrets)
  }

  func problem(of channel: AlertChannel, secrets: [String: String]) -> MonitoringError? {
    sender.problem(of: channel, secrets: secrets)
  }

  var services: [FieldValue] { sender.services }

  /// Whether the channel's server is this machine.
  static func staysHere(_ channel: AlertChannel) -> Bool {
    let place = channel.settings["url"] ?? channel.settings["server"] ?? ""
    var rest = place[...]
    for scheme in ["http://", "https://"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    rest = rest.prefix { !"/?#".contains($0) }
    guard !rest.contains("@") else { return false }
    if rest.hasPrefix("[") {
      rest = rest.dropFirst().prefix { $0 != "]" }
    } else if rest.filter({ $0 == ":" }).count == 1 {
      rest = rest.prefix { $0 != ":" }
    }
    return rest == "localhost" || IPAddress(String(rest))?.scope == .loopback
  }
}

extension MessageTemplate {
  static let channelDemo = MessageTemplate(
    "channel.demo",
    "the simulated home sends nothing to other machines; a channel to localhost works"
  )
}
