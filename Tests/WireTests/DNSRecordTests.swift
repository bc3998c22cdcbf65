import Testing
@testable import Wire

/// Records of unicast DNS: contents as name servers send them, and as `dig` (9.18) prints them.
@Suite("DNS records") struct DNSRecordTests {
  /// A record of that type with those contents, by way of a message.
  private static func data(_ type: UInt16, _ contents: String) throws -> DNSData {
    let rdata = hex(contents)
    let bytes =
      hex("0007 8400 0000 0001 0000 0000 00") + [UInt8(type >> 8), UInt8(type & 255)]
      + hex("0001 0000012c") + [UInt8(rdata.count >> 8), UInt8(rdata.count & 255)] + rdata
    let message = try DNSMessage(parsing: bytes)
    #expect(try DNSMessage(parsing: message.serialised) == message)
    return try #require(message.answers.first).data
  }

  @Test(
    arguments: [
      (2, "02 6e73 07 6578616d706c65 00", "ns.example."),
      (
        6, "01 61 00 01 62 00 00000001 00000e10 00000258 00015180 0000012c",
        "a. b. 1 3600 600 86400 300"
      ),
      (15, "000a 04 6d61696c 07 6578616d706c65 00", "10 mail.example."), (15, "0000 00", "0 ."),
      (16, "02 6869 03 22 5c ff", #""hi" "\"\\\255""#), (16, "", "\"\""),
      (28, "00000000000000000000ffffc0000201", "::ffff:192.0.2.1"),
      (28, "0064ff9b0000000000000000c0000201", "64:ff9b::c000:201"),
      (33, "0001 0002 01bb 01 68 00", "1 2 443 h."),
      (
        35, "0064 0032 01 73 03 534950 00 04 5f736970 00",
        #"100 50 "s" "SIP" "" _sip."#
      ), (39, "01 62 00", "b."), (13, "01 41 01 42", #""A" "B""#),
      (44, "0102 abcd", "1 2 ABCD"), (51, "01 00 0000 00", "1 0 0 -"),
      (51, "01 00 000a 02 abcd", "1 0 10 ABCD"),
      (52, "030101 00ff", "3 1 1 00FF"),
      (64, "0000 01 74 00", "0 t."),
      (
        65,
        "0001 00 0000 0004 0001 0003 0001 0006 02 6832 02 6833 0002 0000 0003 0002 01bb"
          + "0004 0004 c0000201 0005 0003 010203 0006 0010 20010db8000000000000000000000001"
          + "ff35 0002 6869",
        #"1 . mandatory=alpn,port alpn="h2,h3" no-default-alpn port=443 ipv4hint=192.0.2.1 ech=AQID"#
          + #" ipv6hint=2001:db8::1 key65333="hi""#
      ), (65, "0001 00 0003 0001 50", #"1 . port="P""#),
      (65, "0001 00 0001 0004 03 612c62", #"1 . alpn="a\\,b""#),
      (65, "0001 00 0006 0010 00000000000000000000ffffc0000201", "1 . ipv6hint=::ffff:192.0.2.1"),
      (257, "80 05 6973737565 63612e74657374", #"128 issue "ca.test""#),
      // LOC north, south and below: thousandths of a second of arc, and centimetres.
      (
        29, "00 12 16 13 8b3b0e38 80000000 00989680",
        "52 20 19.640 N 0 0 0.000 E 0.00m 1m 10000m 10m"
      ),
      (
        29, "00 00 16 13 7ffffffe 7ffffffe 0098968f",
        "0 0 0.002 S 0 0 0.002 W 0.15m 0.00m 10000m 10m"
      ),
      (
        29, "00 00 00 00 80000000 80000000 00989618",
        "0 0 0.000 N 0 0 0.000 E -1.04m 0.00m 0.00m 0.00m"
      ),
      (17, "01 61 00 01 62 00", "a. b."), (18, "0001 01 61 00", "1 a."),
      (14, "01 61 00 01 62 00", "a. b."), (26, "0032 01 61 00 01 62 00", "50 a. b."),
      (30, "01 61 00 40 01 00 82", "a. A MX SIG NXT"),
      (
        24, "000f 08 03 00000e10 386ec0b5 32ae7854 085f 01 61 00 0102",
        "MX 8 3 3600 20000102030629 19961211090108 2143 a. AQI="
      ),
      (11, "c0000201 06 04 40", "192.0.2.1 6 5 9"), (19, "03 313233", #""123""#),
      (22, "470005", "0x470005"), (25, "c200 03 05", "49664 3 5"),
      (37, "0001 3039 08 01020304", "PKIX 12345 RSASHA256 AQIDBA=="),
      (37, "1001 0000 c8 010203", "4097 0 200 AQID"),
      (38, "40 0000000000000001 01 61 00", "64 ::1 a."),
      (38, "00 20010db8000000000000000000000006", "0 2001:db8::6"),
      (
        42, "0001 15 03 c0a820 0001 1c 84 c0a82600 0002 08 01 ff",
        "1:192.168.32.0/21 !1:192.168.38.0/28 2:ff00::/8"
      ),
      (45, "0a 00 02 0102", "10 0 2 . AQI="), (45, "0a 03 02 01 61 00", "10 3 2 a."),
      (55, "02 02 0003 abcd 010203 01 61 00", "2 ABCD AQID a."),
      (62, "00000042 0003 00 04 60000008", "66 3 A NS AAAA"),
      (63, "78478abc 01 01 abcd", "2017954492 1 1 ABCD"),
      (104, "000a 00144fffff20ee64", "10 14:4fff:ff20:ee64"), (105, "000a 0a010200", "10 10.1.2.0"),
      (107, "000a 01 61 00", "10 a."), (108, "00005e00532a", "00-00-5e-00-53-2a"),
      (109, "00005eef1000002a", "00-00-5e-ef-10-00-00-2a"),
      (256, "000a 0001 68223b", #"10 1 "h\";""#), (259, "00000000 00000001 02 00", #"0 1 2 "" -"#),
      (260, "0a 00", "10 0 0 ."), (260, "80 83 01 61 00", "128 1 3 a."),
      // What is not as the type demands.
      (29, "01 12 16 13 8b3b0e38 80000000 00989680", "\\# 16 011216138B3B0E388000000000989680"),
      (29, "00 aa 16 13 8b3b0e38 80000000 00989680", "\\# 16 00AA16138B3B0E388000000000989680"),
      (108, "00005e0053", "\\# 5 00005E0053"), (45, "0a 04 02", "\\# 3 0A0402"),
      (45, "0a 03 02 c000", "\\# 5 0A0302C000"), (42, "0003 01 00", "\\# 4 00030100"),
      (4711, "", "\\# 0"), (4711, "00ff", "\\# 2 00FF"),
    ] as [(UInt16, String, String)]
  )
  func `contents are written as dig writes them`(
    type: UInt16,
    contents: String,
    text: String
  ) throws {
    let data = try Self.data(type, contents)
    #expect(data.type == DNSType(rawValue: type))
    #expect(data.masterText == text)
  }

  @Test(
    arguments: [
      (6, "01 61 00 01 62 00 00000001"), (15, "000a"), (15, "000a 01 61 00 ff"),
      (35, "0000 0000 05"),
      (52, "03"), (64, "0001 00 0003 0002 0050 0001 0000"), (65, "0001 00 0003 0005 00"),
      (257, "00 00 61"), (257, "00 05 61"),
    ] as [(UInt16, String)]
  )
  func `contents that are not what the type demands are kept as bytes`(
    type: UInt16,
    contents: String
  ) throws {
    let data = try Self.data(type, contents)
    #expect(data == .malformed(DNSType(rawValue: type), hex(contents)))
    #expect(data.masterText.hasPrefix("\\# "))
  }

  @Test func `names within come out whole where the server compressed them`() throws {
    // MINFO of a.test: b.test and the name itself, by pointers into the question.
    let bytes =
      hex("0007 8400 0001 0001 0000 0000 01 61 04 74657374 00 000e 0001")
      + hex("c00c 000e 0001 0000012c 0006 01 62 c00e c00c")
    let record = try #require(DNSMessage(parsing: bytes).answers.first)
    #expect(record.data.masterText == "b.test. a.test.")
    let upper = DNSData.named(
      DNSType(rawValue: 14),
      NamedContents(names: [name("B.test"), name("a.TEST")])
    )
    #expect(upper.canonical == record.data.uncompressed)
    // A type that is younger than the rule (RFC 6840, section 5.1).
    let pointer = DNSData.named(
      DNSType(rawValue: 107),
      NamedContents(prefix: [0, 1], names: [name("B")])
    )
    #expect(pointer.canonical == [0, 1, 1, 0x42, 0])
  }

  @Test func `an address of the class CH is a name and a number`() throws {
    let bytes = hex("0007 8400 0000 0001 0000 0000 00 0001 0003 0000012c 0005 01 61 00 0089")
    let message = try DNSMessage(parsing: bytes)
    #expect(message.answers.first?.data.masterText == "a. 211")
    #expect(try DNSMessage(parsing: message.serialised) == message)
  }

  @Test(
    arguments: [("ch", 3), ("IN", 1), ("CLASS4", 4), ("any", 255)] as [(String, UInt16)]
  )
  func `classes go by name and number`(name: String, number: UInt16) {
    #expect(DNSClass(named: name)?.rawValue == number)
  }

  @Test(arguments: ["", "CLASS", "CLASS0", "CLASS65536", "CLASS32769", "3", "MX"])
  func `what is no class is none`(name: String) {
    #expect(DNSClass(named: name) == nil)
  }

  @Test func `names in old types are compressed, in new ones not`() throws {
    let host = try #require(DNSName("mail.example"))
    let mail = DNSMessage(
      answers: [DNSRecord(host, .mx(.init(preference: 1, host: host)))]
    )
    let alias = DNSMessage(answers: [DNSRecord(host, .dname(host))])
    #expect(mail.serialised.count == 12 + 14 + 10 + 2 + 2)
    #expect(alias.serialised.count == 12 + 14 + 10 + 14)
  }

  @Test(
    arguments: [
      ("mx", 15), ("HTTPS", 65), ("type65", 65), ("TYPE4711", 4711), ("257", 257), ("any", 255),
    ] as [(String, UInt16)]
  )
  func `types go by name and number`(name: String, number: UInt16) {
    #expect(DNSType(named: name)?.rawValue == number)
  }

  @Test(arguments: ["", "TYPE", "TYPE65536", "-1", "+1", "MXX", "TYPE 1"])
  func `what is no type is none`(name: String) {
    #expect(DNSType(named: name) == nil)
  }

  @Test func `special characters of names are escaped`() throws {
    let name = try #require(DNSName(labels: [Array("a.b c\"".utf8), [0xC3, 0xBC, 0]]))
    #expect(name.masterText == #"a\.b\032c\".\195\188\000."#)
    #expect(DNSName.root.masterText == ".")
  }

  @Test func `extensions come back, with all bits of the response code`() throws {
    var message = DNSMessage(id: 9, flags: .recursiveQuery)
    message.extensions = DNSExtensions(
      upperResponseCode: 1,
      wantsSecurity: true,
      options: [DNSOption(code: 15, value: [0, 6] + Array("old keys\0".utf8))]
    )
    let parsed = try DNSMessage(parsing: message.serialised)
    #expect(parsed.extensions == message.extensions)
    #expect(parsed.extensions?.payloadSize == 1232)
    #expect(parsed.responseCode == .badVersion)
    #expect(parsed.responseCode.description == "BADVERS")
    #expect(parsed.extendedErrors == [ExtendedDNSError(code: 6, text: "old keys")])
    #expect(parsed.extendedErrors.first?.name == "DNSSEC Bogus")
    message.extensions = nil
    #expect(message.additionals == [])
    #expect(ExtendedDNSError(DNSOption(code: 15, value: [1])) == nil)
    #expect(ExtendedDNSError(code: 999).name == nil)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ("\u{3FF}~", "z79+"),
  ])
  func `Base64 is written as RFC 4648 says`(plain: String, coded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == coded)
    #expect(Base64.decode(Array(coded.utf8)) == Array(plain.utf8))
    #expect(!Base64.encodeForURL(Array(plain.utf8)).contains("="))
  }
}

/// RFC 3492, section 7.1, and what is no Punycode.
@Suite struct PunycodeTests {
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("-> $1.00 <-", "-> $1.00 <--"),
    ("bücher", "bcher-kva"), ("ü", "tda"), ("😀", "e28h"),
  ])
  func `text comes and goes`(text: String, coded: String) {
    #expect(Punycode.encode(text) == coded)
    #expect(Punycode.decode(coded) == text)
  }

  @Test(arguments: ["99999999", "b\u{FC}", "a-!", "tda0", "-99999999999", "zzzzzzzzzzzzzzzzzzzz"])
  func `nonsense stands for nothing`(coded: String) {
    if let text = Punycode.decode(coded) { #expect(Punycode.encode(text) != nil) }
  }

  @Test func `what is far too long isn't coded`() {
    #expect(Punycode.encode(String(repeating: "ü", count: 300)) == nil)
    #expect(Punycode.decode(String(repeating: "a", count: 300)) == nil)
  }
}
