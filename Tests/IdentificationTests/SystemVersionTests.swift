import Testing
@testable import Discovery
@testable import Identification
@testable import Model

@Suite struct `Versions of systems` {
  private func verdict(_ record: String) throws -> Verdict {
    let record = try EvidenceRecord(parsing: Array(record.utf8), number: 1)
    return Identifier().verdict(for: record.evidence)
  }

  @Test(
    arguments: [
      // In words.
      (
        #"{"mdns":[{"type":"_airplay._tcp","name":"Den","txt":{"model":"AppleTV14,1","osvers":"17.5"}}]}"#,
        "tvOS 17.5"
      ),
      (
        #"{"mdns":[{"type":"_raop._tcp","name":"D0817AD9AF37@Den","txt":{"am":"AudioAccessory5,1","ov":"16.3.2"}}]}"#,
        "audioOS 16.3.2"
      ),
      (
        #"{"mdns":[{"type":"_airplay._tcp","name":"x","txt":{"model":"Mac14,3","osvers":"14.4.1"}}]}"#,
        "macOS 14.4.1"
      ),
      // By the kernel's number.
      (
        #"{"mdns":[{"type":"_device-info._tcp","name":"x","txt":{"model":"MacBookPro18,3","osxvers":"22"}}]}"#,
        "macOS 13"
      ),
      (
        #"{"mdns":[{"type":"_device-info._tcp","name":"x","txt":{"model":"MacBookPro11,3","osxvers":"18"}}]}"#,
        "macOS 10.14"
      ),
      // Nothing that says it: AirPlay's version is not the system's.
      (
        #"{"mdns":[{"type":"_airplay._tcp","name":"x","txt":{"model":"AppleTV14,1","srcvers":"775.3.1"}}]}"#,
        "tvOS"
      ),
      (
        #"{"mdns":[{"type":"_airplay._tcp","name":"x","txt":{"model":"AppleTV14,1","osvers":"soon"}}]}"#,
        "tvOS"
      ),
    ]
  )
  func `are read of announcements`(record: String, os: String) throws {
    #expect(try verdict(record).os == os)
  }

  @Test(
    arguments: [
      // A release that is known, one that is not, and builds that are none.
      ("21L569", "tvOS 17.5 (21L569)"),
      ("21L999", "tvOS 17 (21L999)"),
      ("23J100a", "tvOS 26 (23J100a)"),
      ("99Z1", "tvOS"),
      ("soon", "tvOS"),
    ]
  )
  func `are read of builds`(build: String, os: String) throws {
    let body = #"{\"model\":\"AppleTV14,1\",\"osBuildVersion\":\"BUILD\"}"#
      .replacing("BUILD", with: build)
    let verdict = try verdict(
      #"{"mdns":[{"type":"_airplay._tcp","name":"Den","txt":{"model":"AppleTV14,1"}}],"http":[{"port":7000,"path":"/info","status":200,"body":"BODY"}]}"#
        .replacing("BODY", with: body)
    )
    #expect(verdict.os == os)
    let hasReason = verdict.because.contains {
      $0.claim == .os && $0.evidence == "answer osBuildVersion=\(build)"
    }
    #expect(hasReason == (os != "tvOS"))
  }

  @Test func `in words come with their build`() throws {
    let body = #"{\"model\":\"AppleTV14,1\",\"osBuildVersion\":\"21L999\"}"#
    let verdict = try verdict(
      #"{"mdns":[{"type":"_airplay._tcp","name":"Den","txt":{"model":"AppleTV14,1","osvers":"17.6.2"}}],"http":[{"port":7000,"path":"/info","status":200,"body":"BODY"}]}"#
        .replacing("BODY", with: body)
    )
    #expect(verdict.os == "tvOS 17.6.2 (21L999)")
    #expect(verdict.because.contains { $0.claim == .os && $0.evidence == "TXT osvers=17.6.2" })
  }

  @Test func `of other makers are not taken for Apple's`() throws {
    let verdict = try verdict(
      #"{"mdns":[{"type":"_airplay._tcp","name":"x","txt":{"model":"SoundBar 5","manufacturer":"Acme","osvers":"17.5"}}]}"#
    )
    #expect(verdict.os?.contains("17.5") != true)
  }
}
