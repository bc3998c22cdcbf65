import Model

/// A merge or a split that was done since the history was last recorded.
struct IdentityNews: Hashable, Sendable {
  /// What was done.
  var kind: Kind
  /// The slot that was kept.
  var slot: Int
  /// The slot of the entry that became a part of it, or that was split off it.
  var other: Int
  /// What the two were called.
  var name: String?
  var otherName: String?
  /// The link address before and since, where a rotation was recognised; else the user did it.
  var rotation: Rotation?
  /// Whether a recognised rotation turned out to be a mistake, by the keys that both show.
  var isMistaken = false

  enum Kind: Hashable, Sendable {
    case merged, split
  }

  /// Two link addresses of one device.
  struct Rotation: Hashable, Sendable {
    var was: String?
    var now: String?
  }
}

extension HistoryRecorder {
  /// Records merges and splits, before the devices as they are since.
  ///
  /// What they change of an entry is no news of its own.
  mutating func tellIdentities(_ input: HistoryInput, _ output: inout HistoryOutput) {
    for news in input.identities {
      if let seen = input.devices.first(where: { $0.slot == news.slot }) {
        update(news.slot) { record in
          record.profile = seen.profile
          record.marks = seen.device.marks
          record.keysProbedAt = seen.probedAt
          record.damping.stopWaiting()
        }
        if records[news.slot] != nil { output.add(version: seen.profile, of: news.slot) }
      }
      tell(news, &output)
    }
  }

  private func tell(_ news: IdentityNews, _ output: inout HistoryOutput) {
    switch (news.kind, news.rotation) {
    case (.merged, let rotation?):
      output.add(
        .newMAC,
        of: news.slot,
        called: news.name,
        was: rotation.was,
        now: rotation.now,
        reason: .sameKeys
      )
    case (.merged, nil):
      output.add(
        .merged,
        of: news.slot,
        called: news.name,
        was: news.otherName,
        now: news.name,
        sources: [.user]
      )
    case (.split, _):
      output.add(
        .split,
        of: news.slot,
        called: news.name,
        was: news.name,
        now: news.otherName,
        reason: news.isMistaken ? .otherKeys : nil,
        sources: news.isMistaken ? [] : [.user]
      )
    }
  }

  /// Entries that were split off are no new devices.
  mutating func welcomeParts(_ input: HistoryInput) {
    for news in input.identities where news.kind == .split {
      update(news.other) { $0.settling?.isStation = false }
    }
  }
}
