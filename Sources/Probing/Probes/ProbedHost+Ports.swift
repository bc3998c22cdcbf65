import Discovery

extension ProbedHost {
  /// Where a service is to be asked: of its usual ports those that are open, and where the host
  /// announces it, in order.
  func ports(_ usual: Set<UInt16>, or types: [String] = []) -> [UInt16] {
    let announced = types.flatMap { ports(of: $0) }.filter { $0 != 0 && !Self.isPrinting($0) }
    return usual.intersection(openPorts).union(announced.prefix(Self.mostAnnounced)).sorted()
  }

  /// One service has one port, rarely two; a host that announces a hundred gets no more.
  private static let mostAnnounced = 2

  /// Whether what arrives at the port comes out on paper.
  static func isPrinting(_ port: UInt16) -> Bool {
    ScanPorts.prints(port)
  }
}
