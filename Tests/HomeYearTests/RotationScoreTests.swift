import Testing
import Wire

@Suite struct RotationScoreTests {
  /// Rotations that were seen for so many sweeps, and kept by the inventory or not.
  private func scored(
    _ rotations: [(identity: RotatingIdentity, isKept: Bool, sweeps: Int)]
  ) -> RotationScore {
    var score = RotationScore()
    for (station, rotation) in rotations.enumerated() {
      score.note(station, rotation.identity, isKept: rotation.isKept, called: "phone \(station)")
      for _ in 0..<rotation.sweeps { score.noteSweep(station) }
    }
    return score
  }

  @Test func `what identity could tell and nobody told is doubled`() {
    let score = scored([
      (.airPlay, true, 0), (.hostKey, false, 2), (.homeKit, false, 1), (.name, false, 9),
    ])
    #expect(score.doubled == ["phone 1"])
    #expect(score.count(of: .airPlay, .kept) == 1)
    #expect(score.count(of: .hostKey, .missed) == 1)
    // One sweep is too few to recognise it.
    #expect(score.count(of: .homeKit) == 0)
    #expect(score.count(of: .name, .missed) == 1)
    #expect(score.lines.contains("  doubled: phone 1"))
  }

  @Test func `what was told counts as told, before and after it was noted`() {
    var score = RotationScore()
    score.note(.told, of: 0)
    score.note(0, .homeKit, isKept: true, called: "early")
    score.note(1, .homeKit, isKept: false, called: "late")
    score.note(.told, of: 1)
    score.note(2, .name, isKept: false, called: "proposed")
    score.note(.proposed, of: 2)
    #expect(score.count(of: .homeKit, .told) == 2)
    #expect(score.count(of: .name, .proposed) == 1)
    #expect(score.doubled.isEmpty)
  }

  @Test func `a device that is taken for another is named once`() {
    var score = RotationScore()
    score.noteWrongMerge("octopi for pihole", at: "day 3, 07:05")
    score.noteWrongMerge("octopi for pihole", at: "day 4, 07:05")
    score.noteWrongProposal("guest for resident", at: "day 5, 07:05")
    #expect(score.wronglyMerged == ["day 3, 07:05: octopi for pihole"])
    #expect(score.wronglyProposed == ["day 5, 07:05: guest for resident"])
  }
}

@Suite struct YearHouseholdTests {
  @Test func `a home of sixty has twelve rotating phones, and who could be taken for others`() {
    let members = YearHousehold.whole.members
    #expect(members.count == 60)
    #expect(members.enumerated().allSatisfy { $0 == $1.number })
    let rotating = members.filter { $0.kind == .phone }.compactMap(\.rotation)
    #expect(rotating.count { $0.isProof } == 4)
    #expect(rotating.count { $0 == .name } == 4)
    #expect(rotating.count { $0 == .nothing } == 4)
    #expect(Set(members.map(\.label)).count == members.count)
    let names = Dictionary(grouping: members, by: \.name).mapValues(\.count).filter { $0.value > 1 }
    #expect(names == ["iPhone": 4, "Galaxy-S24": 2, "shellyplug-s": 2])
    #expect(members.compactMap(\.copiedUDN).count == 2)
    #expect(YearHousehold.small.members.count == 24)
    #expect(members.count { $0.habit == .usual } == members.count - 5)
  }

  @Test func `a device shows another link address and the same identity`() throws {
    for member in YearHousehold.whole.members where member.rotation?.isProof == true {
      let (first, second) = (Appearance(member, generation: 0), Appearance(member, generation: 1))
      #expect(first.mac != second.mac && first.address != second.address)
      let ids = first.identities.filter { $0.hasPrefix("id-") }
      #expect(ids.count == 1)
      #expect(second.identities.filter { $0.hasPrefix("id-") } == ids)
      #expect(first.firstIdentities.allSatisfy { !$0.hasPrefix("id-") })
    }
  }
}
