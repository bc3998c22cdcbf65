import Identification
import Model
import Testing
@testable import Wire

@Suite struct `Answers over UDP` {
  private func verdict(_ answer: DatagramAnswer) -> Verdict {
    var evidence = Evidence()
    evidence.udp = [answer]
    return Identifier().verdict(for: evidence)
  }

  @Test func `of a light name its product`() {
    let version = LIFXMessage(
      type: LIFXMessage.stateVersion,
      source: 1,
      payload: [1, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0]
    )
    let verdict = verdict(DatagramAnswer(port: 56700, bytes: version.serialised))
    #expect(verdict.category == .smartHome)
    #expect(verdict.vendor == "LIFX")
    #expect(verdict.model == "Beam")
  }

  @Test func `of network gear name its model in full`() {
    let message = UbiquitiDiscovery(fields: [
      .init(type: 0x0B, value: Array("Attic".utf8)), .init(type: 0x0C, value: Array("U7X".utf8)),
      .init(type: 0x14, value: Array("UAP-AC-Test".utf8)),
    ])
    let verdict = verdict(DatagramAnswer(port: 10001, bytes: message.serialised))
    #expect(verdict.vendor == "Ubiquiti")
    #expect(verdict.model?.contains("UAP-AC-Test") == true)
  }

  @Test func `of controllers name the product`() {
    let identity = CIPIdentity(vendor: 1, kind: 14, serial: 7, name: "1756-L99/B LOGIX9999")
    let verdict = verdict(DatagramAnswer(port: 44818, bytes: identity.serialised))
    #expect(verdict.category == .smartHome)
    #expect(verdict.model == "1756-L99/B LOGIX9999")
  }

  @Test func `of consoles name the generation`() {
    let text = "HTTP/1.1 200 Ok\nhost-type:PS5\nhost-name:Den\nsystem-version:09600000\n"
    let sony = verdict(DatagramAnswer(port: 9302, text: text))
    #expect(sony.category == .gaming)
    #expect(sony.model == "PlayStation 5")
    let presence = SmartGlassPresence(name: "Den", id: "DE305D54").serialised
    let xbox = verdict(DatagramAnswer(port: 5050, bytes: presence))
    #expect(xbox.category == .gaming)
    #expect(xbox.vendor == "Microsoft")
  }

  @Test func `of a plug say plug, whatever its owner calls it`() {
    let text =
      #"{"system":{"get_sysinfo":{"type":"IOT.SMARTPLUGSWITCH","model":"HS999(EU)","alias":"Laser printer"}}}"#
    let verdict = verdict(DatagramAnswer(port: 9999, text: text))
    #expect(verdict.category == .smartHome)
    #expect(verdict.vendor == "TP-Link")
    #expect(verdict.model?.hasPrefix("HS999") == true)
  }

  @Test(arguments: [
    (UInt16(65001), "", Category.tvMedia),
    (48899, "10.0.0.5,AABBCCDDEEFF,AK001-ZJ2104", .smartHome),
    (38899, #"{"method":"getSystemConfig","result":{"moduleName":"ESP01_X"}}"#, .smartHome),
  ])
  func `of makers' protocols give a kind`(port: UInt16, text: String, category: Model.Category) {
    let answer =
      text.isEmpty
      ? DatagramAnswer(port: port, bytes: [0, 3, 0, 0]) : DatagramAnswer(port: port, text: text)
    #expect(verdict(answer).category == category)
  }

  @Test(arguments: [false, true])
  func `of dehumidifiers are read under the key that everybody has`(isWrapped: Bool) {
    // `net_a1_EEFF` after 40 bytes, hidden by OpenSSL's AES-128-ECB.
    let hidden: [UInt8] = [
      0x91, 0x3A, 0x85, 0x71, 0x49, 0xF8, 0xAD, 0x30, 0x5A, 0x57, 0x50, 0xC2, 0x1A, 0x0D, 0xAF,
      0xF1, 0x32, 0xED, 0x85, 0x62, 0x6B, 0x17, 0xFC, 0x6A, 0x61, 0xBE, 0xFE, 0x97, 0x55, 0x71,
      0xB3, 0x26, 0x36, 0x6A, 0x7D, 0xB4, 0xA8, 0x08, 0x46, 0x6E, 0x14, 0xF2, 0x7B, 0x15, 0x17,
      0x1A, 0x16, 0x93, 0xF2, 0xCA, 0x3E, 0xCD, 0xCB, 0x52, 0x6B, 0x85, 0xD5, 0xAB, 0x1A, 0x73,
      0x01, 0x94, 0xC7, 0x97,
    ]
    let zeros = [UInt8](repeating: 0, count: 16)
    var bytes = [0x5A, 0x5A] + [UInt8](repeating: 0, count: 38) + hidden + zeros
    if isWrapped { bytes = [0x83, 0x70, 0, 0, 0, 0, 0, 0] + bytes + zeros }
    let verdict = verdict(DatagramAnswer(port: 6445, bytes: bytes))
    #expect(verdict.category == .appliance)
    #expect(verdict.vendor == "Midea")
    #expect(verdict.model == "Dehumidifier")
  }

  @Test(arguments: [UInt16(56700), 10001, 6445, 5050, 80, 65001])
  func `may be rubbish`(port: UInt16) {
    for byte in [UInt8(0), 0x5A, 0x83, 0xFF] {
      for count in [1, 16, 41, 56, 72, 104, 2000] {
        let answer = DatagramAnswer(port: port, bytes: Array(repeating: byte, count: count))
        #expect(verdict(answer).model == nil)
      }
    }
  }
}
