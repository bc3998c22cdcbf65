import Model
import Monitoring

/// How a service is asked over HTTP.
struct WebTemplate: Sendable {
  /// The method; places are filled.
  var method = "POST"
  /// Where the request goes.
  var base: Base
  /// What follows the base; what stands in its places is percent-encoded.
  var path = ""
  /// Fields; one in whose places nothing stands is left out.
  var headers: [Header] = []
  /// The body.
  var body: Body
  /// The setting with more fields, one a line.
  var moreHeaders: String?
  /// The secret that the body is signed with.
  var signedBy: String?
  /// How the answer is read.
  var answer = Answer()

  /// The first part of the address.
  enum Base: Hashable, Sendable {
    /// Always the same.
    case fixed(String)
    /// A setting, or a secret; both are addresses.
    case setting(String)
  }

  /// A field, with places.
  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// What is sent.
  enum Body: Sendable {
    /// JSON by a template.
    case json(JSONTemplate)
    /// JSON by the template that a setting has; `otherwise` where it has none.
    case templated(by: String, otherwise: @Sendable (NoticeContext) -> JSONTree)
    /// JSON that follows from the whole notice.
    case built(@Sendable (NoticeContext) -> JSONTree)
  }

  /// How an answer is read.
  struct Answer: Sendable {
    /// Where the reason of a refusal stands, as paths in the JSON.
    ///
    /// The first that is there counts. Without JSON the body itself is taken, if it is short text.
    var reasons: [[String]] = []
    /// Where the time to wait stands, in seconds.
    var retrySeconds: [String] = []
    /// Where the time to wait stands, in milliseconds, for servers without the field `Retry-After`.
    var retryMilliseconds: [String] = []
    /// How long to wait after a 429 that names no time, where it means a quota of days.
    var unnamedPause: Duration?
    /// What 404 means there.
    var notFound = MessageTemplate.channelNoAddress
    /// What 401 means there.
    var unauthorized = MessageTemplate.channelUnauthorized
    /// Words in the reason of 400 or 403 that mean that the recipient isn't there.
    var missingWords: [String] = []
    /// What they mean; the same as 404 where it is `nil`.
    var missing: MessageTemplate?
  }
}

/// What a body is made of.
struct NoticeContext: Sendable {
  var notice: AlertNotice
  /// The channel's name.
  var channel: String
  /// The texts of the notice and the settings, by place.
  var places: Places
}

/// What a status of HTTP means for a channel.
extension MessageTemplate {
  static let channelNoAddress = MessageTemplate(
    "channel.no_address",
    "{host} knows no such address: nothing there takes alerts"
  )
  static let channelNoTopic = MessageTemplate(
    "channel.no_topic",
    "{host} knows no such topic, or is no ntfy server"
  )
  static let channelNoRoom = MessageTemplate(
    "channel.no_room",
    "{host} knows no such room, or its user isn’t in it"
  )
  static let channelNoChat = MessageTemplate(
    "channel.no_chat",
    "{host} knows no such chat: write to the bot once, or add it to the group"
  )
  static let channelNoWebhook = MessageTemplate(
    "channel.no_webhook",
    "{host} knows no such webhook: it was deleted, or its address is incomplete"
  )
  static let channelUnauthorized = MessageTemplate(
    "channel.unauthorized",
    "{host} doesn’t let homenet in: the token or the password is wrong"
  )
  static let channelWrongToken = MessageTemplate(
    "channel.wrong_token",
    "{host} doesn’t know the token"
  )
}
