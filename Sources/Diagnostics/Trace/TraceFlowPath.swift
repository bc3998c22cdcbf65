public import Wire

/// The way that one stream took.
public struct TraceFlowPath: Hashable, Sendable {
  /// Which stream, from 0.
  public var number: Int
  /// The target's port that makes it one.
  public var port: UInt16
  /// The address that answered at each hop, the first router first; `nil` where none did.
  public var path: [IPAddress?]

  /// A flow with the router that answered at each hop; `nil` where none did.
  public init(number: Int, port: UInt16, path: [IPAddress?]) {
    self.number = number
    self.port = port
    self.path = path
  }

  /// Whether it may be another stream's way too: nowhere did they meet different routers.
  func agrees(with other: TraceFlowPath) -> Bool {
    zip(path, other.path).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }

  /// Streams by the ways that they took, each way with who is known of any of its streams.
  public static func ways(_ flows: [TraceFlowPath]) -> [(numbers: [Int], path: [IPAddress?])] {
    var ways: [(numbers: [Int], path: [IPAddress?])] = []
    for flow in flows {
      let index = ways.firstIndex { way in
        flow.agrees(with: TraceFlowPath(number: 0, port: 0, path: way.path))
      }
      if let index {
        ways[index].numbers.append(flow.number)
        for hop in ways[index].path.indices where ways[index].path[hop] == nil {
          ways[index].path[hop] = flow.path[hop]
        }
      } else {
        ways.append(([flow.number], flow.path))
      }
    }
    return ways
  }
}

extension TraceFlowPath: Encodable {
  private enum CodingKeys: String, CodingKey { case flow, port, path }

  /// Writes an entry of `flows`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(number, forKey: .flow)
    try json.encode(port, forKey: .port)
    try json.encode(path.map { $0?.description }, forKey: .path)
  }
}
