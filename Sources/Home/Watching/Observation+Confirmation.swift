import Model
import Wire

extension Observation {
  /// Whether the device answered a question that was put to its address alone.
  ///
  /// Announcements and answers to questions that all hear can be forged by the thousand, from senders
  /// that nobody was asked about.
  var confirmsDevice: Bool {
    switch (source, fact) {
    // A frame that was not asked for has no round trip.
    case (.arp, .answered(let rttMs)): rttMs != nil
    // Whoever hears the one echo that all nodes of a link are asked by can answer it in any number of
    // names. An address of IPv6 that is asked alone answers the kernel first, which asks NDP.
    case (.icmp, .answered): subject?.v4 != nil
    case (.icmp, .roundTrips), (.neighbours, .answered), (.tcp, .answered), (.netbios, .answered):
      true
    case (_, .ownAddress): true
    case (.tcp, _), (.http, _), (.tls, _), (.banner, _), (.snmp, _), (.smb, _), (.udp, _):
      fact.isHeard
    default: false
    }
  }
}
