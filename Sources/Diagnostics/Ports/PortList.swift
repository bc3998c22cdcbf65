import Model

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
          throw .usage(Message(.errorNoPort, ["text": "\(part)"]))
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

/// Which TCP ports are likeliest to be open at home: HomeNet's own order.
///
/// First what routers, computers, televisions, speakers, storage and smart homes listen on, then the
/// well-known services, then the neighbourhoods in which the others are found.
enum PortRanking {
  /// The likeliest hundred.
  static let top100 = Array(all.prefix(100))
  /// The likeliest thousand.
  static let top1000 = Array(all.prefix(1000))
  /// A port's place; lower is likelier.
  static let place: [UInt16: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1, $0) }
  )

  private static let all: [UInt16] = {
    var seen: Set<UInt16> = []
    return (home + services + neighbourhoods.flatMap { Array($0) }).filter {
      seen.insert($0).inserted
    }
  }()

  /// What is met at home, likeliest first.
  private static let home: [UInt16] = [
    80, 443, 22, 631, 53, 445, 8080, 139, 8443, 7000, 8009, 8008, 5000, 62078, 1400, 548, 23, 21,
    554, 5357, 3689, 8001, 8002, 49152, 5900, 3389, 8123, 1883, 515, 9100, 8060, 5001, 32400, 135,
    8000, 9080, 7100, 3000, 49153, 8081, 6466, 6467, 9000, 111, 2049, 6668, 8888, 25, 88, 49154,
    8096, 9090, 5555, 10001, 6053, 1443, 4070, 8200, 8089, 443, 1900, 2869, 5985, 7547, 49000, 8291,
    8728, 81, 8083, 8883, 9197, 1926, 55443, 16021, 9999, 34567, 37777, 873, 3306, 5432, 6379, 9091,
    8006, 51827, 21064, 4443, 9443, 10000, 3001, 8010, 8086, 1880, 8181, 2000, 5353, 9295, 2869,
    7070, 8899, 3128, 1935, 6667, 161, 110, 143, 993, 995, 587, 465, 389, 636, 1080, 1723, 2375,
    2376, 2222, 5060, 5061, 5222, 5009, 5010, 9010, 9001, 9002, 11434, 27017, 6443, 6881, 51413,
    9117, 8989, 7878, 8686, 6789, 8112, 9696, 8191, 5055, 19999, 61208, 3493, 3551, 7125, 4408,
    8088, 8090, 8880, 8843, 9981, 9982, 8554, 8555, 1984, 5800, 5901, 5902, 3390, 6000, 4000, 4001,
    12345, 54321, 20002, 9123, 4567, 50000, 50001, 49155, 49156, 49157, 49158, 49159, 49160, 8444,
    8500, 8082, 8084, 8085, 8087, 8091, 8092, 8093, 8095, 8098, 8099, 5600, 4711, 4747, 5540, 5580,
    8920, 13378, 2283, 4533, 3579, 8265, 30000, 32469, 32410, 6767, 8384, 22000, 5480, 902, 903,
    16992, 16993, 623, 664, 17988, 5988, 5989, 427, 5480, 2179, 47001, 1720, 3702, 5683, 5684, 6454,
    9981, 15000, 20000, 44818, 502, 102, 1911, 4840, 47808, 10243, 10400, 3483, 9005, 49200, 59777,
  ]

  /// Well-known services (IANA's registry and custom).
  private static let services: [UInt16] = [
    7, 9, 13, 17, 19, 20, 24, 26, 37, 49, 70, 79, 82, 83, 84, 85, 86, 87, 89, 90, 99, 100, 106, 109,
    113, 119, 123, 137, 138, 144, 146, 163, 177, 179, 194, 199, 211, 212, 220, 222, 254, 255, 256,
    259, 264, 280, 301, 306, 311, 340, 366, 371, 381, 383, 402, 406, 407, 411, 412, 417, 425, 433,
    434, 444, 447, 458, 464, 475, 481, 497, 500, 512, 513, 514, 521, 524, 540, 541, 543, 544, 545,
    547, 555, 556, 563, 591, 593, 601, 616, 617, 625, 639, 646, 647, 648, 660, 666, 667, 674, 683,
    691, 698, 700, 705, 711, 714, 720, 722, 726, 749, 750, 765, 777, 783, 787, 800, 801, 808, 830,
    843, 853, 860, 861, 880, 888, 898, 900, 901, 911, 912, 953, 981, 987, 989, 990, 991, 992, 994,
    999, 1000, 1001, 1010, 1011, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029, 1030, 1031, 1032,
    1053, 1098, 1099, 1100, 1194, 1214, 1234, 1241, 1311, 1337, 1352, 1414, 1417, 1433, 1434, 1494,
    1500, 1503, 1512, 1521, 1524, 1526, 1533, 1556, 1580, 1583, 1594, 1600, 1604, 1645, 1666, 1688,
    1700, 1701, 1717, 1718, 1719, 1755, 1761, 1782, 1801, 1812, 1863, 1875, 1914, 1947, 1967, 1971,
    1972, 1974, 1998, 1999, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2020, 2021,
    2022, 2030, 2033, 2034, 2040, 2042, 2043, 2048, 2065, 2068, 2080, 2082, 2083, 2086, 2087, 2095,
    2096, 2099, 2100, 2103, 2105, 2107, 2111, 2121, 2126, 2135, 2144, 2160, 2170, 2181, 2190, 2191,
    2196, 2200, 2251, 2260, 2301, 2323, 2366, 2379, 2380, 2381, 2382, 2393, 2399, 2401, 2404, 2424,
    2480, 2483, 2484, 2492, 2500, 2525, 2557, 2601, 2602, 2604, 2607, 2638, 2701, 2710, 2718, 2725,
    2800, 2809, 2811, 2875, 2909, 2920, 2947, 2967, 2968, 2998, 3003, 3005, 3006, 3007, 3010, 3011,
    3013, 3017, 3030, 3050, 3052, 3071, 3077, 3100, 3168, 3211, 3221, 3260, 3261, 3268, 3269, 3283,
    3299, 3300, 3301, 3322, 3323, 3324, 3325, 3333, 3351, 3367, 3369, 3370, 3371, 3372, 3400, 3404,
    3456, 3476, 3500, 3517, 3527, 3546, 3580, 3632, 3659, 3690, 3703, 3737, 3766, 3784, 3800, 3801,
    3809, 3814, 3826, 3827, 3828, 3851, 3869, 3871, 3878, 3880, 3889, 3900, 3905, 3914, 3918, 3920,
    3945, 3971, 3986, 3995, 3998, 4002, 4003, 4004, 4005, 4006, 4045, 4100, 4111, 4125, 4126, 4129,
    4190, 4200, 4222, 4224, 4242, 4279, 4321, 4343, 4369, 4444, 4445, 4446, 4449, 4500, 4505, 4506,
    4550, 4569, 4662, 4786, 4848, 4899, 4949, 5002, 5003, 5004, 5005, 5006, 5007, 5030, 5033, 5050,
    5051, 5054, 5080, 5087, 5100, 5101, 5102, 5120, 5190, 5200, 5201, 5214, 5221, 5225, 5226, 5269,
    5280, 5298, 5355, 5351, 5370, 5400, 5405, 5414, 5431, 5440, 5500, 5510, 5544, 5550, 5554, 5556,
    5560, 5566, 5601, 5631, 5632, 5633, 5666, 5672, 5678, 5679, 5718, 5730, 5801, 5802, 5810, 5811,
    5815, 5822, 5825, 5850, 5859, 5862, 5877, 5903, 5904, 5906, 5907, 5910, 5911, 5915, 5922, 5925,
    5938, 5950, 5952, 5959, 5960, 5961, 5962, 5963, 5984, 5986, 5987, 5998, 5999, 6001, 6002, 6003,
    6004, 6005, 6006, 6007, 6009, 6025, 6050, 6059, 6080, 6100, 6101, 6106, 6112, 6123, 6129, 6156,
    6346, 6389, 6502, 6510, 6543, 6547, 6565, 6566, 6580, 6646, 6660, 6661, 6662, 6663, 6664, 6665,
    6666, 6669, 6679, 6689, 6692, 6697, 6699, 6779, 6788, 6792, 6839, 6901, 6969, 7001, 7002, 7003,
    7004, 7007, 7019, 7025, 7080, 7103, 7106, 7200, 7201, 7402, 7435, 7443, 7474, 7496, 7512, 7625,
    7627, 7676, 7680, 7741, 7777, 7778, 7779, 7800, 7911, 7920, 7921, 7937, 7938, 7999, 11211,
  ]

  /// Where the rest of the thousand are.
  private static let neighbourhoods: [ClosedRange<UInt16>] = [
    8000...8100, 9000...9120, 49161...49180, 10000...10030, 8180...8200, 8880...8900, 9200...9210,
    8400...8450, 7000...7030, 50000...50010, 3000...3030, 5000...5030, 9990...9999, 32768...32790,
    60000...60020, 20000...20010, 4000...4030, 40000...40010, 9500...9510, 8600...8660, 1025...1200,
  ]
}
