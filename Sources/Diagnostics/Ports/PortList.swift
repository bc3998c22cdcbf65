/// Which ports are to be asked: `1-65535`, `22,80,8000-8100`, `top100`, `top1000`, or several of them.
public struct PortList: Hashable, Sendable {
  /// Each once, likeliest first.
  public let ports: [UInt16]
  /// UDP ports likewise: there `top100` and `top1000` are those of the well-known services.
  public let udpPorts: [UInt16]

  /// The likeliest thousand.
  public static let top1000 = PortList(ranked: PortRanking.top1000)

  private init(ranked: [UInt16]) {
    ports = ranked
    udpPorts = UDPService.usualPorts
  }

  /// Reads a list, as it is typed after `-p`.
  ///
  /// - Throws: What is wrong with it.
  public init(parsing text: String) throws(DiagnosticError) {
    var wanted = [Bool](repeating: false, count: 65_536)
    var wantedUDP = wanted
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch part {
      case "top100", "top1000":
        for port in part == "top100" ? PortRanking.top100 : PortRanking.top1000 {
          wanted[Int(port)] = true
        }
        for port in UDPService.usualPorts { wantedUDP[Int(port)] = true }
      case "-", "all":
        for port in 1...65_535 { (wanted[port], wantedUDP[port]) = (true, true) }
      default:
        guard let range = Self.range(part) else {
          throw .usage("'\(part)' is not a port (1 to 65535), a range of ports, top100 or top1000")
        }
        for port in range { (wanted[port], wantedUDP[port]) = (true, true) }
      }
    }
    ports = Self.ranked(wanted, by: PortRanking.place)
    udpPorts = Self.ranked(wantedUDP, by: UDPService.place)
  }

  private static func ranked(_ wanted: [Bool], by place: [UInt16: Int]) -> [UInt16] {
    var ranked: [UInt16] = []
    var others: [UInt16] = []
    for (port, isWanted) in wanted.enumerated() where isWanted {
      if place[UInt16(port)] != nil {
        ranked.append(UInt16(port))
      } else {
        others.append(UInt16(port))
      }
    }
    return ranked.sorted { (place[$0] ?? 0) < (place[$1] ?? 0) } + others
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    if text.isEmpty { return nil }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = ends.first, let low = number(first, unless: 1),
      let high = ends.count == 2 ? number(ends[1], unless: 65_535) : low, low <= high
    else { return nil }
    return low...high
  }

  private static func number(_ text: Substring, unless missing: Int) -> Int? {
    if text.isEmpty { return missing }
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), (1...65_535).contains(number)
    else { return nil }
    return number
  }
}
