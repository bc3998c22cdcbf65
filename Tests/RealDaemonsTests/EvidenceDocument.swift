/// What the tests read of an evidence record.
struct EvidenceDocument: Decodable, Sendable {
  struct Banner: Decodable, Sendable {
    var port: Int
    var text: String
    var transport: String

    enum CodingKeys: String, CodingKey {
      case port, text
      case transport = "protocol"
    }
  }

  struct Page: Decodable, Sendable {
    var body: String?
  }

  struct Announcement: Decodable, Sendable {
    var description: String?
  }

  struct SNMP: Decodable, Sendable {
    var description: String?
    var name: String?

    enum CodingKeys: String, CodingKey {
      case description = "sys_descr"
      case name = "sys_name"
    }
  }

  struct SMB: Decodable, Sendable {
    var manager: String?

    enum CodingKeys: String, CodingKey { case manager = "native_lm" }
  }

  struct Certificate: Decodable, Sendable {
    var port: Int
    var subject: String
  }

  struct Datagram: Decodable, Sendable {
    var port: Int
    var text: String?
    var hex: String?
  }

  struct DHCP: Decodable, Sendable {}

  var ip: String?
  var tls: [Certificate]?
  var banners: [Banner]?
  var http: [Page]?
  var ssdp: [Announcement]?
  var snmp: SNMP?
  var smb: SMB?
  var udp: [Datagram]?
  var dhcp: DHCP?
}
