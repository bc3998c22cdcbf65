/// Which monitors depend on which.
public struct ParentGraph: Hashable, Sendable {
  private let edges: [String: [String]]

  /// The graph of the monitors.
  public init(_ monitors: [Monitor]) {
    self.init(monitors.map { ($0.id, $0.parents) })
  }

  /// A graph of ids and their parents.
  init(_ parents: [(String, [String])]) {
    edges = Dictionary(parents, uniquingKeysWith: { _, last in last })
  }

  /// The parents that may explain a monitor, each once, in the order given.
  ///
  /// One hop is enough: a parent's own state tells of those behind it. A parent that depends on the
  /// monitor itself, over however many others, isn't among them: of two that explain each other,
  /// nobody would be told.
  public func parents(of monitor: String) -> [String] {
    var taken: Set<String> = [monitor]
    return (edges[monitor] ?? []).filter { parent in
      taken.insert(parent).inserted && !depends(parent, on: monitor)
    }
  }

  /// Whether a monitor depends on another, over however many between.
  public func depends(_ monitor: String, on other: String) -> Bool {
    var seen: Set<String> = []
    var waiting = edges[monitor] ?? []
    while let next = waiting.popLast() {
      if next == other { return true }
      if seen.insert(next).inserted { waiting += edges[next] ?? [] }
    }
    return false
  }
}
