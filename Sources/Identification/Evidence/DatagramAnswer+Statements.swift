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
