package import Checks
import Diagnostics
package import Home
import LinuxNetwork
import Model
package import Networking
import Server
import Wire

extension ToolEnvironment {
  /// What monitors use: this machine's network with its own services, or the demo home's only.
  package func checks(of home: any HomeWatching) throws(LocalFailure) -> CheckEnvironment {
    var policy = TargetPolicy(reach)
    policy.allowsThisMachine = isReal
    guard isReal else {
      return CheckEnvironment(
        network: try network(),
        home: home,
        group: group,
        lookUp: nil,
        questions: nil,
        rejection: { [policy] in policy.rejection(of: $0) }
      )
    }
    return CheckEnvironment(
      network: try network(),
      home: home,
      rejection: { [policy] in policy.rejection(of: $0) }
    )
  }
}
