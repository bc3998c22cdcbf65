import Wire

extension Pages {
  /// A Sonos player on port 1400.
  static func sonos(
    room: String,
    model: String,
    number: String,
    uuid: String,
    mac: MACAddress
  ) -> HTTPService {
    let link = mac.description.uppercased()
    let serial = "\(link.replacing(":", with: "-")):7"
    let description = UPnPDescription(
      type: "urn:schemas-upnp-org:device:ZonePlayer:1",
      name: "{address} - \(model)",
      maker: "Sonos, Inc.",
      model: model,
      description: model,
      number: number,
      serial: serial,
      uuid: uuid,
      more: "<softwareVersion>79.1-53290</softwareVersion><hardwareVersion>1.26.1.7-2.2"
        + "</hardwareVersion><roomName>\(room)</roomName><displayName>\(model)</displayName>\n"
    )
    let status =
      "<ZPSupportInfo><ZPInfo><ZoneName>\(room)</ZoneName><LocalUID>\(uuid)</LocalUID>"
      + "<SerialNumber>\(serial)</SerialNumber><SoftwareVersion>79.1-53290</SoftwareVersion>"
      + "<HardwareVersion>1.26.1.7-2.2</HardwareVersion><IPAddress>{address}</IPAddress>"
      + "<MACAddress>\(link)</MACAddress></ZPInfo></ZPSupportInfo>"
    return HTTPService(
      server: "Linux UPnP/1.0 Sonos/79.1-53290 (ZP\(number))",
      [
        "/xml/device_description.xml": description.page,
        "/status/zp": .xml(status),
        "/spotifyzc": spotify(name: room, brand: "sonos", model: model),
      ]
    )
  }

  /// A Sonos player's newer interface, behind TLS.
  static func sonosPlayer(room: String, model: String, number: String, uuid: String) -> HTTPService
  {
    let information =
      "{\"_objectType\":\"discoveryInfo\",\"device\":{\"_objectType\":\"deviceInfo\","
      + "\"id\":\"\(uuid)\",\"model\":\"\(number)\",\"modelDisplayName\":"
      + "\"\(model.replacing("Sonos ", with: ""))\",\"name\":\"\(room)\",\"swGen\":2,"
      + "\"apiVersion\":\"1.40.1\"},\"playerId\":\"\(uuid)\"}"
    return HTTPService(
      [
        "/api/v1/players/\(uuid)/info": .json(information),
        "/api/v1/players/local/info": .json(information),
      ],
      missing: .status(403)
    )
  }

  /// Spotify Connect's introduction.
  static func spotify(name: String, brand: String, model: String) -> HTTPService.Reply {
    .json(
      "{\"status\":101,\"statusString\":\"OK\",\"spotifyError\":0,\"version\":\"2.9.0\","
        + "\"deviceID\":\"8d1c2f40a7b35e96d0c4\",\"remoteName\":\"\(name)\",\"publicKey\":\"\","
        + "\"deviceType\":\"SPEAKER\",\"libraryVersion\":\"3.203.236\",\"brandDisplayName\":"
        + "\"\(brand)\",\"modelDisplayName\":\"\(model)\",\"productID\":0}"
    )
  }

  /// A Bose SoundTouch on port 8090.
  static func soundTouch(name: String, type: String, mac: MACAddress) -> HTTPService {
    let id = mac.description.replacing(":", with: "").uppercased()
    return HTTPService(
      server: "Bose/27.0.6",
      [
        "/info": .xml(
          "<info deviceID=\"\(id)\"><name>\(name)</name><type>\(type)</type>"
            + "<margeAccountUUID></margeAccountUUID><components><component>"
            + "<componentCategory>SCM</componentCategory><softwareVersion>27.0.6.46330"
            + "</softwareVersion><serialNumber>I7054120809470440032</serialNumber></component>"
            + "</components><moduleType>sm2</moduleType><variant>rhino</variant></info>"
        )
      ]
    )
  }
}
