/// When the program began: `elapsed_ms` counts from here, not from where the scan got going.
enum ProgramStart {
  /// The moment; fixed when `main` first asks for it.
  static let instant = ContinuousClock.now
}
