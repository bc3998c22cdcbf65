package import Model

/// What names an instance of a service.
package struct ServiceKey: Hashable, Comparable, Sendable {
  var type: String
  var name: String

  package init(_ service: ServiceInstance) {
    type = service.type.lowercased()
    name = service.name
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.type, left.name) < (right.type, right.name)
  }
}

/// Everything said of one instance of a service; of each property the latest word counts.
struct ServiceRecord: Hashable, Sendable {
  private(set) var host: Latest<String>?
  private(set) var port: Latest<UInt16>?
  private(set) var txt: Latest<[String: TXTValue]>?
  private(set) var sources: Set<Source> = []

  /// Takes one word; true where something changed.
  mutating func insert(_ service: ServiceInstance, at time: Timestamp, from source: Source) -> Bool
  {
    var changed = sources.insert(source).inserted
    if let said = service.host, !said.isEmpty {
      changed = host.offer(said, at: time) { $0 } || changed
    }
    if let said = service.port {
      changed = port.offer(said, at: time) { $0 } || changed
    }
    if !service.txt.isEmpty {
      changed = txt.offer(service.txt, at: time, rank: \.sortable) || changed
    }
    return changed
  }

  /// Fills what is missing or older from another record of the same instance.
  mutating func merge(_ other: ServiceRecord) {
    sources.formUnion(other.sources)
    if let said = other.host { _ = host.offer(said.value, at: said.time) { $0 } }
    if let said = other.port { _ = port.offer(said.value, at: said.time) { $0 } }
    if let said = other.txt { _ = txt.offer(said.value, at: said.time, rank: \.sortable) }
  }

  /// The instance as it is known now.
  func instance(_ key: ServiceKey) -> ServiceInstance {
    ServiceInstance(
      type: key.type,
      name: key.name,
      host: host?.value,
      port: port?.value,
      txt: txt?.value ?? [:]
    )
  }
}

extension [String: TXTValue] {
  /// A text that orders any two sets of attributes.
  fileprivate var sortable: String {
    map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\u{0}")
  }
}
