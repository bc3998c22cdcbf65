import Net
import Testing

@Suite struct `The limit of descriptors` {
  @Test func `is at least what every process has`() {
    let limit = DescriptorLimit.raise()
    #expect(limit >= 256)
    #expect(DescriptorLimit.raise() == limit)
  }

  @Test func `leaves room for some more`() {
    #expect(DescriptorLimit.hasRoom(for: 8))
  }
}
