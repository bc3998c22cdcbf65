import Discovery
public import Model
import Networking

extension WatchStatus.Problem {
  /// The problem that a source's failure is; `nil` if other sources compensate for it.
  init?(_ report: SourceFailure) {
    let interface = report.interface
    let failure = report.failure
    switch (report.source, failure) {
    case (_, .noDescriptors):
      self.init(
        code: "no_descriptors",
        Message(.problemNoDescriptors),
        fix: Message(.fixNoDescriptors),
        failure: failure
      )
    case (.neighbours, .noBuffers), (.arp, .noBuffers):
      self.init(
        code: "table_full",
        interface.isEmpty
          ? Message(.problemTableFull)
          : Message(.problemTableFullOn, ["interface": interface]),
        fix: Message(.fixTableFull),
        failure: failure
      )
    case (.neighbours, _):
      self.init(
        code: "no_neighbour_table",
        Message(.problemNoNeighbourTable, ["failure": failure.words]),
        fix: Message(.fixNetlink),
        failure: failure
      )
    case (.mdns, _), (.ssdp, _):
      self.init(
        code: "no_multicast",
        interface.isEmpty
          ? Message(.problemNoMulticast, ["failure": failure.words])
          : Message(.problemNoMulticastOn, ["interface": interface, "failure": failure.words]),
        fix: Message(.fixNoMulticast),
        failure: failure
      )
    case (.tcp, _):
      self.init(
        code: "no_connections",
        interface.isEmpty
          ? Message(.problemNoConnections, ["failure": failure.words])
          : Message(.problemNoConnectionsOn, ["interface": interface, "failure": failure.words]),
        fix: Message(.fixNoConnections),
        failure: failure
      )
    default:
      return nil
    }
  }

  static var tooManyNewDevices: Self {
    WatchStatus.Problem(
      code: "too_many_new_devices",
      Message(.problemTooManyNewDevices),
      fix: Message(.fixTooManyNewDevices)
    )
  }

  /// The problem of outputs that were dropped because they came too fast; `nil` if none were.
  init?(lostFindings count: Int) {
    guard count > 0 else { return nil }
    self.init(
      code: "findings_lost",
      Message(.problemFindingsLost, ["count": .count(count)]),
      fix: Message(.fixFindingsLost)
    )
  }

  /// Why the day's backup could not be made.
  init(backup failure: StoreError) {
    self.init(
      code: "no_backup",
      Message(.problemNoBackup, ["failure": failure.description]),
      fix: nil
    )
    self.failure = failure.message
  }

  init(_ error: ScanPlanError) {
    self.init(code: "no_network", error.message, fix: Message(.fixNoNetwork))
  }

  /// Why this machine's network can't be read.
  init(reading failure: LocalFailure) {
    self.init(
      code: "no_configuration",
      Message(.problemNoConfiguration, ["failure": failure.words]),
      fix: Message(.fixNetlink),
      failure: failure
    )
  }
}

extension Annotations {
  /// The annotations after a change; throws what is not acceptable.
  public func changed(by change: MarkChange) throws(WatchError) -> Annotations {
    var marks = self
    if let name = change.name {
      marks.name = try Self.checked(name, "name", limit: Self.longestName, lines: false)
    }
    if let category = change.category { marks.category = category }
    if let note = change.note {
      marks.note = try Self.checked(note, "note", limit: Self.longestNote, lines: true)
    }
    if let isHidden = change.isHidden { marks.isHidden = isHidden }
    return marks
  }

  /// The text without space around it; none where nothing is left.
  private static func checked(
    _ text: String?,
    _ what: String,
    limit: Int,
    lines: Bool
  ) throws(WatchError) -> String? {
    guard let text else { return nil }
    // Counted as JSON Schema does, by code points: one character may have a thousand accents.
    guard text.unicodeScalars.count <= limit else {
      throw .unacceptable("the \(what) is longer than \(limit) characters")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      lines && (scalar == "\n" || scalar == "\t") || scalar.properties.generalCategory != .control
    }
    guard isPlain else { throw .unacceptable("the \(what) holds control characters") }
    let trimmed = text.drop { $0.isWhitespace }
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...last])
  }
}
