import Identification
import Model
import Networking
import Wire

/// Asks Plex's servers and players for their name, by its protocol GDM.
struct PlexProbe: DeviceProbe {
  static let server: UInt16 = 32414
  static let player: UInt16 = 32412

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.hasOpen([32400]) || host.offers(anyOf: ["_plexmediasvr._tcp", "_plexclient._tcp"])
        || host.mentions(["Plex"])
    else { return [] }
    return [Self.server, Self.player].map { port in
      .datagram(port, .maker, "plex", Self.request) { Self.facts(in: $0, port: port) }
    }
  }

  static let request = Array("M-SEARCH * HTTP/1.1\r\n\r\n".utf8)

  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.starts(with: "HTTP/1.".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["content-type"]?.hasPrefix("plex/") == true else { return [] }
    return [fact, Fact.called(lines["name"])].compactMap { $0 }
  }
}

/// Asks Jellyfin's and Emby's servers for their name.
struct JellyfinProbe: DeviceProbe {
  static let port: UInt16 = 7359

  func questions(for host: ProbedHost) -> [Question] {
    guard host.hasOpen([8096, 8920]) || host.mentions(["Jellyfin", "Emby"]) else { return [] }
    return ["Jellyfin", "Emby"].map { name in
      .datagram(Self.port, .maker, name.lowercased(), Self.request(name), read: Self.facts)
    }
  }

  static func request(_ name: String) -> [UInt8] { Array("who is \(name)Server?".utf8) }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload) else { return [] }
    let members = MemberScanner(text).found
    guard members.contains(where: { $0.key == "Address" || $0.key == "Id" }) else { return [] }
    let name = Fact.called(members.first { $0.key == "Name" }?.value)
    return [fact, name].compactMap { $0 }
  }
}

/// Asks HDHomeRun tuners for their device number.
struct HDHomeRunProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Silicondust"]) || host.mentions(["HDHR", "HDHomeRun"]) else {
      return []
    }
    let payload = HDHomeRunMessage.request.serialised
    return [.datagram(HDHomeRunMessage.port, .maker, "hdhomerun", payload, read: Self.facts)]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? HDHomeRunMessage(parsing: payload), message.type == 3,
      let device = message.device
    else { return [] }
    return [
      .answer(HDHomeRunMessage.port, bytes: payload),
      .identity(.serial, "Silicondust \(device)"),
    ]
  }
}

/// Asks Lyrion (Logitech) music servers for their name, as Squeezebox players do.
struct SqueezeboxProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.hasOpen([3483]) || host.offers(anyOf: ["_slimdevices_slim._tcp", "_slimhttp._tcp"])
        || host.mentions(["Logitech Media Server", "Lyrion"])
    else { return [] }
    let payload = SqueezeboxDiscovery.request.serialised
    return [.datagram(SqueezeboxDiscovery.port, .maker, "squeezebox", payload, read: Self.facts)]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let answer = try? SqueezeboxDiscovery(parsing: payload), answer.isAnswer,
      let name = answer["NAME"]
    else { return [] }
    return [Fact.answer(SqueezeboxDiscovery.port, bytes: payload), Fact.called(name)]
      .compactMap { $0 }
  }
}
