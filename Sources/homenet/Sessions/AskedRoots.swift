import Diagnostics

extension TrustRoots {
  /// Those of the file that was named, or this system's; what of it can't be read is said.
  static func asked(for path: String?) throws(Failure) -> TrustRoots {
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
