import Model

extension MonitorMachine {
  /// Does at a start what reading the file again does: its new channels are told what the usual rule tells, and
  /// those that it no longer declares leave the rules.
  mutating func matchDeclaredChannels(
    _ declared: [AlertChannel],
    beside stored: [AlertChannel]
  ) {
    let others = Set(stored.map(\.id))
    let ids = Set(declared.map(\.id))
    if let before = memory.declaredChannels {
      let known = Set(before)
      for id in known.subtracting(ids).subtracting(others).sorted() { remove(channel: id) }
      for id in ids.subtracting(known).subtracting(others).sorted() { joinUsualRule(id) }
    } else if rules.isEmpty, !declared.isEmpty {
      // Else nobody would be told anything.
      set(AlertRule.usual(channels: channels.keys.sorted()))
    } else {
      // What was declared before is not known; what a rule names was.
      let named = Set(rules.values.flatMap(\.channels))
      for id in ids.subtracting(named).subtracting(others).sorted() { joinUsualRule(id) }
    }
    noteDeclared(declared)
  }

  /// Notes the file's channels, so that the next start knows which are new.
  mutating func noteDeclared(_ channels: [AlertChannel]) {
    let ids = channels.map(\.id).sorted()
    guard ids != memory.declaredChannels else { return }
    memory.declaredChannels = ids
    isMemoryDirty = true
  }

  /// Has a new channel told what the usual rule tells, which is made with the first channel.
  mutating func joinUsualRule(_ channel: String) {
    if var usual = rules[AlertRule.usual(channels: []).id] {
      guard usual.source != .file, !usual.channels.contains(channel) else { return }
      usual.channels.append(channel)
      set(usual)
    } else if !rules.values.contains(where: { $0.source == .file }) {
      set(AlertRule.usual(channels: [channel]))
    }
  }
}
