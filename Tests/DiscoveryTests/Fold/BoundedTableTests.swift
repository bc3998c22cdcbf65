import Testing
@testable import Discovery

@Suite struct BoundedTableTests {
  @Test(arguments: [1, 2, 7, 40])
  func `the smallest keys ever set stay, whatever the order`(limit: Int) {
    for seed in 0..<20 {
      var table = BoundedTable<Int, Int>(limit: limit)
      var model: [Int: Int] = [:]
      for (turn, key) in Self.keys(seed: seed, count: 400).enumerated() {
        if key % 5 == 0 {
          #expect(table.remove(key / 5) == model.removeValue(forKey: key / 5))
          continue
        }
        let dropped = table.set(turn, for: key)
        model[key] = turn
        let greatest = model.count > limit ? model.keys.max() : nil
        #expect(dropped?.key == greatest)
        #expect(dropped?.value == greatest.flatMap { model[$0] })
        if let greatest { model[greatest] = nil }
        #expect(table.values == model)
      }
    }
  }

  @Test func `a key that comes and goes takes no more room`() {
    var table = BoundedTable<Int, Int>(limit: 3)
    for key in 0..<4 { _ = table.set(0, for: key) }
    for turn in 0..<1000 {
      _ = table.remove(2)
      #expect(table.set(turn, for: 2)?.key == nil)
    }
    #expect(table.values == [0: 0, 1: 0, 2: 999])
    #expect(table.set(0, for: 1000)?.key == 1000)
  }

  private static func keys(seed: Int, count: Int) -> [Int] {
    var state = UInt64(seed)
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 40) % 97)
    }
  }
}
