import Wire

/// What the pages of the simulated home's devices say, by family.
package enum Pages {}

extension Pages {
  /// AirPlay's `/info` on port 7000: a binary property list, or one in XML.
  static func airPlay(
    name: String,
    model: String,
    mac: MACAddress,
    version: String,
    build: String? = nil,
    maker: String? = nil,
    isBinary: Bool = true
  ) -> HTTPService {
    var members: [(String, PropertyList)] = [
      ("name", .text(name)), ("model", .text(model)),
      ("deviceID", .text(mac.description.uppercased())),
      ("macAddress", .text(mac.description.uppercased())), ("sourceVersion", .text(version)),
      ("features", .number(0x4A7F_DFD5)), ("statusFlags", .number(68)),
      ("protocolVersion", .text("1.1")), ("keepAliveLowPower", .flag(true)),
      ("pk", .data(Array(repeating: 0xA5, count: 32))),
      (
        "audioFormats",
        .list([.object([("type", .number(100)), ("audioInputFormats", .number(67_108_860))])])
      ),
    ]
    if let build { members.append(("osBuildVersion", .text(build))) }
    if let maker { members.append(("manufacturer", .text(maker))) }
    let list = PropertyList.object(members)
    let info: HTTPService.Reply =
      isBinary
      ? .bytes(list.binary, type: "application/x-apple-binary-plist")
      : .text(list.xml, type: "text/x-apple-plist+xml")
    return HTTPService(server: "AirTunes/\(version)", ["/info": info], missing: .status(403))
  }
}

extension Pages {
  /// A Cast device's set-up pages on ports 8008 and, behind TLS, 8443.
  static func cast(name: String, model: String, mac: MACAddress, id: String) -> HTTPService {
    let information =
      "{\"bssid\":\"\",\"build_version\":\"385533\","
      + "\"build_info\":{\"build_type\":2,\"cast_build_revision\":\"1.68.385533\","
      + "\"system_build_number\":\"385533\"},\"connected\":true,\"has_update\":false,"
      + "\"net\":{\"ethernet_connected\":false,\"ip_address\":\"{address}\",\"online\":true},"
      + "\"wifi\":{\"bssid\":\"0A:5B:2C:11:22:33\",\"noise_level\":-95,\"signal_level\":-54,"
      + "\"ssid\":\"Attic of Anna\",\"wpa_configured\":true,\"wpa_id\":1,\"wpa_state\":10},"
      + "\"hotspot_bssid\":\"FA:8F:CA:5D:21:C4\",\"ip_address\":\"{address}\",\"locale\":\"en-GB\","
      + "\"mac_address\":\"\(mac.description.uppercased())\",\"name\":\"\(name)\","
      + "\"device_info\":{\"manufacturer\":\"Google Inc.\",\"model_name\":\"\(model)\","
      + "\"product_name\":\"\(model.lowercased())\",\"ssdp_udn\":\"\(id)\"},"
      + "\"release_track\":\"stable-channel\",\"ssdp_udn\":\"\(id)\",\"uptime\":318420.2,"
      + "\"version\":12,\"wpa_configured\":true}"
    let description = UPnPDescription(
      type: "urn:dial-multiscreen-org:device:dial:1",
      name: name,
      maker: "Google Inc.",
      model: model,
      uuid: id
    )
    return HTTPService(
      [
        "/setup/eureka_info": .json(information),
        "/ssdp/device-desc.xml": description.page.with(
          "Application-URL",
          "http://{address}:8008/apps/"
        ),
      ]
    )
  }
}

extension Pages {
  /// A Samsung television on ports 8001 and, behind TLS, 8002.
  static func samsung(name: String, model: String, year: String, uuid: String, mac: String)
    -> HTTPService
  {
    HTTPService([
      "/api/v2/": .json(
        "{\"device\":{\"FrameTVSupport\":\"false\",\"OS\":\"Tizen\",\"PowerState\":\"on\","
          + "\"countryCode\":\"DE\",\"description\":\"Samsung DTV RCR\",\"duid\":\"uuid:\(uuid)\","
          + "\"firmwareVersion\":\"Unknown\",\"id\":\"uuid:\(uuid)\",\"ip\":\"{address}\","
          + "\"model\":\"\(year)\",\"modelName\":\"\(model)\",\"name\":\"\(name)\","
          + "\"networkType\":\"wireless\",\"resolution\":\"3840x2160\",\"type\":\"Samsung SmartTV\","
          + "\"udn\":\"uuid:\(uuid)\",\"wifiMac\":\"\(mac)\"},\"id\":\"uuid:\(uuid)\","
          + "\"name\":\"\(name)\",\"remote\":\"1.0\",\"type\":\"Samsung SmartTV\","
          + "\"uri\":\"http://{address}:8001/api/v2/\",\"version\":\"2.0.25\"}"
      )
    ])
  }

  /// A Roku on port 8060 (External Control Protocol).
  static func roku(name: String, model: String, number: String, serial: String) -> HTTPService {
    let description = UPnPDescription(
      type: "urn:roku-com:device:player:1-0",
      name: name,
      maker: "Roku",
      model: model,
      description: "Roku Streaming Player Network Media",
      number: number,
      serial: serial,
      uuid: "29780006-5c0a-10d4-80b0-b0a7374d82c6"
    )
    let information =
      "<device-info>\n<udn>29780006-5c0a-10d4-80b0-b0a7374d82c6</udn>\n"
      + "<serial-number>\(serial)</serial-number>\n<device-id>S0A1B2C3D4E5</device-id>\n"
      + "<vendor-name>Roku</vendor-name>\n<model-name>\(model)</model-name>\n"
      + "<model-number>\(number)</model-number>\n<model-region>US</model-region>\n"
      + "<is-tv>false</is-tv>\n<is-stick>false</is-stick>\n<network-type>wifi</network-type>\n"
      + "<user-device-name>\(name)</user-device-name>\n"
      + "<friendly-device-name>\(name)</friendly-device-name>\n"
      + "<default-device-name>\(model) - \(serial)</default-device-name>\n"
      + "<software-version>12.5.0</software-version>\n<power-mode>PowerOn</power-mode>\n"
      + "</device-info>\n"
    return HTTPService(
      server: "Roku/12.5.0 UPnP/1.0 Roku/12.5.0",
      ["/": description.page, "/query/device-info": .xml(information)]
    )
  }
}

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
