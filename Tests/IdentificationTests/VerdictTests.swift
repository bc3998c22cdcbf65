import HomeSupport
import Identification
import Model
import Testing

@Suite struct `Verdicts` {
  private func evidence(_ change: (inout Evidence) -> Void) -> Evidence {
    var evidence = Evidence()
    change(&evidence)
    return evidence
  }

  private func service(_ type: String, _ name: String = "x", _ txt: [String: String] = [:])
    -> ServiceInstance
  {
    ServiceInstance(type: type, name: name, txt: txt.mapValues { .text($0) })
  }

  private func verdict(_ change: (inout Evidence) -> Void) -> Verdict {
    Identifier().verdict(for: evidence(change))
  }

  @Test func `say nothing of nothing`() {
    #expect(verdict { _ in } == Verdict())
  }

  @Test(arguments: [
    ("Annas-iPhone.local", Category.phone), ("iPad-von-Max", .tablet),
    ("Annas-MacBook-Pro.local", .computer), ("JohnsMacBookPro", .computer),
    ("Galaxy-S21.lan", .phone), ("Galaxy-Tab-A", .tablet), ("DESKTOP-4F7K2QA", .computer),
    ("ESP_1A2B3C", .smartHome), ("PS5-331.fritz.box", .gaming), ("office-printer", .printer),
    ("laptop-max", .computer), ("LAPTOP", .computer), ("kitchen-ap", .network),
    ("LivingRoomTV", .tvMedia), ("nas", .storage), ("nas-2", .storage), ("Pixel-7", .phone),
    ("HPLaserJet", .printer), ("HP-LaserJet-4", .printer), ("snapdragon", .unknown),
    ("camel", .unknown), ("pixelated", .unknown), ("DESKTOPS-1", .unknown),
  ])
  func `read words of host names, on word boundaries`(host: String, category: Model.Category) {
    #expect(verdict { $0.hostname = host }.category == category)
  }

  @Test(arguments: [
    ("AppleTV14,1", Category.tvMedia, "Apple TV 4K (3rd generation)", "tvOS"),
    ("AudioAccessory5,1", .speaker, "HomePod mini", "audioOS"),
    ("MacBookPro18,3", .computer, "MacBook Pro (14-inch, 2021)", "macOS"),
    ("Mac99,9", .computer, "Mac (Mac99,9)", "macOS"),
    ("iPad14,1", .tablet, "iPad mini (6th generation)", "iPadOS"),
  ])
  func `read Apple's identifiers`(
    model: String,
    category: Model.Category,
    name: String,
    os: String
  ) {
    let verdict = verdict {
      $0.services = [service("_companion-link._tcp", "x", ["rpmd": model])]
    }
    #expect(verdict.category == category)
    #expect(verdict.vendor == "Apple")
    #expect(verdict.model == name)
    #expect(verdict.os == os)
    #expect(verdict.confidence > 0.8)
    #expect(verdict.because.contains { $0.claim == .category && $0.evidence.contains(model) })
  }

  @Test func `doubt an Apple TV with another maker's MAC`() {
    let verdict = verdict {
      $0.mac = mac("08:a6:bc:cc:44:33")
      $0.services = [
        service("_raop._tcp", "08A6BCCC4433@Fire TV Living Room", ["am": "AppleTV3,2"])
      ]
    }
    #expect(verdict.vendor == "Amazon")
    #expect(verdict.name == "Fire TV Living Room")
    #expect(verdict.category == .tvMedia)
  }

  @Test func `do not take a router for the printer that it shares`() {
    let verdict = verdict {
      $0.services = [
        service("_airport._tcp", "Upstairs", ["raMA": "aa-bb"]),
        service("_device-info._tcp", "Upstairs", ["model": "TimeCapsule8,119"]),
        service("_ipp._tcp", "Somebody's DeskJet", ["ty": "HP DeskJet 9999"]),
        service("_pdl-datastream._tcp", "Somebody's DeskJet", ["ty": "HP DeskJet 9999"]),
      ]
    }
    #expect([.network, .router].contains(verdict.category), "\(verdict)")
    #expect(verdict.confidence < 0.8, "\(verdict)")
  }

