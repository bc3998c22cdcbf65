/// The sentences in which evidence is told; what a device said stands in their places.
public enum EvidenceForm: Int, Hashable, Sendable, CaseIterable {
  case defaultRoute
  case offers
  case txt
  case txtOf
  case announces
  case ssdp
  case ownName
  case hostName
  case hostOf
  case dhcpName
  case snmpName
  case netbiosName
  case serviceName
  case serviceHost
  case nameOf
  case inDescription
  case inAnswer
  case port
  case ports
  case macBlock
  case virtualRouter
  case serverLine
  case header
  case description
  case answer
  case title
  case realm
  case path
  case page
  case icon
  case certificate
  case greeting
  case snmp
  case enterprise
  case dhcpClass
  case dhcpParameters
  case udp
  case smb
  case scope
  case mac
  case system
  case runsHere
  case user

  /// The name of its phrase: `mac_block`.
  public var code: String {
    "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }

  /// The sentence in English, with `{…}` where something stands.
  public var template: String {
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

/// Evidence in words, and the form of the sentence.
///
/// One text and a byte: there are many of them for each device, and few are ever shown.
package struct EvidenceWords: Hashable, Sendable {
  /// The form.
  let form: EvidenceForm
  /// The sentence.
  package let text: String

  /// The sentence of that form with what stands in its places; what is empty leaves no blank behind.
  package init(_ form: EvidenceForm, _ value: String = "", _ other: String = "") {
    self.form = form
    let parts = EvidenceParts.of(form)
    if value.isEmpty, parts.middle.isEmpty {
      text = parts.first.last == " " ? String(parts.first.dropLast()) : parts.first
    } else {
      text = parts.first + value + parts.middle + other
    }
  }
}

/// A template in its parts.
struct EvidenceParts: Sendable {
  /// What stands before the first place.
  let first: String
  /// What stands behind it.
  let middle: String
  /// The names of the places; two at most, and the second is the end.
  let names: [String]

  private static let all = EvidenceForm.allCases.map { EvidenceParts($0.template) }

  /// The parts of that form.
  static func of(_ form: EvidenceForm) -> EvidenceParts { all[form.rawValue] }

  private init(_ template: String) {
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    let places = pieces.dropFirst().map { $0.split(separator: "}", maxSplits: 1) }
    first = pieces.first.map(String.init) ?? ""
    middle = places.first.flatMap { $0.count > 1 ? String($0[1]) : nil } ?? ""
    names = places.compactMap { $0.first.map(String.init) }
  }

  /// What stands in the places of a sentence of this template.
  func values(in text: String) -> [String: Phrase.Value] {
    guard let name = names.first, text.hasPrefix(first) else { return [:] }
    let rest = text.dropFirst(first.count)
    guard names.count > 1 else {
      return [name: .text(String(rest.hasSuffix(middle) ? rest.dropLast(middle.count) : rest))]
    }
    // What stands first may hold the words between the places, the second hardly.
    guard let between = rest.ranges(of: middle).last else { return [name: .text(String(rest))] }
    return [
      name: .text(String(rest[..<between.lowerBound])),
      names[1]: .text(String(rest[between.upperBound...])),
    ]
  }
}

extension Verdict.Reason {
  /// The evidence, taken apart; `nil` where its form is not known.
  public var phrase: Phrase? {
    form.map { form in
      Phrase(
        code: "evidence.\(form.code)",
        text: evidence,
        values: EvidenceParts.of(form).values(in: evidence)
      )
    }
  }
}
