extension SweptHost {
  /// The share of its open ports that is expected to be missed: none where no port is to be asked;
  /// `nil` where it can't be reached, or nobody could be asked.
  public var expectedMissRate: Double? {
    guard absence == nil, failure == nil else { return nil }
    guard !ports.isEmpty else { return 0 }
    let silentPorts = tries.indices.lazy.filter { reasons[$0] == nil && isWanted($0) }
    let count = silentPorts.reduce(0) { count, _ in count + 1 }
    guard count > 0 else { return tries.isEmpty ? 1 : 0 }
    let made = Int(silentPorts.map { tries[$0] }.min() ?? 0)
    guard made > 0 else { return partialMissRate }
    return loss.expectedMissRate(tries: made, made: made, silent: count)
  }

  /// The same where some ports were not asked at all: those are missed, and the others as often as
  /// their tries say.
  private var partialMissRate: Double {
    var sum = 0.0
    var count = 0
    let chances = (0...16).map { loss.missRate(tries: $0, made: 2) }
    for index in tries.indices where isWanted(index) {
      count += 1
      if reasons[index] == nil { sum += chances[min(16, Int(tries[index]))] }
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// After how many tries a silent port is taken for filtered: so many that no more open ports are
  /// missed than was asked for; `nil` where too much is lost for any number.
  public var triesForFiltered: Int? {
    let silent = tries.indices.lazy.filter { reasons[$0] == nil && tries[$0] > 0 }
    let count = silent.reduce(0) { count, _ in count + 1 }
    let made = Int(silent.map { tries[$0] }.min() ?? 0)
    guard made > 0 else { return nil }
    return (1...16).first {
      loss.expectedMissRate(tries: $0, made: made, silent: count) <= options.mostMissRate
    }
  }

  /// Whether a port is one that is asked, or was before the host turned out to be a fragile device.
  private func isWanted(_ index: Int) -> Bool {
    tries[index] > 0 || usualPorts?.contains(ports[index]) ?? true
  }

  /// The share of tries that the path loses, there and back; `nil` where nothing shows it.
  public var measuredLoss: Double? {
    guard loss.isMeasured else { return nil }
    let made = tries.indices.lazy.filter { reasons[$0] == nil }.map { tries[$0] }.min()
    return loss.loss(tries: made.map { max(2, Int($0)) })
  }

  /// Ports that are settled, or silent at least once.
  var progressCount: Int {
    if isOver { return portCount }
    return max(0, min(portCount, loss.answered + silentCount))
  }
}
