import Model

/// What open TCP ports say.
enum PortRules {
  /// Ports that are open together, and what that means.
  struct Rule: Sendable {
    var ports: Set<UInt16>
    var meaning: Meaning

    init(_ ports: Set<UInt16>, _ meaning: Meaning) {
      self.ports = ports
      self.meaning = meaning
    }
  }

  /// The fingerprints.
  static let all: [Rule] = [
    Rule([9100], .kind(.printer, 0.8)),
    Rule([515], .kind(.printer, 0.7)),
    Rule([631], .kind(.printer, 0.4)),
    Rule([62078], .kind(.phone, 0.5, vendor: "Apple")),
    Rule([3389], .kind(.computer, 0.7, os: "Windows")),
    Rule([135, 445], .kind(.computer, 0.75, os: "Windows")),
    Rule([5357], .kind(.computer, 0.6, os: "Windows")),
    Rule([5900], .kind(.computer, 0.45)),
    Rule([22], .kind(.computer, 0.22)),
    Rule([445], .kind(.computer, 0.25)),
    Rule([548], .kind(.storage, 0.3)),
    Rule([2049], .kind(.storage, 0.35)),
    Rule([5000, 5001], .kind(.storage, 0.6)),
    Rule([445, 2049], .kind(.storage, 0.5)),
    Rule([873, 445], .kind(.storage, 0.5)),
    Rule([8200], .kind(.storage, 0.25)),
    Rule([1400], .kind(.speaker, 0.7, vendor: "Sonos")),
    Rule([1400, 1443], .kind(.speaker, 0.9, vendor: "Sonos")),
    Rule([8009, 8008], .kind(.tvMedia, 0.5)),
    Rule([8060], .kind(.tvMedia, 0.6, vendor: "Roku")),
    Rule([8001, 8002], .kind(.tvMedia, 0.7, vendor: "Samsung")),
    Rule([3000, 3001], .kind(.tvMedia, 0.5)),
    Rule([1926], .kind(.tvMedia, 0.6)),
    Rule([6466, 6467], .kind(.tvMedia, 0.85, os: "Android TV")),
    Rule([7000], .kind(.tvMedia, 0.25)),
    Rule([3689], .kind(.tvMedia, 0.25)),
    Rule([32400], .kind(.server, 0.5)),
    Rule([8096], .kind(.server, 0.45)),
    Rule([8006], .kind(.server, 0.6)),
    Rule([9090], .kind(.server, 0.3)),
    Rule([3306], .kind(.server, 0.4)),
    Rule([5432], .kind(.server, 0.4)),
    Rule([6443], .kind(.server, 0.5)),
    Rule([8123], .kind(.server, 0.5)),
    Rule([1883], .kind(.server, 0.35)),
    Rule([554], .kind(.camera, 0.55)),
    Rule([554, 8000], .kind(.camera, 0.75)),
    Rule([37777], .kind(.camera, 0.8, vendor: "Dahua")),
    Rule([34567], .kind(.camera, 0.7)),
    Rule([6668], .kind(.smartHome, 0.8, vendor: "Tuya")),
    Rule([6053], .kind(.smartHome, 0.85, os: "ESPHome")),
    Rule([9999], .kind(.smartHome, 0.35)),
    Rule([55443], .kind(.smartHome, 0.8, vendor: "Yeelight")),
    Rule([16021], .kind(.smartHome, 0.8, vendor: "Nanoleaf")),
    Rule([8883], .kind(.smartHome, 0.25)),
    Rule([53, 80], .kind(.router, 0.3)),
    Rule([7547], .kind(.router, 0.4)),
    Rule([49000, 53], .kind(.router, 0.7)),
    Rule([8291], .kind(.network, 0.8, vendor: "MikroTik", os: "RouterOS")),
    Rule([23], .kind(.network, 0.25)),
    Rule([5060], .kind(.voip, 0.6)),
    Rule([5061], .kind(.voip, 0.5)),
    Rule([9295], .kind(.gaming, 0.7, vendor: "Sony")),
    Rule([3074], .kind(.gaming, 0.5)),
    Rule([5555], .kind(.tvMedia, 0.3, os: "Android")),
  ]
}
