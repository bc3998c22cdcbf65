import Wire

/// The bytes of hexadecimal digits; white space is ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  precondition(digits.count.isMultiple(of: 2), "half a byte in a fixture")
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// A name that the test's author knows to be good.
func name(_ text: String) -> DNSName {
  guard let name = DNSName(text) else { preconditionFailure("bad name in a fixture: \(text)") }
  return name
}

/// A value that the test's author knows to be good: an address, a prefix, a service type.
func value<Value: LosslessStringConvertible>(_ text: String) -> Value {
  guard let value = Value(text) else { preconditionFailure("bad value in a fixture: \(text)") }
  return value
}
