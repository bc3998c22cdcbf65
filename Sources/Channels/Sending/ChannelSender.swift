public import Model
public import Monitoring
public import NIOCore
internal import Networking
internal import Wire

/// Sends notices to channels.
///
/// One call sends once: repeating, order and giving up are the outbox's. Every failure names its cause in
/// words, and none names a secret.
public struct ChannelSender: AlertSending {
  /// Where connections of HTTP run; throws where there are no descriptors for it.
  private let eventLoops: @Sendable () throws -> any EventLoopGroup
  private let allowsPrograms: Bool
  private let hostName: String
  private let limit: Duration
  private let environment: [String: String]
  private let now: @Sendable () -> Timestamp
  private let pacer = Lock(ChannelPacer())

  /// How long a notice may take to leave.
  public static let usualLimit = Duration.seconds(20)

  /// A sender.
  ///
  /// - Parameters:
  ///   - allowsPrograms: Whether the configuration lets channels run programs.
  ///   - hostName: The name of this machine, for mail.
  ///   - limit: How long a notice may take to leave; under half a minute.
  ///   - environment: This process' environment, of which programs get a few variables.
  ///   - now: The time, for signatures and dates that servers name.
  ///   - eventLoops: The event loops for connections of HTTP.
  public init(
    allowsPrograms: Bool,
    hostName: String,
    limit: Duration = ChannelSender.usualLimit,
    environment: [String: String] = [:],
    now: @escaping @Sendable () -> Timestamp,
    eventLoops: @escaping @Sendable () throws -> any EventLoopGroup
  ) {
    self.allowsPrograms = allowsPrograms
    self.hostName = hostName
    self.limit = limit
    self.environment = environment
    self.now = now
    self.eventLoops = eventLoops
  }

  /// Sends a notice to a channel once.
  public func send(_ notice: AlertNotice, to channel: AlertChannel, secrets: [String: String]) async
    -> Delivery
  {
    let problem = ChannelService.problem(
      of: channel,
      secrets: secrets,
      allowsPrograms: allowsPrograms
    )
    if let problem { return .refused(problem.message) }
    guard let service = ChannelService.named(channel.service) else {
      return .refused(
        Message(.channelNoService, ["service": .text(channel.service), "known": .list([])])
      )
    }
    let time = now().milliseconds
    if let wait = pacer.withLock({ $0.take(channel.id, service.pace, at: time) }) {
      return .failed(
        Message(
          .channelPaced,
          ["service": .text(service.label), "wait_s": .number((Double(wait) / 1000).rounded(.up))]
        ),
        retryAfter: .milliseconds(wait)
      )
    }
    let values = service.values(channel.settings, secrets)
    if let path = values["tls_ca"], !path.isEmpty, values["tls_verify"] != "false",
      !AuthoritiesFile.isUsable(path)
    {
      return .refused(Message(.channelNoAuthorities, ["path": CleanText.line(path, most: 200)]))
    }
    switch service.transport {
    case .web(let template):
      return await sendOverWeb(notice, service, template, channel, values)
    case .mail: return await sendMail(notice, values)
    case .mqtt: return await publish(notice, service, channel, values)
    case .program: return await runProgram(notice, service, channel, values)
    }
  }

  /// What is wrong with a channel that has those secrets; `nil` where nothing is.
  public func problem(of channel: AlertChannel, secrets: [String: String]) -> MonitoringError? {
    ChannelService.problem(of: channel, secrets: secrets, allowsPrograms: allowsPrograms)
  }

  /// The services, for forms; those that run programs only where that is allowed.
  public var services: [FieldValue] {
    ChannelService.all.filter { allowsPrograms || !$0.runsPrograms }.map(\.field)
  }

