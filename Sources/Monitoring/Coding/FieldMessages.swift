import Model

/// What is wrong with a field of a monitor, a rule or a channel, and what would be right.
extension MessageTemplate {
  static let fieldBody = MessageTemplate("monitor.field_body", "This has to be an object.")
  static let fieldObject = MessageTemplate(
    "monitor.field_object",
    "{key} has to be an object."
  )
  static let fieldTooDeep = MessageTemplate(
    "monitor.field_too_deep",
    "The values lie in each other too deep."
  )
  static let fieldUnknown = MessageTemplate(
    "monitor.field_unknown",
    "There is no key {key}; known are {known|, | and }."
  )
  static let fieldUnknownNear = MessageTemplate(
    "monitor.field_unknown_near",
    "There is no key {key}; did you mean {near}?"
  )
  static let fieldUnknownNone = MessageTemplate(
    "monitor.field_unknown_none",
    "There is no key {key}; none is known here."
  )
  static let fieldMissing = MessageTemplate("monitor.field_missing", "{key} is missing.")
  static let fieldText = MessageTemplate("monitor.field_text", "{key} has to be text.")
  static let fieldTexts = MessageTemplate(
    "monitor.field_texts",
    "{key} has to be a list of texts."
  )
  static let fieldFlag = MessageTemplate(
    "monitor.field_flag",
    "{key} has to be true or false."
  )
  static let fieldNumber = MessageTemplate("monitor.field_number", "{key} has to be a number.")
  static let fieldWhole = MessageTemplate(
    "monitor.field_whole",
    "{key} has to be a whole number."
  )
  static let fieldDuration = MessageTemplate(
    "monitor.field_duration",
    "{key} has to be a number of seconds, or text such as 200ms, 30s, 5m or 24h."
  )
  static let fieldChoice = MessageTemplate(
    "monitor.field_choice",
    "{key} has to be one of {choices|, | or }."
  )
  static let fieldTime = MessageTemplate(
    "monitor.field_time",
    "{key} has to be a time as text in RFC 3339, such as 2026-03-01T02:00:00Z."
  )
  static let fieldMinute = MessageTemplate(
    "monitor.field_minute",
    "{key} has to be a time of the day as text, such as 07:30."
  )
  static let fieldList = MessageTemplate("monitor.field_list", "{key} has to be a list.")
  static let fieldRange = MessageTemplate(
    "monitor.field_range",
    "{key} has to be from {least} to {most}."
  )
  static let fieldTooMany = MessageTemplate(
    "monitor.field_too_many",
    "{key} may have at most {most} entries."
  )
  static let fieldTooLong = MessageTemplate(
    "monitor.field_too_long",
    "{key} may have at most {most} characters."
  )
  static let fieldEmpty = MessageTemplate("monitor.field_empty", "{key} may not be empty.")
  static let fieldControl = MessageTemplate(
    "monitor.field_control",
    "{key} may not have control characters."
  )
  static let fieldFixed = MessageTemplate("monitor.field_fixed", "{key} can't be changed.")
}
