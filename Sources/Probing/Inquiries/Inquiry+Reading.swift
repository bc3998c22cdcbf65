import Identification
import Model

extension Inquiry {
  /// The longest name, or number, that is taken from an answer.
  private static let nameLimit = 80

  /// What an answer says; nothing where it is not this kind of device's.
  func facts(in reply: HTTPReply) -> [Fact] {
    // A password is asked for: the realm, or who asks, can tell as much.
    if reply.status == 401 || reply.status == 403 {
      var answer = reply.answer
      answer.body = nil
      return [.http(answer)]
    }
    guard reply.status == 200, let text = reply.text, let found = found(in: text) else { return [] }
    var facts: [Fact] = [.http(reply.answer)]
    func value(_ key: String) -> String? {
      guard let raw = found.first(where: { $0.key == key })?.value else { return nil }
      let value = DeviceName.clean(raw, limit: Self.nameLimit)
      return value.isEmpty ? nil : value
    }
    if let name = fields.name.lazy.compactMap(value).first { facts.append(.name(name)) }
    if let serial = fields.serial, let number = value(serial.key) {
      facts.append(.identity(.serial, "\(serial.maker) \(number)"))
    }
    if let key = fields.udn, let udn = value(key) {
      facts.append(.identity(.udn, udn.hasPrefix("uuid:") ? String(udn.dropFirst(5)) : udn))
    }
    return facts
  }

  /// The answer's keys and values; `nil` where it has not the shape.
  private func found(in text: String) -> [(key: String, value: String)]? {
    let start = text.utf8.first { $0 > 0x20 }
    switch shape {
    case .json(let keys):
      guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
      let found = MemberScanner(text).found
      return found.contains { keys.contains($0.key) } ? found : nil
    case .xml(let names):
      guard start == UInt8(ascii: "<") else { return nil }
      let found = MarkupScanner(text).found
      return found.contains { names.contains($0.key) } ? found : nil
    case .text(let parts):
      let start = text.prefix(2000)
      return parts.contains { start.contains($0) } ? [] : nil
    case .page:
      return []
    }
  }
}
