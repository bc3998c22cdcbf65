import Model
import Wire

extension DatagramAnswer {
  /// What an answer in bytes states, as keys and values: what makers' own formats call a model.
  ///
  /// Answers that say it in legible letters need no reading here.
  var statements: [(key: String, value: String)] {
    guard text == nil, !bytes.isEmpty else { return [] }
    switch port {
    case LIFXMessage.port:
      guard let version = (try? LIFXMessage(parsing: bytes))?.version, version.vendor == 1,
        let product = LIFXProducts.names[version.product]
      else { return [] }
      return [("model", product)]
    case UbiquitiDiscovery.port:
      let model = (try? UbiquitiDiscovery(parsing: bytes))?.model
      return model.map { [("model", $0)] } ?? []
    case Self.midea:
      return MideaAnswer.network(in: bytes).map { [("ssid", $0)] } ?? []
    default:
      return []
    }
  }

  private static let midea: UInt16 = 6445
}

/// LIFX's products by number, as its public list has them.
enum LIFXProducts {
  /// What is printed on the box.
  static let names: [UInt32: String] = {
    var names: [UInt32: String] = [:]
    for (name, numbers) in groups {
      for number in numbers { names[number] = name }
    }
    return names
  }()

  private static let groups: [(String, [UInt32])] = [
    ("Original 1000", [1]), ("Color 650", [3]), ("White 800", [10, 11]),
    ("Color 1000", [15, 22]), ("White 900 BR30", [18, 19]), ("Color 1000 BR30", [20]),
    ("A19", [27, 43, 62, 97]), ("BR30", [28, 44, 63, 94, 98]),
    ("A19 Night Vision", [29, 45, 64, 109, 111]), ("BR30 Night Vision", [30, 46, 65, 110]),
    ("Z", [31, 32, 117, 118]), ("Downlight", [36, 37, 121, 122]), ("Beam", [38, 119, 120]),
    ("Downlight White to Warm", [39, 40]), ("Mini Color", [49, 59]),
    ("Mini White to Warm", [50, 60]), ("Mini White", [51, 61, 66, 87, 88]), ("GU10", [52, 53]),
    ("Tile", [55]), ("Candle", [57, 68]), ("Switch", [70, 71, 89, 115, 116]),
    ("Candle White to Warm", [81, 96]), ("Filament Clear", [82, 100]),
    ("Filament Amber", [85, 101]), ("Clean", [90, 99]), ("Color", [91, 92]),
  ]
}

/// What a Midea module says under a key that is in every app.
enum MideaAnswer {
  private static let cipher = AES128(key: [
    0x6A, 0x92, 0xEF, 0x40, 0x6B, 0xAD, 0x2F, 0x03, 0x59, 0xBA, 0xAD, 0x99, 0x41, 0x71, 0xEA, 0x6D,
  ])

  /// The network that the module once opened, which names its kind: `net_ac_1A2B`.
  static func network(in answer: [UInt8]) -> String? {
    var bytes = answer[...]
    // Newer modules put another envelope around it.
    if bytes.starts(with: [0x83, 0x70]) { bytes = bytes.dropFirst(8).dropLast(16) }
    guard bytes.starts(with: [0x5A, 0x5A]), bytes.count <= 512 else { return nil }
    let hidden = bytes.dropFirst(40).dropLast(16)
    guard let clear = cipher?.decrypt(hidden), clear.count > 41 else { return nil }
    let length = Int(clear[40])
    let name = clear[41...].prefix(length)
    guard name.count == length, name.starts(with: "net_".utf8),
      name.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
