import Model
import Monitoring

/// What a server answered.
struct ChannelAnswer: Hashable, Sendable {
  var status: Int
  /// The field `Retry-After`.
  var retryAfter: String?
  /// The field `Location`.
  var location: String?
  var body: [UInt8]

  /// The most bytes of a body that are read.
  static let mostBody = 64 << 10

  /// What it means for the notice; `secrets` are kept out of the message.
  func delivery(
    _ reading: WebTemplate.Answer,
    host: String,
    secrets: [String],
    now: Timestamp
  ) -> Delivery {
    func said(_ template: MessageTemplate) -> Message { Message(template, ["host": host]) }
    let json = JSONTree(body)
    let reason = self.reason(json, reading, secrets: secrets)
    let isMissing = reading.missingWords.contains { reason?.lowercased().contains($0) == true }
    switch status {
    case 200..<300: return .sent
    case 300..<400:
      let target = location.flatMap { SettingSyntax.host(of: $0) }
      guard let target else { return .refused(said(.channelRedirects)) }
      return .refused(Message(.channelRedirectsTo, ["host": host, "target": target]))
    case 401: return .refused(said(reading.unauthorized))
    case 404, 410: return .refused(said(reading.notFound))
    case 400 where isMissing, 403 where isMissing:
      return .refused(said(reading.missing ?? reading.notFound))
    case 429:
      let wait = pause(json, reading, now: now)
      guard let wait else {
        return .failed(said(.channelTooOften), retryAfter: reading.unnamedPause)
      }
      let seconds = (wait / .seconds(1)).rounded(.up)
      return .failed(
        Message(.channelTooOftenUntil, ["host": .text(host), "wait_s": .number(seconds)]),
        retryAfter: wait
      )
    case 408, 425, 500...:
      return .failed(
        refusal(.channelTrouble, .channelTroubleSaying, reason, host: host),
        retryAfter: pause(json, reading, now: now)
      )
    case 403:
      return .refused(refusal(.channelForbidden, .channelForbiddenSaying, reason, host: host))
    default: return .refused(refusal(.channelRefused, .channelRefusedSaying, reason, host: host))
    }
  }

  private func refusal(
    _ plain: MessageTemplate,
    _ saying: MessageTemplate,
    _ reason: String?,
    host: String
  ) -> Message {
    var values: [String: Message.Value] = ["host": .text(host), "status": .count(status)]
    guard let reason else { return Message(plain, values) }
    values["reason"] = .text(reason)
    return Message(saying, values)
  }

  /// How long the server wants to be left alone.
  ///
  /// Seconds in a body are finer than the field; milliseconds, which Matrix has, are what old servers name
  /// instead of it.
  private func pause(_ json: JSONTree?, _ reading: WebTemplate.Answer, now: Timestamp) -> Duration?
  {
    if let json, !reading.retrySeconds.isEmpty, let seconds = json[reading.retrySeconds].number {
      return RetryAfter.bounded(seconds)
    }
    if let wait = retryAfter.flatMap({ RetryAfter.duration($0, now: now) }) { return wait }
    guard let json, !reading.retryMilliseconds.isEmpty else { return nil }
    return json[reading.retryMilliseconds].number.flatMap { RetryAfter.bounded($0 / 1000) }
  }

  /// Why it refused, as it says itself, in one short line.
  private func reason(_ json: JSONTree?, _ reading: WebTemplate.Answer, secrets: [String])
    -> String?
  {
    var found: String?
    if let json {
      found = reading.reasons.lazy.compactMap { json[$0].text }.first
    } else if !body.isEmpty, body.count <= 400 {
      found = String(decoding: body, as: UTF8.self)
      // A page for people says nothing in its first line.
      if found?.contains("<") == true { found = nil }
    }
    guard var words = found, !words.isEmpty else { return nil }
    for secret in secrets where secret.utf8.count >= 4 {
      words = words.split(separator: secret, omittingEmptySubsequences: false).joined(
        separator: "…"
      )
    }
    let line = CleanText.line(words, most: 200)
    return line.contains { $0 != " " } ? line : nil
  }
}

/// What a status of HTTP means.
extension MessageTemplate {
  static let channelRedirects = MessageTemplate(
    "channel.redirects",
    "{host} points elsewhere, which homenet doesn’t follow: give the address that is meant"
  )
  static let channelRedirectsTo = MessageTemplate(
    "channel.redirects_to",
    "{host} points to {target}, which homenet doesn’t follow: give the address that is meant"
  )
  static let channelTooOften = MessageTemplate(
    "channel.too_often",
    "{host} was sent too much and takes nothing for now"
  )
  static let channelTooOftenUntil = MessageTemplate(
    "channel.too_often_until",
    "{host} was sent too much and takes nothing for {wait_s}"
  )
  static let channelTrouble = MessageTemplate(
    "channel.trouble",
    "{host} has trouble of its own (status {status})"
  )
  static let channelTroubleSaying = MessageTemplate(
    "channel.trouble_saying",
    "{host} has trouble of its own (status {status}): {reason}"
  )
  static let channelForbidden = MessageTemplate(
    "channel.forbidden",
    "{host} doesn’t allow it (status {status}): what the token or the user may do isn’t enough"
  )
  static let channelForbiddenSaying = MessageTemplate(
    "channel.forbidden_saying",
    "{host} doesn’t allow it (status {status}): {reason}"
  )
  static let channelRefused = MessageTemplate(
    "channel.refused",
    "{host} doesn’t take the message (status {status})"
  )
  static let channelRefusedSaying = MessageTemplate(
    "channel.refused_saying",
    "{host} doesn’t take the message (status {status}): {reason}"
  )
}
