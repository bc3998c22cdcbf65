extension HomeChange {
  /// The change in one sentence.
  public var message: Message {
    let device = Message.Value(device: name)
    switch kind {
    case .newStation: return Message(.changeNewStation, ["device": device])
    case .returned:
      guard let seconds else { return Message(.changeReturned, ["device": device]) }
      return Message(.changeReturnedAfter, ["device": device, "absence_s": .number(seconds)])
    case .left: return Message(.changeLeft, ["device": device])
    case .movedAddress:
      return Message(.changeMovedAddress, ["device": device, "was": before, "now": after])
    case .newMAC:
      let values = ["device": device, "was": before, "now": after]
      return reason == .sameKeys
        ? Message(.changeNewMACSameKeys, values) : Message(.changeNewMAC, values)
    case .flipFlop:
      return Message(.changeFlipFlop, ["device": device, "was": before, "now": after])
    case .renamed:
      guard let was else { return Message(.changeNamed, ["device": device, "now": after]) }
      return Message(.changeRenamed, ["was": .text(was), "now": after])
    case .identifiedAnew: return identification(device)
    case .serviceAppeared:
      return Message(.changeServiceAppeared, ["device": device, "service": after])
    case .serviceGone: return Message(.changeServiceGone, ["device": device, "service": before])
    case .portAppeared: return Message(.changePortAppeared, ["device": device, "port": after])
    case .portGone: return Message(.changePortGone, ["device": device, "port": before])
    case .keyChanged: return key(device)
    case .gatewayMACChanged: return gateway
    case .addressConflict:
      return Message(.changeAddressConflict, ["address": before, "macs": after])
    case .dhcpServerAppeared: return Message(.changeDHCPServer, ["server": after])
    case .resolverChanged: return resolver
    case .routeChanged: return route
    case .ownNetworkLost: return Message(.changeOwnNetworkLost)
    case .ownNetworkBack:
      guard let seconds else { return Message(.changeOwnNetworkBack) }
      return Message(.changeOwnNetworkBackAfter, ["outage_s": .number(seconds)])
    case .watchPaused: return Message(.changeWatchPaused)
    case .watchResumed:
      guard let seconds else { return Message(.changeWatchResumed) }
      return Message(.changeWatchResumedAfter, ["pause_s": .number(seconds)])
    case .merged: return Message(.changeMerged, ["device": device, "other": before])
    case .split:
      let values = ["device": device, "other": after]
      return reason == .otherKeys
        ? Message(.changeSplitOtherKeys, values) : Message(.changeSplit, values)
    case .edited: return edited(device)
    case .forgotten:
      // What is told of a forgotten device doesn't say which one it was; earlier versions did.
      guard let name, !name.isEmpty else { return Message(.changeForgottenDevice) }
      return Message(.changeForgotten, ["device": device])
    }
  }

  private var before: Message.Value { .text(was ?? "") }
  private var after: Message.Value { .text(now ?? "") }

  /// The duration that `was` holds.
  private var seconds: Double? {
    guard let was, let seconds = Double(was), seconds.isFinite else { return nil }
    return seconds
  }

  private func identification(_ device: Message.Value) -> Message {
    let now = Message.Value(identified: now)
    guard was != nil else { return Message(.changeIdentified, ["device": device, "now": now]) }
    return Message(
      .changeIdentifiedAnew,
      ["device": device, "was": Message.Value(identified: was), "now": now]
    )
  }

  private func key(_ device: Message.Value) -> Message {
    let key = now ?? was ?? ""
    if key.hasPrefix("ssh:") { return Message(.changeHostKey, ["device": device]) }
    if key.hasPrefix("tls:") { return Message(.changeCertificate, ["device": device]) }
    return Message(.changeKey, ["device": device])
  }

  private var gateway: Message {
    let values = ["was": before, "now": after]
    return switch reason {
    case .sameKeys: Message(.changeGatewaySameKeys, values)
    case .otherKeys: Message(.changeGatewayOtherKeys, values)
    case .alternating: Message(.changeGatewayAlternating, values)
    case .unproven, nil: Message(.changeGatewayUnproven, values)
    }
  }

  private var resolver: Message {
    guard let now else { return Message(.changeNoResolver, ["was": before]) }
    guard let was else { return Message(.changeFirstResolver, ["now": .text(now)]) }
    return Message(.changeResolver, ["was": .text(was), "now": .text(now)])
  }

  private var route: Message {
    guard let now else { return Message(.changeNoRoute, ["was": before]) }
    guard let was else { return Message(.changeFirstRoute, ["now": .text(now)]) }
    return Message(.changeRoute, ["was": .text(was), "now": .text(now)])
  }

  private func edited(_ device: Message.Value) -> Message {
    switch edit {
    case .set(.name, let name):
      return Message(.changeGivenName, ["device": device, "now": .text(name)])
    case .set(.category, let category):
      let now = Message.Value(identified: category)
      guard let was else { return Message(.changeGivenKind, ["device": device, "now": now]) }
      let before = Message.Value(identified: was)
      return Message(.changeOtherKind, ["device": device, "was": before, "now": now])
    case .removed(.name): return Message(.changeRemovedName, ["device": device])
    case .removed(.category): return Message(.changeRemovedKind, ["device": device])
    case .changed(.name): return Message(.changeEditedName, ["device": device])
    case .changed(.category): return Message(.changeEditedCategory, ["device": device])
    case .changed(.note): return Message(.changeEditedNote, ["device": device])
    case .changed(.hidden): return Message(.changeHidden, ["device": device])
    case .changed(.shown): return Message(.changeShown, ["device": device])
    case .set, .removed, nil: return Message(.changeEdited, ["device": device])
    }
  }
}

