import Diagnostics

extension TrustRoots {
  /// The roots in the named file, or this system's; a warning says which of them can't be read.
  static func load(from path: String?) throws(Failure) -> TrustRoots {
    guard let path else { return .system() }
    do throws(DiagnosticError) {
      let roots = try file(path)
      for warning in roots.warnings {
        StandardStream.error.writeLine("homenet: warning: " + DisplayText.safe(warning))
      }
      return roots
    } catch {
      throw Failure(error)
    }
  }
}
