import Model

/// What can be read out of plain JSON.
protocol PlainReadable {
  /// Reads the next value.
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain)
}

extension PlainReadable {
  /// The only value of the text; `nil` where that is not plain JSON.
  init?(plainText text: [UInt8]) {
    do throws(PlainJSON.NotPlain) {
      var json = try PlainJSON(text)
      self = try Self(plain: &json)
      try json.end()
    } catch {
      return nil
    }
  }
}

/// An object of known keys, none of which may stand twice.
protocol PlainObject: PlainReadable {
  /// Without values.
  init()

  /// Reads the value of a key, or passes it where the key isn't known.
  mutating func read(_ key: String, from json: inout PlainJSON) throws(PlainJSON.NotPlain)
}

extension PlainObject {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    self.init()
    let mark = try json.openObject()
    while let key = try json.readKey(after: mark) { try read(key, from: &json) }
  }
}

extension PlainJSON {
  /// The next value, of the kind that is wanted.
  mutating func read<Value: PlainReadable>() throws(NotPlain) -> Value {
    try Value(plain: &self)
  }
}

extension String: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) { self = try json.readText() }
}

extension Bool: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) { self = try json.readFlag() }
}

extension Int: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) { self = try json.readInteger() }
}

extension UInt8: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) { self = try json.readInteger() }
}

extension UInt16: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) { self = try json.readInteger() }
}

/// `null` is nothing.
extension Optional: PlainReadable where Wrapped: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    self = try json.readNull() ? nil : Wrapped(plain: &json)
  }
}

extension Array: PlainReadable where Element: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    self = []
    try json.openArray()
    while try json.hasElement() { append(try Element(plain: &json)) }
  }
}

/// A key that stands twice is not plain.
extension Dictionary: PlainReadable where Key == String, Value: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    self = [:]
    _ = try json.openObject()
    while let key = try json.readKey() {
      guard updateValue(try Value(plain: &json), forKey: key) == nil else {
        throw PlainJSON.NotPlain()
      }
    }
  }
}

/// Texts and keys alone; bytes are left to the library.
extension TXTValue: PlainReadable {
  init(plain json: inout PlainJSON) throws(PlainJSON.NotPlain) {
    if json.isText {
      self = .text(try json.readText())
    } else {
      guard try json.readFlag() else { throw PlainJSON.NotPlain() }
      self = .present
    }
  }
}