extension Message.Value {
  /// A device's name; "A device" where it has none.
  fileprivate init(device name: String?) {
    self =
      if let name, !name.isEmpty { .text(name) } else { .message(Message(.changeNameless)) }
  }

  /// A kind in words, or a maker's or model's name as it is.
  fileprivate init(identified text: String?) {
    self =
      if let category = text.flatMap(Category.init(rawValue:)) {
        .message(Message(category.article))
      } else {
        .text(text ?? "")
      }
  }
}

extension Category {
  /// The kind as a part of a sentence.
  fileprivate var article: MessageTemplate {
    switch self {
    case .router: .changeKindRouter
    case .phone: .changeKindPhone
    case .tablet: .changeKindTablet
    case .computer: .changeKindComputer
    case .speaker: .changeKindSpeaker
    case .gaming: .changeKindGaming
    case .tvMedia: .changeKindTVMedia
    case .storage: .changeKindStorage
    case .printer: .changeKindPrinter
    case .smartHome: .changeKindSmartHome
    case .camera: .changeKindCamera
    case .network: .changeKindNetwork
    case .voip: .changeKindVoIP
    case .wearable: .changeKindWearable
    case .appliance: .changeKindAppliance
    case .server: .changeKindServer
    case .unknown: .changeKindUnknown
    }
  }
}

