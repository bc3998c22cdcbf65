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
    #expect(VendorRegistry.builtIn.vendor(of: mac) == vendor)
  }

  @Test func `are found by the longest prefix`() throws {
    // 70:b3:d5 is the registry's own, 70:b3:d5:71:9 belongs to 2M Technology.
    let small = try #require(MACAddress("70:b3:d5:71:90:01"))
    #expect(VendorRegistry.builtIn.vendor(of: small) == "2M Technology")
    // 20:85:93 is handed on in blocks of 28 bits.
    let medium = try #require(MACAddress("20:85:93:b0:00:01"))
    #expect(VendorRegistry.builtIn.vendor(of: medium) == "IOG Products")
  }

  @Test(arguments: [
    "02:00:00:00:00:00", "da:a1:19:01:02:03", "00:00:00:00:00:00", "01:00:5e:00:00:fb",
  ])
  func `are unknown for private, empty and group addresses`(address: String) throws {
    #expect(VendorRegistry.builtIn.vendor(of: try #require(MACAddress(address))) == nil)
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
    #expect(VendorRegistry.builtIn.vendor(of: mac) == nil)
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
    #expect(VendorRegistry.builtIn.vendor(of: mac) == vendor)
  }

  @Test func `are found from the first block to the last`() throws {
    #expect(VendorRegistry.builtIn.vendor(of: MACAddress(rawValue: 0x00_0000_000001)) == "Xerox")
    #expect(VendorRegistry.builtIn.vendor(of: MACAddress(rawValue: 0xFCFE_C200_0001)) != nil)
    #expect(VendorRegistry.builtIn.vendor(of: MACAddress(rawValue: 0xFCFF_FFFF_FFFF)) == nil)
  }
}

/// A registry belongs to the identifier that has it, not to the program.
@Suite struct `Two registries side by side` {
  @Test func `give one address two makers, each by its own identifier`() throws {
    let text = "FC:FF:AA\tNew\tNewcomer Limited\n00:11:32\tNew\tNewcomer Limited\n"
    let newer = try VendorTable(files: [Array(text.utf8)])
    let added = Identifier(vendors: VendorRegistry(adding: newer))
    let builtIn = Identifier()
    func vendor(of address: String, by identifier: Identifier) -> String? {
      var evidence = Evidence()
      evidence.mac = MACAddress(address)
      return identifier.verdict(for: evidence).vendor
    }
    #expect(vendor(of: "fc:ff:aa:00:00:01", by: added) == "Newcomer")
    #expect(vendor(of: "fc:ff:aa:00:00:01", by: builtIn) == nil)
    #expect(vendor(of: "00:11:32:00:00:01", by: added) == "Newcomer")
    #expect(vendor(of: "00:11:32:00:00:01", by: builtIn) == "Synology")
    // What the newer one lacks is looked up in the one built in.
    #expect(vendor(of: "00:0e:58:aa:bb:cc", by: added) == "Sonos")
  }
}

/// The file that `scripts/vendors.py` packs.
@Suite struct `Packed vendors` {
  /// Two blocks of 24 bits, one of 20, and one of 12 inside it.
  ///
  /// Each name is a brand, how much of it the registered name shares, and the rest of that.
  private static func file(
    names: [UInt8] = Array("\u{1}A\u{1}\u{4} Ltd\u{2}BB\u{0}\u{1}X\u{3}CCC\u{3}\u{0}".utf8)
  ) -> [UInt8] {
    var bytes = Array("VENDORS2".utf8)
    for length in [2, 2, 1, 1, names.count] { bytes += [0, 0, 0, UInt8(length)] }
    bytes += Array("by".utf8)
    bytes += [0, 0, 1, 0, 0, 0] + [0, 0, 2, 0, 0, 8]
    bytes += [0, 0, 0, 0x31, 0, 0, 14]
    bytes += [0, 0, 0, 0x31, 0x42, 0, 0, 0]
    return bytes + names
  }

  private static func isAccepted(_ file: [UInt8]) -> Bool { PackedVendors(file.span) != nil }

