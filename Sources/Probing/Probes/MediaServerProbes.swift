import Identification
import Model
import Networking

/// Asks Plex's servers and players for their name, by its `GDM`.
struct PlexProbe: DeviceProbe {
  private static let server: UInt16 = 32414
  private static let player: UInt16 = 32412

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.hasOpen([32400]) || host.offers(anyOf: ["_plexmediasvr._tcp", "_plexclient._tcp"])
        || host.mentions(["Plex"])
    else { return [] }
    let payload = Array("M-SEARCH * HTTP/1.1\r\n\r\n".utf8)
    return [Self.server, Self.player].map { port in
      .datagram(port, .maker, "plex", payload) { Self.facts(in: $0, port: port) }
    }
  }

  /// What the answer says.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.starts(with: "HTTP/1.".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["content-type"]?.hasPrefix("plex/") == true else { return [] }
    var facts = [fact]
    if let name = Fact.called(lines["name"]) { facts.append(name) }
    return facts
  }
}

/// Asks Jellyfin's and Emby's servers for their name.
struct JellyfinProbe: DeviceProbe {
  private static let port: UInt16 = 7359

  func questions(for host: ProbedHost) -> [Question] {
    guard host.hasOpen([8096, 8920]) || host.mentions(["Jellyfin", "Emby"]) else { return [] }
    return ["Jellyfin", "Emby"].map { name in
      let payload = Array("who is \(name)Server?".utf8)
      return .datagram(Self.port, .maker, name.lowercased(), payload) {
        Self.facts(in: $0)
      }
    }
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload) else { return [] }
    let members = MemberScanner(text).found
    guard members.contains(where: { $0.key == "Address" || $0.key == "Id" }) else { return [] }
    return [fact] + (Fact.called(members.first { $0.key == "Name" }?.value).map { [$0] } ?? [])
  }
}
