import Model

/// Lights, plugs, sensors, bridges.
enum SmartHomeInquiries {
  static let all: [InquiryProbe] = [
    // Hue and its emulations
    InquiryProbe(
      Hint(
        makers: ["Philips Lighting", "Signify"],
        says: ["ipbridge", "hue", "huesync"],
        offers: ["_hue._tcp"]
      ),
      .get("/api/config", 80, .json(["bridgeid", "modelid"]), name: "name")
    ),
    InquiryProbe(
      Hint(says: ["deconz", "phoscon"], offers: ["_deconz._tcp"]),
      .get(
        "/api/config",
        service: "_deconz._tcp",
        otherwise: 80,
        .json(["bridgeid", "modelid"]),
        name: "name"
      )
    ),
    // Shelly
    InquiryProbe(
      Hint(makers: ["Shelly", "Allterco"], says: ["shelly"], offers: ["_shelly._tcp"]),
      .get("/shelly", 80, .json(["type", "app", "gen", "fw_id"]), name: "name")
    ),
    // Shelly's Wi-Fi: the second generation, and the first.
    InquiryProbe(
      Hint(or: { $0.isShelly(ofFirstGeneration: false) }),
      .get("/rpc/Wifi.GetStatus", 80, .json(["rssi", "sta_ip"]))
    ),
    InquiryProbe(
      Hint(or: { $0.isShelly(ofFirstGeneration: true) }),
      .get("/status", 80, .json(["wifi_sta"]))
    ),
    InquiryProbe(
      Hint(says: ["tasmota"]),
      .get(
        "/cm?cmnd=Status%200",
        80,
        .json(["Status", "Module", "FriendlyName"]),
        name: "DeviceName"
      )
    ),
    InquiryProbe(
      Hint(says: ["wled"], offers: ["_wled._tcp"]),
      .get("/json/info", 80, .json(["leds", "vid", "fxcount", "ver"]), name: "name")
    ),
    // BleBox; the second path is for older ones.
    InquiryProbe(
      Hint(says: ["blebox", "bbxsrv"], offers: ["_bbxsrv._tcp"]),
      .get("/info", 80, .json(["deviceName", "apiLevel", "fv"]), name: "deviceName"),
      .get("/api/device/state", 80, .json(["deviceName", "fv", "hv"]), name: "deviceName")
    ),
    // Elgato
    InquiryProbe(
      Hint(says: ["elgato"], offers: ["_elg._tcp"]),
      .get(
        "/elgato/accessory-info",
        service: "_elg._tcp",
        otherwise: 9123,
        .json(["productName", "firmwareBuildNumber"]),
        name: "displayName"
      )
    ),
    // Nanoleaf rejects unpaired clients, which identifies it.
    InquiryProbe(
      Hint(makers: ["Nanoleaf"], says: ["nanoleaf"], offers: ["_nanoleafapi._tcp"]),
      .get("/api/v1/", service: "_nanoleafapi._tcp", otherwise: 16021, .json(["serialNo"]))
    ),
    // HomeWizard
    InquiryProbe(
      Hint(
        makers: ["HomeWizard"],
        says: ["p1meter", "energysocket", "watermeter", "kwhmeter"],
        offers: ["_hwenergy._tcp", "_homewizard._tcp"]
      ),
      .get("/api", 80, .json(["product_type"]), serial: ("serial", "HomeWizard")),
      // Version 2 of its interface needs a token for all but this.
      .get("/api", 443, tls: true, .json(["product_type"]), serial: ("serial", "HomeWizard"))
    ),
    // Home Assistant
    InquiryProbe(
      Hint(offers: ["_home-assistant._tcp"], open: [8123]),
      .get(
        "/manifest.json",
        service: "_home-assistant._tcp",
        otherwise: 8123,
        .json(["short_name", "name"])
      )
    ),
    InquiryProbe(
      Hint(makers: ["Twinkly", "Ledworks"], says: ["twinkly"]),
      .get("/xled/v1/gestalt", 80, .json(["product_name", "product_code"]), name: "device_name")
    ),
    InquiryProbe(
      Hint(offers: ["_bond._tcp"]),
      .get("/v2/sys/version", 80, .json(["bondid", "target"]))
    ),
    InquiryProbe(
      Hint(makers: ["myStrom"], says: ["mystrom"]),
      .get("/api/v1/info", 80, .json(["mac", "type", "version"]))
    ),
    InquiryProbe(
      Hint(makers: ["Loxone"], says: ["loxone"]),
      .get("/jdev/cfg/api", 80, .json(["LL", "control", "value"]))
    ),
    InquiryProbe(
      Hint(says: ["slzb"]),
      .get("/ha_info", 80, .json(["model", "coord_mode"]), name: "hostname")
    ),
    InquiryProbe(
      Hint(offers: ["_powerview._tcp"]),
      .get("/api/userdata", 80, .json(["userData", "serialNumber", "hubName"]))
    ),
    InquiryProbe(
      Hint(says: ["bsblan", "bsb"]),
      .get("/JQ?Parameter=6224,6225,6226", 80, .json(["value", "name"]))
    ),
    // Daikin
    InquiryProbe(
      Hint(makers: ["Daikin"], says: ["daikin"]),
      .get("/common/basic_info", 80, .text(["ret=OK"]))
    ),
    // A module with a front page that says nothing: what the commonest of its devices tell. One
    // connection carries all.
    InquiryProbe(
      Hint(or: { $0.isModuleMade && $0.hasStatedNothing && $0.hasFrontPage }),
      .get("/shelly", 80, .json(["type", "app", "gen", "fw_id"]), name: "name"),
      .get(
        "/cm?cmnd=Status%200",
        80,
        .json(["Status", "Module", "FriendlyName"]),
        name: "DeviceName"
      ),
      .get("/json/info", 80, .json(["leds", "vid", "fxcount"]), name: "name"),
      .get(
        "/info",
        80,
        .json(["deviceName", "apiLevel", "fv", "flashChipId"]),
        name: "deviceName"
      ),
      .get("/xled/v1/gestalt", 80, .json(["product_name", "product_code"]), name: "device_name")
    ),
    // Boards
    InquiryProbe(
      Hint(says: ["evilgenius"]),
      .get("/info", 80, .json(["flashChipId", "wiFiChipId"]))
    ),
    InquiryProbe(
      Hint(says: ["yeti"]),
      .get("/sysinfo", 80, .json(["model", "firmwareVersion"]), name: "name")
    ),
  ]
}

