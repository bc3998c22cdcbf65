import HTTPTypes
import Home
import Model

/// The body of `PATCH /api/v1/devices/{id}`: what is `null` is taken away, what is not there stays.
struct DevicePatch: Decodable {
  /// What it asks for.
  var change = MarkChange()

  private enum Key: String, CodingKey, CaseIterable {
    case userName = "user_name"
    case name
    case userCategory = "user_category"
    case category, note, hidden, new
  }

  init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: AnyCodingKey.self).allKeys
    for key in all where Key(rawValue: key.stringValue) == nil {
      throw Problem(
        .unprocessableContent,
        "Of a device, only user_name, user_category, note, hidden and new can be changed."
      )
    }
    guard !all.isEmpty else {
      throw Problem(.unprocessableContent, "The body names nothing to change.")
    }
    let json = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String?? {
      guard json.contains(key) else { return nil }
      return .some(try json.decodeNil(forKey: key) ? nil : json.decode(String.self, forKey: key))
    }
    func kind(_ key: Key) throws -> Category?? {
      guard let raw = try text(key) else { return nil }
      guard let raw else { return .some(nil) }
      guard let category = Category(rawValue: raw) else {
        let known = Category.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.unprocessableContent, "There is no such category; there are \(known).")
      }
      return .some(category)
    }
    for (one, other) in [(Key.userName, Key.name), (.userCategory, .category)]
    where json.contains(one) && json.contains(other) {
      throw Problem(
        .unprocessableContent,
        "\(one.rawValue) and \(other.rawValue) are the same: give one of them."
      )
    }
    change.name = try text(.userName) ?? text(.name)
    change.category = try kind(.userCategory) ?? kind(.category)
    change.note = try text(.note)
    if json.contains(.hidden) { change.isHidden = try json.decode(Bool.self, forKey: .hidden) }
    if json.contains(.new) {
      guard try !json.decode(Bool.self, forKey: .new) else {
        throw Problem(
          .unprocessableContent,
          "new can only be set to false."
        )
      }
      change.isSeen = true
    }
  }
}
