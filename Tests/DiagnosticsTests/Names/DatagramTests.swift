import Model
import Foundation
import Testing
import Wire

@testable import Diagnostics

/// Datagrams on loopback, to servers that mean no good.
@Suite struct DatagramTests {
  private static let query = DNSQuery(DNSQuestion(.local, .a), id: 7)

  /// A server that answers the first datagram with all of these.
  private static func server(_ answers: [[UInt8]]) throws -> Endpoint {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    try #require(isBound)
    Thread.detachNewThread {
      var peer = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      var buffer = [UInt8](repeating: 0, count: 2048)
      withUnsafeMutablePointer(to: &peer) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          guard recvfrom(descriptor, &buffer, buffer.count, 0, pointer, &length) > 0 else { return }
          for answer in answers { _ = sendto(descriptor, answer, answer.count, 0, pointer, length) }
        }
      }
      // Open for a while: what the port says when it is closed is another test's.
      Thread.sleep(forTimeInterval: 10)
      close(descriptor)
    }
    return Endpoint(
      .v4(IPv4Address(127, 0, 0, 1)),
      port: UInt16(bigEndian: address.sin_port)
    )
  }

  private static func answer(_ change: (inout DNSMessage) -> Void = { _ in }) -> [UInt8] {
    var message = query.message
    message.flags.isResponse = true
    change(&message)
    return message.serialised
  }

  @Test func `guesses and nonsense are as if they hadn't come`() async throws {
    let right = Self.answer { $0.answers = [DNSRecord(.local, .a(IPv4Address(192, 0, 2, 1)))] }
    let endpoint = try Self.server([
      Self.answer { $0.id = 8 }, Self.answer { $0.questions[0].type = .mx }, [], [7],
      Array(repeating: 0xFF, count: 1500), right,
    ])
    let outcome = await UDPExchange(query: Self.query, endpoint: endpoint)
      .run(within: .seconds(20))
    #expect(try outcome.get().size == right.count)
    #expect(try outcome.get().message.answers.count == 1)
    #expect(try outcome.get().elapsed ?? .seconds(60) < .seconds(20))
  }

  @Test func `wrong answers alone are silence`() async throws {
    let endpoint = try Self.server([Self.answer { $0.id = 8 }])
    let outcome = await UDPExchange(query: Self.query, endpoint: endpoint)
      .run(within: .milliseconds(200))
    #expect(outcome == .failure(.timedOut))
  }

  /// An answer to the question that counts more records than it has, and one whose name points at
  /// itself.
  private static let unreadable: [[UInt8]] = {
    var short = answer { $0.answers = [DNSRecord(.local, .a(IPv4Address(192, 0, 2, 1)))] }
    short[7] = 5
    var head = DNSMessage(id: 7, questions: query.message.questions)
    head.flags.isResponse = true
    var looping = head.serialised
    looping[7] = 1
    looping += [0xC0, UInt8(looping.count), 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]
    return [short, looping]
  }()

  @Test(arguments: [0, 1])
  func `an answer that can't be read is no silence`(index: Int) async throws {
    let bytes = Self.unreadable[index]
    #expect(Self.query.answer(in: bytes) == nil && Self.query.isUnreadableAnswer(bytes))
    let endpoint = try Self.server([bytes])
    let outcome = await UDPExchange(query: Self.query, endpoint: endpoint)
      .run(within: .milliseconds(1500))
    #expect(outcome == .failure(.malformed(Message(.dnsUnreadable))))
  }

  @Test(arguments: [0, 1])
  func `nor does it keep the right one out`(index: Int) async throws {
    let right = Self.answer { $0.answers = [DNSRecord(.local, .a(IPv4Address(192, 0, 2, 1)))] }
    let endpoint = try Self.server([Self.unreadable[index], right])
    let outcome = await UDPExchange(query: Self.query, endpoint: endpoint)
      .run(within: .seconds(20))
    #expect(try outcome.get().message.answers.count == 1)
  }

  @Test func `what is not of the question is no answer that can't be read`() {
    for bytes in Self.unreadable {
      let changed = { (index: Int, value: UInt8) -> [UInt8] in
        var bytes = bytes
        bytes[index] = value
        return bytes
      }
      // Another number, a query, another name, no question.
      for other in [changed(1, 8), changed(2, 0), changed(13, 0x61), changed(5, 0)] {
        #expect(!Self.query.isUnreadableAnswer(other))
      }
      for count in 0..<12 { #expect(!Self.query.isUnreadableAnswer(Array(bytes.prefix(count)))) }
    }
    #expect(!Self.query.isUnreadableAnswer(Self.answer()))
  }

  @Test func `a datagram may have any size`() async throws {
    let texts = (0..<200).map { _ in
      DNSRecord(.local, .txt(TXTRecord(strings: [Array(repeating: 0x41, count: 255)])))
    }
    let large = Self.answer { $0.answers = texts }
    #expect(large.count > 50_000)
    let endpoint = try Self.server([large])
    let outcome = await UDPExchange(query: Self.query, endpoint: endpoint)
      .run(within: .seconds(20))
    #expect(try outcome.get().size == large.count)
  }

  @Test func `query ends at once when it is ended`() async throws {
    let endpoint = try Self.server([])
    let task = Task {
      await UDPExchange(query: Self.query, endpoint: endpoint).run(within: .seconds(60))
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
  }
}
