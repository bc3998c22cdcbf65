import Model

/// Other programs' words for kinds of devices.
enum KindWords {
  /// The kind that a word stands for; `nil` for one that isn't known or says nothing.
  static func category(_ word: String) -> Category? { table[plain(word)] }

  /// Whether a word is for devices of no known kind.
  static func saysNothing(_ word: String) -> Bool {
    // A word without ASCII letters is one in another script, which says something.
    guard word.contains(where: { $0.isLetter || $0.isNumber }) else { return true }
    return ["unknown", "other", "others", "generic", "undefined"].contains(plain(word))
  }

  /// The ASCII letters and digits of a word, in lower case.
  static func plain(_ word: String) -> String {
    let letters = word.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
      .filter { (97...122).contains($0) || (48...57).contains($0) }
    return String(decoding: Array(letters), as: UTF8.self)
  }

  private static let table: [String: Category] = {
    var table: [String: Category] = [:]
    for (category, words) in words {
      for word in words { table[word] = category }
    }
    for category in Category.allCases where category != .unknown {
      table[plain(category.rawValue)] = category
    }
    return table
  }()

  private static let words: [(Category, [String])] = [
    (.router, ["gateway", "firewall", "modem", "internetgateway"]),
    (.phone, ["smartphone", "mobile", "mobilephone", "iphone", "android"]),
    (.tablet, ["ipad", "ereader"]),
    (
      .computer,
      [
        "laptop", "desktop", "pc", "minipc", "workstation", "notebook", "macbook", "singleboard",
        "singleboardcomputersbc", "sbc",
      ]
    ),
    (
      .speaker,
      [
        "audio", "virtualassistance", "smartspeaker", "voiceassistant", "voicecontrol", "radio",
        "receiver", "soundbar", "hifi",
      ]
    ),
    (.gaming, ["gameconsole", "console", "games"]),
    (
      .tvMedia,
      [
        "smarttv", "tv", "television", "tvdecoder", "settopbox", "mediaplayer", "streamer",
        "streamingdongle", "projector", "multimedia", "media",
      ]
    ),
    (.storage, ["nas", "networkstorage"]),
    (.printer, ["scanner", "multifunctionprinter", "mfp"]),
    (
      .smartHome,
      [
        "domotic", "iot", "smartdevice", "light", "lights", "lighting", "smartplug", "plug",
        "socket",
        "thermostat", "sensor", "hub", "bridge", "smarthomehub", "alarm",
      ]
    ),
    (.camera, ["ipcamera", "webcam", "doorbell", "surveillancecamera", "babymonitor"]),
    (
      .network,
      [
        "ap", "accesspoint", "wifi", "wifiextender", "wlan", "switch", "powerline", "repeater",
        "extender", "usblanadapter", "usbwifiadapter", "networkdevice", "networkappliance",
      ]
    ),
    (.voip, ["voipphone", "ipphone", "voipgateway", "landline"]),
    (.wearable, ["watch", "smartwatch", "fitnesstracker"]),
    (
      .appliance,
      [
        "houseappliance", "homeappliance", "vacuum", "vacuumcleaner", "washer", "washingmachine",
        "fridge", "oven", "solarpanel", "inverter", "car",
      ]
    ),
    (.server, ["hypervisor", "virtualmachine", "vm", "container"]),
  ]
}
