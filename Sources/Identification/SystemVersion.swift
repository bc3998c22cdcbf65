/// The version of a device's operating system, as the device states it.
///
/// Read from a version number or a build number; the prefix of a build gives the major version, and a
/// known release the full one. AirPlay's versions (`srcvers`) are ignored: other makers' receivers
/// copy Apple's, and several systems share them.
struct SystemVersion {
  /// The system with its version: `tvOS 17.5`, `tvOS 17 (21L999)`.
  var text: String
  /// The index of the field that states it.
  var field: Int

  /// The version of a named system; `nil` if no field states it.
  init?(of system: String, in fields: [EvidenceField]) {
    guard let apple = AppleSystem(rawValue: system) else { return nil }
    var (version, build, darwin): (Int?, Int?, Int?)
    for index in fields.indices {
      switch (fields[index].kind, fields[index].key) {
      case (.txt, "osvers"), (.txt, "ov"), (.json, "osversion"):
        if Self.isVersion(fields[index].value) { version = version ?? index }
      case (.json, "osbuildversion"), (.txt, "osbuildversion"):
        if AppleBuild(fields[index].value) != nil { build = build ?? index }
      case (.txt, "osxvers"):
        if apple == .macOS, Int(fields[index].value) != nil { darwin = darwin ?? index }
      default: break
      }
    }
    let stated = build.flatMap { AppleBuild(fields[$0].value) }
    if let version {
      let number = fields[version].value
      // A build of another major version belongs to another component.
      let isSame = stated.flatMap(apple.majorVersion) == Self.major(number)
      let suffix = isSame ? stated.map { " (\($0.text))" } ?? "" : ""
      (text, field) = ("\(system) \(number)\(suffix)", version)
    } else if let build, let stated, let major = apple.majorVersion(of: stated) {
      let number = apple.releases[stated.text] ?? major
      (text, field) = ("\(system) \(number) (\(stated.text))", build)
    } else if let darwin, let kernel = Int(fields[darwin].value),
      let major = AppleSystem.macOS.majorVersion(ofDarwin: kernel)
    {
      (text, field) = ("\(system) \(major)", darwin)
    } else {
      return nil
    }
  }

  /// `17`, `17.5`, `17.5.1`.
  private static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy {
        (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(RulePattern.isDigit)
      }
  }

  private static func major(_ version: String) -> String { String(version.prefix { $0 != "." }) }
}

/// A build number of an Apple system: `21L569`.
struct AppleBuild: Hashable {
  let text: String
  /// The leading number: Darwin's major version, of one release year.
  let train: Int

  /// Parses two digits, a capital, digits, and an optional small letter.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (4...9).contains(bytes.count), RulePattern.isDigit(bytes[0]),
      RulePattern.isDigit(bytes[1]), (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[2]),
      let train = Int(String(decoding: bytes[..<2], as: UTF8.self))
    else { return nil }
    var digits = bytes[3...]
    if let last = digits.last, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last) {
      digits = digits.dropLast()
    }
    guard !digits.isEmpty, digits.allSatisfy(RulePattern.isDigit) else { return nil }
    self.text = text
    self.train = train
  }
}

/// Apple's operating systems, and the versions of their builds.
enum AppleSystem: String {
  case tvOS, audioOS, iOS, iPadOS, macOS, watchOS, visionOS

  /// The major version of a build; `nil` for an unknown train.
  func majorVersion(of build: AppleBuild) -> String? {
    switch self {
    case .macOS: majorVersion(ofDarwin: build.train)
    case .tvOS, .audioOS, .iOS, .iPadOS:
      switch build.train {
      case 11...22: String(build.train - 4)
      // Since 2025 versions are numbered by year.
      case 23: "26"
      default: nil
      }
    // Numbered otherwise, or too recent to derive.
    case .watchOS, .visionOS: nil
    }
  }

  /// The version of macOS with a major version of its kernel, Darwin.
  func majorVersion(ofDarwin kernel: Int) -> String? {
    switch kernel {
    case 10...19: "10.\(kernel - 4)"
    case 20...24: String(kernel - 9)
    case 25: "26"
    default: nil
    }
  }

  /// Releases of tvOS and audioOS by build, up to autumn 2024.
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
