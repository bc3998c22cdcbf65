import Logging
import Server

extension ServedTool {
  /// The same tool, whose runs are logged.
  func logged(by logger: Logger) -> ServedTool {
    let (name, prepare) = (name, prepare)
    return ServedTool(name, options) { answers throws(ToolFailure) in
      let run = try prepare(answers)
      return { onProgress throws(ToolFailure) in
        logger.info("tool began", metadata: ["tool": "\(name)"])
        defer { logger.info("tool over", metadata: ["tool": "\(name)"]) }
        return try await run(onProgress)
      }
    }
  }
}
