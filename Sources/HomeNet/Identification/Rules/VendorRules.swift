/// What the maker of a network interface says about the device.
///
/// A maker that makes one kind of thing says what it is; one that makes chips says little.
enum VendorRules {
  /// A maker, found by a word of its name.
  struct Rule: Sendable {
    var word: String
    var meaning: Meaning

    init(_ word: String, _ category: Category, _ weight: Double) {
      self.word = word
      meaning = .kind(category, weight)
    }
  }

  /// Makers of mostly one kind of device.
  static let rules: [Rule] = [
    Rule("Sonos", .speaker, 0.85), Rule("Bose", .speaker, 0.7), Rule("Denon", .speaker, 0.6),
    Rule("Harman", .speaker, 0.5), Rule("Yamaha", .speaker, 0.5),
    Rule("Bang Olufsen", .speaker, 0.7),
    Rule("Onkyo", .speaker, 0.6), Rule("Devialet", .speaker, 0.8),
    Rule("Naim Audio", .speaker, 0.8),
    Rule("Sound United", .speaker, 0.7), Rule("Roku", .tvMedia, 0.85), Rule("Vizio", .tvMedia, 0.8),
    Rule("TCL", .tvMedia, 0.5), Rule("Hisense", .tvMedia, 0.6), Rule("Skyworth", .tvMedia, 0.5),
    Rule("TP Vision", .tvMedia, 0.8), Rule("Vestel", .tvMedia, 0.6), Rule("Loewe", .tvMedia, 0.7),
    Rule("Nintendo", .gaming, 0.92), Rule("Sony Interactive", .gaming, 0.9),
    Rule("Valve", .gaming, 0.7),
    Rule("Synology", .storage, 0.85), Rule("QNAP", .storage, 0.85),
    Rule("Western Digital", .storage, 0.6),
    Rule("Buffalo", .storage, 0.4), Rule("Asustor", .storage, 0.85), Rule("Drobo", .storage, 0.85),
    Rule("Brother", .printer, 0.75), Rule("Epson", .printer, 0.75), Rule("Canon", .printer, 0.6),
    Rule("Lexmark", .printer, 0.85), Rule("Kyocera", .printer, 0.75), Rule("Ricoh", .printer, 0.75),
    Rule("Xerox", .printer, 0.7), Rule("Konica Minolta", .printer, 0.8), Rule("Oki", .printer, 0.6),
    Rule("Espressif", .smartHome, 0.6), Rule("Tuya", .smartHome, 0.85),
    Rule("Signify", .smartHome, 0.85),
    Rule("Philips Lighting", .smartHome, 0.85), Rule("Lifi Labs", .smartHome, 0.9),
    Rule("Allterco", .smartHome, 0.9), Rule("Shelly", .smartHome, 0.9),
    Rule("Nest", .smartHome, 0.6),
    Rule("Ecobee", .smartHome, 0.9), Rule("tado", .smartHome, 0.9),
    Rule("Netatmo", .smartHome, 0.8),
    Rule("Lutron", .smartHome, 0.85), Rule("Belkin", .smartHome, 0.4),
    Rule("IKEA", .smartHome, 0.7),
    Rule("Lumi United", .smartHome, 0.85), Rule("Yeelink", .smartHome, 0.85),
    Rule("Nanoleaf", .smartHome, 0.9), Rule("Itead", .smartHome, 0.85),
    Rule("Insteon", .smartHome, 0.85),
    Rule("SmartThings", .smartHome, 0.8), Rule("eQ-3", .smartHome, 0.85),
    Rule("Homematic", .smartHome, 0.85),
    Rule("Leedarson", .smartHome, 0.7), Rule("Resideo", .smartHome, 0.7),
    Rule("Honeywell", .smartHome, 0.4),
    Rule("Hikvision", .camera, 0.85), Rule("Dahua", .camera, 0.85), Rule("Axis", .camera, 0.8),
    Rule("Reolink", .camera, 0.9), Rule("Arlo", .camera, 0.85), Rule("Ring", .camera, 0.7),
    Rule("Foscam", .camera, 0.9), Rule("Amcrest", .camera, 0.85), Rule("Wyze", .camera, 0.6),
    Rule("Vivotek", .camera, 0.85), Rule("Mobotix", .camera, 0.85), Rule("Dropcam", .camera, 0.9),
    Rule("Ubiquiti", .network, 0.7), Rule("MikroTik", .network, 0.7), Rule("eero", .network, 0.7),
    Rule("Aruba", .network, 0.75), Rule("Ruckus", .network, 0.75), Rule("Meraki", .network, 0.75),
    Rule("Juniper", .network, 0.75), Rule("Cisco", .network, 0.5), Rule("Zyxel", .network, 0.6),
    Rule("Netgear", .network, 0.55), Rule("TP-Link", .network, 0.22), Rule("D-Link", .network, 0.4),
    Rule("Linksys", .network, 0.55), Rule("AVM", .network, 0.6), Rule("Devolo", .network, 0.7),
    Rule("DrayTek", .network, 0.75), Rule("ARRIS", .network, 0.5), Rule("Sagemcom", .network, 0.45),
    Rule("Technicolor", .network, 0.5), Rule("Sercomm", .network, 0.35),
    Rule("Arcadyan", .network, 0.45),
    Rule("Snom", .voip, 0.92), Rule("Yealink", .voip, 0.92), Rule("Grandstream", .voip, 0.85),
    Rule("Polycom", .voip, 0.85), Rule("Gigaset", .voip, 0.8), Rule("Obihai", .voip, 0.9),
    Rule("Mitel", .voip, 0.8), Rule("Avaya", .voip, 0.8), Rule("Miele", .appliance, 0.9),
    Rule("BSH Hausgeräte", .appliance, 0.9), Rule("iRobot", .appliance, 0.9),
    Rule("Roborock", .appliance, 0.9), Rule("Ecovacs", .appliance, 0.85),
    Rule("Dyson", .appliance, 0.85),
    Rule("Whirlpool", .appliance, 0.85), Rule("Electrolux", .appliance, 0.85),
    Rule("Tesla", .appliance, 0.6), Rule("SMA Solar", .appliance, 0.5),
    Rule("Fronius", .appliance, 0.5),
    Rule("Fitbit", .wearable, 0.7), Rule("Garmin", .wearable, 0.6),
    Rule("Withings", .wearable, 0.4),
    Rule("OnePlus", .phone, 0.75), Rule("Oppo", .phone, 0.75), Rule("Vivo", .phone, 0.75),
    Rule("HTC", .phone, 0.5), Rule("Fairphone", .phone, 0.85), Rule("Motorola", .phone, 0.45),
    Rule("Xiaomi", .phone, 0.35), Rule("Huawei", .phone, 0.3), Rule("Samsung", .phone, 0.25),
    Rule("Dell", .computer, 0.5), Rule("Intel", .computer, 0.5), Rule("Micro-Star", .computer, 0.7),
    Rule("ASRock", .computer, 0.7), Rule("Giga-Byte", .computer, 0.7),
    Rule("ASUS", .computer, 0.35),
    Rule("Lenovo", .computer, 0.5), Rule("LCFC", .computer, 0.6), Rule("Acer", .computer, 0.5),
    Rule("Framework", .computer, 0.7), Rule("Elitegroup", .computer, 0.6),
    Rule("Wistron", .computer, 0.4),
    Rule("Compal", .computer, 0.4), Rule("Pegatron", .computer, 0.35),
    Rule("Quanta", .computer, 0.4),
    Rule("HP", .computer, 0.35), Rule("Raspberry Pi", .computer, 0.5),
    Rule("Microsoft", .computer, 0.4),
    Rule("VMware", .computer, 0.4), Rule("PCS Systemtechnik", .computer, 0.4),
    Rule("Super Micro", .server, 0.8),
    Rule("HPE", .server, 0.5),
  ]