extension ProbedHost {
  /// Whether the web server at port 80 has shown its front page.
  fileprivate var hasFrontPage: Bool {
    evidence.http.contains { $0.path == "/" && $0.port == 80 }
  }

  /// Whether its answer at `/shelly` is of the first generation, or of a later one.
  fileprivate func isShelly(ofFirstGeneration isFirst: Bool) -> Bool {
    evidence.http.contains { answer in
      answer.path == "/shelly" && answer.status == 200
        && answer.body.map { $0.contains("\"gen\"") != isFirst } ?? false
    }
  }
}

/// Inverters, batteries, chargers.
enum EnergyInquiries {
  static let all: [InquiryProbe] = [
    InquiryProbe(
      Hint(makers: ["Fronius"], says: ["fronius"]),
      .get("/solar_api/GetAPIVersion.cgi", 80, .json(["APIVersion", "BaseURL"])),
      .get("/solar_api/v1/GetInverterInfo.cgi", 80, .json(["CustomName", "UniqueID"]))
    ),
    InquiryProbe(
      Hint(makers: ["Enphase"], says: ["envoy", "enphase"], offers: ["_enphase-envoy._tcp"]),
      .get("/info.xml", 80, .xml(["envoy_info", "pn", "sn"]), serial: ("sn", "Enphase")),
      .get("/info", 443, tls: true, .xml(["envoy_info", "pn", "sn"]), serial: ("sn", "Enphase"))
    ),
    InquiryProbe(
      Hint(says: ["teslawallconnector", "wallconnector"]),
      .get(
        "/api/1/version",
        80,
        .json(["part_number", "firmware_version"]),
        serial: ("serial_number", "Tesla")
      )
    ),
    InquiryProbe(
      Hint(says: ["powerwall", "teg"]),
      .get("/api/status", 443, tls: true, .json(["din", "git_hash", "up_time_seconds"]))
    ),
    InquiryProbe(
      Hint(says: ["goe", "goecharger", "echarger"], offers: ["_go-e._tcp"]),
      .get("/api/status?filter=typ,fna,sse", 80, .json(["typ", "sse"]), name: "fna"),
      .get("/status", 80, .json(["sse", "fwv"]))
    ),
    InquiryProbe(
      Hint(offers: ["_technove-stations._tcp"]),
      .get("/station/get/info", 80, .json(["maxStationCurrent", "voltageIn"]), name: "name")
    ),
    // Kostal's inverters
    InquiryProbe(
      Hint(makers: ["Kostal"], says: ["kostal", "plenticore", "piko"]),
      .get("/api/v1/info/version", 80, .json(["api_version", "sw_version"]), name: "hostname")
    ),
    // Sonnen's batteries
    InquiryProbe(
      Hint(makers: ["Sonnen"], says: ["sonnenbatterie", "sonnen"]),
      .get("/api/v1/status", 80, or: 8080, .json(["USOC", "RSOC", "SystemStatus"]))
    ),
    InquiryProbe(
      Hint(says: ["openevse"]),
      .get("/status", 80, .json(["amp", "pilot", "wifi_client_connected"]))
    ),
    InquiryProbe(
      Hint(says: ["evcc"], offers: ["_evcc._tcp"]),
      .get("/api/state", 7070, .json(["loadpoints", "siteTitle"]), name: "siteTitle")
    ),
    InquiryProbe(
      Hint(says: ["opendtu"]),
      .get("/api/system/status", 80, .json(["hostname", "sdkversion"]), name: "hostname")
    ),
  ]
}
