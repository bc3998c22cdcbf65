internal import Glibc
import Model
import Monitoring
import Wire

/// Runs a program with a notice.
struct ProgramDelivery {
  var notice: AlertNotice
  var channel: String
  /// The program's path.
  var path: String
  /// One argument a line.
  var arguments: String
  var limit: Duration

  /// What a program that wants to be run again later exits with: EX_TEMPFAIL of sysexits.h.
  static let temporaryFailure: Int32 = 75
  /// What a program whose settings are wrong exits with: EX_CONFIG.
  static let wrongSettings: Int32 = 78

  /// The program with its environment; `body` is what it reads.
  func program(body: JSONValue, inheriting environment: [String: String]) -> ProgramRun {
    // Not all of our environment: it may hold secrets.
    let inherited = environment.filter { ["PATH", "HOME", "LANG", "TZ", "USER"].contains($0.key) }
    let text = NoticeText(notice: notice, markup: .plain, limit: .bytes(16_000)).text(
      withTitle: false
    )
    let own = [
      "HOMENET_ID": notice.id,
      "HOMENET_CHANNEL": channel,
      "HOMENET_TITLE": NoticeText.title(of: notice),
      "HOMENET_TEXT": text,
      "HOMENET_SEVERITY": notice.severity.rawValue,
      "HOMENET_TIME": notice.time.description,
      "HOMENET_THREAD": notice.thread ?? "",
      "HOMENET_URL": notice.url ?? "",
    ]
    let clean = own.mapValues { $0.filter { $0 != "\0" } }
    return ProgramRun(
      path: path,
      arguments: arguments.split(whereSeparator: \.isNewline).map(String.init),
      environment: inherited.merging(clean) { $1 },
      input: Array((body.json + "\n").utf8),
      limit: limit
    )
  }

  /// What an outcome means for the notice.
  func delivery(_ outcome: ProgramRun.Outcome) -> Delivery {
    let name = CleanText.line(path, most: 100)
    switch outcome {
    case .exited(status: 0, output: _): return .sent
    case .exited(let status, let output):
      let words = CleanText.line(String(decoding: output.prefix(400), as: UTF8.self), most: 200)
      let values: [String: Message.Value] = [
        "program": .text(name), "status": .count(status), "output": .text(words),
      ]
      let message = Message(
        words.isEmpty ? .channelProgramFailed : .channelProgramFailedSaying,
        values
      )
      return status == Self.wrongSettings ? .refused(message) : .failed(message)
    case .killed(let signal):
      return .failed(
        Message(.channelProgramKilled, ["program": .text(name), "signal": .count(signal)])
      )
    case .tooSlow:
      return .failed(
        Message(
          .channelProgramSlow,
          ["program": .text(name), "limit_s": .count(limit.components.seconds)]
        )
      )
    case .unstartable(let number):
      let reason = String(cString: strerror(number))
      let message = Message(.channelProgramUnstartable, ["program": name, "error": reason])
      return [ENOENT, EACCES, ENOEXEC, ENOTDIR].contains(number)
        ? .refused(message) : .failed(message)
    }
  }
}

/// What came of a program.
extension MessageTemplate {
  static let channelProgramFailed = MessageTemplate(
    "channel.program_failed",
    "{program} ended with status {status}"
  )
  static let channelProgramFailedSaying = MessageTemplate(
    "channel.program_failed_saying",
    "{program} ended with status {status}: {output}"
  )
  static let channelProgramKilled = MessageTemplate(
    "channel.program_killed",
    "{program} was ended by signal {signal}"
  )
  static let channelProgramSlow = MessageTemplate(
    "channel.program_slow",
    "{program} took longer than {limit_s} and was ended"
  )
  static let channelProgramUnstartable = MessageTemplate(
    "channel.program_unstartable",
    "{program} could not be started: {error}"
  )
}
