import Model

extension CronProblem {
  /// The problem in a sentence that names the field.
  var message: Message {
    switch self {
    case .tooLong:
      return Message(.cronTooLong, ["most": .count(CronExpression.mostCharacters)])
    case .wrongCount(let count):
      return Message(.cronWrongCount, ["found": .count(count)])
    case .noValue(let field, let text):
      let values: [String: Message.Value] = [
        "field": field.name, "text": .text(text),
        "least": .count(field.least), "most": .count(field.most),
      ]
      guard let first = field.names.first, let last = field.names.last else {
        return Message(.cronNoValue, values)
      }
      let names: [String: Message.Value] = ["first": .text(first), "last": .text(last)]
      return Message(.cronNoName, values.merging(names) { value, _ in value })
    case .backwards(let field, let text):
      return Message(.cronBackwards, ["field": field.name, "text": .text(text)])
    case .noStep(let field, let text):
      return Message(.cronNoStep, ["field": field.name, "text": .text(text)])
    case .never:
      return Message(.cronNever)
    }
  }
}

extension CronField {
  /// What the field is called.
  fileprivate var name: Message.Value {
    switch kind {
    case .minute: .message(Message(.cronMinute))
    case .hour: .message(Message(.cronHour))
    case .day: .message(Message(.cronDay))
    case .month: .message(Message(.cronMonth))
    case .weekday: .message(Message(.cronWeekday))
    }
  }
}

extension MessageTemplate {
  static let cronTooLong = MessageTemplate(
    "monitor.cron_too_long",
    "A cron line has at most {most} characters."
  )
  static let cronWrongCount = MessageTemplate(
    "monitor.cron_wrong_count",
    "A cron line has five fields, minute, hour, day of the month, month and day of the week; this has {found}."
  )
  static let cronNoValue = MessageTemplate(
    "monitor.cron_no_value",
    "{field^}: ‘{text}’ is not a number from {least} to {most}."
  )
  static let cronNoName = MessageTemplate(
    "monitor.cron_no_name",
    "{field^}: ‘{text}’ is not a number from {least} to {most}, or a name from {first} to {last}."
  )
  static let cronBackwards = MessageTemplate(
    "monitor.cron_backwards",
    "{field^}: the range ‘{text}’ ends before it begins."
  )
  static let cronNoStep = MessageTemplate(
    "monitor.cron_no_step",
    "{field^}: in ‘{text}’, the step has to be a number from 1 to 999 that follows * or a range, as in */15 or 8-18/2."
  )
  static let cronNever = MessageTemplate(
    "monitor.cron_never",
    "Day of the month: none of the months named has such a day."
  )
  static let cronMinute = MessageTemplate("monitor.cron_minute", "minute")
  static let cronHour = MessageTemplate("monitor.cron_hour", "hour")
  static let cronDay = MessageTemplate("monitor.cron_day", "day of the month")
  static let cronMonth = MessageTemplate("monitor.cron_month", "month")
  static let cronWeekday = MessageTemplate("monitor.cron_weekday", "day of the week")
}
