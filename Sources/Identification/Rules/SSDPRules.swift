import Model

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
    Rule("wilight", .kind(.smartHome, 0.9, vendor: "WiLight")),
    Rule("wifi_bulb", .kind(.smartHome, 0.9, vendor: "Yeelight")),
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
