import Discovery
public import Model
import Networking

extension WatchStatus.Problem {
  /// What a source's failure means to a person; `nil` where the other sources make up for it.
  init?(_ trouble: ScanTrouble) {
    let isPlaced = !trouble.interface.isEmpty
    let values = ["interface": trouble.interface]
    switch (trouble.source, trouble.failure) {
    case (_, .noDescriptors):
      self.init(
        code: "no_descriptors",
        Phrase("problem.no_descriptors", "homenet is out of file descriptors."),
        fix: Phrase(
          "fix.no_descriptors",
          "Raise the limit with ulimit -n (in systemd: LimitNOFILE)."
        )
      )
    case (.neighbours, .noBuffers), (.arp, .noBuffers):
      self.init(
        code: "table_full",
        isPlaced
          ? Phrase(
            "problem.table_full_on",
            "The kernel's neighbour table is full, so the sweep on {interface} is slow.",
            values
          )
          : Phrase(
            "problem.table_full",
            "The kernel's neighbour table is full, so the sweep is slow."
          ),
        fix: Phrase("fix.table_full", "sudo sysctl -w net.ipv4.neigh.default.gc_thresh3=4096")
      )
    case (.neighbours, let failure):
      self.init(
        code: "no_neighbour_table",
        Phrase(
          "problem.no_neighbour_table",
          "The kernel does not show its neighbour table: {failure}.",
          ["failure": failure.words]
        ),
        fix: Self.netlink
      )
    case (.mdns, let failure), (.ssdp, let failure):
      self.init(
        code: "no_multicast",
        isPlaced
          ? Phrase(
            "problem.no_multicast_on",
            "Announcements can't be heard on {interface}: {failure}.",
            values.merging(["failure": failure.words]) { $1 }
          )
          : Phrase(
            "problem.no_multicast",
            "Announcements can't be heard: {failure}.",
            ["failure": failure.words]
          ),
        fix: Phrase(
          "fix.no_multicast",
          "Allow UDP sockets with multicast options where homenet runs."
        )
      )
    case (.tcp, let failure):
      self.init(
        code: "no_connections",
        isPlaced
          ? Phrase(
            "problem.no_connections_on",
            "Ports can't be asked on {interface}: {failure}.",
            values.merging(["failure": failure.words]) { $1 }
          )
          : Phrase(
            "problem.no_connections",
            "Ports can't be asked: {failure}.",
            ["failure": failure.words]
          ),
        fix: Phrase("fix.no_connections", "Allow TCP sockets where homenet runs.")
      )
    default:
      return nil
    }
    phrases += [trouble.failure.phrase].compactMap(\.self)
  }

  /// Devices are announced by the hundred, and answer no question.
  static var tooManyNewDevices: Self {
    WatchStatus.Problem(
      code: "too_many_new_devices",
      Phrase(
        "problem.too_many_new_devices",
        "Hundreds of devices announce themselves and answer no question; most of them are left out."
      ),
      fix: Phrase(
        "fix.too_many_new_devices",
        "Look for a device on this network that makes up addresses, and forget the unnamed devices that are away."
      )
    )
  }

  /// So many findings of a round came faster than they could be taken; `nil` where none did.
  init?(lostFindings count: Int) {
    guard count > 0 else { return nil }
    self.init(
      code: "findings_lost",
      Phrase(
        "problem.findings_lost",
        "{count} findings came faster than homenet could take them, and are missing.",
        ["count": String(count)]
      ),
      fix: Phrase(
        "fix.findings_lost",
        "Give homenet more of the processor, or name smaller networks with --network."
      )
    )
  }

  /// Why there is nothing to scan.
  init(_ error: ScanPlanError) {
    self.init(
      code: "no_network",
      text: "\(error)",
      fix: "Connect a cable or join a Wi-Fi network, or name a network with --network."
    )
    let fix = Phrase(
      "fix.no_network",
      "Connect a cable or join a Wi-Fi network, or name a network with --network."
    )
    phrases = [error.phrase, fix].compactMap(\.self)
  }

  /// Why this machine's network can't be read.
  init(reading failure: LocalFailure) {
    self.init(
      code: "no_configuration",
      Phrase(
        "problem.no_configuration",
        "This machine's interfaces can't be read: {failure}.",
        ["failure": failure.words]
      ),
      fix: Self.netlink
    )
    phrases += [failure.phrase].compactMap(\.self)
  }

  private static var netlink: Phrase {
    Phrase(
      "fix.netlink",
      "Allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)."
    )
  }
}

extension Annotations {
  /// The marks after a change; says what is not acceptable.
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
