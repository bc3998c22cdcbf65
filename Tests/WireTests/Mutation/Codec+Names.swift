@testable import Wire

extension Codec {
  /// The records of unicast DNS, and names in ASCII.
  static let names: [Codec] = [
    Codec(
      "dns-unicast",
      DNSMessage.self,
      seeds: [unicast.serialised],
      comesBack: { message in
        !message.records.contains { record in
          if case .malformed = record.data { true } else { false }
        }
      },
      use: { message in
        _ = (message.responseCode.description, message.extendedErrors.map(\.name))
        for record in message.records {
          _ = (record.name.masterText, record.data.masterText, record.type.description)
        }
      }
    ),
    Codec(
      reading: "punycode",
      seeds: ["bcher-kva", "3B-ww4c5e180e575a65lsy2b"].map { Array($0.utf8) }
    ) {
      guard let text = Punycode.decode(String(decoding: $0, as: UTF8.self)) else {
        throw WireError(.invalid("Punycode"), at: 0)
      }
      _ = Punycode.encode(text)
    },
  ]

  private static let unicast = DNSMessage(
    id: 7,
    flags: .authoritativeAnswer,
    questions: [DNSQuestion(.local, .any)],
    answers: [
      DNSRecord(.local, .ns(.local)), DNSRecord(.local, .dname(.local)),
      DNSRecord(.local, .mx(MXRecord(preference: 5, host: .local))),
      DNSRecord(
        .local,
        .soa(
          SOARecord(
            primary: .local,
            responsible: .root,
            serial: 1,
            refresh: 2,
            retry: 3,
            expire: 4,
            minimum: 5
          )
        )
      ),
      DNSRecord(
        .local,
        .caa(CAARecord(tag: Array("issue".utf8), value: Array("ca".utf8)))
      ),
      DNSRecord(
        .local,
        .tlsa(TLSARecord(usage: 3, selector: 1, matching: 1, association: [1, 2]))
      ),
      DNSRecord(
        .local,
        .naptr(
          NAPTRRecord(
            order: 1,
            preference: 2,
            flags: [0x73],
            services: [0x53],
            expression: [],
            replacement: .local
          )
        )
      ),
      DNSRecord(
        .local,
        .https(
          ServiceBinding(
            priority: 1,
            target: .root,
            parameters: [
              .init(key: 0, value: [0, 1, 0, 3]), .init(key: 1, value: [2, 0x68, 0x32]),
              .init(key: 3, value: [1, 0xBB]),
              .init(key: 4, value: [192, 0, 2, 1]), .init(key: 5, value: [1]),
              .init(key: 6, value: Array(repeating: 1, count: 16)),
            ]
          )
        )
      ), DNSRecord(.local, .svcb(ServiceBinding(priority: 0, target: .local))),
    ] + others,
    additionals: [
      DNSExtensions(options: [DNSOption(code: 15, value: [0, 6, 0x41])]).record
    ]
  )

  /// Types with names between numbers, and those that are written from their bytes.
  private static let others =
    ([3, 14, 24, 26, 30, 107] as [UInt16]).map { number -> DNSRecord in
      let sizes: (prefix: Int, names: Int, rest: Int) =
        switch number {
        case 14: (0, 2, 0)
        case 24: (18, 1, 4)
        case 26: (2, 2, 0)
        case 30: (0, 1, 4)
        case 107: (2, 1, 0)
        default: (0, 1, 0)
        }
      let contents = NamedContents(
        prefix: Array(repeating: 7, count: sizes.prefix),
        names: Array(repeating: .local, count: sizes.names),
        rest: Array(repeating: 0x41, count: sizes.rest)
      )
      return DNSRecord(.local, .named(DNSType(rawValue: number), contents))
    }
    + ([
      11, 19, 20, 22, 27, 29, 34, 37, 38, 42, 45, 55, 62, 63, 104, 105, 108, 109, 256, 259, 260,
    ] as [UInt16]).map { number in
      let bytes: [UInt8] = [0, 1, 2, 1, 3, 1, 0x41, 0, 4, 1, 2, 3, 4, 0, 0, 0]
      return DNSRecord(.local, .other(DNSType(rawValue: number), bytes))
    }
}
