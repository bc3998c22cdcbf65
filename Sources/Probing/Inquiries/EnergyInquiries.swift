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
