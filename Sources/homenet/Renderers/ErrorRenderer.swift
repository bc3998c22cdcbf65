import Discovery

/// Shows why a command has no report.
enum ErrorRenderer {
  /// Writes the failure's message on standard error, and with JSON the same on standard output.
  ///
  /// - Parameters:
  ///   - failure: What ended the command.
  ///   - tool: The command's name; `nil` where there is no such command.
  ///   - isJSON: Whether its report would have been JSON.
  /// - Returns: The failure's exit code.
  static func show(_ failure: Failure, of tool: String?, asJSON isJSON: Bool) -> Int32 {
    StandardStream.error.writeLine("homenet: " + DisplayText.safe(failure.message))
    if isJSON, let json = try? JSONText.encode(ErrorReport(failure, of: tool)) {
      StandardStream.output.writeLine(json)
    }
    return failure.status.rawValue
  }
}
