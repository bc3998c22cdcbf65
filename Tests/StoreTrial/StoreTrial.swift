import ArgumentParser

/// The program that writes to a store until it is killed, and tells afterwards whether the store has all
/// that it acknowledged.
struct StoreTrial: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storetrial",
    abstract: "Write to a store until killed, then check that nothing acknowledged is lost.",
    discussion: """
      What is written depends on the seed and on numbers alone, so the log holds only numbers: each is \
      there before the store is called, and again when the call has returned. `check` reads both.
      """,
    subcommands: [WriteCommand.self, CheckCommand.self]
  )
}

/// Why a trial can't go on, or what is wrong with the store.
struct TrialFailure: Error, CustomStringConvertible {
  /// One sentence.
  let description: String

  init(_ description: String) { self.description = description }
}
