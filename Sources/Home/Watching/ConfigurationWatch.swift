import Networking

/// Tells when this machine's interfaces, addresses or routes have changed and come to rest.
///
/// An interface that comes up makes a dozen notifications within a second: link, carrier, addresses,
/// routes.
struct ConfigurationWatch: NetworkMachine {
  /// Something changed.
  struct Output: Sendable {}

  private var isWaiting = false

  /// How long changes are gathered.
  static let rest = Duration.seconds(1)
  private static let watch = Ticket(owner: 0, number: 0)
  private static let timer = Ticket(owner: 0, number: 1)

  mutating func start(_ port: inout NetworkPort<Output>) {
    port.request(.watchConfiguration(Self.watch))
  }

  mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .configurationChanged:
      guard !isWaiting else { return }
      isWaiting = true
      port.request(.wake(Self.timer, at: port.now + Self.rest))
    case .woke:
      isWaiting = false
      port.output(Output())
    case .failed:
      // The watch looks for itself now and then.
      port.finish()
    default:
      break
    }
  }
}
