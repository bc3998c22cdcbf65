import Net

extension WatchStatus.Problem {
  /// What a source's failure means to a person; `nil` where the other sources make up for it.
  init?(_ trouble: ScanTrouble) {
    let place = trouble.interface.isEmpty ? "" : " on \(trouble.interface)"
    switch (trouble.source, trouble.failure) {
    case (_, .noDescriptors):
      self.init(
        code: "no_descriptors",
        text: "homenet is out of file descriptors.",
        fix: "Raise the limit with ulimit -n (in systemd: LimitNOFILE)."
      )
    case (.neighbours, .noBuffers), (.arp, .noBuffers):
      self.init(
        code: "table_full",
        text: "The kernel's neighbour table is full, so the sweep\(place) is slow.",
        fix: "sudo sysctl -w net.ipv4.neigh.default.gc_thresh3=4096"
      )
    case (.neighbours, let failure):
      self.init(
        code: "no_neighbour_table",
        text: "The kernel does not show its neighbour table: \(failure.words).",
        fix: "Allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)."
      )
    case (.mdns, let failure), (.ssdp, let failure):
      self.init(
        code: "no_multicast",
        text: "Announcements can't be heard\(place): \(failure.words).",
        fix: "Allow UDP sockets with multicast options where homenet runs."
      )
    case (.tcp, let failure):
      self.init(
        code: "no_connections",
        text: "Ports can't be asked\(place): \(failure.words).",
        fix: "Allow TCP sockets where homenet runs."
      )
    default:
      return nil
    }
  }

  /// Why there is nothing to scan.
  init(_ error: ScanPlanError) {
    self.init(
      code: "no_network",
      text: "\(error)",
      fix: "Connect a cable or join a Wi-Fi network, or name a network with --network."
    )
  }

  /// Why this machine's network can't be read.
  init(reading failure: LocalFailure) {
    self.init(
      code: "no_configuration",
      text: "This machine's interfaces can't be read: \(failure.words).",
      fix: "Allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)."
    )
  }
}

extension UserMarks {
  /// The marks after a change; says what is not acceptable.
  public func changed(by change: MarkChange) throws(WatchError) -> UserMarks {
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
