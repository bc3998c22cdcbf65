import DemoHome
import Model
import Networking
import Wire

/// What a record says over UDP, beside mDNS, SSDP and NetBIOS: makers' protocols, SNMP, SIP,
/// WS-Discovery.
struct RecordedDatagrams {
  private(set) var services: [DatagramService] = []
  private(set) var unserved: [RecordedHost.Unserved] = []

  /// Protocols whose devices tell everybody every few seconds; the bytes of the record are those.
  private static let told: Set<UInt16> = [5678, 6666, 6667, 10_001, 17_500, 62_976]
  /// Protocols whose devices answer no question.
  private static let mute: Set<UInt16> = [6666, 6667, 17_500]
  /// Tuya's devices speak every five seconds, others are not much rarer; for two minutes, which
  /// outlasts every scan.
  private static let interval = Duration.seconds(5)
  private static let times = 24
  /// Groups that the questions of some protocols go to.
  private static let groups: [UInt16: IPv4Address] = [
    1982: IPv4Address(239, 255, 255, 250), 4321: IPv4Address(224, 0, 0, 50),
  ]
  /// Ports that other responders of the host have.
  private static let owned: Set<UInt16> = [53, 137, 161, 1900, 3702, 5060, 5353]

  init(_ evidence: Evidence, mac: MACAddress, address: IPv4Address) {
    addMakers(evidence.udp)
    if let identity = evidence.snmp { services.append(Self.agent(identity)) }
    if let answer = evidence.wsDiscovery {
      services.append(
        .wsDiscovery(
          uuid: "00000000-0000-1000-8000-\(Hex.encode(mac.rawValue, digits: 12))",
          types: (answer.types ?? "").split(separator: " ").map(String.init),
          scopes: answer.scopes,
          path: answer.types?.contains("NetworkVideo") == true
            ? "/onvif/device_service" : ":5357/",
          address: address
        )
      )
    }
    for banner in evidence.banners where banner.transport.lowercased() == "sip" {
      guard banner.text.hasPrefix("SIP/2.0 ") else {
        unserved.append(.init(key: "banners", reason: "a SIP request, which no question brings"))
        continue
      }
      services.append(Self.telephone(banner.text))
    }
  }

  private mutating func addMakers(_ answers: [DatagramAnswer]) {
    var byPort: [UInt16: [[UInt8]]] = [:]
    for answer in answers {
      guard let payload = Self.payload(of: answer) else {
        let reason = "port \(answer.port): decrypted, and nothing here encrypts it"
        unserved.append(.init(key: "udp", reason: reason))
        continue
      }
      guard !Self.owned.contains(answer.port), answer.port != 0 else {
        unserved.append(.init(key: "udp", reason: "port \(answer.port) has another owner"))
        continue
      }
      byPort[answer.port, default: []].append(payload)
    }
    for (port, payloads) in byPort.sorted(by: { $0.key < $1.key }) {
      let group = Self.groups[port].map { [IPAddress.v4($0)] } ?? []
      var service = DatagramService(port: port, groups: group) { _ in
        Self.mute.contains(port) ? [] : payloads
      }
      if Self.told.contains(port) {
        service = service.broadcasting(payloads, every: Self.interval, times: Self.times)
      }
      services.append(service)
    }
  }

  /// The bytes on the wire of what was answered; `nil` where the record has them only decrypted.
  static func payload(of answer: DatagramAnswer) -> [UInt8]? {
    guard answer.bytes.isEmpty, let text = answer.text else { return answer.bytes }
    switch answer.port {
    case KasaCipher.port: return KasaCipher.encrypt(text.utf8)
    case TapoDiscovery.port: return TapoDiscovery(text: Array(text.utf8)).serialised
    case 6666, 6667:
      // In the clear on either port, as devices of version 3.1 send it.
      return TuyaBroadcast(command: 0, payload: Array(text.utf8)).serialised
    // Gree's is JSON around JSON under a cipher.
    case 7000: return nil
    default: return Array(text.utf8)
    }
  }

  /// An agent that knows the objects of the system group that the record has.
  private static func agent(_ identity: SNMPIdentity) -> DatagramService {
    var objects: [String: SNMPValue] = [:]
    if let text = identity.description { objects["1.3.6.1.2.1.1.1.0"] = .octets(Array(text.utf8)) }
    if let text = identity.name { objects["1.3.6.1.2.1.1.5.0"] = .octets(Array(text.utf8)) }
    let number = identity.objectID.map { $0.drop { $0 == "." } }
    if let object = number.flatMap({ SNMPObjectIdentifier(String($0)) }) {
      objects["1.3.6.1.2.1.1.2.0"] = .object(object)
    }
    return .snmp(objects)
  }

  /// A telephone that answers with the recorded head and the fields that belong to the question (RFC
  /// 3261, section 8.2.6.2).
  private static func telephone(_ head: String) -> DatagramService {
    let said = head.split(separator: "\r\n")
    return DatagramService(port: 5060) { datagram in
      let asked = String(decoding: datagram.payload, as: UTF8.self).split(separator: "\r\n")
      guard asked.first?.hasSuffix(" SIP/2.0") == true else { return [] }
      let lines =
        said.prefix(1) + asked.filter { isEchoed($0) } + said.dropFirst().filter { !isEchoed($0) }
      return [Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)]
    }
  }

  private static func isEchoed(_ line: Substring) -> Bool {
    ["via:", "from:", "to:", "call-id:", "cseq:"].contains { line.lowercased().hasPrefix($0) }
  }
}