  private func sendOverWeb(
    _ notice: AlertNotice,
    _ service: ChannelService,
    _ template: WebTemplate,
    _ channel: AlertChannel,
    _ values: [String: String]
  ) async -> Delivery {
    let request = ChannelRequest(
      notice,
      for: service,
      by: template,
      channel: channel.name,
      values: values,
      now: now()
    )
    guard let request else { return .refused(Message(.channelNoURL, ["setting": "url"])) }
    guard let group = try? eventLoops() else {
      return .failed(Message(.channelNoDescriptors, ["host": request.host]))
    }
    let outcome = await WebSender(group: group, limit: limit).send(
      request,
      authorities: values["tls_ca"] ?? "",
      isVerified: values["tls_verify"] != "false"
    )
    switch outcome {
    case .failed(let delivery): return delivery
    case .answered(let answer):
      let secrets = SecretParts.all(of: service.secretNames.compactMap { values[$0] })
      return answer.delivery(template.answer, host: request.host, secrets: secrets, now: now())
    }
  }

  private func sendMail(_ notice: AlertNotice, _ values: [String: String]) async -> Delivery {
    guard let from = MailAddress(values["from"] ?? ""),
      let to = MailAddress.list(values["to"] ?? "")
    else { return .refused(Message(.channelNoMailAddress, ["setting": "to"])) }
    let security = values["security"].flatMap(MailServer.Security.init(rawValue:)) ?? .starttls
    let authorities = values["tls_ca"] ?? ""
    let server = MailServer(
      host: values["server"] ?? "",
      port: values["port"].flatMap { Int($0) } ?? security.usualPort,
      security: security,
      user: values["user"] ?? "",
      password: values["password"] ?? "",
      authorities: authorities,
      isVerified: values["tls_verify"] != "false",
      ownName: hostName,
      limit: limit
    )
    let message = MailMessage(notice: notice, from: from, to: to, host: hostName).bytes
    let outcome = await BlockingThread.run { server.send(message, from: from, to: to) }
    guard let outcome else { return .failed(Message(.channelNoThread)) }
    return outcome.delivery(server: server.host, authorities: authorities)
  }

  private func publish(
    _ notice: AlertNotice,
    _ service: ChannelService,
    _ channel: AlertChannel,
    _ values: [String: String]
  ) async -> Delivery {
    let message = MQTTMessage(
      values["topic"] ?? "",
      Self.body(notice, service, channel).json,
      isRetained: false
    )
    guard MQTTTopic.isValid(message.topic) else {
      return .refused(Message(.mqttTopic, ["setting": "topic"]))
    }
    // Not the id of who publishes the home: the broker would end that connection for this one.
    let broker = MQTTBroker(values, clientID: "homenet-\(HomeAssistantTopics.id(channel.id))")
    let limit = limit
    let outcome = await BlockingThread.run { broker.deliver(message, limit: limit) }
    guard let outcome else { return .failed(Message(.channelNoThread)) }
    return outcome
  }

  private func runProgram(
    _ notice: AlertNotice,
    _ service: ChannelService,
    _ channel: AlertChannel,
    _ values: [String: String]
  ) async -> Delivery {
    let delivery = ProgramDelivery(
      notice: notice,
      channel: channel.name,
      path: values["program"] ?? "",
      arguments: values["arguments"] ?? "",
      limit: limit
    )
    let program = delivery.program(
      body: Self.body(notice, service, channel),
      inheriting: environment
    )
    let outcome = await BlockingThread.run { program.run() }
    guard let outcome else { return .failed(Message(.channelNoThread)) }
    return delivery.delivery(outcome)
  }

  /// The notice as JSON, without settings of the channel.
  private static func body(
    _ notice: AlertNotice,
    _ service: ChannelService,
    _ channel: AlertChannel
  ) -> JSONValue {
    NoticeJSON.tree(
      NoticeContext(
        notice: notice,
        channel: channel.name,
        places: ChannelRequest.places(notice, service, channel: channel.name, values: [:])
      )
    )
  }
}

/// Why nothing was sent.
extension MessageTemplate {
  static let channelPaced = MessageTemplate(
    "channel.paced",
    "{service} takes no more messages so soon: this one waits {wait_s}"
  )
  static let channelNoThread = MessageTemplate(
    "channel.no_thread",
    "too many channels are being sent to at once"
  )
}
