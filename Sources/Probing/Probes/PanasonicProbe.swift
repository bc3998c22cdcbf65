import Model

/// Fetches the description of Panasonic's televisions where it is known to be.
///
/// Those that are heard to announce it are asked once, like all others.
struct PanasonicProbe: DeviceProbe {
  private static let port: UInt16 = 55000
  private static let path = "/nrc/ddd.xml"

  private static let hint = Hint(
    says: ["viera"],
    announces: ["panasonic-com:device:p00", "panasonic-com:service:p00"]
  )

  func questions(for host: ProbedHost) -> [Question] {
    guard Self.hint.fits(host) else { return [] }
    let location = "http://\(host.address):\(Self.port)\(Self.path)"
    return [
      .http(
        Self.port,
        HTTPQuestion(Self.path) { reply in
          guard reply.status == 200, let text = reply.text, text.contains("<modelName>") else {
            return []
          }
          return [.description(location: location, text: text)]
        }
      )
    ]
  }
}
