import Model

/// What words in names say: host names, names of services, models.
///
/// A word counts only where it stands as a word, see ``WordPattern``.
enum NameRules {
  /// Words, and what they mean.
  struct Rule: Sendable {
    var words: String
    var meaning: Meaning

    init(_ words: String, _ meaning: Meaning) {
      self.words = words
      self.meaning = meaning
    }
  }

  private static let brandTable = WordTable(brands, words: \.words)
  private static let tables =
    [WordTable(products, words: \.words), WordTable(kinds, words: \.words), brandTable]

  /// What the words in the name mean.
  static func meanings(of name: String) -> [Meaning] {
    let text = WordPattern.Text(name)
    var meanings: [Meaning] = []
    // In each list the first that fits speaks: `galaxy tab` before `galaxy`.
    for table in tables {
      if let rule = table.first(in: text) { meanings.append(rule.meaning) }
    }
    if meanings.isEmpty, let meaning = joined(name) { meanings.append(meaning) }
    if isWindowsDefault(name) { meanings.append(.kind(.computer, 0.92, os: "Windows")) }
    return meanings
  }

  /// The maker named in a text, as it calls itself.
  static func brand(of text: String) -> String? {
    let text = WordPattern.Text(text)
    return brandTable.first(in: text)?.meaning.vendor
  }

  /// `annasiphone`: what some routers make of `Anna’s iPhone`, whose words have no ends then.
  private static func joined(_ name: String) -> Meaning? {
    guard name.utf8.count > 6 else { return nil }
    let name = name.lowercased()
    return endings.first { name.hasSuffix($0.ending) }?.meaning
  }

  private static let endings: [(ending: String, meaning: Meaning)] = [
    ("iphone", .kind(.phone, 0.85, vendor: "Apple", os: "iOS")),
    ("ipad", .kind(.tablet, 0.85, vendor: "Apple", os: "iPadOS")),
    ("ipadpro", .kind(.tablet, 0.85, vendor: "Apple", model: "iPad Pro", os: "iPadOS")),
    ("ipadair", .kind(.tablet, 0.85, vendor: "Apple", model: "iPad Air", os: "iPadOS")),
    ("ipadmini", .kind(.tablet, 0.85, vendor: "Apple", model: "iPad mini", os: "iPadOS")),
    ("applewatch", .kind(.wearable, 0.85, vendor: "Apple", os: "watchOS")),
    ("macbookpro", .kind(.computer, 0.85, vendor: "Apple", model: "MacBook Pro", os: "macOS")),
    ("macbookair", .kind(.computer, 0.85, vendor: "Apple", model: "MacBook Air", os: "macOS")),
    ("macbook", .kind(.computer, 0.85, vendor: "Apple", os: "macOS")),
    ("macmini", .kind(.computer, 0.85, vendor: "Apple", model: "Mac mini", os: "macOS")),
  ]

