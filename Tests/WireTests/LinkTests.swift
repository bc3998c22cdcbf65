import Testing
import Wire

@Suite("Ethernet and ARP") struct LinkTests {
  private let asker: MACAddress = value("02:00:00:00:00:01")
  private let owner: MACAddress = value("b8:27:eb:12:34:56")

  @Test func `The kernel's request is the one that we would send`() throws {
    let request = try ARPPacket(frame: CapturedFrames.arpRequest)
    #expect(request.operation == .request)
    #expect(request.senderMAC == asker && request.senderAddress == value("192.168.77.1"))
    #expect(request.targetAddress == value("192.168.77.2"))
    #expect(request.frame.serialised == CapturedFrames.arpRequest)
  }

  @Test func `Our answer to it is the kernel's`() throws {
    let request = try ARPPacket(frame: CapturedFrames.arpRequest)
    #expect(request.reply(from: owner).frame.serialised == CapturedFrames.arpReply)
  }

  @Test func `A frame's padding is ignored`() throws {
    let padded = CapturedFrames.arpReply + Array(repeating: 0, count: 18)
    let reply = try ARPPacket(frame: padded)
    #expect(reply.operation == .reply && reply.senderMAC == owner)
  }

  @Test func `Other hardware, protocols, operations and frames are refused`() {
    let packet = Array(CapturedFrames.arpRequest[14...])
    for offset in [1, 2, 4, 5] {
      var changed = packet
      changed[offset] ^= 1
      #expect(throws: WireError(.invalid("ARP hardware or protocol"), at: 0)) {
        try ARPPacket(parsing: changed)
      }
    }
    var changed = packet
    changed[7] = 3
    #expect(throws: WireError(.invalid("ARP operation"), at: 6)) { try ARPPacket(parsing: changed) }
    #expect(throws: WireError.self) { try ARPPacket(parsing: Array(packet.dropLast())) }
    #expect(throws: WireError(.invalid("EtherType"), at: 12)) {
      try ARPPacket(frame: CapturedFrames.tcpSYN)
    }
  }

  @Test func `Tags are taken off, two at most`() throws {
    let inner = EthernetFrame(to: .broadcast, from: asker, vlanTags: [7, 8], .arp, payload: [1])
    let bytes = inner.serialised
    #expect(bytes[12..<22] == hex("8100 0007 8100 0008 0806")[...])
    #expect(try EthernetFrame(parsing: bytes) == inner)
    let three = Array(bytes[..<12]) + hex("88a8 0001") + Array(bytes[12...])
    let frame = try EthernetFrame(parsing: three)
    #expect(frame.vlanTags == [1, 7] && frame.etherType == .vlan)
    #expect(throws: WireError(.truncated(missing: 2), at: 14)) {
      try EthernetFrame(parsing: Array(bytes[..<14]))
    }
  }
}
