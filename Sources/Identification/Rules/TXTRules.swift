import Model

/// What the attributes of services say.
enum TXTRules {
  /// What an attribute's value is.
  enum Reading: Sendable {
    /// An identifier of Apple's: `AppleTV14,1`; other makers put their model here.
    case appleModel
    /// A model, as it is.
    case model(Double)
    /// A model in brackets: `(HP LaserJet 4)`.
    case bracketedModel(Double)
    /// A maker.
    case vendor(Double)
    /// HomeKit's accessory category (HAP specification, section 13).
    case homeKitCategory
    /// Google Cast's capabilities: the lowest bit is a screen.
    case castCapabilities
  }

  /// One attribute.
  struct Rule: Sendable {
    /// The service's type; `nil` for every other.
    var type: String?
    /// The attribute's key, in lower case.
    var key: String
    /// What its value is.
    var reading: Reading

    /// Whether the rule is for services of that type.
    func applies(to type: String) -> Bool { self.type == nil || self.type == type }

    /// The kind of evidence it gives.
    var family: Clue.Family {
      switch reading {
      case .homeKitCategory, .castCapabilities: .service
      default: .model
      }
    }
  }

  /// The attributes that are read.
  static let all: [Rule] = [
    Rule(type: "_airplay._tcp", key: "model", reading: .appleModel),
    Rule(type: "_airplay._tcp", key: "manufacturer", reading: .vendor(0.9)),
    Rule(type: "_airplay._tcp", key: "integrator", reading: .vendor(0.85)),
    Rule(type: "_raop._tcp", key: "am", reading: .appleModel),
    Rule(type: "_companion-link._tcp", key: "rpmd", reading: .appleModel),
    Rule(type: "_device-info._tcp", key: "model", reading: .appleModel),
    Rule(type: "_rdlink._tcp", key: "rpmd", reading: .appleModel),
    Rule(type: "_googlecast._tcp", key: "md", reading: .model(0.9)),
    Rule(type: "_googlecast._tcp", key: "ca", reading: .castCapabilities),
    Rule(type: "_hap._tcp", key: "md", reading: .model(0.8)),
    Rule(type: "_hap._tcp", key: "ci", reading: .homeKitCategory),
    Rule(type: "_hap._udp", key: "md", reading: .model(0.8)),
    Rule(type: "_hap._udp", key: "ci", reading: .homeKitCategory),
    Rule(type: "_ltpdu._udp", key: "md", reading: .model(0.8)),
    Rule(type: "_meshcop._udp", key: "mn", reading: .model(0.6)),
    Rule(type: "_meshcop._udp", key: "vn", reading: .vendor(0.7)),
    Rule(type: nil, key: "ty", reading: .model(0.92)),
    Rule(type: nil, key: "product", reading: .bracketedModel(0.7)),
    Rule(type: nil, key: "usb_mfg", reading: .vendor(0.92)),
    Rule(type: nil, key: "usb_mdl", reading: .model(0.75)),
    Rule(type: nil, key: "mfg", reading: .vendor(0.85)),
    Rule(type: nil, key: "manufacturer", reading: .vendor(0.85)),
    Rule(type: nil, key: "vendor", reading: .vendor(0.7)),
    Rule(type: nil, key: "brand", reading: .vendor(0.7)),
    Rule(type: nil, key: "model_number", reading: .model(0.8)),
    Rule(type: nil, key: "modelname", reading: .model(0.85)),
    Rule(type: nil, key: "model_name", reading: .model(0.85)),
    Rule(type: nil, key: "box_model_name", reading: .model(0.85)),
    Rule(type: nil, key: "product_name", reading: .model(0.85)),
    Rule(type: "_stream-magic._tcp", key: "model", reading: .model(0.8)),
    Rule(type: "_devialet-http._tcp", key: "model", reading: .model(0.8)),
    Rule(type: "_easylink._tcp", key: "model", reading: .model(0.8)),
  ]

  /// Whether the value can be anything but a placeholder.
  static func isTelling(_ value: String) -> Bool {
    // Placeholders are short, in whatever script their letters are written.
    !value.isEmpty && (value.utf8.count > 24 || !placeholders.contains(value.lowercased()))
  }

  private static let placeholders: Set<String> = [
    "unknown", "none", "null", "n/a", "0", "1", "default", "(null)", "v1", "v2", "generic", "true",
    "false", "model", "product", "device",
  ]
}

extension TXTRules.Rule {
  /// What the value means.
  func meanings(of value: String) -> [Meaning] {
    switch reading {
    case .appleModel:
      if let apple = AppleModels.meaning(of: value, isClaim: type == "_device-info._tcp") {
        return [apple]
      }
      return AppleModels.isIdentifier(value) ? [] : [.only(model: value, weight: 0.7)]
    case .model(let weight):
      return [.only(model: value, weight: weight)]
    case .bracketedModel(let weight):
      let bare =
        value.hasPrefix("(") && value.hasSuffix(")") ? value.dropFirst().dropLast() : value[...]
      return bare.isEmpty ? [] : [.only(model: String(bare), weight: weight)]
    case .vendor(let weight):
      return [.only(vendor: NameRules.brand(of: value) ?? value, weight: weight)]
    case .homeKitCategory:
      return Int(value).flatMap { HomeKitCategories.meanings[$0] }.map { [$0] } ?? []
    case .castCapabilities:
      guard let bits = Int(value) else { return [] }
      return [bits & 1 == 1 ? .kind(.tvMedia, 0.7) : .kind(.speaker, 0.8)]
    }
  }
}

/// HomeKit's accessory categories (HAP specification, section 13).
enum HomeKitCategories {
  /// What a category means; those missing are smart home like the service itself.
  static let meanings: [Int: Meaning] = [
    2: .kind(.smartHome, 0.8), 3: .kind(.smartHome, 0.85), 4: .kind(.smartHome, 0.9),
    5: .kind(.smartHome, 0.93), 6: .kind(.smartHome, 0.93), 7: .kind(.smartHome, 0.93),
    8: .kind(.smartHome, 0.93), 9: .kind(.smartHome, 0.93), 10: .kind(.smartHome, 0.93),
    17: .kind(.camera, 0.93), 18: .kind(.camera, 0.9), 24: .kind(.tvMedia, 0.93),
    25: .kind(.speaker, 0.93), 26: .kind(.speaker, 0.93), 27: .kind(.network, 0.8),
    31: .kind(.tvMedia, 0.95), 33: .kind(.router, 0.85), 34: .kind(.tvMedia, 0.9),
    35: .kind(.tvMedia, 0.9), 36: .kind(.tvMedia, 0.9),
  ]
}
