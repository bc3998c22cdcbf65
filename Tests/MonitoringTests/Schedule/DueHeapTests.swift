import Testing

@testable import Monitoring

@Suite struct `Heap of what is due` {
  @Test func `it gives the earliest first, whatever is put in between`() {
    var heap = DueHeap()
    var mirror: [Int64] = []
    for step in 0..<2000 {
      let time = Int64(ScheduleHash.mixed(UInt64(step)) % 500)
      switch step % 5 {
      case 0, 1, 2:
        heap.push(DueHeap.Item(time: time, index: UInt32(step), stamp: 0))
        mirror.append(time)
      case 3:
        heap.replaceFirst(with: DueHeap.Item(time: time, index: UInt32(step), stamp: 0))
        if let index = mirror.indices.min(by: { mirror[$0] < mirror[$1] }) {
          mirror.remove(at: index)
        }
        mirror.append(time)
      default:
        heap.removeFirst()
        if let index = mirror.indices.min(by: { mirror[$0] < mirror[$1] }) {
          mirror.remove(at: index)
        }
      }
      #expect(heap.first?.time == mirror.min())
      #expect(heap.count == mirror.count)
    }
    heap.removeAll()
    #expect(heap.first == nil)
    heap.removeFirst()
    #expect(heap.count == 0)
  }
}
