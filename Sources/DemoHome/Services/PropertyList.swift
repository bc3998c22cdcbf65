/// A property list to be served, as XML or in Apple's binary form.
indirect enum PropertyList {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case data([UInt8])
  case list([PropertyList])
  case object([(String, PropertyList)])

  /// The document in XML.
  var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\""
      + " \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n"
      + element + "\n</plist>\n"
  }

  private var element: String {
    switch self {
    case .text(let text): "<string>\(Self.escaped(text))</string>"
    case .number(let number): "<integer>\(number)</integer>"
    case .flag(let flag): flag ? "<true/>" : "<false/>"
    case .data: "<data></data>"
    case .list(let items): "<array>\(items.map(\.element).joined())</array>"
    case .object(let members):
      "<dict>\(members.map { "<key>\(Self.escaped($0))</key>\($1.element)" }.joined())</dict>"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// The document in the binary form: objects, their offsets, and a trailer of 32 bytes.
  var binary: [UInt8] {
    var objects: [[UInt8]] = []
    let top = add(to: &objects)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.add(UInt32(bytes.count))
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 4, 2]
    bytes.add(UInt64(objects.count))
    bytes.add(UInt64(top))
    bytes.add(UInt64(table))
    return bytes
  }

  /// Appends the object and those within it; its number.
  private func add(to objects: inout [[UInt8]]) -> Int {
    let number = objects.count
    objects.append([])
    switch self {
    case .text(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
      objects[number] = Self.head(0x50, text.utf8.count) + text.utf8
    case .text(let text):
      objects[number] = Self.head(0x60, text.utf16.count)
      for unit in text.utf16 { objects[number].add(unit) }
    case .number(let value):
      objects[number] = [0x13]
      objects[number].add(value)
    case .flag(let flag):
      objects[number] = [flag ? 0x09 : 0x08]
    case .data(let data):
      objects[number] = Self.head(0x40, data.count) + data
    case .list(let items):
      let members = items.map { $0.add(to: &objects) }
      objects[number] = Self.head(0xA0, items.count) + Self.references(members)
    case .object(let members):
      let keys = members.map { PropertyList.text($0.0).add(to: &objects) }
      let values = members.map { $0.1.add(to: &objects) }
      objects[number] = Self.head(0xD0, members.count) + Self.references(keys + values)
    }
    return number
  }

  private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    if count < 15 { return [marker | UInt8(count)] }
    var bytes: [UInt8] = [marker | 0x0F, 0x11]
    bytes.add(UInt16(truncatingIfNeeded: count))
    return bytes
  }

  private static func references(_ numbers: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.add(UInt16(truncatingIfNeeded: number)) }
    return bytes
  }
}
