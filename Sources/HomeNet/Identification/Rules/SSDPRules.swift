/// What SSDP announcements say.
enum SSDPRules {
  /// A text, in lower case, and what it means where it occurs.
  struct Rule: Sendable {
    var pattern: String
    var meaning: Meaning

    init(_ pattern: String, _ meaning: Meaning) {
      self.pattern = pattern
      self.meaning = meaning
    }
  }

  /// What is announced: device and service types.
  static let targets: [Rule] = [
    Rule("device:internetgatewaydevice", .kind(.router, 0.75)),
    Rule("device:wandevice", .kind(.router, 0.6)),
    Rule("device:wlanaccesspointdevice", .kind(.network, 0.7)),
    Rule("device:zoneplayer", .kind(.speaker, 0.95, vendor: "Sonos")),
    Rule("device:aiosdevice", .kind(.speaker, 0.85, vendor: "Denon")),
    Rule("device:mediarenderer", .kind(.tvMedia, 0.35)),
    Rule("schemas-upnp-org:device:mediarenderer", .kind(.speaker, 0.3)),
    Rule("device:mediaserver", .kind(.storage, 0.3)),
    Rule("device:tvdevice", .kind(.tvMedia, 0.85)),
    Rule("dial-multiscreen-org", .kind(.tvMedia, 0.6)),
    Rule("roku:ecp", .kind(.tvMedia, 0.92, vendor: "Roku")),
    Rule("samsung.com:device:remotecontrolreceiver", .kind(.tvMedia, 0.92, vendor: "Samsung")),
    Rule("samsung.com:service:multiscreenservice", .kind(.tvMedia, 0.85, vendor: "Samsung")),
    Rule("lge-com:service:webos", .kind(.tvMedia, 0.92, vendor: "LG", os: "webOS")),
    Rule("nvidia-com", .kind(.tvMedia, 0.6, vendor: "NVIDIA")),
    Rule("device:printer", .kind(.printer, 0.9)),
    Rule("device:scanner", .kind(.printer, 0.7)),
    Rule("device:digitalsecuritycamera", .kind(.camera, 0.92)),
    Rule("axis-com", .kind(.camera, 0.9, vendor: "Axis")),
    Rule("belkin:device", .kind(.smartHome, 0.9, vendor: "Belkin")),
    Rule("device:controllee", .kind(.smartHome, 0.8)),
    Rule("device:dimmablelight", .kind(.smartHome, 0.85)),
    Rule("device:binarylight", .kind(.smartHome, 0.85)),
    Rule("device:hvac_system", .kind(.smartHome, 0.85)),
    Rule("wifialliance-org:device:wfadevice", .kind(.network, 0.3)),
    Rule("xbox", .kind(.gaming, 0.85, vendor: "Microsoft")),
    Rule("playstation", .kind(.gaming, 0.85, vendor: "Sony")),
    Rule("wilight", .kind(.smartHome, 0.9, vendor: "WiLight")),
    Rule("wifi_bulb", .kind(.smartHome, 0.9, vendor: "Yeelight")),
  ]

  /// The SERVER line: system, UPnP version, product.
  static let servers: [Rule] = [
    Rule("ipbridge", .kind(.smartHome, 0.92, vendor: "Philips", model: "Hue Bridge")),
    Rule("sonos/", .kind(.speaker, 0.92, vendor: "Sonos")),
    Rule("roku", .kind(.tvMedia, 0.92, vendor: "Roku")),
    Rule("webos", .kind(.tvMedia, 0.9, vendor: "LG", os: "webOS")),
    Rule("tizen", .kind(.tvMedia, 0.75, vendor: "Samsung", os: "Tizen")),
    Rule("sec_hhp", .kind(.tvMedia, 0.8, vendor: "Samsung")),
    Rule("samsung", .kind(.tvMedia, 0.4, vendor: "Samsung")),
    Rule("kdl-", .kind(.tvMedia, 0.9, vendor: "Sony")),
    Rule("bravia", .kind(.tvMedia, 0.9, vendor: "Sony")),
    Rule("viera", .kind(.tvMedia, 0.9, vendor: "Panasonic")),
    Rule("chromecast", .kind(.tvMedia, 0.6, vendor: "Google")),
    Rule("synology", .kind(.storage, 0.85, vendor: "Synology")),
    Rule("dsm/", .kind(.storage, 0.85, vendor: "Synology")),
    Rule("qnap", .kind(.storage, 0.85, vendor: "QNAP")),
    Rule("fritz!box", .kind(.router, 0.75, vendor: "AVM")),
    Rule("avm fritz", .kind(.network, 0.6, vendor: "AVM")),
    Rule("tp-link", .kind(.network, 0.5, vendor: "TP-Link")),
    Rule("miniupnpd", .kind(.router, 0.6)),
    Rule("unifi", .kind(.network, 0.6, vendor: "Ubiquiti")),
    Rule("axis", .kind(.camera, 0.7, vendor: "Axis")),
    Rule("microsoft-windows", .kind(.computer, 0.7, os: "Windows")),
    Rule("minidlna", .kind(.storage, 0.4)),
    Rule("plex", .kind(.server, 0.45)),
    Rule("gmediarender", .kind(.speaker, 0.6)),
    Rule("xbox", .kind(.gaming, 0.8, vendor: "Microsoft")),
    Rule("playstation", .kind(.gaming, 0.85, vendor: "Sony")),
    Rule("epson", .kind(.printer, 0.7, vendor: "Epson")),
    Rule("canon", .kind(.printer, 0.5, vendor: "Canon")),
    Rule("brother", .kind(.printer, 0.7, vendor: "Brother")),
    Rule("hue", .kind(.smartHome, 0.5)),
    Rule("darwin", .only(os: "macOS", weight: 0.5)),
    Rule("linux", .only(os: "Linux", weight: 0.3)),
  ]

  /// Header fields that one maker alone sends, in lower case.
  static let headers: [Rule] = [
    Rule("hue-bridgeid", .kind(.smartHome, 0.95, vendor: "Philips", model: "Hue Bridge")),
    Rule("x-rincon-household", .kind(.speaker, 0.95, vendor: "Sonos")),
    Rule("x-rincon-bootseq", .kind(.speaker, 0.95, vendor: "Sonos")),
    Rule("household.smartspeaker.audio", .kind(.speaker, 0.9, vendor: "Sonos")),
    Rule("device-group.roku.com", .kind(.tvMedia, 0.92, vendor: "Roku")),
  ]
}
