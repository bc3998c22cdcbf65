import Discovery
import Model
import Networking
import Wire

/// When everybody on the networks is asked at once: in the first round, and then once a day.
///
/// All networks of a round have their turn together, so that one that is new or due takes the others along.
struct BroadcastSchedule: Sendable {
  private var asked: [IPv4Prefix: Timestamp] = [:]

  /// How long a turn lasts where no network is new, in milliseconds.
  static let period: Int64 = 24 * 3600 * 1000
  /// A laptop sees many networks.
  private static let mostNetworks = 64

  /// Whether the round may ask everybody; then it is its networks' turn for the day.
  mutating func takeTurn(on plan: ScanPlan, now: Timestamp) -> Bool {
    asked = asked.filter { !Self.isDue($0.value, now: now) }
    let networks = Set(plan.interfaces.flatMap(\.ipv4).map(\.prefix))
    guard networks.contains(where: { asked[$0] == nil }),
      asked.count + networks.count <= Self.mostNetworks
    else { return false }
    for network in networks { asked[network] = now }
    return true
  }

  /// A clock that was set back counts anew.
  private static func isDue(_ last: Timestamp, now: Timestamp) -> Bool {
    now < last || now.milliseconds - last.milliseconds >= period
  }
}
