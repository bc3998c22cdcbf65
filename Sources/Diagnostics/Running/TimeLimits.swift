/// Does something, and cancels it when its time is over or the caller is cancelled; for what then
/// returns at once what it has so far.
///
/// - Returns: What came of it.
func bounded<Value: Sendable>(
  _ limit: Duration,
  _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await body() }
    group.addTask {
      try? await Task.sleep(for: limit)
      return nil
    }
    // Whichever is first; the body's value is waited for even then, for it hurries once cancelled.
    var value = await group.next() ?? nil
    group.cancelAll()
    if value == nil, let late = await group.next() { value = late }
    return value
  }
}

/// Does something that can't be hurried, and stops waiting for it when its time is over or the caller
/// is cancelled.
///
/// - Returns: What came of it; `nil` where that was not waited for.
func raced<Value: Sendable>(
  _ limit: Duration,
  _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  let (values, feed) = AsyncStream.makeStream(of: Value?.self)
  let work = Task { feed.yield(await body()) }
  let alarm = Task {
    try? await Task.sleep(for: limit)
    feed.yield(nil)
  }
  defer {
    work.cancel()
    alarm.cancel()
  }
  for await value in values { return value }
  return nil
}
