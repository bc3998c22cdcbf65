import HTTPTypes
import Hummingbird
import Model
import Monitoring

/// Rules, channels, and what was and will be told.
struct AlertRoutes {
  /// `nil` for a home that nobody monitors.
  let monitoring: (any HomeMonitoring)?
  let now: @Sendable () -> Timestamp

  /// As many alerts as an answer may hold.
  private static let mostAlerts: UInt64 = 200

  var routes: [Route] { ruleRoutes + channelRoutes + alertRoutes }

  private var ruleRoutes: [Route] {
    [
      Route(.get, "/api/v1/rules") { _, _ in
        let json: JSONObject = ["rules": try await monitored().rules()]
        return try .json(json)
      },
      Route(.post, "/api/v1/rules") { request, context in
        var rule = try await JSONBody.read(AlertRule.self, of: request, context)
        if rule.source == .file { rule.source = .user }
        let rules = try await monitored().rules()
        if !rule.id.isEmpty, rules.contains(where: { $0.id == rule.id }) {
          throw Problem(.conflict, "There is a rule with that id already.")
        }
        return try .json(await monitored().set(rule), status: .created)
      },
      Route(.patch, "/api/v1/rules/{id}") { request, context in
        let patch = try await JSONBody.read(AlertRulePatch.self, of: request, context)
        let id = try context.pathID()
        guard let before = try await monitored().rules().first(where: { $0.id == id }) else {
          throw Problem(.notFound, "There is no rule with that id.")
        }
        var rule = try patch.applied(to: before)
        (rule.id, rule.source) = (before.id, before.source == .suggested ? .user : before.source)
        return try .json(await monitored().set(rule))
      },
      Route(.delete, "/api/v1/rules/{id}") { request, context in
        try await JSONBody.refuse(of: request, context)
        try await monitored().remove(rule: context.pathID())
        return .empty(.noContent)
      },
    ]
  }

  private var channelRoutes: [Route] {
    [
      Route(.get, "/api/v1/channels") { _, _ in
        let monitoring = try monitored()
        var channels: [ShownChannel] = []
        for channel in await monitoring.channels() {
          channels.append(await ShownChannel(channel, monitoring))
        }
        let json: JSONObject = ["channels": channels]
        return try .json(json)
      },
      Route(.get, "/api/v1/channels/services") { _, _ in
        let json: JSONObject = ["services": try await monitored().channelServices()]
        return try .json(json)
      },
      Route(.post, "/api/v1/channels") { request, context in
        let draft = try await JSONBody.read(ChannelDraft.self, of: request, context)
        var channel = draft.channel
        if channel.source == .file { channel.source = .user }
        let monitoring = try monitored()
        if !channel.id.isEmpty, await monitoring.channels().contains(where: { $0.id == channel.id })
        {
          throw Problem(.conflict, "There is a channel with that id already.")
        }
        let set = try await monitoring.set(channel, secrets: draft.secrets)
        return try .json(await ShownChannel(set, monitoring), status: .created)
      },
      Route(.patch, "/api/v1/channels/{id}") { request, context in
        let draft = try await JSONBody.read(ChannelPatch.self, of: request, context)
        let id = try context.pathID()
        let monitoring = try monitored()
        guard let before = await monitoring.channels().first(where: { $0.id == id }) else {
          throw Problem(.notFound, "There is no channel with that id.")
        }
        let channel = try draft.patch.applied(to: before)
        try await requireSecrets(draft.secrets, for: channel, after: before, monitoring)
        let set = try await monitoring.set(channel, secrets: draft.secrets)
        return try .json(await ShownChannel(set, monitoring))
      },
      Route(.delete, "/api/v1/channels/{id}") { request, context in
        try await JSONBody.refuse(of: request, context)
        try await monitored().remove(channel: context.pathID())
        return .empty(.noContent)
      },
      Route(.post, "/api/v1/channels/{id}/test") { request, context in
        try await JSONBody.refuse(of: request, context)
        let json: JSONObject = ["delivery": try await monitored().test(channel: context.pathID())]
        return try .json(json)
      },
    ]
  }

  /// Refuses to send what is kept to another server than the one that it was given for: whoever changes a
  /// channel need not know its secrets, and would read them there.
  private func requireSecrets(
    _ given: [String: String],
    for channel: AlertChannel,
    after before: AlertChannel,
    _ monitoring: any HomeMonitoring
  ) async throws {
    let places = ["url", "server", "host"]
    guard
      channel.service != before.service
        || places.contains(where: { channel.settings[$0] != before.settings[$0] })
    else { return }
    let kept = await monitoring.secretNames(of: before.id)
    guard let missing = kept.first(where: { given[$0] == nil }) else { return }
    var problem = Problem(
      .unprocessableContent,
      "The channel goes to another server now: its secrets have to be given again, or removed."
    )
    problem.key = "secrets.\(missing)"
    throw problem
  }