  @Test func `do not believe a NAS that calls itself an Xserve`() {
    let verdict = verdict {
      $0.mac = mac("00:11:32:00:00:01")
      $0.services = [
        service("_device-info._tcp", "cellar", ["model": "Xserve"]),
        service("_afpovertcp._tcp", "cellar"), service("_smb._tcp", "cellar"),
        service("_adisk._tcp", "cellar"),
      ]
    }
    #expect(verdict.category == .storage)
    #expect(verdict.vendor == "Synology")
  }

  @Test func `tell a soundbar with a television's services`() {
    let verdict = verdict {
      $0.services = [
        service("_airplay._tcp", "Den", ["manufacturer": "LG", "model": "LG Soundbar S9"]),
        service("_googlecast._tcp", "Den", ["ca": "4", "md": "LG S9 Soundbar", "fn": "Den"]),
        service("_spotify-connect._tcp", "Den"),
      ]
    }
    #expect(verdict.category == .speaker)
    #expect(verdict.vendor == "LG")
  }

  @Test func `are less sure where strong evidence disagrees`() {
    let printer = verdict {
      $0.services = [service("_ipp._tcp", "x", ["ty": "Brother MFC-9999"])]
    }
    let both = verdict {
      $0.services = [service("_ipp._tcp", "x", ["ty": "Brother MFC-9999"])]
      $0.isGateway = true
    }
    #expect(printer.confidence >= 0.9)
    #expect(both.confidence < 0.7)
  }

  @Test func `call the gateway a router, and show what else it might be`() {
    let verdict = verdict {
      $0.isGateway = true
      $0.services = [service("_smb._tcp"), service("_ipp._tcp")]
    }
    #expect(verdict.category == .router)
    #expect(verdict.runnerUp == .printer)
    #expect(verdict.confidence < 0.9)
  }

  @Test func `leave an Apple device of unknown kind unknown`() {
    let verdict = verdict { $0.mac = mac("00:03:93:12:34:56") }
    #expect(verdict.category == .unknown)
    #expect(verdict.vendor == "Apple")
    #expect(verdict.confidence == 0)
  }

  @Test func `name no vendor for a private MAC`() {
    #expect(verdict { $0.mac = mac("da:a1:19:01:02:03") }.vendor == nil)
  }

  @Test(
    arguments: [
      ([9100, 631], Category.printer), ([62078], .phone), ([135, 445], .computer),
      ([1400, 1443], .speaker), ([554, 8000], .camera), ([80], .unknown), ([], .unknown),
    ] as [([UInt16], Model.Category)]
  )
  func `read fingerprints of ports`(ports: [UInt16], category: Model.Category) {
    #expect(verdict { $0.openPorts = ports }.category == category)
  }

  @Test(arguments: [
    (4, Category.speaker), (199_172, .speaker), (5, .tvMedia), (200_709, .tvMedia),
  ])
  func `tell a Cast speaker from a Cast television by its screen`(
    bits: Int,
    category: Model.Category
  ) {
    let verdict = verdict {
      $0.services = [service("_googlecast._tcp", "x", ["ca": "\(bits)"])]
    }
    #expect(verdict.category == category)
  }

  @Test func `do not depend on the order of evidence`() {
    let services = [
      service("_airplay._tcp", "Den", ["model": "AppleTV14,1"]), service("_ipp._tcp", "Laser"),
      service("_ssh._tcp", "box"), service("_hap._tcp", "Lamp", ["ci": "5", "md": "L1"]),
    ]
    let one = verdict { $0.services = services }
    let other = verdict { $0.services = services.reversed() }
    #expect(one == other)
  }
}
