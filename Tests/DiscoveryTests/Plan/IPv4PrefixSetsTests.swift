import Testing
@testable import Wire
@testable import Discovery

@Suite struct IPv4PrefixSetsTests {
  static func prefix(_ text: String) throws -> IPv4Prefix { try #require(IPv4Prefix(text)) }

  @Test(arguments: [
    ("10.0.0.0/24", "10.0.0.64/26", ["10.0.0.0/26", "10.0.0.128/25"]),
    ("10.0.0.0/24", "10.0.0.0/24", []),
    ("10.0.0.0/24", "10.0.0.0/16", []),
    ("10.0.0.0/24", "10.0.1.0/24", ["10.0.0.0/24"]),
    ("10.0.0.0/30", "10.0.0.2/32", ["10.0.0.0/31", "10.0.0.3/32"]),
  ])
  func `one range without another`(range: String, other: String, rest: [String]) throws {
    let result = try Self.prefix(range).subtracting(Self.prefix(other))
    #expect(result.map(\.description) == rest)
  }

  @Test func `what is left and what was taken make the whole`() throws {
    let whole = try Self.prefix("172.16.0.0/16")
    for length in 16...32 {
      let taken = IPv4Prefix(IPv4Address(172, 16, 77, 13), length: length)
      let rest = whole.subtracting(taken)
      #expect(rest.reduce(taken.count) { $0 + $1.count } == whole.count)
      #expect(rest.allSatisfy { $0.intersection(taken) == nil })
    }
  }
}
