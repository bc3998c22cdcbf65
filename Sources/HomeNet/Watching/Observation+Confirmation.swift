extension Observation {
  /// Whether the device answered a question that was put to its address alone.
  ///
  /// Announcements and answers to questions that all hear can be forged by the thousand, from senders
  /// that nobody was asked about.
  var confirmsDevice: Bool {
    switch (source, fact) {
    // A frame that was not asked for has no round trip.
    case (.arp, .answered(let rttMs)): rttMs != nil
    case (.neighbours, .answered), (.icmp, .answered), (.tcp, .answered), (.netbios, .answered):
      true
    case (_, .ownAddress): true
    case (.tcp, _), (.http, _), (.tls, _), (.banner, _), (.snmp, _), (.smb, _), (.udp, _):
      fact.isHeard
    default: false
    }
  }
}