/// Devices that come, go and move.
extension MessageTemplate {
  static let changeNameless = MessageTemplate("change.nameless", "A device")
  static let changeNewStation = MessageTemplate("change.new_station", "{device} is new here.")
  static let changeReturned = MessageTemplate("change.returned", "{device} is back.")
  static let changeReturnedAfter = MessageTemplate(
    "change.returned_after",
    "{device} is back after {absence_s}."
  )
  static let changeLeft = MessageTemplate("change.left", "{device} left.")
  static let changeMovedAddress = MessageTemplate(
    "change.moved_address",
    "{device} moved from {was} to {now}."
  )
  static let changeNewMAC = MessageTemplate(
    "change.new_mac",
    "{device} has a new MAC address: {now} instead of {was}."
  )
  static let changeNewMACSameKeys = MessageTemplate(
    "change.new_mac_same_keys",
    "{device} has a new MAC address, {now} instead of {was}; it identifies itself as before."
  )
  static let changeFlipFlop = MessageTemplate(
    "change.flip_flop",
    "{device} went back to the MAC address {now} from {was}."
  )
  static let changeAddressConflict = MessageTemplate(
    "change.address_conflict",
    "Two devices answer for the address {address}: {macs}."
  )
  static let changeMerged = MessageTemplate(
    "change.merged",
    "{device} and {other} are one device."
  )
  static let changeSplit = MessageTemplate(
    "change.split",
    "{device} and {other} are two devices."
  )
  static let changeSplitOtherKeys = MessageTemplate(
    "change.split_other_keys",
    "{device} and {other} are two devices after all: both were here at one time, with other keys."
  )
}

/// What devices are and offer.
extension MessageTemplate {
  static let changeNamed = MessageTemplate(
    "change.named",
    "{device} calls itself {now}."
  )
  static let changeRenamed = MessageTemplate("change.renamed", "{was} is called {now} now.")
  static let changeIdentified = MessageTemplate(
    "change.identified",
    "{device} turns out to be {now}."
  )
  static let changeIdentifiedAnew = MessageTemplate(
    "change.identified_anew",
    "{device} turns out to be {now}, not {was}."
  )
  static let changeServiceAppeared = MessageTemplate(
    "change.service_appeared",
    "{device} announces a new service: {service}."
  )
  static let changeServiceGone = MessageTemplate(
    "change.service_gone",
    "{device} no longer announces the service {service}."
  )
  static let changePortAppeared = MessageTemplate(
    "change.port_appeared",
    "{device} opened the port {port}."
  )
  static let changePortGone = MessageTemplate(
    "change.port_gone",
    "{device} closed the port {port}."
  )
  static let changeHostKey = MessageTemplate(
    "change.host_key",
    "{device} shows another SSH host key: it was set up anew, or another machine answers in its place."
  )
  static let changeCertificate = MessageTemplate(
    "change.certificate",
    "{device} shows another certificate, with another key."
  )
  static let changeKey = MessageTemplate("change.key", "{device} shows another key.")
  static let changeKindRouter = MessageTemplate("change.kind_router", "a router")
  static let changeKindPhone = MessageTemplate("change.kind_phone", "a phone")
  static let changeKindTablet = MessageTemplate("change.kind_tablet", "a tablet")
  static let changeKindComputer = MessageTemplate("change.kind_computer", "a computer")
  static let changeKindSpeaker = MessageTemplate("change.kind_speaker", "a speaker")
  static let changeKindGaming = MessageTemplate("change.kind_gaming", "a game console")
  static let changeKindTVMedia = MessageTemplate("change.kind_tv_media", "a TV or media player")
  static let changeKindStorage = MessageTemplate("change.kind_storage", "network storage")
  static let changeKindPrinter = MessageTemplate("change.kind_printer", "a printer")
  static let changeKindSmartHome = MessageTemplate(
    "change.kind_smart_home",
    "a smart home device"
  )
  static let changeKindCamera = MessageTemplate("change.kind_camera", "a camera")
  static let changeKindNetwork = MessageTemplate("change.kind_network", "a network device")
  static let changeKindVoIP = MessageTemplate("change.kind_voip", "a telephone")
  static let changeKindWearable = MessageTemplate("change.kind_wearable", "a wearable")
  static let changeKindAppliance = MessageTemplate("change.kind_appliance", "a home appliance")
  static let changeKindServer = MessageTemplate("change.kind_server", "a server")
  static let changeKindUnknown = MessageTemplate(
    "change.kind_unknown",
    "a device of unknown kind"
  )
}

