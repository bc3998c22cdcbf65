/// Does something with each of many values, a few at a time.
///
/// - Parameters:
///   - inputs: The values.
///   - most: How many at a time.
///   - isEnough: Whether what came of one makes the others needless: they are cancelled.
///   - body: What is done; hurries once it is cancelled.
/// - Returns: What came of each, in their order; of those that were needless, nothing.
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
