/// A diagnostic tool that the server offers: its options, and what runs it.
///
/// The server has no tools of its own; the program that makes it registers those that may be used
/// where
/// it runs.
public struct ServedTool: Sendable {
  /// Takes progress as it comes, small values, each complete in itself; never blocks.
  public typealias ProgressHandler = @Sendable (any Encodable & Sendable) -> Void

  /// Runs a tool whose options are settled; returns its report, also when it was cancelled.
  public typealias Run =
    @Sendable (_ onProgress: @escaping ProgressHandler) async throws(ToolFailure) -> any Encodable
    & Sendable

  /// The name in its path: `ping`.
  public var name: String
  /// What can be asked of it; the first is the tool's subject.
  public var options: [ToolOption]
  /// Makes a run of what was asked, or says what is wrong with that; sends nothing yet.
  public var prepare: @Sendable (ToolAnswers) throws(ToolFailure) -> Run

  /// A tool of that name, with its options in the order of its form.
  public init(
    _ name: String,
    _ options: [ToolOption],
    prepare: @escaping @Sendable (ToolAnswers) throws(ToolFailure) -> Run
  ) {
    self.name = name
    self.options = options
    self.prepare = prepare
  }

  /// What was asked, checked against the options, defaults filled in.
  ///
  /// - Throws: Which option is wrong, and what it may be.
  func answers(_ given: [String: ToolValue]) throws(ToolFailure) -> ToolAnswers {
    for name in given.keys where !options.contains(where: { $0.name == name }) {
      let known = options.map(\.name).joined(separator: ", ")
      throw .unacceptable("\(self.name) has no option of that name; it has \(known)")
    }
    var answers: [String: ToolValue] = [:]
    for option in options {
      let value = given[option.name] ?? .nothing
      if value == .nothing {
        guard !option.isRequired else { throw .unacceptable("\(option.name) is missing") }
        answers[option.name] = option.standard
      } else {
        answers[option.name] = try option.accepted(value)
      }
    }
    return ToolAnswers(values: answers)
  }
}

extension ServedTool: Encodable {
  private enum CodingKeys: String, CodingKey { case name, options }

  /// Writes an entry of the API's `tools`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(options, forKey: .options)
  }
}

/// Why a tool finds out nothing; in words fit for a person.
public enum ToolFailure: Error, Hashable, Sendable {
  /// What was asked makes no sense, or is too much.
  case unacceptable(String)
  /// The target may not be asked from here.
  case refused(String)
  /// The host's name doesn't resolve.
  case unknownHost(String)
  /// No service that could tell answered.
  case noAnswer(String)
  /// This machine failed: no permission, no descriptors, no network.
  case unable(String)
}
