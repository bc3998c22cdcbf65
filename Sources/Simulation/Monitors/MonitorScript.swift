import Model
import Monitoring

/// Made-up monitors in every state, at a moment.
struct MonitorScript {
  let now: Timestamp

  /// How many are scripted one by one; others are hosts by number.
  static let count = 12
  static let minute: Int64 = 60_000
  static let day: Int64 = 86_400_000

  /// So many minutes before now, or after it where that is negative.
  func ago(_ minutes: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - minutes * Self.minute)
  }

  /// The monitor of that number, from 0 on, as it is now.
  func monitor(_ index: Int) -> MonitorSnapshot {
    let scripted = scripted
    guard scripted.indices.contains(index) else { return host(index) }
    return scripted[index]
  }

  private var scripted: [MonitorSnapshot] {
    [internet, gateway, storage, website, mail, printer, resolver, phone, camera, backup, new, odd]
  }

  /// What the home suggests.
  static let suggestions = [
    Monitor(
      id: "",
      name: "Printer’s page",
      check: .http(HTTPCheck(url: "http://printer.example/")),
      source: .suggested
    ),
    Monitor(
      id: "",
      name: "Files of the NAS",
      check: .tcp(host: "nas.example", port: 445),
      source: .suggested
    ),
    Monitor(id: "", name: "Tablet", check: .presence(device: "d00004"), source: .suggested),
  ]

  // MARK: One by one

  private var internet: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "internet",
        name: "Internet",
        check: .internet(targets: ["one.example", "two.example"]),
        source: .suggested
      ),
      .degraded,
      minutes: 47,
      because: ScriptedWords.lossy,
      roundTripMs: 38.2
    )
  }

  private var gateway: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "gateway",
        name: "Gateway",
        check: .icmp(host: "gateway.example", count: 3),
        source: .suggested
      ),
      .up,
      roundTripMs: 0.8
    )
  }

  private var storage: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "nas",
        name: "NAS",
        check: .http(HTTPCheck(url: "http://silent-nas.example:5000/")),
        conditions: [try? Condition("[STATUS] == 200")].compactMap(\.self),
        interval: .seconds(30),
        parents: ["gateway"]
      ),
      .down,
      minutes: 12,
      because: ScriptedWords.silent("silent-nas.example")
    )
  }

  private var website: MonitorSnapshot {
    var monitor = Monitor(
      id: "web",
      name: "Our website",
      check: .http(
        HTTPCheck(url: "https://www.example/", headers: [.init("Accept", "text/html")])
      ),
      conditions: ["[STATUS] == 200", "[RESPONSE_TIME] < 800"].compactMap { try? Condition($0) },
      parents: ["internet"],
      source: .file
    )
    monitor.degraded.timesUsual = 3
    var web = snapshot(monitor, .up, roundTripMs: 84.5)
    web.httpStatus = 200
    web.certificateEnd = ago(-60 * 24 * 60)
    return web
  }

  private var mail: MonitorSnapshot {
    var mail = snapshot(
      Monitor(
        id: "mail",
        name: "Mail server",
        check: .tls(TLSCheck(host: "slow-mail.example", port: 993)),
        parents: ["internet"]
      ),
      .degraded,
      minutes: 150,
      because: ScriptedWords.expiring("slow-mail.example", on: ago(-9 * 24 * 60)),
      roundTripMs: 41
    )
    mail.certificateEnd = ago(-9 * 24 * 60)
    return mail
  }

  private var printer: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "printer",
        name: "Printer",
        check: .tcp(host: "printer.example", port: 631),
        isPaused: true
      ),
      .paused,
      minutes: 3 * 24 * 60,
      because: ScriptedWords.paused
    )
  }

  private var resolver: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "resolver",
        name: "Resolver",
        check: .dns(DNSCheck(name: "lost.example", resolver: "gateway.example"))
      ),
      .unknown,
      minutes: 25,
      because: ScriptedWords.noLink
    )
  }

  private var phone: MonitorSnapshot {
    var phone = snapshot(
      Monitor(id: "phone", name: "Anna’s phone", check: .presence(device: "d00003")),
      .down,
      minutes: 100,
      because: ScriptedWords.away("Anna’s phone")
    )
    phone.mutedUntil = Timestamp(milliseconds: .max)
    return phone
  }

  private var camera: MonitorSnapshot {
    var camera = snapshot(
      Monitor(
        id: "camera",
        name: "Camera",
        check: .icmp(host: "silent-camera.example", count: 1),
        downAfter: Quorum(3, of: 5)
      ),
      .down,
      minutes: 4,
      because: ScriptedWords.silent("silent-camera.example")
    )
    camera.isFlapping = true
    return camera
  }

  private var backup: MonitorSnapshot {
    var backup = snapshot(
      Monitor(
        id: "backup",
        name: "Backup",
        check: .tcp(host: "backup.example", port: 22),
        maintenance: [
          MaintenanceWindow(.once(from: ago(30), to: ago(-90)), note: "New disks"),
          MaintenanceWindow(.weekly(days: [7], startMinute: 180, minutes: 120)),
        ]
      ),
      .up,
      roundTripMs: 3.1
    )
    backup.isInMaintenance = true
    return backup
  }

  private var new: MonitorSnapshot {
    MonitorSnapshot(
      monitor: Monitor(
        id: "new",
        name: "Not checked yet",
        check: .icmp(host: "new.example")
      )
    )
  }

  /// With a name that a page has to escape, to shorten and to keep in its place.
  private var odd: MonitorSnapshot {
    snapshot(
      Monitor(
        id: "odd",
        name: "<img src=x onerror=alert(1)> & \"Straße\" \u{202E}txet of a very long name",
        check: .tcp(host: "odd.example", port: 8443)
      ),
      .up,
      roundTripMs: 12.25
    )
  }

  // MARK: By number

  private func host(_ index: Int) -> MonitorSnapshot {
    let digits = String(index)
    let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    let isDown = index % 97 == 13
    let host = isDown ? "silent\(number).example" : "host\(number).example"
    return snapshot(
      Monitor(id: "m\(number)", name: "Host \(index)", check: .icmp(host: host)),
      isDown ? .down : .up,
      minutes: isDown ? Int64(index % 60) + 3 : nil,
      because: isDown ? ScriptedWords.silent(host) : nil,
      roundTripMs: isDown ? nil : Double(index % 40) + 0.5
    )
  }

  private func snapshot(
    _ monitor: Monitor,
    _ state: MonitorState,
    minutes: Int64? = nil,
    because reason: Message? = nil,
    roundTripMs: Double? = nil
  ) -> MonitorSnapshot {
    MonitorSnapshot(
      monitor: monitor,
      state: state,
      since: minutes.map(ago),
      reason: reason,
      checked: Timestamp(milliseconds: now.milliseconds - 20_000),
      roundTripMs: roundTripMs
    )
  }
}
