/// Apple's systems, and which of their versions a build is of.
enum AppleSystem: String {
  case tvOS, audioOS, iOS, iPadOS, macOS, watchOS, visionOS

  /// The major version that a build is of; `nil` where the numbers of its train are not known.
  func majorVersion(of build: AppleBuild) -> String? {
    switch self {
    case .macOS: majorVersion(ofDarwin: build.train)
    case .tvOS, .audioOS, .iOS, .iPadOS:
      switch build.train {
      case 11...22: String(build.train - 4)
      // Since 2025 all systems have the year's number.
      case 23: "26"
      default: nil
      }
    // Their trains are numbered otherwise, or too young to tell.
    case .watchOS, .visionOS: nil
    }
  }

  /// The version of macOS that has that major version of Darwin, its kernel.
  func majorVersion(ofDarwin kernel: Int) -> String? {
    switch kernel {
    case 10...19: "10.\(kernel - 4)"
    case 20...24: String(kernel - 9)
    case 25: "26"
    default: nil
    }
  }

  /// The releases by their builds, as far as they are known; to autumn 2024.
  ///
  /// Of tvOS, and of the loudspeakers' system, which is built with it.
  var releases: [String: String] {
    switch self {
    case .tvOS, .audioOS: Self.televisionReleases
    default: [:]
    }
  }

  private static let televisionReleases: [String: String] = {
    var releases: [String: String] = [:]
    for line in releaseText.split(separator: "\n") {
      for entry in line.split(separator: ",") {
        let parts = entry.split(separator: " ")
        if parts.count == 2 { releases[String(parts[1])] = String(parts[0]) }
      }
    }
    return releases
  }()

  /// Version and build.
  private static let releaseText = """
    13.0 17J586, 13.2 17K82, 13.3 17K449, 13.3.1 17K795, 13.4 17L256, 13.4.5 17L562, 13.4.6 17L570
    13.4.8 17M61, 14.0 18J386, 14.0.1 18J400, 14.0.2 18J411, 14.2 18K57, 14.3 18K561, 14.4 18K802
    14.5 18L204, 14.6 18L569, 14.7 18M60, 15.0 19J346, 15.1 19J572, 15.1.1 19J581, 15.2 19K53
    15.3 19K547, 15.4 19L440, 15.4.1 19L452, 15.5 19L570, 15.5.1 19L580, 15.6 19M65, 16.0 20J373
    16.1 20K71, 16.1.1 20K80, 16.2 20K362, 16.3 20K650, 16.3.1 20K661, 16.3.2 20K672, 16.3.3 20K680
    16.4 20L497, 16.4.1 20L498, 16.5 20L563, 16.6 20M73, 17.0 21J354, 17.1 21K69, 17.2 21K365
    17.3 21K646, 17.4 21L227, 17.5 21L569, 17.5.1 21L580, 17.6 21M71, 17.6.1 21M80, 18.0 22J357
    18.1 22J580
    """
}
