import Discovery
import Home
import Model
import Wire

/// The states that a page has to look well in.
public enum HomeState: String, Hashable, Sendable, CaseIterable {
  /// All is known; some are away.
  case idle
  /// The first scan runs, and finds one after another.
  case scanning
  /// The first scan has just begun.
  case firstSecond = "first-second"
  /// The first scan was stopped.
  case stopped
  /// The watch is paused.
  case paused
  /// A scan found no device.
  case nobody
  /// No network is up.
  case offline
  /// Something is not permitted.
  case notPermitted = "not-permitted"
  /// The disk is full, so that nothing is kept.
  case diskFull = "disk-full"
  /// Everybody is away.
  case allAway = "all-away"
  /// Nothing but addresses is known.
  case allUnknown = "all-unknown"
  /// Names are markup, very long, or turn text around.
  case hostileNames = "hostile-names"
  /// Fourteen private addresses were there for some hours each, and are away.
  case transient

  /// Whether there are no devices, however many are wanted.
  var isEmpty: Bool { [.firstSecond, .stopped, .nobody].contains(self) }

  /// How many of the devices, the last ones, are away and were there for some hours only.
  var transientCount: Int { self == .transient ? 14 : 0 }

  /// What is unusual about the devices.
  var oddity: GeneratedDevices.Oddity {
    switch self {
    case .allUnknown: .allUnknown
    case .hostileNames: .hostileNames
    default: .none
    }
  }

  /// Whether the device of that number is there.
  func presence(of index: Int) -> InventoryDevice.Presence {
    switch self {
    case .idle, .notPermitted, .diskFull, .transient:
      index % 29 == 17 ? .unconfirmed : index >= 12 && index % 13 == 12 ? .away : .present
    case .allAway, .offline: .away
    default: .present
    }
  }

  /// How the watch is.
  func status(now: Timestamp) -> WatchStatus {
    let before = Timestamp(milliseconds: now.milliseconds - 120_000)
    let network = NetworkReport(
      cidr: IPv4Prefix("192.168.1.0/24"),
      interface: "eth0",
      address: IPv4Address(192, 168, 1, 2),
      gateway: .v4(IPv4Address(192, 168, 1, 1))
    )
    var status = WatchStatus(
      networks: [network],
      scan: WatchStatus.ScanState(
        started: before,
        finished: before,
        next: GeneratedHome.nextScan(after: now)
      ),
      storage: WatchStatus.StorageState(path: "/var/lib/homenet")
    )
    switch self {
    case .firstSecond:
      status.scan = WatchStatus.ScanState(
        activity: .running,
        started: now,
        progress: ScanProgress(asked: 5, total: 254, active: [.neighbours, .mdns]),
        share: 0.02
      )
    case .scanning: status.scan.finished = nil
    case .stopped: status.scan.finished = nil
    case .paused: (status.scan.paused, status.scan.next) = (true, nil)
    case .offline:
      status.networks = []
      status.scan.next = nil
      status.problems = [
        WatchStatus.Problem(
          code: "no-network",
          .verbatim("No network is up on this computer."),
          fix: .verbatim("Connect a cable or join a Wi-Fi network.")
        )
      ]
    case .notPermitted:
      status.problems = [
        WatchStatus.Problem(
          code: "multicast",
          .verbatim("Can't hear multicast in this container."),
          fix: .verbatim("Start it with host networking: docker run --network host …")
        )
      ]
    case .diskFull:
      status.storage.failure = .diskFull(path: "/var/lib/homenet/homenet.sqlite")
    case .idle, .nobody, .allAway, .allUnknown, .hostileNames, .transient: break
    }
    return status
  }
}
