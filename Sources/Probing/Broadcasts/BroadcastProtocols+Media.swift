import Wire

extension BroadcastProtocols {
  /// Media servers, players, receivers, projectors and consoles.
  static let entertainment: [BroadcastProtocol] =
    [
      .init(
        "hdhomerun",
        .broadcast,
        HDHomeRunMessage.port,
        HDHomeRunMessage.request.serialised,
        answers: ["hdhomerun"],
        read: HDHomeRunProbe.facts
      ),
      .init(
        "squeezebox",
        .broadcast,
        SqueezeboxDiscovery.port,
        SqueezeboxDiscovery.request.serialised,
        answers: ["squeezebox"],
        read: SqueezeboxProbe.facts
      ),
      .init(
        "plex_server",
        .group(239, 0, 0, 250),
        PlexProbe.server,
        PlexProbe.request,
        answers: ["plex"],
        read: { PlexProbe.facts(in: $0, port: PlexProbe.server) }
      ),
      .init(
        "plex_player",
        .broadcast,
        PlexProbe.player,
        PlexProbe.request,
        // Some players answer by a socket of their own.
        from: .anyPort,
        answers: ["plex"],
        read: { PlexProbe.facts(in: $0, port: PlexProbe.player) }
      ),
      .init(
        "jellyfin",
        .broadcast,
        JellyfinProbe.port,
        JellyfinProbe.request("Jellyfin"),
        answers: ["jellyfin", "emby"],
        read: JellyfinProbe.facts
      ),
      .init(
        "emby",
        .broadcast,
        JellyfinProbe.port,
        JellyfinProbe.request("Emby"),
        read: JellyfinProbe.facts
      ),
      .init(
        "eiscp",
        .broadcast,
        EISCPMessage.port,
        EISCPMessage.request.serialised,
        then: EISCPMessage.pioneerRequest.serialised,
        read: BroadcastAnswers.eiscp
      ),
      .init(
        "sddp",
        .group(239, 255, 255, 250),
        1902,
        from: .anyPort,
        naming: BroadcastAnswers.sddpSearch,
        read: BroadcastAnswers.sddp
      ),
      .init(
        "pjlink",
        .broadcast,
        4352,
        Array("%2SRCH\r".utf8),
        from: .to(port: 4352),
        read: { BroadcastAnswers.text($0, 4352, beginning: ["%2ACKN="]) }
      ),
      .init(
        "steam",
        .broadcast,
        SteamDiscovery.port,
        SteamDiscovery.request.serialised,
        read: BroadcastAnswers.steam
      ),
      .init(
        "xbox",
        .broadcast,
        SmartGlassPresence.port,
        SmartGlassPresence.request,
        answers: ["xbox"],
        read: XboxProbe.facts
      ),
    ]
    + PlayStationProbe.generations.map { port, version in
      .init(
        "playstation_\(port)",
        .broadcast,
        port,
        PlayStationProbe.request(version),
        answers: ["playstation"],
        read: { PlayStationProbe.facts(in: $0, port: port) }
      )
    }

  /// Cameras and recorders.
  static let cameras: [BroadcastProtocol] = [
    .init(
      "dahua",
      .group(.v4(DahuaDiscovery.group)),
      DahuaDiscovery.port,
      DahuaDiscovery.request.serialised,
      read: BroadcastAnswers.dahua
    ),
    .init(
      "hikvision",
      .group(239, 255, 255, 250),
      37020,
      BroadcastAnswers.hikvisionSearch,
      from: .to(port: 37020),
      read: BroadcastAnswers.hikvision
    ),
    .init(
      "xiongmai",
      .broadcast,
      XiongmaiDiscovery.port,
      XiongmaiDiscovery.request.serialised,
      from: .to(port: XiongmaiDiscovery.port),
      read: BroadcastAnswers.xiongmai
    ),
  ]
}
