@testable import Identification
@testable import Model
import Testing
@testable import Wire

@Suite struct `Vendors` {
  @Test(
    arguments: [
      ("00:03:93:12:34:56", "Apple"),
      ("a4:cf:12:00:00:01", "Espressif"),
      ("00:0e:58:aa:bb:cc", "Sonos"),
      ("b8:27:eb:00:00:01", "Raspberry Pi"),
      ("00:11:32:12:34:56", "Synology"),
      ("00:00:00:00:00:01", "Xerox"),
      ("fc:ff:aa:00:00:01", nil),
      ("00:1d:c9:00:00:00", "GainSpan"),
    ] as [(String, String?)]
  )
  func `are found by their block`(address: String, vendor: String?) throws {
    let mac = try #require(MACAddress(address))
    #expect(VendorRegistry.vendor(of: mac) == vendor)
  }

  @Test func `are found by the longest prefix`() throws {
    // 70:b3:d5 is the registry's own, 70:b3:d5:71:9 belongs to 2M Technology.
    let small = try #require(MACAddress("70:b3:d5:71:90:01"))
    #expect(VendorRegistry.vendor(of: small) == "2M Technology")
    // 20:85:93 is handed on in blocks of 28 bits.
    let medium = try #require(MACAddress("20:85:93:b0:00:01"))
    #expect(VendorRegistry.vendor(of: medium) == "IOG Products")
  }

  @Test(arguments: [
    "02:00:00:00:00:00", "da:a1:19:01:02:03", "00:00:00:00:00:00", "01:00:5e:00:00:fb",
  ])
  func `are unknown for private, empty and group addresses`(address: String) throws {
    #expect(VendorRegistry.vendor(of: try #require(MACAddress(address))) == nil)
  }

  @Test(
    arguments: [
      ("00:00:5e:00:01:0a", .vrrp), ("00:00:5e:00:02:0a", .vrrp),
      ("00:00:0c:07:ac:01", .hsrp), ("00:00:0c:9f:f0:01", .hsrp), ("00:05:73:a0:00:01", .hsrp),
      ("00:07:b4:00:01:02", .glbp),
    ] as [(String, VirtualRouter)]
  )
  func `are unknown for virtual routers, which nobody made`(
    address: String,
    router: VirtualRouter
  ) throws {
    let mac = try #require(MACAddress(address))
    #expect(VirtualRouter(mac) == router)
    #expect(VendorRegistry.vendor(of: mac) == nil)
    var evidence = Evidence()
    evidence.mac = mac
    let verdict = Identifier().verdict(for: evidence)
    #expect(verdict.vendor == nil)
    #expect(verdict.category == .router)
    #expect(
      verdict.because.map(\.evidence) == ["\(router.rawValue) virtual router by its MAC \(mac)"]
    )
  }

  @Test(
    arguments: [
      ("00:00:0c:07:ad:01", "Cisco"), ("00:00:0c:9f:e0:01", "Cisco"),
      ("00:05:73:a0:10:01", "Cisco"), ("00:07:b4:01:00:01", "Cisco"),
      // IANA's block has addresses for protocols and for books.
      ("00:00:5e:00:53:01", nil), ("00:00:5e:90:01:01", nil),
    ] as [(String, String?)]
  )
  func `are those of the block for the addresses beside`(address: String, vendor: String?) throws {
    let mac = try #require(MACAddress(address))
    #expect(VirtualRouter(mac) == nil)
    #expect(VendorRegistry.vendor(of: mac) == vendor)
  }

  @Test func `are found from the first block to the last`() throws {
    #expect(VendorRegistry.vendor(of: MACAddress(rawValue: 0x00_0000_000001)) == "Xerox")
    #expect(VendorRegistry.vendor(of: MACAddress(rawValue: 0xFCFE_C200_0001)) != nil)
    #expect(VendorRegistry.vendor(of: MACAddress(rawValue: 0xFCFF_FFFF_FFFF)) == nil)
  }
}

/// The file that `scripts/vendors.py` packs.
@Suite struct `Packed vendors` {
  /// Two blocks of 24 bits, one of 20, and one of 12 inside it.
  private static func file(names: [UInt8] = Array("\u{1}A\u{2}BB\u{3}CCC".utf8)) -> [UInt8] {
    var bytes = Array("VENDORS1".utf8)
    for length in [2, 2, 1, 1, names.count] { bytes += [0, 0, 0, UInt8(length)] }
    bytes += Array("by".utf8)
    bytes += [0, 0, 1, 0, 0, 0] + [0, 0, 2, 0, 0, 2]
    bytes += [0, 0, 0, 0x31, 0, 0, 5]
    bytes += [0, 0, 0, 0x31, 0x42, 0, 0, 0]
    return bytes + names
  }

  private static func isAccepted(_ file: [UInt8]) -> Bool { PackedVendors(file.span) != nil }

  private static func vendor(of address: UInt64, in file: [UInt8]) -> String? {
    PackedVendors(file.span)?.vendor(of: address, in: file.span)
  }

  @Test func `are searched by the longest prefix`() {
    let file = Self.file()
    let source = PackedVendors(file.span)?.source(in: file.span)
    #expect(source == "by")
    #expect(Self.vendor(of: 0x0000_0100_0001, in: file) == "A")
    #expect(Self.vendor(of: 0x0000_02FF_FFFF, in: file) == "BB")
    #expect(Self.vendor(of: 0x0000_0310_0000, in: file) == "CCC")
    #expect(Self.vendor(of: 0x0000_0314_2FFF, in: file) == "A")
    #expect(Self.vendor(of: 0x0000_0320_0000, in: file) == nil)
  }

  @Test func `are refused where a length is wrong, and give no name beyond the names`() {
    let file = Self.file()
    #expect(Self.isAccepted(file))
    for count in 0..<file.count { #expect(!Self.isAccepted(Array(file[..<count]))) }
    #expect(!Self.isAccepted(file + [0]))
    for index in 0..<28 {
      for value in [0xFF, 0x7F, 0x00] as [UInt8] where file[index] != value {
        var damaged = file
        damaged[index] = value
        #expect(!Self.isAccepted(damaged), "\(index)")
      }
    }
    let short = Self.file(names: [9, 0x41])
    #expect(Self.isAccepted(short))
    #expect(Self.vendor(of: 0x0000_0100_0001, in: short) == nil)
    #expect(Self.vendor(of: 0x0000_02FF_FFFF, in: short) == nil)
  }

  @Test func `of the program are those of the registries`() throws {
    let packed = try #require(VendorRegistry.packed)
    #expect(packed.tables.map(\.count) == [32153, 4325, 9552])
    #expect(VendorRegistry.source == "IEEE MA-L, MA-M, MA-S and IAB of 2022-08-27")
  }
}
