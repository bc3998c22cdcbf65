import Model

/// A version of a profile in an export.
struct ExportedVersion: Codable {
  let version: ProfileVersion

  init(_ version: ProfileVersion) { self.version = version }

  private enum CodingKeys: String, CodingKey { case slot, since, profile }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    version = ProfileVersion(
      slot: try json.decode(Int.self, forKey: .slot),
      since: try json.decode(Timestamp.self, forKey: .since),
      profile: try json.decodeIfPresent(ExportedProfile.self, forKey: .profile)?.profile
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(version.slot, forKey: .slot)
    try json.encode(version.since, forKey: .since)
    try json.encode(version.profile.map { ExportedProfile($0) }, forKey: .profile)
  }
}

/// What a device was, in an export.
private struct ExportedProfile: Codable {
  let profile: DeviceProfile

  init(_ profile: DeviceProfile) { self.profile = profile }

  private enum CodingKeys: String, CodingKey {
    case id, name, category, vendor, model, os, hostname, ip, addresses, mac, link, ports, services
    case keys, gateway, hidden, note
    case isSelf = "self"
  }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    profile = DeviceProfile(
      id: try json.decode(String.self, forKey: .id),
      name: try json.decodeIfPresent(String.self, forKey: .name),
      category: try json.decode(Category.self, forKey: .category),
      vendor: try json.decodeIfPresent(String.self, forKey: .vendor),
      model: try json.decodeIfPresent(String.self, forKey: .model),
      os: try json.decodeIfPresent(String.self, forKey: .os),
      hostname: try json.decodeIfPresent(String.self, forKey: .hostname),
      ip: try json.decode(String.self, forKey: .ip),
      addresses: try json.decode([String].self, forKey: .addresses),
      mac: try json.decodeIfPresent(String.self, forKey: .mac),
      link: try json.decodeIfPresent(Link.Medium.self, forKey: .link),
      ports: try json.decode([String].self, forKey: .ports),
      services: try json.decode([String].self, forKey: .services),
      keys: try json.decode([String].self, forKey: .keys),
      isGateway: try json.decode(Bool.self, forKey: .gateway),
      isSelf: try json.decode(Bool.self, forKey: .isSelf),
      isHidden: try json.decode(Bool.self, forKey: .hidden),
      note: try json.decodeIfPresent(String.self, forKey: .note)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(profile.id, forKey: .id)
    try json.encode(profile.name, forKey: .name)
    try json.encode(profile.category, forKey: .category)
    try json.encode(profile.vendor, forKey: .vendor)
    try json.encode(profile.model, forKey: .model)
    try json.encode(profile.os, forKey: .os)
    try json.encode(profile.hostname, forKey: .hostname)
    try json.encode(profile.ip, forKey: .ip)
    try json.encode(profile.addresses, forKey: .addresses)
    try json.encode(profile.mac, forKey: .mac)
    try json.encode(profile.link, forKey: .link)
    try json.encode(profile.ports, forKey: .ports)
    try json.encode(profile.services, forKey: .services)
    try json.encode(profile.keys, forKey: .keys)
    try json.encode(profile.isGateway, forKey: .gateway)
    try json.encode(profile.isSelf, forKey: .isSelf)
    try json.encode(profile.isHidden, forKey: .hidden)
    try json.encode(profile.note, forKey: .note)
  }
}

/// The checks of an hour or a day in an export.
struct ExportedRoundTrips: Codable {
  let summed: SummedRoundTrips

  init(_ summed: SummedRoundTrips) { self.summed = summed }

  private enum CodingKeys: String, CodingKey {
    case slot, length, time, n, lost, unknown, min, p50, p95, max
  }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    summed = SummedRoundTrips(
      slot: try json.decode(Int.self, forKey: .slot),
      length: try json.decode(SummedRoundTrips.Length.self, forKey: .length),
      point: SamplePoint(
        time: try json.decode(Timestamp.self, forKey: .time),
        n: try json.decode(Int.self, forKey: .n),
        lost: try json.decode(Int.self, forKey: .lost),
        unknown: try json.decode(Int.self, forKey: .unknown),
        min: try json.decodeIfPresent(Double.self, forKey: .min),
        p50: try json.decodeIfPresent(Double.self, forKey: .p50),
        p95: try json.decodeIfPresent(Double.self, forKey: .p95),
        max: try json.decodeIfPresent(Double.self, forKey: .max)
      )
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    let point = summed.point
    try json.encode(summed.slot, forKey: .slot)
    try json.encode(summed.length, forKey: .length)
    try json.encode(point.time, forKey: .time)
    try json.encode(point.n, forKey: .n)
    try json.encode(point.lost, forKey: .lost)
    try json.encode(point.unknown, forKey: .unknown)
    try json.encode(point.min, forKey: .min)
    try json.encode(point.p50, forKey: .p50)
    try json.encode(point.p95, forKey: .p95)
    try json.encode(point.max, forKey: .max)
  }
}
