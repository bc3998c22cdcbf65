@testable import Identification
import Testing

/// Files of makers that a system has, line by line.
@Suite struct `A registry's lines` {
  static func line(_ text: String) -> RegistryLine { RegistryLine(ArraySlice(text.utf8)) }

  @Test(
    arguments: [
      (
        "MA-L,0019FB,\"Sky UK, Limited\",\"130 Kings Road Brentwood\"",
        .block(size: 0, prefix: 0x00_19FB, owner: "Sky UK, Limited")
      ),
      (
        "MA-L,002272,American Micro-Fuel Device Corp.,\"Bellingham WA\"",
        .block(size: 0, prefix: 0x00_2272, owner: "American Micro-Fuel Device Corp.")
      ),
      (
        "MA-M,208593B,\"A \"\"B\"\" C\",x",
        .block(size: 1, prefix: 0x208_593B, owner: "A \"B\" C")
      ),
      (
        "MA-S,70B3D5719,2M Technology,x",
        .block(size: 2, prefix: 0x7_0B3D_5719, owner: "2M Technology")
      ),
      (
        "00-22-72   (hex)\t\tAmerican Micro-Fuel",
        .block(size: 0, prefix: 0x00_2272, owner: "American Micro-Fuel")
      ),
      (
        "00:19:FB         \tSky         \tSky Uk Limited",
        .block(size: 0, prefix: 0x00_19FB, owner: "Sky Uk Limited")
      ),
      (
        "00:50:C2:5E:00/36\tPhytec\tPhytec Messtechnik GmbH",
        .block(size: 2, prefix: 0x0_050C_25E0, owner: "Phytec Messtechnik GmbH")
      ),
      (
        "00:6A:5E:00/28   \tTruly\tTruly Electronics",
        .block(size: 1, prefix: 0x006_A5E0, owner: "Truly Electronics")
      ),
      ("000006 Xerox", .block(size: 0, prefix: 0x00_0006, owner: "Xerox")),
      ("# comment", .nothing), ("", .nothing), ("   ", .nothing),
      ("Registry,Assignment,Organization Name,Organization Address", .nothing),
      ("\t\t\t\tBellingham WA 98226", .nothing), ("002272     (base 16)\t\tAmerican", .nothing),
      ("00:19:FB/16\tSky\tSky", .bad), ("00:19:FB/x\tSky\tSky", .bad), ("hello world", .bad),
      ("00:19\tSky", .bad), ("0019FB", .bad), ("MA-L,0019FB", .bad), ("MA-L,,\"Sky\",x", .bad),
    ] as [(String, RegistryLine)]
  )
  func `are read in every format`(text: String, expected: RegistryLine) {
    #expect(Self.line(text) == expected)
  }

  @Test func `are never longer than what is looked at`() {
    let name = String(repeating: "x", count: 5000)
    guard case .block(_, _, let owner) = Self.line("0019FB \(name)") else {
      Issue.record("no block")
      return
    }
    #expect(owner.count == 200)
  }

  @Test func `of random bytes trap nothing`() {
    var state: UInt64 = 42
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(state % 60) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      _ = RegistryLine(bytes[...])
      _ = RegistryLine((Array("MA-L,0019FB,\"".utf8) + bytes)[...])
    }
  }
}

@Suite struct `A registry's file` {
  @Test func `gives makers their brands, new ones without their legal form`() throws {
    let text = """
      00:19:FB\tSky\tSky Uk Limited\r
      FC:FF:AA\tNew\tNEWCOMER TECHNOLOGY CO., LTD.
      8C:1F:64\tIEEERegistra\tIEEE Registration Authority
      not an entry
      00:01:01\tPrivate\tPrivate
      """
    let table = try VendorTable(files: [Array(text.utf8)])
    #expect(table.count == 3)
    #expect(table.skipped == 1)
    let name = { (address: UInt64) in table.packed.vendor(of: address, in: table.bytes.span) }
    #expect(name(0x0019_FB00_0001)?.brand == "Sky")
    #expect(name(0xFCFF_AA00_0001)?.brand == "Newcomer Technology")
    #expect(name(0xFCFF_AA00_0001)?.registered == "NEWCOMER TECHNOLOGY CO., LTD.")
    #expect(name(0x8C1F_6400_0001) == nil)
  }

  @Test func `is refused where it holds nothing, or mostly something else`() {
    #expect(throws: VendorTable.Failure.noEntries) { try VendorTable(files: [[0, 255, 10, 13]]) }
    #expect(throws: VendorTable.Failure.noEntries) { try VendorTable(files: []) }
    #expect(throws: VendorTable.Failure.mostlyBad(entries: 1, skipped: 2)) {
      try VendorTable(files: [Array("0019FB Sky\nhello\nworld\n".utf8)])
    }
  }

  @Test(
    arguments: [
      ("Sky UK Limited", "Sky UK"), ("Foo Co., Ltd.", "Foo"),
      ("Foo (Shenzhen) Co.,Ltd", "Foo (Shenzhen)"),
      ("FOO S.p.A.", "FOO"), ("ACME NETWORKS INC", "ACME Networks"), ("Ltd", "Ltd"),
      ("3Com", "3Com"),
      ("Müller & Söhne GmbH & Co. KG", "Müller & Söhne"),
    ]
  )
  func `has names that are shortened`(registered: String, brand: String) {
    #expect(BrandName.shortened(registered) == brand)
  }
}
