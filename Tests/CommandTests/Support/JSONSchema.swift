import Foundation

/// Checks JSON against the schemas in `docs/schema`: the keywords that those use, and no others.
struct JSONSchema {
  private let documents: [String: JSON]
  private let main: String

  /// The schema in that file.
  init(_ name: String) throws {
    let folder = Repository.root.appending(path: "docs/schema")
    var documents: [String: JSON] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      documents[file] = try JSON(parsing: text)
    }
    self.documents = documents
    main = name
  }

  /// What is wrong with the JSON text, with the path to it; nothing if all is well.
  func violations(in text: some StringProtocol) throws -> [String] {
    check(try JSON(parsing: text), documents[main] ?? .null, in: main, at: "$")
  }

  private static let understood: Set<String> = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "const", "enum", "anyOf", "pattern", "minimum", "maximum",
    "minLength",
    // Says what a text is, and demands nothing.
    "format",
  ]

  private func check(
    _ value: JSON,
    _ schema: JSON,
    in document: String,
    at path: String
  ) -> [String] {
    let unknown = Set(schema.object.keys).subtracting(Self.understood)
    if schema == .null || !unknown.isEmpty { return ["\(path): no schema, or unknown \(unknown)"] }
    if let reference = schema.object["$ref"]?.string {
      let (target, name) = resolve(reference, from: document)
      return check(value, target, in: name, at: path)
    }
    var found: [String] = []
    let choices = schema.anyOf.array
    if !choices.isEmpty,
      !choices.contains(where: { check(value, $0, in: document, at: path).isEmpty })
    {
      found.append("\(path): none of the alternatives fits \(value)")
    }
    let types = (schema.type.array + [schema.type]).compactMap(\.string)
    if !types.isEmpty, !types.contains(where: { Self.matches(value, $0) }) {
      found.append("\(path): \(value) is not \(types)")
    }
    if let constant = schema.object["const"], constant != value {
      found.append("\(path): \(value) is not \(constant)")
    }
    if let values = schema.object["enum"], !values.array.contains(value) {
      found.append("\(path): \(value) is none of \(values)")
    }
    return found + bounds(of: value, schema, at: path) + members(of: value, schema, document, path)
  }

  private func bounds(of value: JSON, _ schema: JSON, at path: String) -> [String] {
    var found: [String] = []
    if let text = value.string {
      if let pattern = schema.pattern.string,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        found.append("\(path): \(text) does not match \(pattern)")
      }
      if let least = schema.minLength.number, Double(text.count) < least {
        found.append("\(path): \(text) is too short")
      }
    }
    if let number = value.number {
      if let least = schema.minimum.number, number < least {
        found.append("\(path): \(number) is below \(least)")
      }
      if let most = schema.maximum.number, number > most {
        found.append("\(path): \(number) is above \(most)")
      }
    }
    return found
  }

  private func members(
    of value: JSON,
    _ schema: JSON,
    _ document: String,
    _ path: String
  ) -> [String] {
    var found: [String] = []
    if let items = schema.object["items"] {
      for (index, value) in value.array.enumerated() {
        found += check(value, items, in: document, at: "\(path)[\(index)]")
      }
    }
    guard case .object(let members) = value else { return found }
    for key in schema.required.array.compactMap(\.string) where members[key] == nil {
      found.append("\(path): \(key) is missing")
    }
    for (key, value) in members {
      if let property = schema.properties.object[key] ?? schema.additionalProperties.anObject {
        found += check(value, property, in: document, at: "\(path).\(key)")
      } else if schema.additionalProperties == .bool(false) {
        found.append("\(path): \(key) is not described")
      }
    }
    return found
  }

  private func resolve(_ reference: String, from document: String) -> (JSON, String) {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].isEmpty ? document : parts[0]
    var target = documents[name] ?? .null
    for key in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      target = target.object[String(key)] ?? .null
    }
    return (target, name)
  }

  private static func matches(_ value: JSON, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): number.rounded() == number
    default: false
    }
  }
}

extension JSON {
  /// The value itself where it is an object.
  fileprivate var anObject: JSON? { if case .object = self { self } else { nil } }
}
