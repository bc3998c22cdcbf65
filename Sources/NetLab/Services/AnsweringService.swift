/// A port that answers what comes in by a function of the bytes so far, perhaps after a greeting.
///
/// Enough for protocols of one question and one answer. The function is given everything since its
/// last answer and says `nil` until that is a whole question.
public struct AnsweringService: ListenerService {
  private let greeting: [UInt8]
  private let answer: @Sendable ([UInt8]) -> ServedStep?

  /// More than this without an answer ends the connection.
  private static let mostBytes = 65_536

  /// A port that answers so.
  public init(
    greeting: [UInt8] = [],
    _ answer: @escaping @Sendable (_ question: [UInt8]) -> ServedStep?
  ) {
    self.greeting = greeting
    self.answer = answer
  }

  /// Greets and waits for questions.
  public func accept() -> any ServedConversation {
    Conversation(greeting: greeting, answer: answer)
  }

  private struct Conversation: ServedConversation {
    let greeting: [UInt8]
    let answer: @Sendable ([UInt8]) -> ServedStep?
    var question: [UInt8] = []

    mutating func begin() -> ServedStep { .say(greeting) }

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      question += bytes
      guard question.count <= AnsweringService.mostBytes else { return .close() }
      guard let step = answer(question) else { return .wait }
      question = []
      return step
    }
  }
}
