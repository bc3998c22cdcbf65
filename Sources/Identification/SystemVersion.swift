/// The version of a device's system, as the device states it.
///
/// Only what says it for certain is read: a version in words, or the number of a build, whose
/// beginning tells the major version and which, where it is a known release, tells it all. Versions
/// of AirPlay (`srcvers`) are left out: receivers of other makers borrow Apple's, and several
/// systems have the same.
struct SystemVersion {
  /// The system with its version: `tvOS 17.5`, `tvOS 17 (21L999)`.
  var text: String
  /// Where it is said.
  var field: Int

  /// The version of a system that is known by its name; `nil` where nothing states it.
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
      // A build of another system's is of something else inside.
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
