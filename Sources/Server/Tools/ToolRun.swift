import HTTPTypes

/// One run of a tool, with its time; what it tells goes to a feed.
struct ToolRun: Sendable {
  let run: ServedTool.Run
  let feed: ToolFeed
  let limits: ToolRoutes.Limits

  /// Runs to the end, to the end of its time, or until the task is cancelled.
  func callAsFunction() async {
    let (run, feed, limits) = (run, feed, limits)
    let work = Task { await Self.outcome(of: run, feed) }
    let clock = Task {
      try await Task.sleep(for: limits.time)
      // It reports what it has found so far.
      work.cancel()
      try await Task.sleep(for: limits.grace)
      Self.end(feed, Problem(.gatewayTimeout, "The tool did not end in time."))
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
        feed.end("report", json)
      } else {
        Self.end(feed, .failed)
      }
    case .failure(let failure): Self.end(feed, Problem(failure))
    }
  }

  /// In a function of its own: a task's closure that catches a typed error may be miscompiled by
  /// Swift 6.3's optimiser.
  private static func outcome(
    of run: ServedTool.Run,
    _ feed: ToolFeed
  ) async -> Result<any Encodable & Sendable, ToolFailure> {
    do throws(ToolFailure) {
      return .success(try await run { feed.tell($0) })
    } catch {
      return .failure(error)
    }
  }

  private static func end(_ feed: ToolFeed, _ problem: Problem) {
    feed.end("error", (try? JSONBytes.encode(problem)) ?? Array("{}".utf8))
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
