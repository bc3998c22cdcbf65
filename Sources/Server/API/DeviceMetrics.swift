import Model

/// The figures of single devices in `/metrics`: of a bounded number of devices, since each makes series
/// of its own.
struct DeviceMetrics {
  /// The labels and the value of a line.
  typealias Sample = (String, String)

  /// The most devices with figures of their own.
  static let most = 500
  private static let longestLabel = 120

  static let presentHelp =
    "Whether the device is there; without a value while that is not known. At most \(most) devices."
  static let roundTripHelp = "The least round trip to the device while it is there."

  /// Those that are there first, then in the order in which they came to the home.
  private let devices: [InventoryDevice]

  init(_ devices: [InventoryDevice]) {
    let order = devices.sorted {
      ($0.presence == .present ? 0 : 1, $0.slot) < ($1.presence == .present ? 0 : 1, $1.slot)
    }
    self.devices = Array(order.prefix(Self.most))
  }

  /// Who is known to be there, and who not.
  var present: [Sample] {
    devices.compactMap { device -> Sample? in
      switch device.presence {
      case .present, .asleep: (Self.labels(of: device), "1")
      case .away: (Self.labels(of: device), "0")
      case .unconfirmed: nil
      }
    }
  }

  var roundTrips: [Sample] {
    devices.compactMap { device -> Sample? in
      guard device.presence == .present, let milliseconds = device.device.latencyMs
      else { return nil }
      let seconds = (milliseconds * 1000).rounded() / 1_000_000
      return (Self.labels(of: device), "\(seconds)")
    }
  }

  private static func labels(of device: InventoryDevice) -> String {
    #"{id="\#(escaped(device.id))",name="\#(escaped(device.name ?? ""))"}"#
  }

  /// The value of a label, which may come from the network.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars.prefix(longestLabel) {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default:
        let isControl = scalar.properties.generalCategory == .control
        escaped.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