/// The router, and what this machine is told by its network.
extension MessageTemplate {
  static let changeGatewaySameKeys = MessageTemplate(
    "change.gateway_same_keys",
    "The router's MAC address changed from {was} to {now}; it identifies itself as before: probably the same router with another network card."
  )
  static let changeGatewayOtherKeys = MessageTemplate(
    "change.gateway_other_keys",
    "The router's MAC address changed from {was} to {now}, and its keys are others: this is another router."
  )
  static let changeGatewayAlternating = MessageTemplate(
    "change.gateway_alternating",
    "Two MAC addresses take turns at the router's address, {was} and {now}: somebody may pretend to be the router."
  )
  static let changeGatewayUnproven = MessageTemplate(
    "change.gateway_unproven",
    "The router's MAC address changed from {was} to {now}; nothing tells whether it is the same router."
  )
  static let changeDHCPServer = MessageTemplate(
    "change.dhcp_server",
    "A DHCP server that was not known gives out addresses: {server}."
  )
  static let changeResolver = MessageTemplate(
    "change.resolver",
    "This machine asks other name servers: {now} instead of {was}."
  )
  static let changeFirstResolver = MessageTemplate(
    "change.first_resolver",
    "This machine asks name servers again: {now}."
  )
  static let changeNoResolver = MessageTemplate(
    "change.no_resolver",
    "This machine has no name server any more; it asked {was} before."
  )
  static let changeRoute = MessageTemplate(
    "change.route",
    "This machine's default route leads over {now} instead of {was}."
  )
  static let changeFirstRoute = MessageTemplate(
    "change.first_route",
    "This machine has a default route again, over {now}."
  )
  static let changeNoRoute = MessageTemplate(
    "change.no_route",
    "This machine has no default route any more; it led over {was} before."
  )
  static let changeOwnNetworkLost = MessageTemplate(
    "change.own_network_lost",
    "This machine lost its network; until it is back, nobody knows who is there."
  )
  static let changeOwnNetworkBack = MessageTemplate(
    "change.own_network_back",
    "This machine has its network again."
  )
  static let changeOwnNetworkBackAfter = MessageTemplate(
    "change.own_network_back_after",
    "This machine has its network again, after {outage_s}."
  )
}

/// What the user changes.
extension MessageTemplate {
  static let changeWatchPaused = MessageTemplate(
    "change.watch_paused",
    "You paused the watch; until it goes on, nobody knows who is there."
  )
  static let changeWatchResumed = MessageTemplate("change.watch_resumed", "The watch goes on.")
  static let changeWatchResumedAfter = MessageTemplate(
    "change.watch_resumed_after",
    "The watch goes on, after {pause_s}."
  )
  static let changeEdited = MessageTemplate("change.edited", "You changed {device}.")
  static let changeEditedName = MessageTemplate(
    "change.edited_name",
    "You changed the name of {device}."
  )
  static let changeEditedCategory = MessageTemplate(
    "change.edited_category",
    "You changed the kind of {device}."
  )
  static let changeEditedNote = MessageTemplate(
    "change.edited_note",
    "You changed the note on {device}."
  )
  static let changeGivenName = MessageTemplate(
    "change.given_name",
    "You named {device} {now}."
  )
  static let changeRemovedName = MessageTemplate(
    "change.removed_name",
    "You removed your name for {device}."
  )
  static let changeGivenKind = MessageTemplate(
    "change.given_kind",
    "You say that {device} is {now}."
  )
  static let changeOtherKind = MessageTemplate(
    "change.other_kind",
    "You say that {device} is {now}, not {was}."
  )
  static let changeRemovedKind = MessageTemplate(
    "change.removed_kind",
    "You no longer say what {device} is."
  )
  static let changeHidden = MessageTemplate("change.hidden", "You hid {device}.")
  static let changeShown = MessageTemplate("change.shown", "You show {device} again.")
  static let changeForgotten = MessageTemplate("change.forgotten", "You forgot {device}.")
  static let changeForgottenDevice = MessageTemplate(
    "change.forgotten_device",
    "You forgot a device."
  )
}
