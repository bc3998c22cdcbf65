/// The sentence templates that evidence is worded with; the device's own words fill the places.
package enum EvidenceTemplate: Int, Hashable, Sendable, CaseIterable {
  case defaultRoute, offers, txt, txtOf, announces, ssdp, ownName, hostName, hostOf, dhcpName,
    snmpName, netbiosName, serviceName, serviceHost, nameOf, inDescription, inAnswer, port, ports,
    macBlock, virtualRouter, virtualMachine, serverLine, header, description, answer, title, realm,
    path, page,
    icon, certificate, greeting, snmp, enterprise, dhcpClass, dhcpParameters, udp, smb, scope, mac,
    system, runsHere, user

  /// The name of its message: `mac_block`.
  var code: String {
    "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }

  /// The sentence in English, with `{…}` where something stands.
  var template: String {
    switch self {
    case .defaultRoute: "the default route leads through it"
    case .offers: "offers {value}"
    case .txt: "TXT {value}"
    case .txtOf: "TXT {value} of {service}"
    case .announces: "announces {value}"
    case .ssdp: "SSDP {value}"
    case .ownName: "the name it gives itself {value}"
    case .hostName: "host name {value}"
    case .hostOf: "host of {service}"
    case .dhcpName: "DHCP host name {value}"
    case .snmpName: "SNMP name {value}"
    case .netbiosName: "NetBIOS name {value}"
    case .serviceName: "service name {value}"
    case .serviceHost: "service's host {value}"
    case .nameOf: "the name of {service}"
    case .inDescription: "{value} in its description"
    case .inAnswer: "{value} in its answer"
    case .port: "port {value} open"
    case .ports: "ports {value} open"
    case .macBlock: "MAC {mac} is of a block of {vendor}"
    case .virtualRouter: "{protocol} virtual router by its MAC {mac}"
    case .virtualMachine: "a machine or container that {program} runs, by its MAC {mac}"
    case .serverLine: "server line {value}"
    case .header: "header {value}"
    case .description: "description {value}"
    case .answer: "answer {value}"
    case .title: "page title {value}"
    case .realm: "asks a password for {value}"
    case .path: "answers at {value}"
    case .page: "page {value}"
    case .icon: "icon {value}"
    case .certificate: "certificate {value}"
    case .greeting: "greets {value}"
    case .snmp: "SNMP description {value}"
    case .enterprise: "SNMP object of enterprise {value}"
    case .dhcpClass: "DHCP vendor class {value}"
    case .dhcpParameters: "DHCP asks for {value}"
    case .udp: "UDP answer {value}"
    case .smb: "SMB {value}"
    case .scope: "WS-Discovery {value}"
    case .mac: "MAC of {value}"
    case .system: "its own system: {value}"
    case .runsHere: "HomeNet runs on it"
    case .user: "you say so"
    }
  }
}

/// Evidence: a template and what stands in its places.
///
/// Two texts and a byte, worded when they are shown: there are many of them for each device.
package struct EvidenceSentence: Hashable, Sendable {
  /// The template; `nil` for words that have none.
  let template: EvidenceTemplate?
  /// What stands in the first place, or the words that have no template.
  let value: String
  /// What stands in the second place.
  let other: String

  /// The sentence of a template with what stands in its places.
  package init(_ template: EvidenceTemplate, _ value: String = "", _ other: String = "") {
    self.template = template
    self.value = value
    self.other = other
  }

  /// Words that have no template: a simulation's, an older version's.
  init(verbatim text: String) {
    template = nil
    value = text
    other = ""
  }

  /// The sentence in English.
  package var text: String {
    let pieces = pieces
    return pieces.0 + pieces.1 + pieces.2 + pieces.3
  }

  /// What the sentence in English is made of; an empty place leaves no blank behind.
  package var pieces: (String, String, String, String) {
    guard let template else { return ("", value, "", "") }
    let parts = EvidenceTemplateParts.of(template)
    guard value.isEmpty, parts.middle.isEmpty else {
      return (parts.first, value, parts.middle, other)
    }
    return (parts.first.last == " " ? String(parts.first.dropLast()) : parts.first, "", "", "")
  }

  /// Whether its text comes before another's by its bytes; `nil` where the texts are the same.
  ///
  /// Sentences are sorted by the thousand, so where their parts decide, no text is made.
  package func precedes(_ other: EvidenceSentence) -> Bool? {
    guard template == other.template else {
      let parts = (
        EvidenceTemplateParts.beginning(of: self), EvidenceTemplateParts.beginning(of: other)
      )
      return Self.firstDifference(parts.0, parts.1) ?? Self.order(text, other.text)
    }
    if let isLess = Self.firstDifference(value, other.value) { return isLess }
    // Not `==`, for which an accented letter is the same as a letter with an accent: of three sentences
    // the first two could be the same then, and the third come between them.
    return value.utf8.count == other.value.utf8.count
      ? Self.order(self.other, other.other) : Self.order(text, other.text)
  }

  /// Whether the first byte that differs is less in the left one; `nil` where one begins the other.
  private static func firstDifference(_ left: String, _ right: String) -> Bool? {
    let (left, right) = (left.utf8.span, right.utf8.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return nil
  }

  private static func order(_ left: String, _ right: String) -> Bool? {
    if let isLess = firstDifference(left, right) { return isLess }
    let (count, otherCount) = (left.utf8.count, right.utf8.count)
    return count == otherCount ? nil : count < otherCount
  }

  /// The code of its message.
  var code: String {
    template.map { EvidenceTemplateParts.of($0).message.code } ?? MessageTemplate.verbatim.code
  }

  /// What stands in the places, by their names in order of the alphabet; without those left empty.
  var places: [(name: String, value: String)] {
    guard let template else { return [("text", value)] }
    let names = EvidenceTemplateParts.of(template).names
    var places: [(name: String, value: String)] = []
    if let first = names.first, !value.isEmpty { places.append((first, value)) }
    if names.count > 1, !other.isEmpty { places.append((names[1], other)) }
    return places.count > 1 && places[1].name < places[0].name ? places.reversed() : places
  }

  /// The sentence as a message.
  var message: Message {
    guard let template else { return .verbatim(value) }
    let values = places.map { ($0.name, Message.Value.text($0.value)) }
    return Message(EvidenceTemplateParts.of(template).message, known: Dictionary(values) { $1 })
  }
}

/// A template in its parts.
struct EvidenceTemplateParts: Sendable {
  /// The entry of the catalogue.
  let message: MessageTemplate
  /// What stands before the first place.
  let first: String
  /// What stands behind it.
  let middle: String
  /// The names of the places; two at most, and the second is the end.
  let names: [String]

  private static let all = EvidenceTemplate.allCases.map(EvidenceTemplateParts.init)

  /// The parts of that template.
  static func of(_ template: EvidenceTemplate) -> EvidenceTemplateParts { all[template.rawValue] }

  /// What a sentence's text begins with.
  static func beginning(of sentence: EvidenceSentence) -> String {
    sentence.template.map { of($0).first } ?? sentence.value
  }

  private init(_ template: EvidenceTemplate) {
    let english = template.template
    message = MessageTemplate("evidence.\(template.code)", english)
    let pieces = english.split(separator: "{", omittingEmptySubsequences: false)
    let places = pieces.dropFirst().map { $0.split(separator: "}", maxSplits: 1) }
    first = pieces.first.map(String.init) ?? ""
    middle = places.first.flatMap { $0.count > 1 ? String($0[1]) : nil } ?? ""
    names = places.compactMap { $0.first.map(String.init) }
  }
}
