import Model

/// Televisions, set-top boxes, media servers.
enum TelevisionInquiries {
  static let all: [InquiryProbe] = [
    // Google Cast; port 8443 also names the model.
    InquiryProbe(
      Hint(
        offers: ["_googlecast._tcp"],
        open: [8009],
        or: { $0.openPorts.isSuperset(of: [8008, 8443]) }
      ),
      .get(castPath, likely: 8443, tls: true, castShape, name: "name")
    ),
    InquiryProbe(
      Hint(or: { $0.openPorts.contains(8008) && !$0.openPorts.contains(8443) }),
      .get(castPath, 8008, castShape, name: "name")
    ),
    // Roku
    InquiryProbe(
      Hint(makers: ["Roku"], says: ["roku"], announces: ["roku:ecp"], open: [8060]),
      .get(
        "/query/device-info",
        likely: 8060,
        .xml(["model-name", "udn"]),
        name: "user-device-name",
        "friendly-device-name",
        serial: ("serial-number", "Roku"),
        udn: "udn"
      ),
      // The root is the UPnP description, which older ones have as well.
      .get(
        "/",
        likely: 8060,
        .xml(["modelName"]),
        name: "friendlyName",
        serial: ("serialNumber", "Roku"),
        udn: "UDN"
      )
    ),
    // Rokus with restricted network access.
    InquiryProbe(
      Hint(or: { host in
        host.evidence.http.contains { $0.path == "/query/device-info" && $0.status != 200 }
      }),
      .get(
        "/dial/dd.xml",
        8060,
        .xml(["modelName"]),
        name: "friendlyName",
        serial: ("serialNumber", "Roku"),
        udn: "UDN"
      )
    ),
    // Samsung
    InquiryProbe(
      Hint(
        says: ["samsungtv", "tizen"],
        offers: ["_samsungmsf._tcp"],
        announces: ["samsung.com:device:RemoteControlReceiver"],
        open: [8001],
        or: { $0.isMade(by: ["Samsung"]) && $0.hasStatedNothing && $0.evidence.http.isEmpty }
      ),
      .get(
        "/api/v2/",
        likely: 8001,
        .json(["modelName", "device", "type"]),
        name: "name",
        udn: "duid"
      )
    ),
    // LG
    InquiryProbe(
      Hint(says: ["webos", "lge"], announces: ["lge-com", "webos-second-screen"]),
      .get("/", 3000, .page)
    ),
    // Philips: the older ones without TLS, Android ones with.
    InquiryProbe(
      Hint(
        makers: ["TPV", "TP Vision"],
        says: ["philipstv"],
        offers: ["_philipstv_rpc._tcp", "_philipstv_s_rpc._tcp"],
        announces: ["philips-com:device:TV"],
        or: { $0.isMade(by: ["Philips"]) && $0.hasStatedNothing && $0.evidence.http.isEmpty }
      ),
      .get("/6/system", 1925, .json(["menulanguage", "nettvversion", "name"]), name: "name")
    ),
    InquiryProbe(
      Hint(
        offers: ["_philipstv_s_rpc._tcp"],
        or: { host in
          host.evidence.http.contains { $0.path == "/6/system" && $0.status != 200 }
        }
      ),
      .get(
        "/6/system",
        1926,
        tls: true,
        .json(["menulanguage", "nettvversion", "name"]),
        name: "name"
      )
    ),
    // Sony
    InquiryProbe(
      Hint(or: { host in
        host.openPorts.contains(80)
          && (host.words.contain(beginning: "bravia")
            || host.announces("ScalarWebAPI") && host.announces("dial-multiscreen"))
      }),
      sony(80)
    ),
    // Vizio
    InquiryProbe(
      Hint(makers: ["Vizio"], says: ["vizio"], offers: ["_viziocast._tcp"]),
      Inquiry(
        place: .service("_viziocast._tcp", otherwise: 7345),
        path: "/state/device/deviceinfo",
        isTLS: true,
        shape: .json(["MODEL_NAME", "SYSTEM_INFO", "CAST_NAME", "ITEMS"]),
        fields: Inquiry.Fields(name: ["CAST_NAME"])
      )
    ),
    // HDHomeRun
    InquiryProbe(
      Hint(makers: ["SiliconDust"], says: ["hdhr", "hdhomerun"]),
      .get("/discover.json", 80, .json(["ModelNumber", "DeviceID"]), name: "FriendlyName")
    ),
    // Enigma2
    InquiryProbe(
      Hint(says: ["openwebif", "dreambox", "vuplus", "enigma2"]),
      .get("/api/about", 80, .json(["model", "brand", "boxtype"]))
    ),
    // Plex
    InquiryProbe(
      Hint(offers: ["_plexmediasvr._tcp"], open: [32400]),
      .get("/identity", 32400, .xml(["machineIdentifier"]))
    ),
    // Jellyfin and Emby
    InquiryProbe(
      Hint(says: ["jellyfin", "emby"], open: [8096]),
      .get("/System/Info/Public", 8096, .json(["ProductName", "ServerName"]), name: "ServerName")
    ),
  ]

  /// The model, the build, and the link: Ethernet, or Wi-Fi with its SSID, signal and noise.
  private static let castPath =
    "/setup/eureka_info?params=version,name,build_info,device_info,net,wifi"
  private static let castShape = Inquiry.Shape.json([
    "model_name", "manufacturer", "name", "cast_build_revision",
  ])

  /// Sony's televisions and loudspeakers answer it without a password.
  static func sony(_ port: UInt16) -> Inquiry {
    .post(
      "/sony/system",
      port,
      headers: [("Content-Type", "application/json")],
      body: #"{"method":"getInterfaceInformation","id":1,"params":[],"version":"1.0"}"#,
      .json(["modelName", "productCategory"])
    )
  }
}
