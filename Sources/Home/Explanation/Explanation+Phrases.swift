public import Model

extension Explanation {
  /// The sentences of the explanation and of the device's link, taken apart; each once.
  public var phrases: [Phrase] {
    var seen: Set<String> = []
    let all =
      (device.verdict.because + runnerUpBecause).compactMap(\.phrase)
      + sensitivity.dependences.map(\.piece) + sensitivity.lacking
      + [device.link?.phrase].compactMap(\.self)
    return all.filter { seen.insert($0.text).inserted }
  }
}