  private static let table = WordTable(rules, words: \.word)

  /// Makers of chips and modules inside other makers' devices.
  private static let moduleMakers = WordTable(
    [
      "Murata", "Foxconn", "Liteon", "Lite-On", "AzureWave", "Universal Global Scientific",
      "Espressif",
      "Realtek", "Intel", "Broadcom", "Qualcomm", "Texas Instruments", "Microchip",
      "Silicon Laboratories",
      "Hon Hai", "USI", "Gainspan", "MediaTek", "Samsung Electro-Mechanics", "Nordic", "Chicony",
      "AMPAK",
      "Cybertan", "Sercomm", "Askey", "Wistron", "Quanta", "Compal", "Pegatron", "Fn-Link",
      "Bouffalo",
    ],
    words: { $0 }
  )

  /// Whether the maker's interfaces are found in others' devices.
  static func isModuleMaker(_ vendor: String) -> Bool {
    let text = WordPattern.Text(vendor)
    return !moduleMakers.matches(text).isEmpty
  }

  /// What the maker of the interface means.
  static func meanings(of vendor: String) -> [Meaning] {
    let text = WordPattern.Text(vendor)
    var meanings = table.matches(text).map(\.meaning)
    meanings.append(.only(vendor: vendor, weight: isModuleMaker(vendor) ? 0.35 : 0.72))
    return meanings
  }
}
