import HTTPTypes
import Hummingbird

extension Request {
  /// How many cookies of one name are read.
  private static let mostCookies = 8

  /// The values of the cookies of that name, in order.
  ///
  /// There can be several: another server on this host can set one of the same name for a narrower
  /// path, and a browser sends that first (RFC 6265, section 5.4).
  func cookieValues(_ name: String) -> [Substring] {
    var values: [Substring] = []
    for field in headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let pair = pair.trimmingPrefix { $0 == " " || $0 == "\t" }
        guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { continue }
        values.append(pair.dropFirst(name.count + 1).trimmingSuffix { $0 == " " || $0 == "\t" })
        if values.count == Self.mostCookies { return values }
      }
    }
    return values
  }

  /// The token of `Authorization: Bearer`, whose scheme is in any case (RFC 9110, section 11.1).
  var bearerToken: Substring? {
    guard let field = headers[.authorization], let end = field.firstIndex(of: " "),
      field[..<end].lowercased() == "bearer"
    else { return nil }
    return field[end...].trimmingPrefix { $0 == " " }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
