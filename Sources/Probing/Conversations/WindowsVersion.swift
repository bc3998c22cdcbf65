import Wire

/// A version of Windows by the numbers that it gives.
///
/// Source: Microsoft, *Windows 10 and 11 release information* and *Windows Server release
/// information*; MS-NLMP, section 2.2.2.10. As of November 2025.
struct WindowsVersion: Hashable {
  /// What it is called, with its build: `Windows 11 build 22631`.
  let words: String

  /// The version; `nil` where it is none of Windows.
  init?(_ version: NTLMChallenge.Version) {
    let build = version.build
    guard build > 0 else { return nil }
    switch (version.major, version.minor) {
    case (5, 0...3), (6, 0...3):
      guard let name = Self.older[UInt16(version.major) << 8 | UInt16(version.minor)] else {
        return nil
      }
      words = "\(name) build \(build)"
    case (10, 0):
      if let both = Self.shared[build] {
        words = "\(both) build \(build)"
      } else {
        words = "Windows \(build >= 22_000 ? "11" : "10") build \(build)"
      }
    default: return nil
    }
  }

  /// Samba says 6.1 as Windows 7 does, but has no build.
  static func isSamba(_ version: NTLMChallenge.Version) -> Bool {
    version == NTLMChallenge.Version(major: 6, minor: 1, build: 0)
  }

  private static let older: [UInt16: String] = [
    0x0500: "Windows 2000", 0x0501: "Windows XP", 0x0502: "Windows XP or Server 2003",
    0x0600: "Windows Vista", 0x0601: "Windows 7", 0x0602: "Windows 8", 0x0603: "Windows 8.1",
  ]
  /// Builds that servers have, alone or with a client.
  private static let shared: [UInt16: String] = [
    14393: "Windows 10 or Server 2016", 17763: "Windows 10 or Server 2019",
    20348: "Windows Server 2022", 25398: "Windows Server", 26100: "Windows 11 or Server 2025",
  ]
}
