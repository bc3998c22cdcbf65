internal import Wire
extension Reactor {
  func readNeighbours(_ ticket: Ticket, for run: MachineRun, keepsWatching: Bool) {}
}
extension LinuxNetwork {
  public func configuration() async throws(LocalFailure) -> NetworkConfiguration {
    NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
  }
}
