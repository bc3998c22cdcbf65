public import Model
public import Monitoring
import Networking

extension MonitorChecks {
  /// Monitors that a home with these devices may want, beside those that it has.
  public func suggestions(
    for devices: [InventoryDevice],
    beside monitors: [Monitor]
  ) async -> [Monitor] {
    let configuration = try? await environment.network.configuration()
    let all = SuggestedMonitors.suggestions(
      devices,
      gateways: (configuration?.gateways ?? []).map(\.address),
      existing: monitors
    )
    // The simulated home has no Internet.
    return environment.questions == nil ? all.filter { $0.check.kind != .internet } : all
  }
}
