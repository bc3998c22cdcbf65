import Model
import Wire

extension PastDevice: Encodable {
  /// Writes an entry of the API's `devices` at a moment: the keys that a device of today has, as far as
  /// its history holds them, and in the same shape.
  public func encode(to encoder: any Encoder) throws {
    let addresses = [profile.ip] + profile.addresses.filter { $0 != profile.ip }
    let isPrivate = profile.mac.flatMap { MACAddress($0) }?.isLocallyAdministered
    let json: JSONObject = [
      "slot": slot, "id": profile.id, "self": profile.isSelf, "gateway": profile.isGateway,
      "ip": profile.ip, "addresses": addresses, "mac": profile.mac, "mac_private": isPrivate,
      "name": profile.name, "hostname": profile.hostname, "category": profile.category,
      "vendor": profile.vendor, "model": profile.model, "os": profile.os,
      "services": profile.services.map(Self.service), "ports": profile.ports.compactMap(Self.port),
      "link": profile.link, "state": presence, "note": profile.note, "hidden": profile.isHidden,
    ]
    try json.encode(to: encoder)
  }

  /// Of a service the history holds its type alone.
  private static func service(_ type: String) -> JSONObject {
    ["type": type, "name": String?.none, "port": Int?.none, "txt": [String: String]()]
  }

  /// The port that `22/tcp` names; `nil` for other texts.
  private static func port(_ text: String) -> JSONObject? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt16(parts[0]), number > 0,
      ["tcp", "udp"].contains(parts[1])
    else { return nil }
    return [
      "port": number, "protocol": String(parts[1]), "state": "open", "service": String?.none,
    ]
  }
}
