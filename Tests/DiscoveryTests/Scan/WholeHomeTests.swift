import DemoHome
import HomeSupport
import Testing
@testable import Networking
@testable import Model
import Simulation

/// What a person sees of a whole scan, and what the scan costs.
@Suite struct `A scan of the standard home` {
  private let told = ToldScan.standard

  @Test func `shows names within a second`() {
    let named = told.home.devices.filter { $0.shownName != nil && $0.mdnsHost != nil }
    let late = named.filter { device in
      let name = told.told(device, by: .seconds(1))?.verdict.name
      return name == nil || name != told.last(device)?.verdict.name
    }
    #expect(named.count >= 10)
    #expect(late.count * 10 <= named.count, "\(late.map(\.label)) of \(named.count)")
  }

  @Test func `knows after six seconds what it knows in the end`() {
    let late = told.home.devices.filter { device in
      let verdict = told.told(device, by: .seconds(6))?.verdict
      let last = told.last(device)?.verdict
      return verdict == nil || verdict?.category != last?.category
        || verdict?.vendor != last?.vendor || verdict?.name != last?.name
    }
    #expect(late.count * 20 <= told.home.devices.count, "\(late.map(\.label))")
  }

  @Test func `keeps its budgets, probes included`() throws {
    let traffic = told.scan.run.traffic
    #expect(traffic.tcpConnections <= 1100)
    #expect(traffic.peakSockets <= 30)
    #expect(told.overasked == [])
    #expect(told.updates.count <= 50)
    #expect(try #require(told.scan.duration) < Duration.seconds(10))
    #expect(told.scan.run.counters.printedBytes == 0)
    #expect(traffic.counts.values.contains { $0[.http] != nil })
  }

  @Test func `says what the devices are`() {
    let count = told.home.devices.count
    #expect(told.wrongKinds.count * 20 <= count, "\(told.wrongKinds)")
    #expect(told.confidentlyWrongKinds == [])
    #expect(told.wrongNames == [])
    // A maker and a model that little or nothing on the network tells stay unknown.
    let vendors = told.wrong(\.vendor, \.vendor)
    let models = told.wrong(\.model, \.model)
    #expect(vendors.count * 20 <= told.home.devices.count { $0.vendor != nil }, "\(vendors)")
    #expect(models.count * 20 <= told.home.devices.count { $0.model != nil }, "\(models)")
  }
}

@Suite struct `A scan of a home with everything` {
  private static let told = ToldScan(.everything)
  private let told = Self.told

  private func facts(_ label: String) -> [Fact] {
    told.home.devices.first { $0.label == label }.map { told.scan.facts($0.address) } ?? []
  }

  @Test func `asks each what only its kind answers`() {
    let datagrams = ["Wall box", "Thread sensor"].flatMap(facts).compactMap { fact in
      if case .datagram(let answer) = fact { answer.port } else { nil }
    }
    #expect(datagrams == [7090, 5683])
    #expect(
      facts("ESPHome sensor").contains {
        if case .banner(let banner) = $0 { banner.text.contains("nodemcu-32s") } else { false }
      }
    )
    let desktop = facts("Remote desktop")
    #expect(
      desktop.contains(
        .smb(SMBIdentity(nativeOS: "Windows 11 build 22631", nativeLM: "SMB 3.1.1"))
      )
    )
    #expect(
      desktop.contains {
        if case .certificate(let shown) = $0 { shown.subject == "CN=Workshop" } else { false }
      }
    )
    #expect(
      facts("Panasonic TV").contains {
        if case .description = $0 { true } else { false }
      }
    )
    #expect(
      facts("LG TV").contains {
        if case .certificate(let shown) = $0 { shown.port == 3001 } else { false }
      }
    )
    for (label, port) in [("Nanoleaf panels", 16_021), ("Kostal inverter", 80)] {
      #expect(
        facts(label).contains {
          if case .http(let answer) = $0 { answer.port == UInt16(port) } else { false }
        },
        "\(label)"
      )
    }
  }

  @Test func `says what most devices are`() {
    let count = told.home.devices.count
    #expect(told.wrongKinds.count * 20 <= count, "\(told.wrongKinds)")
    #expect(told.confidentlyWrongKinds == [])
    #expect(told.wrongNames.count * 20 <= count, "\(told.wrongNames)")
    let vendors = told.wrong(\.vendor, \.vendor)
    let models = told.wrong(\.model, \.model)
    #expect(vendors.count * 20 <= told.home.devices.count { $0.vendor != nil }, "\(vendors)")
    #expect(models.count * 20 <= told.home.devices.count { $0.model != nil }, "\(models)")
  }

  @Test func `keeps the budgets of each device`() throws {
    #expect(told.overasked == [])
    #expect(told.scan.run.traffic.peakSockets <= 30)
    #expect(told.scan.run.counters.printedBytes == 0)
    #expect(told.updates.count <= 50)
    #expect(try #require(told.scan.duration) < Duration.seconds(15))
  }
}
