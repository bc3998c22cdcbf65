/// What the tests read of `homenet.scan/1`; decoding it is a check of its own.
struct ScanDocument: Decodable, Sendable {
  struct Device: Decodable, Sendable {
    var isSelf: Bool
    var gateway: Bool
    var ip: String?
    var addresses: [String]
    var mac: String?
    var name: String?
    var hostname: String?
    var category: String
    var vendor: String?
    var model: String?
    var os: String?
    var because: [Reason]
    var services: [Service]
    var ports: [Port]
    var state: String
    var discoveredBy: [String]

    enum CodingKeys: String, CodingKey {
      case isSelf = "self"
      case gateway, ip, addresses, mac, name, hostname, category, vendor, model, os, because
      case services, ports, state
      case discoveredBy = "discovered_by"
    }
  }

  struct Reason: Decodable, Sendable {
    var claim: String
    var evidence: String
    var source: String
  }

  struct Service: Decodable, Sendable, Hashable {
    var type: String
    var name: String
    var port: Int?
  }

  struct Port: Decodable, Sendable {
    var port: Int
  }

  struct Counters: Decodable, Sendable {
    var tcpConnections: Int
    var peakSockets: Int
    var packetsSent: Int
    var updates: Int

    enum CodingKeys: String, CodingKey {
      case tcpConnections = "tcp_connections"
      case peakSockets = "peak_sockets"
      case packetsSent = "packets_sent"
      case updates
    }
  }

  var schema: String
  var interrupted: Bool
  var counters: Counters
  var devices: [Device]
}

/// What the lab says of itself: where each daemon lives, and whether it runs.
struct LabFacts: Decodable, Sendable {
  struct Resident: Decodable, Sendable {
    var daemon: String
    var host: String
    var mac: String
    var address: String?
    var problem: String?
    var excused: Bool
  }

  struct Scanner: Decodable, Sendable {
    var address: String
    var mac: String
  }

  var scanner: Scanner
  /// How many bytes came to ports that print them.
  var printed: Int?
  var residents: [Resident]
}
