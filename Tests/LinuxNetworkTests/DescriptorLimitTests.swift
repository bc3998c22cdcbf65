import Testing
@testable import LinuxNetwork

@Suite struct `The limit of descriptors` {
  @Test func `is at least what every process has`() {
    let limit = DescriptorLimit.raise()
    #expect(limit >= 256)
    #expect(DescriptorLimit.raise() == limit)
  }

  @Test func `leaves room for some more`() {
    #expect(DescriptorLimit.hasRoom(for: 8))
  }

  @Test(arguments: [
    (Int32(0), UInt64(16), true), (13, 16, true), (14, 16, false), (15, 16, false), (0, 2, false),
    (Int32.max, .max, true),
  ])
  func `keeps the last two for others`(descriptor: Int32, limit: UInt64, isLeft: Bool) {
    #expect(DescriptorLimit.leavesSpare(beyond: descriptor, of: limit) == isLeft)
  }
}
