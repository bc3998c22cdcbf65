import Model
import Monitoring

/// What made-up monitors say: with the codes of what the program says, so that pages can translate it.
enum ScriptedWords {
  static func silent(_ host: String) -> Message {
    Message(
      MessageTemplate("check.silent", "{host} doesn't answer echoes within {limit_s}"),
      ["host": .text(host), "limit_s": .number(10)]
    )
  }

  static let lossy = Message(
    MessageTemplate(
      "monitor.lossy",
      "{loss} % of the last 20 checks were not answered, and the limit is {limit} %"
    ),
    ["loss": .number(20), "limit": .number(10)]
  )

  static func slow(_ milliseconds: Double) -> Message {
    Message(
      MessageTemplate(
        "monitor.slow",
        "the middle of the last five round trips is {rtt_ms}, and the limit is {limit_ms}"
      ),
      ["rtt_ms": .number(milliseconds), "limit_ms": .number(200)]
    )
  }

  static func expiring(_ host: String, on end: Timestamp) -> Message {
    Message(
      MessageTemplate(
        "check.expires_soon",
        "the certificate of {host} expires in {left_s}, on {until_time}"
      ),
      [
        "host": .text(host), "left_s": .number(777_600),
        "until_time": .text(end.description),
      ]
    )
  }

  static func away(_ device: String) -> Message {
    Message(MessageTemplate("check.away", "{device} is away"), ["device": device])
  }

  static let paused = Message(MessageTemplate("monitor.paused", "you paused it"))

  static let noLink = Message(
    MessageTemplate("check.no_default_route", "this machine has no default route")
  )

  static let silentToo = Message(
    MessageTemplate("check.silent_too", "it doesn't answer by {methods|, | or } either"),
    ["methods": .texts(["ARP", "TCP port 80"])]
  )

  /// The cause of an outage, with what shows it.
  static func absent(_ host: String) -> IncidentDiagnosis {
    IncidentDiagnosis(
      code: "host_absent",
      message: Message(
        MessageTemplate(
          "diagnose.verdict.host_absent_near",
          "No device on this network has the address of {target}: it is off, unplugged, or has another one now."
        ),
        ["target": host]
      ),
      evidence: [silentToo, "The router answers within 0.8 ms."]
    )
  }
}
