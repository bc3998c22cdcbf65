/// A port that greets, or says nothing, and then listens for ever.
public struct GreetingService: ListenerService {
  /// What it says on accepting.
  public let greeting: [UInt8]

  /// A port that says this first.
  public init(_ greeting: [UInt8] = []) {
    self.greeting = greeting
  }

  /// Greets.
  public func accept() -> any ServedConversation { Conversation(greeting: greeting) }

  private struct Conversation: ServedConversation {
    let greeting: [UInt8]

    mutating func begin() -> ServedStep { .say(greeting) }

    mutating func take(_ bytes: [UInt8]) -> ServedStep { .wait }
  }
}
