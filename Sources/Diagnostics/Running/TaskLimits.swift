/// Runs `body` and cancels it at the time limit; waits for its value even then, so `body` must return
/// soon once cancelled.
package func bounded<Value: Sendable>(
  _ limit: Duration,
  _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await body() }
    group.addTask {
      try? await Task.sleep(for: limit)
      return nil
    }
    var value = await group.next() ?? nil
    group.cancelAll()
    if value == nil, let late = await group.next() { value = late }
    return value
  }
}

/// Runs a `body` that can't be cancelled, and abandons it at the time limit or on cancellation: `nil`.
package func raced<Value: Sendable>(
  _ limit: Duration,
  _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  let (values, feed) = AsyncStream.makeStream(
    of: Value?.self,
    // The first value is the result; the other one is dropped.
    bufferingPolicy: .bufferingOldest(1)
  )
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

/// A concurrent map with at most `most` tasks at a time, outputs in input order; once an output
/// `isEnough` the others are cancelled and left out.
package func sideBySide<Input: Sendable, Output: Sendable>(
  _ inputs: [Input],
  atOnce most: Int = 16,
  until isEnough: (Output) -> Bool = { _ in false },
  _ body: @escaping @Sendable (Input) async -> Output
) async -> [Output] {
  await withTaskGroup(of: (Int, Output).self) { group in
    var next = 0
    func begin() {
      guard next < inputs.count else { return }
      let (index, input) = (next, inputs[next])
      next += 1
      group.addTask { (index, await body(input)) }
    }
    for _ in 0..<most { begin() }
    var found = [Output?](repeating: nil, count: inputs.count)
    for await (index, output) in group {
      found[index] = output
      if isEnough(output) {
        group.cancelAll()
        break
      }
      begin()
    }
    return found.compactMap(\.self)
  }
}
