import Testing

/// What probes learn from daemons that nobody here wrote, and what is said of it.
@Suite(.timeLimit(.minutes(3)))
struct LearntTests {
  @Test func `OpenSSH says which it is, and what it runs on`() async throws {
    let home = try await RealHome.scanned()
    let banner = try #require(home.evidence(of: "openssh")?.banners?.first)
    #expect(banner.port == 22 && banner.transport == "ssh")
    #expect(banner.text.hasPrefix("SSH-2.0-OpenSSH_"))
    let reasons = try #require(home.device(of: "openssh")).because
    #expect(reasons.contains { $0.claim == "os" && $0.evidence.contains("OpenSSH") })
  }

  @Test func `one host key at two addresses is one device`() async throws {
    let home = try await RealHome.scanned()
    let device = try #require(home.devices(at: "10.77.0.24").first)
    #expect(device.addresses == ["10.77.0.14", "10.77.0.24"])
  }

  @Test func `a broker tells its version`() async throws {
    let banners = try await RealHome.scanned().evidence(of: "mosquitto")?.banners ?? []
    #expect(banners.contains { $0.transport == "mqtt" && $0.text.hasPrefix("mosquitto version ") })
  }

  @Test func `a power supply is told, not taken for the machine that watches it`() async throws {
    let home = try await RealHome.scanned()
    let banner = try #require(home.evidence(of: "apcupsd")?.banners?.first)
    #expect(banner.port == 3551 && banner.transport == "apcupsd")
    #expect(banner.text.contains("MODEL: Test Driver"))
    let device = try #require(home.device(of: "apcupsd"))
    #expect(device.vendor == "Dell" && device.model == nil)
  }

  @Test func `a broker shows its certificate where it speaks TLS`() async throws {
    let certificates = try await RealHome.scanned().evidence(of: "mosquitto")?.tls ?? []
    #expect(certificates.map(\.port) == [8883])
    #expect(certificates.first?.subject == "CN=broker.lan,O=Attic Brokers")
  }

  @Test func `Samba says its name and that it is Samba`() async throws {
    let home = try await RealHome.scanned()
    guard home.resident("smbd")?.problem == nil else { return }
    #expect(home.evidence(of: "smbd")?.smb?.manager?.hasPrefix("Samba") == true)
    let reasons = try #require(home.device(of: "smbd")).because
    #expect(reasons.contains { $0.claim == "name" && $0.source == "smb" })
  }

  @Test func `a printer is asked over IPP and never printed on`() async throws {
    let home = try await RealHome.scanned()
    let pages = try #require(home.evidence(of: "ippserver")?.http)
    #expect(
      pages.contains { $0.body?.contains("printer-make-and-model\tTestmaker InkBox 3000") == true }
    )
    #expect(home.facts.printed == 0)
  }

  @Test func `an agent's description is read`() async throws {
    let home = try await RealHome.scanned()
    let agent = try #require(home.evidence(of: "snmpd")?.snmp)
    #expect(agent.description == "HomeNet lab switch")
    #expect(agent.name == "landing-switch")
  }

  @Test(arguments: [
    ("miniupnpd", "Landing Gateway"), ("minidlna", "Cellar Media"),
    ("gmediarender", "Den Renderer"),
  ])
  func `descriptions over UPnP are read`(daemon: String, name: String) async throws {
    let found = try await RealHome.scanned().evidence(of: daemon)?.ssdp ?? []
    #expect(
      found.contains { $0.description?.contains("<friendlyName>\(name)</friendlyName>") == true }
    )
  }

  @Test func `a program's author is not the maker of the device it runs on`() async throws {
    let home = try await RealHome.scanned()
    #expect(home.device(of: "minidlna")?.vendor == "QNAP")
    #expect(home.device(of: "gmediarender")?.vendor == "Onkyo")
  }

  @Test(arguments: RealHome.explained)
  func `a host that is explained is asked alone, and told what was sent`(address: String)
    async throws
  {
    let home = try await RealHome.scanned()
    let explanation = try #require(home.explanations[address])
    let scanned = try #require(home.devices(at: address).first)
    #expect(explanation.device.ip == address)
    #expect(explanation.device.name == scanned.name)
    #expect(explanation.device.category == scanned.category)
    #expect(explanation.device.model == scanned.model)
    #expect(explanation.device.os == scanned.os)
    let own = Set(explanation.device.addresses + ["224.0.0.251", "239.255.255.250"])
    #expect(explanation.sent.allSatisfy { own.contains($0.target) })
    let connections = explanation.sent.map(\.connections).reduce(0, +)
    #expect(connections > 0 && connections <= 36 + 20)
  }
}
