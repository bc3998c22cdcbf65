import Foundation
import Testing

@testable import Model

/// Messages that are stored and read again.
@Suite struct MessageDecodingTests {
  private static func read(_ text: String) throws -> Message {
    try JSONDecoder().decode(Message.self, from: Data(text.utf8))
  }

  private static func stored(_ message: Message) throws -> Message {
    try JSONDecoder().decode(Message.self, from: try JSONEncoder().encode(message))
  }

  @Test func `code, values and text come back, with messages and lists inside`() throws {
    let inner = Message(MessageTemplate("x.inner", "{host} hangs"), ["host": "nas"])
    let message = Message(
      MessageTemplate("x.outer", one: "one: {why}", other: "{count}: {why^}, {all|, } in {rtt_ms}"),
      [
        "count": .count(2), "why": .message(inner), "rtt_ms": .number(1.5),
        "all": .list([.text("a"), .list([.message(inner), .number(3)])]),
      ]
    )
    let read = try Self.stored(message)
    #expect(read.code == "x.outer")
    #expect(read.values == message.values)
    #expect(read.text == message.text)
    #expect(read == message)
    #expect(read.hashValue == message.hashValue)
    let again = try Self.stored(read)
    #expect(again == message)
  }

  @Test func `braces in a stored text stay braces`() throws {
    let read = try Self.read(#"{"code":"x.y","text":"a {host} {","values":{"host":"nas"}}"#)
    #expect(read.text == "a {host} {")
    #expect(read.template.places == [])
    #expect(read.values == ["host": .text("nas")])
    #expect(!read.isVerbatim)
  }

  @Test func `words without a code stay words without a code`() throws {
    let read = try Self.stored(.verbatim("it says {so}"))
    #expect(read.isVerbatim)
    #expect(read == .verbatim("it says {so}"))
    #expect(read.text == "it says {so}")
  }

  @Test func `messages of other code, values or text differ`() throws {
    let message = try Self.read(#"{"code":"x.y","text":"a","values":{}}"#)
    #expect(try Self.read(#"{"code":"x.z","text":"a","values":{}}"#) != message)
    #expect(try Self.read(#"{"code":"x.y","text":"b","values":{}}"#) != message)
    #expect(try Self.read(#"{"code":"x.y","text":"a","values":{"b":1}}"#) != message)
  }

  @Test func `a long text is cut`() throws {
    let long = String(repeating: "a", count: 20_000)
    #expect(try Self.read(#"{"code":"x.y","text":"\#(long)","values":{}}"#).text.count == 16_384)
  }

  @Test(arguments: [
    #"{"text":"a","values":{}}"#, #"{"code":"","text":"a","values":{}}"#,
    #"{"code":"\#(String(repeating: "x", count: 129))","text":"a","values":{}}"#,
    #"{"code":"x.y","values":{}}"#, #"{"code":"x.y","text":"a"}"#,
    #"{"code":"x.y","text":"a","values":{"b":null}}"#,
    #"{"code":"x.y","text":"a","values":{"b":{"text":"c"}}}"#,
    #"{"code":"x.y","text":"a","values":{"b":\#(String(repeating: "[", count: 100))\#(String(repeating: "]", count: 100))}}"#,
    #"{"code":"x.y","text":"a","values":{"b":[\#(String(repeating: "1,", count: 4096))1]}}"#,
  ])
  func `what no message looks like is refused`(text: String) {
    #expect(throws: DecodingError.self) { try Self.read(text) }
  }
}