  private var alertRoutes: [Route] {
    [
      Route(.get, "/api/v1/alerts", taking: nil) { request, _ in try await alerts(request) },
      Route(.get, "/api/v1/alerts/mutes") { _, _ in
        let json: JSONObject = ["mutes": try await monitored().mutes()]
        return try .json(json)
      },
      Route(.post, "/api/v1/alerts/mute") { request, context in
        let body = try await JSONBody.read(MuteBody.self, of: request, context)
        let monitoring = try monitored()
        try await monitoring.mute(body.subject, until: body.until(now()))
        let json: JSONObject = ["mutes": await monitoring.mutes()]
        return try .json(json)
      },
    ]
  }

  private func alerts(_ request: Request) async throws -> Response {
    let names = ["state", "before", "limit"]
    let parameters = try HistoryParameters(request, allowing: names, now: now())
    let state = try parameters.choice("state", of: Alert.State.self)
    let before = try parameters.number("before", in: 1...UInt64(1 << 53 - 1)).map { Int64($0) }
    let limit = Int(try parameters.number("limit", in: 1...Self.mostAlerts) ?? 50)
    let alerts = try await monitored().alerts(in: state, before: before, limit: limit)
    // What quiet hours hold has no number yet, and comes beside the page.
    let numbered = alerts.filter { $0.id != 0 }
    let json: JSONObject = [
      "alerts": alerts, "next": numbered.count == limit ? numbered.last?.id : nil,
    ]
    return try .json(json)
  }

  private func monitored() throws(Problem) -> any HomeMonitoring {
    guard let monitoring else { throw .noMonitoring }
    return monitoring
  }
}

/// A channel with the names of its secrets, as the API shows it.
private struct ShownChannel: Encodable {
  let channel: AlertChannel
  let secrets: [String]

  init(_ channel: AlertChannel, _ monitoring: any HomeMonitoring) async {
    self.channel = channel
    secrets = await monitoring.secretNames(of: channel.id)
  }

  func encode(to encoder: any Encoder) throws {
    try channel.encode(to: encoder)
    let json: JSONObject = ["secrets": secrets]
    try json.encode(to: encoder)
  }
}

/// The body of `POST /api/v1/channels`.
private struct ChannelDraft: Decodable {
  let channel: AlertChannel
  let secrets: [String: String]

  init(from decoder: any Decoder) throws {
    channel = try AlertChannel(from: decoder)
    secrets = try ChannelSecrets(from: decoder).secrets
  }
}

/// The body of `PATCH /api/v1/channels/{id}`.
private struct ChannelPatch: Decodable {
  let patch: AlertChannelPatch
  let secrets: [String: String]

  init(from decoder: any Decoder) throws {
    patch = try AlertChannelPatch(from: decoder)
    secrets = try ChannelSecrets(from: decoder).secrets
  }
}

/// The body of `POST /api/v1/alerts/mute`.
private struct MuteBody: Decodable {
  let subject: Mute.Subject
  /// How long, in milliseconds; `nil` for ever.
  private let milliseconds: Int64?
  private let isUnmuted: Bool

  private static let longest: Double = 366 * 86_400_000

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: AnyCodingKey.self)
    func key(_ name: String) -> AnyCodingKey { AnyCodingKey(stringValue: name) }
    let names = Set(json.allKeys.map(\.stringValue))
    guard names.isSubset(of: ["monitor", "device", "all", "for"]), names.contains("for"),
      names.count == 2
    else { throw Self.wrong }
    if let id = try json.decodeIfPresent(String.self, forKey: key("monitor")) {
      subject = .monitor(id)
    } else if let id = try json.decodeIfPresent(String.self, forKey: key("device")) {
      // Devices that are gone may be muted, but what is kept of them is bounded.
      guard (1...128).contains(id.utf8.count) else { throw Self.wrong }
      subject = .device(id)
    } else if try json.decodeIfPresent(Bool.self, forKey: key("all")) == true {
      subject = .everything
    } else {
      throw Self.wrong
    }
    let length = try json.decodeIfPresent(String.self, forKey: key("for"))
    isUnmuted = length == nil
    if let length, length != "ever" {
      guard let milliseconds = DurationText.milliseconds(length), milliseconds > 0,
        milliseconds <= Self.longest
      else { throw Self.wrong }
      self.milliseconds = Int64(milliseconds)
    } else {
      milliseconds = nil
    }
  }

  /// Until when; `nil` where it is no longer muted.
  func until(_ now: Timestamp) -> Timestamp? {
    guard !isUnmuted else { return nil }
    return Timestamp(milliseconds: milliseconds.map { now.milliseconds + $0 } ?? .max)
  }

  private static let wrong = Problem(
    .unprocessableContent,
    "The body has to be one of monitor, device and all, and for: 1h, 1d, ever, or null to end it."
  )
}
