/// The devices of a simulated home, eight of which could be taken for others.
struct YearHousehold: Sendable {
  private(set) var members: [YearMember] = []
  /// How long a rotating device keeps a link address, in minutes.
  let rotationMinutes: Int
  private var phones = 0

  /// Sixty devices; twelve phones have another link address every two weeks.
  static let whole = YearHousehold(
    [
      (.router, 1), (.nas, 1), (.printer, 2), (.tv, 2), (.laptop, 6), (.desktop, 2), (.phone, 3),
      (.watch, 2), (.plug, 13), (.camera, 3), (.speaker, 4), (.console, 1),
    ],
    rotating: [
      .airPlay, .airPlay, .homeKit, .hostKey, .name, .name, .name, .name, .nothing, .nothing,
      .nothing, .nothing,
    ],
    rotationMinutes: 14 * 1440
  )

  /// Twenty-four devices; seven phones have another link address every thirty hours.
  static let small = YearHousehold(
    [
      (.router, 1), (.nas, 1), (.printer, 1), (.laptop, 1), (.phone, 1), (.plug, 3), (.speaker, 1),
    ],
    rotating: [.airPlay, .homeKit, .hostKey, .name, .name, .nothing, .nothing],
    rotationMinutes: 1800
  )

  private static let people = [
    "Anna", "Bela", "Chloe", "Dario", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kaya",
    "Luka", "Mona", "Nils", "Olga", "Pavel", "Rosa", "Sami",
  ]

  private init(
    _ counts: [(kind: YearKind, count: Int)],
    rotating: [RotatingIdentity],
    rotationMinutes: Int
  ) {
    self.rotationMinutes = rotationMinutes
    for (kind, count) in counts {
      for _ in 0..<count { add(kind) { _ in } }
    }
    for identity in rotating { add(.phone, identity) { _ in } }
    addAlike()
  }

  private mutating func add(
    _ kind: YearKind,
    _ rotation: RotatingIdentity? = nil,
    _ change: (inout YearMember) -> Void
  ) {
    let number = members.count
    var label = "\(kind.rawValue)-\(number)"
    if kind == .phone {
      label = "\(Self.people[phones % Self.people.count])s-iPhone"
      phones += 1
    }
    var member = YearMember(
      number: number,
      kind: kind,
      rotation: rotation,
      label: label,
      name: rotation == .nothing ? "iPhone" : kind == .phone ? label : "\(kind.rawValue)\(number)",
      vendor: kind == .phone || kind == .tablet ? "Apple" : nil
    )
    change(&member)
    members.append(member)
  }

  /// Adds what tempts to take two devices for one.
  private mutating func addAlike() {
    // Of two iPhones with the default name one comes when the other leaves.
    let nameless = members.filter { $0.rotation == .nothing }.map(\.number)
    if let first = nameless.first, let last = nameless.last, first != last {
      members[last].habit = .replaces(first)
    }
    // A guest has the same phone as a resident, both with the default name, and comes when the
    // resident's is out and about to get another link address.
    if let resident = members.last(where: { $0.rotation == .name })?.number {
      members[resident].label = "residents-Galaxy"
      members[resident].beGalaxy()
      add(.phone) {
        $0.label = "guests-Galaxy"
        $0.habit = .visits(resident)
        $0.beGalaxy()
      }
    }
    // A tablet and a phone of one person.
    if let phone = members.first(where: { $0.rotation == .airPlay })?.label {
      let person = String(phone.prefix { $0 != "-" })
      add(.tablet) { $0.name = "\(person)-iPad" }
    }
    // Two plugs of one kind with the default name, and two televisions whose maker gave both one UDN; the
    // second ones are bought later.
    let shares: [Double] = [0, 0.3]
    for share in shares {
      add(.plug) {
        $0.name = "shellyplug-s"
        $0.habit = share > 0 ? .joins(share) : .usual
      }
      add(.tv) {
        $0.copiedUDN = "2f402f80-da50-11e1-9b23-001788a0c0ff"
        $0.habit = share > 0 ? .joins(share) : .usual
      }
    }
    // Two boards from one image of a system, which make up their link addresses.
    let boards: [(name: String, share: Double)] = [("pihole", 0), ("octopi", 0.2)]
    for (name, share) in boards {
      add(.board, .copiedKey) {
        $0.label = name
        $0.name = name
        $0.habit = share > 0 ? .joins(share) : .usual
      }
    }
  }
}

extension YearMember {
  fileprivate mutating func beGalaxy() {
    (name, vendor, model) = ("Galaxy-S24", "Samsung", "Galaxy S24")
  }
}
