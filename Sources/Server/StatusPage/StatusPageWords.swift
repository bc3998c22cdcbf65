import Model
import Monitoring

/// The words of the status page, which has no script and so no catalogue of the app.
struct StatusPageWords: Sendable {
  let language: String
  let states: [MonitorState: String]
  let allWell: String
  let someDegraded: String
  let someDown: String
  let nothingKnown: String
  let incidents: String
  let maintenance: String
  let since: String
  let updated: String
  /// `{share}` and `{days}`.
  let share: String
  let noUptime: String
  let daysDown: String
  let daysDegraded: String
  let ago: String
  let today: String
  let noMonitors: String
  /// Between the whole and its fraction.
  let point: String

  static let english = StatusPageWords(
    language: "en",
    states: [
      .up: "Up", .degraded: "Degraded", .down: "Down", .unknown: "Unknown", .paused: "Paused",
    ],
    allWell: "Everything is up",
    someDegraded: "Something is degraded",
    someDown: "Something is down",
    nothingKnown: "Nothing is known right now",
    incidents: "Current incidents",
    maintenance: "being worked on",
    since: "since",
    updated: "Updated",
    share: "{share} % up in {days} days",
    noUptime: "no figures yet",
    daysDown: "days with outages",
    daysDegraded: "days degraded",
    ago: "90 days ago",
    today: "now",
    noMonitors: "This page shows no monitors.",
    point: "."
  )

  static let german = StatusPageWords(
    language: "de",
    states: [
      .up: "Erreichbar", .degraded: "Beeinträchtigt", .down: "Ausgefallen", .unknown: "Unbekannt",
      .paused: "Pausiert",
    ],
    allWell: "Alles ist erreichbar",
    someDegraded: "Etwas ist beeinträchtigt",
    someDown: "Etwas ist ausgefallen",
    nothingKnown: "Zurzeit ist nichts bekannt",
    incidents: "Aktuelle Störungen",
    maintenance: "in Wartung",
    since: "seit",
    updated: "Stand",
    share: "in {days} Tagen zu {share} % erreichbar",
    noUptime: "noch keine Werte",
    daysDown: "Tage mit Ausfällen",
    daysDegraded: "Tage beeinträchtigt",
    ago: "vor 90 Tagen",
    today: "jetzt",
    noMonitors: "Diese Seite zeigt keine Monitore.",
    point: ","
  )

  /// The words for an `Accept-Language` field (RFC 9110, section 12.5.4): German where it is named first,
  /// else English.
  static func words(for languages: String?) -> StatusPageWords {
    let first = languages?.split(separator: ",").first?.split(separator: ";").first
    let word = first?.filter { !$0.isWhitespace }.lowercased() ?? ""
    return word == "de" || word.hasPrefix("de-") ? german : english
  }

  /// A share as a percentage with two digits, rounded down: what was down is never 100 %.
  func percentage(_ share: Double) -> String {
    let hundredths = Int((min(max(share, 0), 1) * 10_000 + 1e-6).rounded(.down))
    let fraction = hundredths % 100
    return "\(hundredths / 100)\(point)\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// How much of the days a monitor was up.
  func uptime(_ uptime: Uptime) -> String {
    guard let share = uptime.share else { return noUptime }
    return self.share.replacing("{share}", with: percentage(share))
      .replacing("{days}", with: "\(StatusPageView.days)")
  }

  /// On the whole.
  func summary(_ state: MonitorState?) -> String {
    switch state {
    case .down: someDown
    case .degraded: someDegraded
    case .up: allWell
    case .unknown, .paused, nil: nothingKnown
    }
  }
}
