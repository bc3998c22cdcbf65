/// Loudspeakers, receivers, players.
enum AudioInquiries {
  static let all: [InquiryProbe] = [
    // Sonos
    InquiryProbe(
      Hint(
        makers: ["Sonos"],
        says: ["sonos", "rincon"],
        offers: ["_sonos._tcp"],
        announces: ["ZonePlayer"],
        open: [1400]
      ),
      .get(
        "/xml/device_description.xml",
        1400,
        .xml(["modelName"]),
        name: "roomName",
        serial: ("serialNum", "Sonos"),
        udn: "UDN"
      ),
      .get(
        "/status/zp",
        1400,
        .xml(["ZPSupportInfo", "ZoneName", "SerialNumber"]),
        name: "ZoneName"
      )
    ),
    // Denon, Marantz, HEOS
    InquiryProbe(
      Hint(
        makers: ["D&M", "Denon", "Marantz", "Sound United"],
        says: ["denon", "marantz", "heos"],
        offers: ["_heos-audio._tcp"],
        announces: ["schemas-denon-com"]
      ),
      .get(
        "/goform/Deviceinfo.xml",
        8080,
        or: 80,
        .xml(["ModelName", "Device_Info", "BrandCode"])
      ),
      .get(
        "/goform/formMainZone_MainZoneXml.xml",
        80,
        or: 8080,
        .xml(["FriendlyName", "item", "Model", "value"])
      )
    ),
    // Yamaha
    InquiryProbe(
      Hint(makers: ["Yamaha"], says: ["yamaha", "musiccast"], offers: ["_yamaha._tcp"]),
      .get(
        "/YamahaExtendedControl/v1/system/getDeviceInfo",
        80,
        .json(["model_name"]),
        serial: ("serial_number", "Yamaha")
      ),
      .get("/YamahaRemoteControl/desc.xml", 80, .xml(["Unit_Name"]))
    ),
    // Sony's loudspeakers
    InquiryProbe(
      Hint(or: { $0.announces("ScalarWebAPI") && $0.announces("MediaRenderer") }),
      TelevisionInquiries.sony(10000)
    ),
    // Bose SoundTouch
    InquiryProbe(
      Hint(makers: ["Bose"], says: ["bose", "soundtouch"], offers: ["_soundtouch._tcp"]),
      .get("/info", 8090, .xml(["deviceID", "margeURL"]), name: "name")
    ),
    // Bluesound
    InquiryProbe(
      Hint(makers: ["Lenbrook"], says: ["bluesound", "bluos"], offers: ["_musc._tcp"]),
      .get("/SyncStatus", 11000, .xml(["modelName", "brand"]), name: "name")
    ),
    // Cambridge Audio
    InquiryProbe(
      Hint(says: ["streammagic"], offers: ["_stream-magic._tcp", "_smoip._tcp"]),
      .get("/smoip/system/info", 80, .json(["unit_id", "model", "udn"]), name: "name")
    ),
    // Devialet
    InquiryProbe(
      Hint(says: ["devialet"], offers: ["_devialet-http._tcp"]),
      .get(
        "/ipcontrol/v1/devices/current",
        80,
        .json(["ipControlVersion"]),
        name: "deviceName",
        serial: ("serial", "Devialet")
      )
    ),
    // LinkPlay and WiiM
    InquiryProbe(
      Hint(makers: ["Linkplay"], says: ["wiim", "linkplay"], offers: ["_linkplay._tcp"]),
      .get(
        "/httpapi.asp?command=getStatusEx",
        80,
        .json(["DeviceName", "ssid"]),
        name: "DeviceName"
      )
    ),
    // Bang & Olufsen
    InquiryProbe(
      Hint(
        makers: ["Bang & Olufsen"],
        says: ["beosound", "beoplay"],
        offers: ["_beoremote._tcp", "_bangolufsen._tcp"]
      ),
      .get("/BeoDevice", 8080, .json(["productId", "beoDevice"]), name: "productFriendlyName")
    ),
    // Volumio
    InquiryProbe(
      Hint(says: ["volumio"], offers: ["_Volumio._tcp", "_volumio._tcp"]),
      .get("/api/v1/getSystemInfo", 3000, or: 80, .json(["systemversion", "hwUuid"]), name: "name")
    ),
    // Lyrion Music Server and its players
    InquiryProbe(
      Hint(
        makers: ["Slim Devices"],
        says: ["squeezebox", "logitechmediaserver", "lyrion"],
        offers: ["_slimhttp._tcp", "_squeezebox._tcp"]
      ),
      .get("/", 9000, .page)
    ),
  ]
}
