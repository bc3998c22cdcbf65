/// Headers of requests that let somebody in: their values are kept, but never shown.
extension HTTPCheck.HeaderField {
  /// What is shown in the place of a value.
  static let hidden = "…"

  /// Whether the value lets somebody in, by the name: `Authorization`, `Cookie`, `X-Api-Key`, `Private-Token`.
  var isSecret: Bool {
    let name = name.lowercased()
    return ["auth", "cookie", "key", "token", "secret", "password", "session"]
      .contains { name.contains($0) }
  }

  /// Whether it is what is shown of a secret, and not the secret: whatever it is called, for a name may have
  /// been changed.
  var isHidden: Bool { value == Self.hidden }
}

extension HTTPCheck {
  /// The same without the values of secret headers.
  fileprivate var shown: HTTPCheck {
    var shown = self
    for index in shown.headers.indices where shown.headers[index].isSecret {
      shown.headers[index].value = HeaderField.hidden
    }
    return shown
  }

  /// Puts the secrets of the check that this one replaces where they are only shown; `areGiven` is whether
  /// headers were given at all, or stayed.
  ///
  /// Another host doesn't get them, nor does one that is no longer asked over TLS: they have to be given
  /// again, so that nobody reads them by sending them elsewhere. So has one whose name is another.
  mutating func takeSecrets(of before: HTTPCheck, areGiven: Bool) {
    guard isAsSafe(as: before) else {
      if !areGiven { self = shown }
      return
    }
    let old = Dictionary(grouping: before.headers.filter(\.isSecret)) { $0.name.lowercased() }
    var new: [String: [Int]] = [:]
    for index in headers.indices {
      new[headers[index].name.lowercased(), default: []].append(index)
    }
    for (name, places) in new {
      // Where there is another number of one name, nobody knows which of them each value was of.
      guard let kept = old[name], kept.count == places.count else { continue }
      for (place, header) in zip(places, kept) where headers[place].isHidden {
        headers[place].value = header.value
      }
    }
  }

  private func isAsSafe(as before: HTTPCheck) -> Bool {
    guard let now = place, let then = before.place else { return false }
    return now.host == then.host && (now.isSecure || !then.isSecure)
  }

  private var place: (isSecure: Bool, host: String, port: UInt16)? {
    let url = url.lowercased()
    for (scheme, usual) in [("https://", UInt16(443)), ("http://", 80)] where url.hasPrefix(scheme)
    {
      let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      guard let (host, port) = TargetSyntax.hostAndPort(String(authority), usual: usual) else {
        return nil
      }
      return (usual == 443, host, port)
    }
    return nil
  }

  /// The port that is asked; `nil` where the URL is none.
  var port: UInt16? { place?.port }
}

extension Monitor {
  /// The same as others may see it: without the values of headers that let somebody in.
  package var shown: Monitor {
    guard case .http(let check) = check else { return self }
    var shown = self
    shown.check = .http(check.shown)
    return shown
  }
}
