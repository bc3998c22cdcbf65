/// Finds the icon that a web page names.
enum PageIcon {
  /// The path of `<link rel="icon" href="…">`; `nil` where none is named on the page's own host.
  static func path(in page: String) -> String? {
    var rest = page.utf8.prefix(16 << 10)[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let tag = String(decoding: rest[..<close], as: UTF8.self)
      rest = rest[close...]
      guard tag.lowercased().hasPrefix("link"),
        attribute("rel", of: tag)?.lowercased().split(separator: " ").contains("icon") == true,
        let target = attribute("href", of: tag)
      else { continue }
      guard target.utf8.count <= 256, !target.contains(":"), !target.hasPrefix("//"),
        target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      return target.hasPrefix("/") ? target : "/\(target)"
    }
    return nil
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    let folded = tag.lowercased()
    guard let found = folded.firstRange(of: "\(name)=") else { return nil }
    // Lower-casing keeps ASCII where it is; a tag with other letters is not worth the trouble.
    guard folded.utf8.count == tag.utf8.count else { return nil }
    let offset = folded.utf8.distance(from: folded.startIndex, to: found.upperBound)
    let value = tag.utf8.dropFirst(offset)
    guard let quote = value.first else { return nil }
    let text: Substring.UTF8View.SubSequence
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      text = value.dropFirst().prefix { $0 != quote }
    } else {
      text = value.prefix { $0 > 0x20 }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
