/// Lines of `key: value` under a first line, as in HTTP, which many protocols borrow.
struct HeaderLines: Sendable {
  /// The first line.
  let first: String
  /// The fields, names in lower case; of repeated ones the first.
  private(set) var fields: [String: String] = [:]

  private static let mostLines = 64

  init(_ text: String) {
    var lines = text.utf8.split(maxSplits: Self.mostLines) { $0 == 0x0A || $0 == 0x0D }
    if lines.count > Self.mostLines { lines.removeLast() }
    first = lines.first.map { String($0) ?? "" } ?? ""
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = String(line[..<colon]), let value = String(line[line.index(after: colon)...])
      else { continue }
      let key = Self.trimmed(name).lowercased()
      if !key.isEmpty, fields[key] == nil { fields[key] = Self.trimmed(value) }
    }
  }

  /// The field of that name, in lower case.
  subscript(_ name: String) -> String? { fields[name] }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.last == " " || text.last == "\t" { text.removeLast() }
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    return String(text)
  }
}