  /// `DESKTOP-4F7K2QA`, `LAPTOP-…`, `WIN-…`: what Windows calls itself after its installation.
  private static func isWindowsDefault(_ name: String) -> Bool {
    guard let first = name.utf8.first, "DdLlWw".utf8.contains(first),
      name.utf8.contains(UInt8(ascii: "-"))
    else { return false }
    let parts = name.uppercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = parts.first, let serial = parts.last else { return false }
    let length = kind == "WIN" ? 11 : 7
    return ["DESKTOP", "LAPTOP", "WIN"].contains(kind) && serial.count == length
      && serial.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Products, more specific ones first.
  static let products: [Rule] = [
    Rule("iPhone", .kind(.phone, 0.9, vendor: "Apple", os: "iOS")),
    Rule("iPad", .kind(.tablet, 0.9, vendor: "Apple", os: "iPadOS")),
    Rule("iPod", .kind(.phone, 0.6, vendor: "Apple", os: "iOS")),
    Rule("MacBook Pro", .kind(.computer, 0.9, vendor: "Apple", model: "MacBook Pro", os: "macOS")),
    Rule("MacBook Air", .kind(.computer, 0.9, vendor: "Apple", model: "MacBook Air", os: "macOS")),
    Rule("MacBook", .kind(.computer, 0.9, vendor: "Apple", os: "macOS")),
    Rule("MBP", .kind(.computer, 0.6, vendor: "Apple", os: "macOS")),
    Rule("iMac", .kind(.computer, 0.9, vendor: "Apple", model: "iMac", os: "macOS")),
    Rule("Mac mini", .kind(.computer, 0.9, vendor: "Apple", model: "Mac mini", os: "macOS")),
    Rule("Mac Studio", .kind(.computer, 0.9, vendor: "Apple", model: "Mac Studio", os: "macOS")),
    Rule("Mac Pro", .kind(.computer, 0.85, vendor: "Apple", model: "Mac Pro", os: "macOS")),
    Rule("Apple Watch", .kind(.wearable, 0.9, vendor: "Apple", os: "watchOS")),
    Rule("Apple TV", .kind(.tvMedia, 0.9, vendor: "Apple", model: "Apple TV", os: "tvOS")),
    Rule("HomePod", .kind(.speaker, 0.9, vendor: "Apple", model: "HomePod")),
    Rule("Time Capsule", .kind(.storage, 0.6, vendor: "Apple", model: "Time Capsule")),
    Rule("Galaxy Tab", .kind(.tablet, 0.9, vendor: "Samsung", os: "Android")),
    Rule("Galaxy Watch", .kind(.wearable, 0.9, vendor: "Samsung")),
    Rule("Galaxy Book", .kind(.computer, 0.85, vendor: "Samsung", os: "Windows")),
    Rule("Galaxy", .kind(.phone, 0.8, vendor: "Samsung", os: "Android")),
    Rule("Pixel Tablet", .kind(.tablet, 0.9, vendor: "Google", os: "Android")),
    Rule("Pixel Watch", .kind(.wearable, 0.9, vendor: "Google")),
    Rule("Pixel", .kind(.phone, 0.75, vendor: "Google", os: "Android")),
    Rule("OnePlus", .kind(.phone, 0.8, vendor: "OnePlus", os: "Android")),
    Rule("Redmi", .kind(.phone, 0.8, vendor: "Xiaomi", os: "Android")),
    Rule("Poco", .kind(.phone, 0.6, vendor: "Xiaomi", os: "Android")),
    Rule("Android TV", .kind(.tvMedia, 0.85, os: "Android TV")),
    Rule("BRAVIA", .kind(.tvMedia, 0.92, vendor: "Sony", os: "Android TV")),
    Rule("Chromecast Audio", .kind(.speaker, 0.92, vendor: "Google", model: "Chromecast Audio")),
    Rule("Chromecast", .kind(.tvMedia, 0.85, vendor: "Google")),
    Rule("Google TV", .kind(.tvMedia, 0.85, vendor: "Google")),
    Rule("Nest Hub", .kind(.speaker, 0.6, vendor: "Google", model: "Nest Hub")),
    Rule("Nest Mini", .kind(.speaker, 0.92, vendor: "Google", model: "Nest Mini")),
    Rule("Nest Audio", .kind(.speaker, 0.92, vendor: "Google", model: "Nest Audio")),
    Rule("Nest Wifi", .kind(.network, 0.85, vendor: "Google", model: "Nest Wifi")),
    Rule("Google Home", .kind(.speaker, 0.85, vendor: "Google")),
    Rule("Home Mini", .kind(.speaker, 0.8, vendor: "Google")),
    Rule("Fire TV", .kind(.tvMedia, 0.92, vendor: "Amazon", model: "Fire TV", os: "Fire OS")),
    Rule("Echo Dot", .kind(.speaker, 0.9, vendor: "Amazon", model: "Echo Dot")),
    Rule("Echo Show", .kind(.speaker, 0.8, vendor: "Amazon", model: "Echo Show")),
    Rule("Kindle", .kind(.tablet, 0.85, vendor: "Amazon", model: "Kindle")),
    Rule("Shield", .kind(.tvMedia, 0.6, vendor: "NVIDIA", model: "Shield TV")),
    Rule("PlayStation", .kind(.gaming, 0.92, vendor: "Sony")),
    Rule("PS5", .kind(.gaming, 0.92, vendor: "Sony", model: "PlayStation 5")),
    Rule("PS4", .kind(.gaming, 0.92, vendor: "Sony", model: "PlayStation 4")),
    Rule("PS3", .kind(.gaming, 0.85, vendor: "Sony", model: "PlayStation 3")),
    Rule("Xbox", .kind(.gaming, 0.92, vendor: "Microsoft", model: "Xbox")),
    Rule("Nintendo Switch", .kind(.gaming, 0.95, vendor: "Nintendo", model: "Switch")),
    Rule("Steam Deck", .kind(.gaming, 0.92, vendor: "Valve", model: "Steam Deck", os: "SteamOS")),
    Rule("LaserJet", .kind(.printer, 0.95, vendor: "HP")),
    Rule("OfficeJet", .kind(.printer, 0.95, vendor: "HP")),
    Rule("DeskJet", .kind(.printer, 0.95, vendor: "HP")),
    Rule("PIXMA", .kind(.printer, 0.95, vendor: "Canon")),
    Rule("EcoTank", .kind(.printer, 0.95, vendor: "Epson")),
    Rule("WorkForce", .kind(.printer, 0.85, vendor: "Epson")),
    Rule("DiskStation", .kind(.storage, 0.92, vendor: "Synology", os: "DSM")),
    Rule("RackStation", .kind(.storage, 0.92, vendor: "Synology", os: "DSM")),
    Rule("My Cloud", .kind(.storage, 0.85, vendor: "Western Digital")),
    Rule("TrueNAS", .kind(.storage, 0.9, os: "TrueNAS")),
    Rule("Unraid", .kind(.storage, 0.8, os: "Unraid")),
    Rule("Hue Bridge", .kind(.smartHome, 0.92, vendor: "Philips", model: "Hue Bridge")),
    Rule("Philips hue", .kind(.smartHome, 0.92, vendor: "Philips", model: "Hue Bridge")),
    Rule("Home Assistant", .kind(.server, 0.5, vendor: "Home Assistant")),
    Rule("Raspberry Pi", .kind(.computer, 0.5, vendor: "Raspberry Pi", os: "Linux")),
    Rule("RetroPie", .kind(.gaming, 0.5)),
    Rule("ThinkPad", .kind(.computer, 0.9, vendor: "Lenovo")),
    Rule("IdeaPad", .kind(.computer, 0.85, vendor: "Lenovo")),
    Rule("Surface", .kind(.computer, 0.6, vendor: "Microsoft", os: "Windows")),
    Rule("XPS", .kind(.computer, 0.6, vendor: "Dell")),
    Rule("Chromebook", .kind(.computer, 0.9, os: "ChromeOS")),
    Rule("FRITZ!Box", .kind(.router, 0.8, vendor: "AVM", model: "FRITZ!Box", os: "FRITZ!OS")),
    Rule("FRITZ!Repeater", .kind(.network, 0.92, vendor: "AVM", model: "FRITZ!Repeater")),
    Rule("FRITZ!Powerline", .kind(.network, 0.92, vendor: "AVM", model: "FRITZ!Powerline")),
    Rule("UniFi", .kind(.network, 0.7, vendor: "Ubiquiti")),
    Rule("UAP", .kind(.network, 0.7, vendor: "Ubiquiti")),
    Rule("Soundbar", .kind(.speaker, 0.9)),
    Rule("Roomba", .kind(.appliance, 0.92, vendor: "iRobot", model: "Roomba")),
    Rule("Roborock", .kind(.appliance, 0.92, vendor: "Roborock")),
    Rule("Rockrobo", .kind(.appliance, 0.92, vendor: "Roborock")),
    Rule("ESPHome", .kind(.smartHome, 0.9, vendor: "Espressif", os: "ESPHome")),
    Rule("Tasmota", .kind(.smartHome, 0.92, vendor: "Espressif", os: "Tasmota")),
    Rule("WLED", .kind(.smartHome, 0.92, vendor: "Espressif", model: "WLED", os: "WLED")),
    Rule("OpenWrt", .kind(.network, 0.7, os: "OpenWrt")),
    Rule("pfSense", .kind(.router, 0.75, os: "pfSense")),
    Rule("OPNsense", .kind(.router, 0.75, os: "OPNsense")),
    Rule("Pi-hole", .kind(.server, 0.7)),
    Rule("Proxmox", .kind(.server, 0.85, os: "Proxmox VE")),
  ]

  /// Kinds of things, as people and makers call them.
  static let kinds: [Rule] = [
    Rule("laptop", .kind(.computer, 0.8)), Rule("notebook", .kind(.computer, 0.75)),
    Rule("desktop", .kind(.computer, 0.7)), Rule("workstation", .kind(.computer, 0.75)),
    Rule("PC", .kind(.computer, 0.65)), Rule("tablet", .kind(.tablet, 0.7)),
    Rule("doorbell", .kind(.camera, 0.85)), Rule("camera", .kind(.camera, 0.75)),
    Rule("webcam", .kind(.camera, 0.75)), Rule("ipcam", .kind(.camera, 0.85)),
    Rule("cam", .kind(.camera, 0.6)), Rule("NVR", .kind(.camera, 0.7)),
    Rule("DVR", .kind(.camera, 0.5)),
    Rule("printer", .kind(.printer, 0.85)), Rule("drucker", .kind(.printer, 0.85)),
    Rule("imprimante", .kind(.printer, 0.85)),
    Rule("NAS", .kind(.storage, 0.8)), Rule("storage", .kind(.storage, 0.5)),
    Rule("fileserver", .kind(.storage, 0.6)), Rule("smart TV", .kind(.tvMedia, 0.85)),
    Rule("television", .kind(.tvMedia, 0.8)), Rule("fernseher", .kind(.tvMedia, 0.8)),
    Rule("TV", .kind(.tvMedia, 0.65)), Rule("set-top box", .kind(.tvMedia, 0.8)),
    Rule("STB", .kind(.tvMedia, 0.6)), Rule("projector", .kind(.tvMedia, 0.7)),
    Rule("beamer", .kind(.tvMedia, 0.6)), Rule("kodi", .kind(.tvMedia, 0.6)),
    Rule("speaker", .kind(.speaker, 0.75)), Rule("lautsprecher", .kind(.speaker, 0.75)),
    Rule("subwoofer", .kind(.speaker, 0.8)), Rule("receiver", .kind(.speaker, 0.4)),
    Rule("audio", .kind(.speaker, 0.4)), Rule("access point", .kind(.network, 0.8)),
    Rule("repeater", .kind(.network, 0.8)), Rule("extender", .kind(.network, 0.75)),
    Rule("switch", .kind(.network, 0.3)), Rule("modem", .kind(.network, 0.6)),
    Rule("border router", .kind(.smartHome, 0.5)), Rule("router", .kind(.router, 0.6)),
    Rule("gateway", .kind(.router, 0.35)),
    Rule("AP", .kind(.network, 0.5)), Rule("firewall", .kind(.network, 0.6)),
    Rule("thermostat", .kind(.smartHome, 0.85)), Rule("light", .kind(.smartHome, 0.6)),
    Rule("lamp", .kind(.smartHome, 0.7)), Rule("bulb", .kind(.smartHome, 0.8)),
    Rule("plug", .kind(.smartHome, 0.7)), Rule("outlet", .kind(.smartHome, 0.7)),
    Rule("sensor", .kind(.smartHome, 0.7)), Rule("meter", .kind(.smartHome, 0.6)),
    Rule("dimmer", .kind(.smartHome, 0.8)), Rule("blind", .kind(.smartHome, 0.6)),
    Rule("lock", .kind(.smartHome, 0.5)), Rule("wallbox", .kind(.smartHome, 0.7)),
    Rule("ESP", .kind(.smartHome, 0.7, vendor: "Espressif")),
    Rule("ESP32", .kind(.smartHome, 0.75, vendor: "Espressif")),
    Rule("ESP8266", .kind(.smartHome, 0.75, vendor: "Espressif")),
    Rule("vacuum", .kind(.appliance, 0.8)), Rule("washer", .kind(.appliance, 0.8)),
    Rule("dryer", .kind(.appliance, 0.8)), Rule("dishwasher", .kind(.appliance, 0.85)),
    Rule("oven", .kind(.appliance, 0.8)), Rule("fridge", .kind(.appliance, 0.8)),
    Rule("inverter", .kind(.appliance, 0.4)), Rule("phone", .kind(.phone, 0.5)),
    Rule("handy", .kind(.phone, 0.5)), Rule("smartphone", .kind(.phone, 0.8)),
    Rule("android", .kind(.phone, 0.5, os: "Android")), Rule("watch", .kind(.wearable, 0.5)),
    Rule("server", .kind(.server, 0.55)), Rule("SRV", .kind(.server, 0.5)),
    Rule("ubuntu", .kind(.computer, 0.4, os: "Ubuntu")),
    Rule("debian", .kind(.computer, 0.4, os: "Debian")),
    Rule("fedora", .kind(.computer, 0.4, os: "Fedora")),
    Rule("linux", .kind(.computer, 0.35, os: "Linux")),
    Rule("SIP", .kind(.voip, 0.5)), Rule("voip", .kind(.voip, 0.75)),
  ]

  /// Makers; the category is for makers of mostly one kind.
  static let brands: [Rule] = [
    Rule("Sonos", .kind(.speaker, 0.85, vendor: "Sonos")),
    Rule("Beoplay", .kind(.speaker, 0.85, vendor: "Bang & Olufsen")),
    Rule("Beosound", .kind(.speaker, 0.9, vendor: "Bang & Olufsen")),
    Rule("Bang Olufsen", .kind(.speaker, 0.8, vendor: "Bang & Olufsen")),
    Rule("Bose", .kind(.speaker, 0.75, vendor: "Bose")),
    Rule("Denon", .kind(.speaker, 0.7, vendor: "Denon")),
    Rule("Marantz", .kind(.speaker, 0.7, vendor: "Marantz")),
    Rule("Onkyo", .kind(.speaker, 0.7, vendor: "Onkyo")),
    Rule("Yamaha", .kind(.speaker, 0.6, vendor: "Yamaha")),
    Rule("JBL", .kind(.speaker, 0.8, vendor: "JBL")),
    Rule("Roku", .kind(.tvMedia, 0.85, vendor: "Roku")),
    Rule("Vizio", .kind(.tvMedia, 0.8, vendor: "Vizio")),
    Rule("Philips", .only(vendor: "Philips", weight: 0.6)),
    Rule("Netatmo", .kind(.smartHome, 0.75, vendor: "Netatmo")),
    Rule("Aqara", .kind(.smartHome, 0.85, vendor: "Aqara")),
    Rule("Eve", .kind(.smartHome, 0.4, vendor: "Eve")),
    Rule("Koogeek", .kind(.smartHome, 0.9, vendor: "Koogeek")),
    Rule("VOCOlinc", .kind(.smartHome, 0.9, vendor: "VOCOlinc")),
    Rule("Nanoleaf", .kind(.smartHome, 0.92, vendor: "Nanoleaf")),
    Rule("tado", .kind(.smartHome, 0.9, vendor: "tado")),
    Rule("Shelly", .kind(.smartHome, 0.92, vendor: "Shelly")),
    Rule("Sonoff", .kind(.smartHome, 0.92, vendor: "Sonoff")),
    Rule("Yeelight", .kind(.smartHome, 0.92, vendor: "Yeelight")),
    Rule("Yeelink", .kind(.smartHome, 0.92, vendor: "Yeelight")),
    Rule("LIFX", .kind(.smartHome, 0.92, vendor: "LIFX")),
    Rule("WiZ", .kind(.smartHome, 0.8, vendor: "WiZ")),
    Rule("Tuya", .kind(.smartHome, 0.85, vendor: "Tuya")),
    Rule("Kasa", .kind(.smartHome, 0.8, vendor: "TP-Link")),
    Rule("Tapo", .kind(.smartHome, 0.6, vendor: "TP-Link")),
    Rule("Wemo", .kind(.smartHome, 0.9, vendor: "Belkin")),
    Rule("ecobee", .kind(.smartHome, 0.9, vendor: "ecobee")),
    Rule("Lutron", .kind(.smartHome, 0.9, vendor: "Lutron")),
    Rule("Honeywell", .kind(.smartHome, 0.6, vendor: "Honeywell")),
    Rule("Velux", .kind(.smartHome, 0.85, vendor: "Velux")),
    Rule("Somfy", .kind(.smartHome, 0.85, vendor: "Somfy")),
    Rule("Smappee", .kind(.smartHome, 0.9, vendor: "Smappee")),
    Rule("SolarEdge", .kind(.smartHome, 0.7, vendor: "SolarEdge")),
    Rule("IKEA", .kind(.smartHome, 0.7, vendor: "IKEA")),
    Rule("Meross", .kind(.smartHome, 0.9, vendor: "Meross")),
    Rule("Miele", .kind(.appliance, 0.9, vendor: "Miele")),
    Rule("Dyson", .kind(.appliance, 0.8, vendor: "Dyson")),
    Rule("Reolink", .kind(.camera, 0.9, vendor: "Reolink")),
    Rule("Hikvision", .kind(.camera, 0.9, vendor: "Hikvision")),
    Rule("Dahua", .kind(.camera, 0.9, vendor: "Dahua")),
    Rule("Axis", .kind(.camera, 0.6, vendor: "Axis")),
    Rule("Foscam", .kind(.camera, 0.9, vendor: "Foscam")),
    Rule("Arlo", .kind(.camera, 0.8, vendor: "Arlo")),
    Rule("Brother", .kind(.printer, 0.75, vendor: "Brother")),
    Rule("BRN", .kind(.printer, 0.7, vendor: "Brother")),
    Rule("BRW", .kind(.printer, 0.7, vendor: "Brother")),
    Rule("Epson", .kind(.printer, 0.8, vendor: "Epson")),
    Rule("Canon", .kind(.printer, 0.6, vendor: "Canon")),
    Rule("Lexmark", .kind(.printer, 0.85, vendor: "Lexmark")),
    Rule("Kyocera", .kind(.printer, 0.8, vendor: "Kyocera")),
    Rule("Ricoh", .kind(.printer, 0.8, vendor: "Ricoh")),
    Rule("Hewlett Packard", .only(vendor: "HP")),
    Rule("HP", .only(vendor: "HP")),
    Rule("NPI", .kind(.printer, 0.6, vendor: "HP")),
    Rule("Synology", .kind(.storage, 0.85, vendor: "Synology")),
    Rule("QNAP", .kind(.storage, 0.85, vendor: "QNAP")),
    Rule("devolo", .kind(.network, 0.6, vendor: "devolo")),
    Rule("MikroTik", .kind(.network, 0.75, vendor: "MikroTik")),
    Rule("Ubiquiti", .kind(.network, 0.7, vendor: "Ubiquiti")),
    Rule("Netgear", .kind(.network, 0.5, vendor: "Netgear")),
    Rule("TP-Link", .only(vendor: "TP-Link")),
    Rule("D-Link", .only(vendor: "D-Link")),
    Rule("Samsung", .only(vendor: "Samsung")),
    Rule("LG", .only(vendor: "LG")),
    Rule("Sony", .only(vendor: "Sony")),
    Rule("Panasonic", .only(vendor: "Panasonic")),
    Rule("Xiaomi", .only(vendor: "Xiaomi")),
    Rule("Lenovo", .only(vendor: "Lenovo")),
    Rule("Dell", .only(vendor: "Dell")),
    Rule("Google", .only(vendor: "Google")),
    Rule("Amazon", .only(vendor: "Amazon")),
    Rule("Apple", .only(vendor: "Apple")),
    Rule("AVM", .only(vendor: "AVM")),
    Rule("Bosch", .only(vendor: "Bosch")),
    Rule("Siemens", .only(vendor: "Siemens")),
  ]
}
