/// Names of devices, as they are shown.
enum DeviceName {
  /// Whether the name is one that thousands of devices have.
  static func isGeneric(_ name: String) -> Bool {
    generic.contains(normaliseName(name))
  }

  private static let generic: Set<String> = ["android", "localhost", "unknown", "linux"]
}
