internal import Wire

/// Which names a short name stands for, as resolv.conf(5) says.
struct DNSSearch: Hashable, Sendable {
  /// The domains that are looked in, in order.
  var domains: [String]
  /// How many dots make a name that is asked as it is first.
  var dots: Int

  /// What the system's file says.
  init(_ configuration: ResolverConfiguration) {
    domains = configuration.search
    dots = configuration.dots
  }

  /// The names that are asked one after the other, until one is there: the name as it is before those
  /// in the domains where it has enough dots, after them else.
  ///
  /// A final dot says that the name is whole. Names of this link, addresses and whole names stay alone;
  /// so does a name with enough dots that is there, which whoever asks decides.
  func candidates(_ subject: DNSSubject) -> [DNSSubject] {
    let text = subject.text
    guard subject.address == nil, !subject.isOfLink, subject.name.reverseAddress == nil,
      !text.hasSuffix(".")
    else { return [subject] }
    let inside = domains.compactMap { domain -> DNSSubject? in
      guard let domain = DNSName(domain), domain != .root,
        let name = subject.name.inside(domain), !name.isInside(.local)
      else { return nil }
      var candidate = subject
      candidate.name = name
      return candidate
    }
    var seen: Set<DNSName> = [subject.name]
    let others = inside.filter { seen.insert($0.name).inserted }
    return subject.name.labelCount > dots ? [subject] + others : others + [subject]
  }
}
