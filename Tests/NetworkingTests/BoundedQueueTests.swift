@testable import Networking
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A bounded queue` {
  @Test func `hands on in order, and never holds more than its bound and its writers`() async {
    let queue = BoundedQueue<Int>(most: 4)
    let sent = Lock(0)
    let writer = Task {
      for number in 0..<1000 {
        await queue.send(number)
        sent.withLock { $0 = number + 1 }
      }
      queue.finish(with: [1000])
    }
    var received: [Int] = []
    while let number = await queue.next() {
      received.append(number)
      #expect(sent.withLock { $0 } <= received.count + 4)
    }
    await writer.value
    #expect(received == Array(0...1000))
  }

  @Test func `takes what it is offered while there is room`() async {
    let queue = BoundedQueue<Int>(most: 2)
    #expect((1...3).map { queue.offer($0) } == [true, true, false])
    queue.finish()
    #expect(!queue.offer(4))
    #expect(await queue.next() == 1)
    #expect(await queue.next() == 2)
    #expect(await queue.next() == nil)
  }

  @Test func `that is finished still hands on what its writers wait with`() async {
    let queue = BoundedQueue<Int>(most: 1)
    queue.offer(1)
    let writer = Task { await queue.send(2) }
    while queue.waitingWriters == 0 { await Task.yield() }
    queue.finish(with: [3])
    #expect(await writer.value)
    for number in [1, 2, 3] { #expect(await queue.next() == number) }
    #expect(await queue.next() == nil)
  }

  @Test func `that is closed lets everybody go`() async {
    let full = BoundedQueue<Int>(most: 1)
    full.offer(1)
    let writer = Task { await full.send(2) }
    while full.waitingWriters == 0 { await Task.yield() }
    full.close()
    #expect(await writer.value == false)
    #expect(await full.next() == nil)
    let empty = BoundedQueue<Int>(most: 1)
    let reader = Task { await empty.next() }
    empty.close()
    #expect(await reader.value == nil)
    #expect(await empty.send(1) == false)
  }
}
