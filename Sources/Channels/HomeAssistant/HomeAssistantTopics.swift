import Wire

/// The topics of a home, and the ids of what is published.
///
/// Ids are those that Home Assistant permits in discovery topics: `[A-Za-z0-9_-]`.
struct HomeAssistantTopics: Hashable, Sendable {
  /// Where Home Assistant looks for devices.
  var prefix: String
  /// Where our own topics begin, with the home.
  var root: String
  private var home: String

  init(prefix: String, base: String, home: String) {
    self.prefix = prefix
    root = "\(base)/\(home)"
    self.home = home
  }

  init(_ options: MQTTOptions) {
    self.init(prefix: options.discoveryPrefix, base: options.baseTopic, home: options.home)
  }

  /// What is published: the home, or something in it, by its id in topics.
  enum Subject: Hashable, Sendable {
    case home
    case device(String)
    case monitor(String)
  }

  /// What Home Assistant knows a subject by.
  ///
  /// Homes with ids of their own don't share theirs: a laptop may be at home in two of them.
  func node(_ subject: Subject) -> String {
    let own = home == "home" ? "hn" : "hn_\(home)"
    return switch subject {
    case .home: "hn_\(home)"
    case .device(let id): "\(own)_\(id)"
    case .monitor(let id): "\(own)_monitor_\(id)"
    }
  }

  /// Where a subject's discovery message is kept.
  func config(_ subject: Subject) -> String { "\(prefix)/device/\(node(subject))/config" }

  /// One of a subject's topics.
  func topic(_ subject: Subject, _ name: String) -> String {
    switch subject {
    case .home: "\(root)/\(name)"
    case .device(let id): "\(root)/d/\(id)/\(name)"
    case .monitor(let id): "\(root)/m/\(id)/\(name)"
    }
  }

  /// Whether homenet runs: `online`, or by last will `offline`.
  var status: String { "\(root)/status" }
  /// Where Home Assistant says that it has started.
  var birth: String { "\(prefix)/status" }
  /// Where commands are taken.
  var scanCommand: String { "\(root)/cmd/scan" }

  /// Where a device's rescan is asked for.
  func rescanCommand(_ id: String) -> String { "\(root)/cmd/rescan/\(id)" }

  /// The filters of what homenet published for devices and monitors, also before it was started.
  var published: [String] { ["\(root)/d/+/known", "\(root)/m/+/known"] }

  /// The subject whose `known` a topic is; `nil` for any other topic.
  func subject(ofKnown topic: String) -> Subject? {
    guard topic.hasPrefix("\(root)/") else { return nil }
    let levels = topic.dropFirst(root.utf8.count + 1).split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    guard levels.count == 3, levels[2] == "known", Self.isID(levels[1]) else { return nil }
    return switch levels[0] {
    case "d": .device(String(levels[1]))
    case "m": .monitor(String(levels[1]))
    default: nil
    }
  }

  /// Whether it can be an id in a topic.
  static func isID(_ text: some StringProtocol) -> Bool {
    (1...longestID).contains(text.utf8.count) && text.utf8.allSatisfy(isPlain)
  }

  private static let longestID = 120

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// An id of ours as one for topics; different ids stay different.
  ///
  /// Other bytes become `_` and two hexadecimal digits, and so does `_` itself. What is too long ends with a
  /// hash (FNV-1a) of the whole.
  static func id(_ id: String) -> String {
    var plain = ""
    for byte in id.utf8 {
      if isPlain(byte), byte != UInt8(ascii: "_") {
        plain.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        plain += "_" + Hex.encode(byte, digits: 2)
      }
    }
    guard plain.utf8.count > 80 || plain.isEmpty else { return plain }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(plain.prefix(60))_-\(Hex.encode(hash, digits: 16))"
  }
}
