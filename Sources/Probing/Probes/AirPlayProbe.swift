import FoundationEssentials
import Identification
import Model

/// Asks AirPlay receivers for `/info`, a property list with name, model and versions.
struct AirPlayProbe: DeviceProbe {
  private static let port: UInt16 = 7000

  func questions(for host: ProbedHost) -> [Question] {
    let announced = host.ports(of: "_airplay._tcp").first
    guard let port = announced ?? (host.openPorts.contains(Self.port) ? Self.port : nil) else {
      return []
    }
    return [.http(port, HTTPQuestion("/info", read: Self.facts))]
  }

  /// What is read of the answer; a key of the wrong type is as if it were missing.
  private struct Info: Codable {
    var name: String?
    var model: String?
    var deviceID: String?
    var macAddress: String?
    var manufacturer: String?
    var osBuildVersion: String?
    var sourceVersion: String?
    var firmwareRevision: String?
    var hardwareRevision: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? {
        guard let text = try? container.decode(String.self, forKey: key) else { return nil }
        return String(text.prefix(200))
      }
      name = text(.name)
      model = text(.model)
      deviceID = text(.deviceID)
      macAddress = text(.macAddress)
      manufacturer = text(.manufacturer)
      osBuildVersion = text(.osBuildVersion)
      sourceVersion = text(.sourceVersion)
      firmwareRevision = text(.firmwareRevision)
      hardwareRevision = text(.hardwareRevision)
    }
  }

  /// What an answer says, as JSON, which the rules read.
  static func facts(in reply: HTTPReply) -> [Fact] {
    guard reply.status == 200, reply.isWhole, PropertyListBounds.permit(reply.body),
      let info = try? PropertyListDecoder().decode(Info.self, from: Data(reply.body))
    else {
      // Who answers, and how, tells something too.
      var answer = reply.answer
      answer.body = nil
      return [.http(answer)]
    }
    var answer = reply.answer
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    answer.body = (try? encoder.encode(info)).map { String(decoding: $0, as: UTF8.self) }
    var facts: [Fact] = [.http(answer)]
    if let name = info.name {
      let name = DeviceName.clean(name, limit: 80)
      if !name.isEmpty { facts.append(.name(name)) }
    }
    if let id = info.deviceID { facts.append(.identity(.deviceID, id)) }
    return facts
  }
}
