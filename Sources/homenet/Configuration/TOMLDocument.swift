import Monitoring
import TOMLKit

/// A TOML document: its values, and on which lines they stand.
struct TOMLDocument {
  let root: [String: FieldValue]
  let lines: TOMLLines

  /// Values may lie in each other so deep.
  private static let deepest = 12

  /// Parses a document.
  ///
  /// - Throws: What is wrong with its syntax; `place` names the document there.
  init(_ text: String, in place: String) throws(ConfigurationProblem) {
    guard !text.utf8.contains(0) else {
      throw ConfigurationProblem("there is a zero byte in it, which TOML can't have", in: place)
    }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let words = "this is no valid TOML: \(error.description)"
      throw ConfigurationProblem(words, in: place, line: error.source.begin.line)
    } catch {
      throw ConfigurationProblem("this is no valid TOML: \(error)", in: place)
    }
    lines = TOMLLines(text)
    let path = ConfigurationPath()
    root = try Self.fields(of: table, at: path, in: place, lines)
  }

  private static func fields(
    of table: TOMLTable,
    at path: ConfigurationPath,
    in place: String,
    _ lines: TOMLLines
  ) throws(ConfigurationProblem) -> [String: FieldValue] {
    guard path.steps.count <= deepest else {
      throw ConfigurationProblem(
        "the values lie in each other too deep",
        in: place,
        line: lines.line(of: path)
      )
    }
    var fields: [String: FieldValue] = [:]
    for key in table.keys {
      let path = path.appending(key)
      // The library can't look up a key with an escaped zero byte.
      let member: (any TOMLValueConvertible)? = table[key]
      guard let found = member else {
        throw ConfigurationProblem("a key is no text", in: place, line: lines.line(of: path))
      }
      fields[key] = try value(found, at: path, in: place, lines)
    }
    return fields
  }

  private static func value(
    _ value: any TOMLValueConvertible,
    at path: ConfigurationPath,
    in place: String,
    _ lines: TOMLLines
  ) throws(ConfigurationProblem) -> FieldValue {
    switch value.type {
    case .table:
      guard let table = value.table else { return .other }
      return .object(try fields(of: table, at: path, in: place, lines))
    case .array:
      guard path.steps.count <= deepest, let array = value.array else {
        throw ConfigurationProblem(
          "the values lie in each other too deep",
          in: place,
          line: lines.line(of: path)
        )
      }
      var values: [FieldValue] = []
      for index in 0..<array.count {
        values.append(try self.value(array[index], at: path.appending(index), in: place, lines))
      }
      return .list(values)
    case .string: return value.string.map(FieldValue.text) ?? .other
    case .int: return value.int.map { .number(Double($0)) } ?? .other
    case .double:
      guard let number = value.double else { return .other }
      // JSON has no such numbers; as a text each is refused with its key.
      return number.isFinite ? .number(number) : .text("\(number)")
    case .bool: return value.bool.map(FieldValue.flag) ?? .other
    case .date: return value.date.map { .text(text(of: $0)) } ?? .other
    case .time: return value.time.map { .text(text(of: $0)) } ?? .other
    case .dateTime: return value.dateTime.map { .text(text(of: $0)) } ?? .other
    }
  }

  // MARK: Times as the texts that JSON has for them

  private static func text(of date: TOMLDate) -> String {
    "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  /// `07:30`, as hours of the day are written elsewhere; seconds only where there are some.
  private static func text(of time: TOMLTime) -> String {
    let minutes = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
    return time.second == 0 ? minutes : minutes + ":\(padded(time.second, 2))"
  }

  /// RFC 3339; without an offset where there is none, which is refused where a moment is wanted.
  private static func text(of moment: TOMLDateTime) -> String {
    let time = moment.time
    var text =
      "\(self.text(of: moment.date))T\(padded(time.hour, 2)):\(padded(time.minute, 2))"
      + ":\(padded(time.second, 2))"
    guard let minutes = moment.offset?.offset else { return text }
    if minutes == 0 {
      text += "Z"
    } else {
      let ahead = abs(minutes)
      text += "\(minutes < 0 ? "-" : "+")\(padded(ahead / 60, 2)):\(padded(ahead % 60, 2))"
    }
    return text
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
