import HTTPTypes

/// One run of a tool, with its time; its output goes to a buffer.
struct ToolRun: Sendable {
  let run: ServedTool.Run
  let output: ToolOutputBuffer
  let limits: ToolRoutes.Limits

  /// Runs to the end, to the end of its time, or until the task is cancelled.
  func callAsFunction() async {
    let (run, output, limits) = (run, output, limits)
    let work = Task { await Self.outcome(of: run, output) }
    let clock = Task {
      try await Task.sleep(for: limits.time)
      // It reports what it has found so far.
      work.cancel()
      try await Task.sleep(for: limits.grace)
      Self.end(output, Problem(.gatewayTimeout, "The tool did not end in time."))
    }
    let outcome = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    clock.cancel()
    switch outcome {
    case .success(let report):
      if let json = try? JSONBytes.encode(report) {
        output.finish("report", json)
      } else {
        Self.end(output, .failed)
      }
    case .failure(let failure): Self.end(output, Problem(failure))
    }
  }

  /// In a function of its own: a task's closure that catches a typed error may be miscompiled by
  /// Swift 6.3's optimiser.
  private static func outcome(
    of run: ServedTool.Run,
    _ output: ToolOutputBuffer
  ) async -> Result<any Encodable & Sendable, ToolFailure> {
    do throws(ToolFailure) {
      return .success(try await run { output.append($0) })
    } catch {
      return .failure(error)
    }
  }

  private static func end(_ output: ToolOutputBuffer, _ problem: Problem) {
    output.finish("error", (try? JSONBytes.encode(problem)) ?? Array("{}".utf8))
  }
}

extension Problem {
  /// Why a tool finds out nothing.
  init(_ failure: ToolFailure) {
    switch failure {
    case .unacceptable(let words): self.init(.unprocessableContent, Self.sentence(words))
    case .refused(let words): self.init(.forbidden, Self.sentence(words))
    case .unknownHost(let words): self.init(.notFound, Self.sentence(words))
    case .noAnswer(let words): self.init(.badGateway, Self.sentence(words))
    case .unable(let words): self.init(.serviceUnavailable, Self.sentence(words))
    }
  }
}