  private static func vendor(of address: UInt64, in file: [UInt8]) -> String? {
    PackedVendors(file.span)?.vendor(of: address, in: file.span)?.brand
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

  @Test func `have a brand and a registered name`() {
    let file = Self.file()
    let packed = PackedVendors(file.span)
    #expect(
      packed?.vendor(of: 0x0000_0100_0001, in: file.span)
        == VendorName(brand: "A", registered: "A Ltd")
    )
    #expect(
      packed?.vendor(of: 0x0000_02FF_FFFF, in: file.span)
        == VendorName(brand: "BB", registered: "X")
    )
    var names: [String] = []
    packed?.eachName(in: file.span) { names.append($0.registered) }
    #expect(names == ["A Ltd", "X", "CCC"])
  }

  @Test func `are packed as the script packs them`() {
    let sky = VendorName(brand: "Sky", registered: "Sky UK Limited")
    let other = VendorName(brand: "Bluesound", registered: "Lenbrook Industries")
    let blocks = [
      PackedVendors.Block(size: 0, prefix: 0x00_19FB, name: sky),
      PackedVendors.Block(size: 0, prefix: 0x00_0101, name: other),
      PackedVendors.Block(size: 2, prefix: 0x0_0010_1023, name: sky),
      PackedVendors.Block(size: 0, prefix: 0x00_19FB, name: other),
    ]
    let bytes = PackedVendors.pack(blocks, source: "a test of 2026-01-02")
    let packed = PackedVendors(bytes.span)
    #expect(packed?.source(in: bytes.span) == "a test of 2026-01-02")
    #expect(packed?.tables.map(\.count) == [2, 0, 1])
    #expect(packed?.vendor(of: 0x0019_FB00_0001, in: bytes.span) == sky)
    #expect(packed?.vendor(of: 0x0001_0102_3456, in: bytes.span) == sky)
    #expect(packed?.vendor(of: 0x0001_0102_4456, in: bytes.span) == other)
  }

  @Test func `are left out where the position of their name would not fit`() {
    let blocks = ["A", "B", "C", "A"].enumerated().map { number, name in
      PackedVendors.Block(
        size: 0,
        prefix: UInt64(number + 1),
        name: VendorName(brand: name, registered: name)
      )
    }
    // A name takes four bytes here.
    let bytes = PackedVendors.pack(blocks, source: "", mostNames: 8)
    let packed = PackedVendors(bytes.span)
    #expect(packed?.tables.map(\.count) == [3, 0, 0])
    #expect(packed?.vendor(of: 0x0000_0200_0000, in: bytes.span)?.brand == "B")
    #expect(packed?.vendor(of: 0x0000_0300_0000, in: bytes.span) == nil)
    #expect(packed?.vendor(of: 0x0000_0400_0000, in: bytes.span)?.brand == "A")
  }

  @Test func `of the program are those of the registries`() throws {
    let packed = try #require(VendorRegistry.packed)
    #expect(packed.tables.map(\.count) == [40126, 6641, 11808])
    #expect(VendorRegistry.source == "Wireshark's manuf of 2026-10-24")
    var names = 0
    packed.eachName(in: VendorRegistry.data.span) { name in
      names += 1
      #expect(!name.brand.isEmpty && !name.registered.isEmpty)
    }
    #expect(names == 34024)
  }
}

/// What an address says of its owner where no maker stands for it.
@Suite struct `Owners of addresses` {
  @Test(
    arguments: [
      ("00:19:fb:00:00:01", "of a block of Sky (Sky Uk Limited)"),
      ("00:03:93:12:34:56", "of a block of Apple"),
      ("64:99:a0:00:00:01", "of a block of AG Elektronik"),
      ("00:01:01:00:00:01", "of a block whose owner asked not to be named"),
      ("00:00:5e:00:01:01", "a virtual router's (VRRP), shared by several"),
      ("00:00:5e:00:53:01", "of IANA's block for protocols, which no device should have"),
      ("00:0c:29:00:00:01", "given by VMware to a machine or container that it runs"),
      ("52:54:00:12:34:56", "given by QEMU/KVM to a machine or container that it runs"),
      ("02:42:ac:11:00:02", "given by Docker to a machine or container that it runs"),
      ("da:a1:19:01:02:03", "private: it may change"),
      ("01:00:5e:00:00:fb", "no device's own address"),
      ("fc:ff:aa:00:00:01", "of a block that the registry doesn't know"),
    ]
  )
  func `are said in words`(address: String, words: String) throws {
    let mac = try #require(MACAddress(address))
    #expect(VendorRegistry.builtIn.owner(of: mac).description == words)
  }

  @Test(arguments: VirtualMachine.allCases)
  func `of virtual machines speak for a computer and for no other maker`(machine: VirtualMachine)
    throws
  {
    let addresses: [VirtualMachine: String] = [
      .vmware: "00:50:56:00:00:01", .virtualBox: "08:00:27:00:00:01",
      .parallels: "00:1c:42:00:00:01", .hyperV: "00:15:5d:00:00:01", .xen: "00:16:3e:00:00:01",
      .qemu: "52:54:00:00:00:01", .proxmox: "bc:24:11:00:00:01", .docker: "02:42:00:00:00:01",
    ]
    var evidence = Evidence()
    evidence.mac = MACAddress(try #require(addresses[machine]))
    let verdict = Identifier().verdict(for: evidence)
    #expect([.computer, .server].contains(verdict.category))
    #expect(verdict.confidence < 0.8)
    #expect(verdict.because.contains { $0.evidence.contains(machine.rawValue) })
  }
}
