import Model
public import Networking
public import Wire

/// A simulated device's SSDP half (UPnP Device Architecture 2.0, section 1).
public struct SSDPResponder: Responder {
  /// Where SSDP listens.
  public let port = SSDP.port
  /// The IPv4 group.
  public let groups: [IPAddress] = [.v4(SSDP.ipv4Group)]

  private let announced: [SSDPAnnouncement]
  private let lateness: Duration
  /// The device's place in the time that a search gives for answers, 0–1.
  private let place: Double

  /// The responder of a device; `nil` if it announces nothing.
  public init?(_ device: SimulatedDevice) {
    guard !device.ssdp.isEmpty else { return nil }
    announced = device.ssdp.map { announcement in
      var announcement = announcement
      announcement.location = announcement.location?
        .replacing("{address}", with: "\(device.address)")
      return announcement
    }
    lateness = device.lateness
    place = Double((device.address.rawValue &* 2_654_435_761) >> 22) / 1024
  }

  /// Its announcements (NOTIFY, `ssdp:alive`), 20 ms apart.
  public func announcements() -> [Response] {
    notifications(.alive)
  }

  /// Its `ssdp:byebye` messages.
  public func goodbyes() -> [Response] {
    notifications(.byebye)
  }

  private func notifications(_ kind: SSDPMessage.Announcement) -> [Response] {
    announced.enumerated().map { index, announcement in
      var message = SSDPMessage.notify(
        kind,
        target: announcement.target,
        usn: announcement.usn,
        location: announcement.location,
        server: announcement.server
      )
      message.add(announcement.headers)
      return Response(
        to: Endpoint(.v4(SSDP.ipv4Group), port: SSDP.port),
        payload: message.serialised,
        delay: lateness + .milliseconds(20 * index)
      )
    }
  }

  /// The answers to a search, each to its sender, within the time that the search gives.
  public func responses(to datagram: Datagram) -> [Response] {
    guard let search = try? SSDPMessage(parsing: datagram.payload), search.kind == .search,
      search["MAN"] == "\"ssdp:discover\"", let target = search.target
    else { return [] }
    let wanted = announced.filter { target == SSDP.all || $0.target == target }
    // Asked alone, a device answers at once (UPnP Device Architecture 2.0, section 1.3.2).
    let isAlone = datagram.destination.map { $0.scope != .multicast } ?? false
    let wait = isAlone ? 0 : Double(min(max(search.maximumWait ?? 1, 0), 5)) * place * 0.9
    return wanted.enumerated().map { index, announcement in
      var message = SSDPMessage.answer(
        target: announcement.target,
        usn: announcement.usn,
        location: announcement.location,
        server: announcement.server
      )
      message.add(announcement.headers)
      return Response(
        to: datagram.source,
        payload: message.serialised,
        delay: lateness + .seconds(wait) + .milliseconds(2 * index)
      )
    }
  }
}

extension SSDPMessage {
  /// Adds fields that the message lacks, in the order of their names.
  fileprivate mutating func add(_ headers: [String: String]) {
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) where self[name] == nil {
      fields.append(Field(name.uppercased(), value))
    }
  }
}
