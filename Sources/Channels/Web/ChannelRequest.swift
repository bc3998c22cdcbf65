internal import Crypto
internal import FoundationEssentials
import Model
import Monitoring
import Wire

/// A request of HTTP that carries a notice.
struct ChannelRequest: Hashable, Sendable {
  var method: String
  var url: String
  /// Fields in order; no name is there twice.
  var headers: [WebTemplate.Header]
  var body: [UInt8]
  /// The server's name, for messages: addresses may hold secrets.
  var host: String
}

extension ChannelRequest {
  /// The request by which a service takes a notice; `nil` where the address is unusable.
  ///
  /// `values` are the settings and secrets of the channel, with the usual ones.
  init?(
    _ notice: AlertNotice,
    for service: ChannelService,
    by template: WebTemplate,
    channel: String,
    values: [String: String],
    now: Timestamp
  ) {
    let places = Self.places(notice, service, channel: channel, values: values)
    guard let url = Self.url(template, places), let host = SettingSyntax.host(of: url) else {
      return nil
    }
    self.url = url
    self.host = host
    method = places.filling(template.method)
    let context = NoticeContext(
      notice: notice,
      channel: channel,
      // A template of the user's may name settings; secrets it may not.
      places: Self.places(
        notice,
        service,
        channel: channel,
        values: values.filter { !service.secretNames.contains($0.key) }
      )
    )
    body = Array(Self.body(template, places, context).json.utf8)
    headers = [
      .init(name: "Content-Type", value: "application/json"),
      .init(name: "User-Agent", value: "homenet"),
    ]
    for header in template.headers where !places.leavesGap(in: header.value) {
      add(header.name, places.filling(header.value))
    }
    if let name = template.moreHeaders, let more = SettingSyntax.headers(places[name] ?? "") {
      for header in more { add(header.name, header.value) }
    }
    if let name = template.signedBy, let key = places[name], !key.isEmpty {
      add("X-HomeNet-Signature", Self.signature(of: body, key: key, at: now))
    }
  }

  /// Adds a field, unless there is one of that name; what would end the line is dropped.
  private mutating func add(_ name: String, _ value: String) {
    let isThere = headers.contains { $0.name.lowercased() == name.lowercased() }
    guard !isThere else { return }
    let clean = String(value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    headers.append(.init(name: name, value: clean))
  }

  private static func url(_ template: WebTemplate, _ places: Places) -> String? {
    var base: String
    switch template.base {
    case .fixed(let url): base = url
    case .setting(let name): base = places[name] ?? ""
    }
    guard SettingSyntax.isURL(base) else { return nil }
    var path = places.filling(template.path, encoded: PercentEncoding.segment)
    if path.hasPrefix("/") { while base.hasSuffix("/") { base.removeLast() } }
    if path.hasPrefix("?"), base.contains("?") { path = "&" + String(path.dropFirst()) }
    return base + path
  }

  private static func body(
    _ template: WebTemplate,
    _ places: Places,
    _ context: NoticeContext
  ) -> JSONValue {
    switch template.body {
    case .json(let template): return template.filled(places) ?? .null
    case .built(let build): return build(context)
    case .templated(let name, let otherwise):
      guard let own = JSONValue(Array((places[name] ?? "").utf8)) else { return otherwise(context) }
      return JSONTemplate(own).filled(context.places) ?? .null
    }
  }

  /// What stands in templates' places: the settings, and what a notice says, which goes before.
  static func places(
    _ notice: AlertNotice,
    _ service: ChannelService,
    channel: String,
    values: [String: String]
  ) -> Places {
    let plain = NoticeText(notice: notice, markup: .plain, limit: service.limit)
    let rich = NoticeText(notice: notice, markup: service.markup, limit: service.limit)
    let own = [
      "title": NoticeText.title(of: notice),
      "text": plain.text(withTitle: false),
      "titled": plain.text(withTitle: true),
      "rich": rich.text(withTitle: true),
      "severity": notice.severity.rawValue,
      "priority": service.priorities[notice.severity].map { String($0) } ?? "",
      "tag": service.tags[notice.severity] ?? "",
      "id": notice.id,
      "id_key": key(notice.id),
      "thread": notice.thread ?? "",
      "time": notice.time.description,
      "unix": String(notice.time.milliseconds / 1000),
      "count": String(notice.items.count + notice.more),
      // A link may name a part of the page, which a server's address doesn't.
      "page": notice.url.flatMap { url in
        SettingSyntax.isURL(String(url.prefix { $0 != "#" })) ? url : nil
      } ?? "",
      "channel_name": channel,
      "basic": basic(values),
    ]
    return Places(values.merging(own) { $1 })
  }

  /// An id as services take one: letters, digits, `-` and `_`, 64 at most.
  static func key(_ id: String) -> String {
    let key = MailMessage.atom(id, most: 64).map { $0 == "." ? "_" : $0 }
    return String(key)
  }

  /// User and password for HTTP's Basic authentication (RFC 7617).
  private static func basic(_ values: [String: String]) -> String {
    guard let user = values["user"], !user.isEmpty, let password = values["password"] else {
      return ""
    }
    return Base64.encode("\(user):\(password)".utf8)
  }

  /// `t=SECONDS,v1=HEX`: HMAC-SHA-256 over the seconds, a dot and the body.
  static func signature(of body: [UInt8], key: String, at now: Timestamp) -> String {
    let seconds = now.milliseconds / 1000
    let signed = Data("\(seconds).".utf8) + Data(body)
    let code = HMAC<SHA256>.authenticationCode(
      for: signed,
      using: SymmetricKey(data: Data(key.utf8))
    )
    return "t=\(seconds),v1=\(Hex.encode(code))"
  }
}
