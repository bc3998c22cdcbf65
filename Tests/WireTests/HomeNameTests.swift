import Testing
import Wire

@Suite("Names of homes") struct HomeNameTests {
  @Test(arguments: [
    "nas", "nas.", "NAS.Local", "nas.lan", "nas.localdomain", "nas.home.", "nas.home.arpa",
    "nas.internal", "nas.intranet", "nas.speedport.ip", "media.nas.lan", "fritz.box", "home.arpa",
  ])
  func `A single label is a home's own, and so is a name in its domains`(_ name: String) {
    #expect(HomeName.matches(name))
  }

  @Test(arguments: [
    "", ".", "localhost", "LOCALHOST.", "example.org", "nofritz.box", "lan.example.org",
    "homelan.org", "nas.arpa",
  ])
  func `This machine is no host of the home, and neither is the Internet's`(_ name: String) {
    #expect(!HomeName.matches(name))
  }

  @Test(arguments: [
    ("nas.local", "nas"), ("NAS.Home.Arpa.", "NAS"), ("nas.fritz.box", "nas"),
    ("media.nas.lan", "media.nas"), ("nas.lan.home", "nas.lan"), ("nas.", "nas"),
  ])
  func `One domain is taken off, and the root's dot`(_ name: String, _ label: String) {
    #expect(HomeName.withoutDomain(name) == label)
  }

  @Test(arguments: ["nas", "fritz.box", "home.arpa", "nas.example.org", ".local", ""])
  func `A domain and a name in another stay as they are`(_ name: String) {
    #expect(HomeName.withoutDomain(name) == name)
  }

  @Test func `Each domain is listed once, in lower case`() {
    #expect(Set(HomeName.domains).count == HomeName.domains.count)
    #expect(HomeName.domains.allSatisfy { $0 == $0.lowercased() && HomeName.matches("nas." + $0) })
  }
}
