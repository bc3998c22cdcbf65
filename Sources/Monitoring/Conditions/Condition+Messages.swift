import Model

// What is wrong with a text that should be a condition.
extension MessageTemplate {
  static let conditionEmpty = MessageTemplate(
    "condition.empty",
    "Write a condition, such as [STATUS] == 200."
  )
  static let conditionTooLong = MessageTemplate(
    "condition.too_long",
    "A condition has at most {limit} characters."
  )
  static let conditionUnknownPlaceholder = MessageTemplate(
    "condition.unknown_placeholder",
    "There is no placeholder [{name}]; there are {known|, | and }."
  )
  static let conditionUnknownPlaceholderNear = MessageTemplate(
    "condition.unknown_placeholder_near",
    "There is no placeholder [{name}]; did you mean [{near}]?"
  )
  static let conditionUnclosedPlaceholder = MessageTemplate(
    "condition.unclosed_placeholder",
    "The placeholder [{name} needs a ] at its end; put a text that begins with [ in quotes."
  )
  static let conditionNotOfKind = MessageTemplate(
    "condition.not_of_kind",
    "A check of the kind {kind} doesn't find {placeholder}; it finds {known|, | and }."
  )
  static let conditionUnclosedQuote = MessageTemplate(
    "condition.unclosed_quote",
    "The text that begins here needs a quotation mark at its end."
  )
  static let conditionBadEscape = MessageTemplate(
    "condition.bad_escape",
    "After \\ in quotes stands a quotation mark, \\, n, r, t, or u and four hexadecimal digits."
  )
  static let conditionUnclosedParenthesis = MessageTemplate(
    "condition.unclosed_parenthesis",
    "This ( needs a ) at its end."
  )
  static let conditionExtraParenthesis = MessageTemplate(
    "condition.extra_parenthesis",
    "There is no ( that belongs to this )."
  )
  static let conditionUnknownFunction = MessageTemplate(
    "condition.unknown_function",
    "There is no function {name}(); there are len, has, pat and any. Put other texts in quotes."
  )
  static let conditionUnknownFunctionNear = MessageTemplate(
    "condition.unknown_function_near",
    "There is no function {name}(); did you mean {near}()?"
  )
  static let conditionEmptyAny = MessageTemplate(
    "condition.empty_any",
    "any() needs at least one value, such as any(200, 204)."
  )
  static let conditionNestedAny = MessageTemplate(
    "condition.nested_any",
    "any() can't stand inside of any(); write all values in one."
  )
  static let conditionTooManyValues = MessageTemplate(
    "condition.too_many_values",
    "any() takes at most {limit} values."
  )
  static let conditionEmptyPattern = MessageTemplate(
    "condition.empty_pattern",
    "pat() needs a pattern, such as pat(*text*)."
  )
  static let conditionNoArgument = MessageTemplate(
    "condition.no_argument",
    "{function}() needs a placeholder, such as {function}([BODY].name)."
  )
  static let conditionNoLength = MessageTemplate(
    "condition.no_length",
    "{placeholder} has no length; [BODY], [HEADERS], [ANSWERS], [CERTIFICATE_NAME] and [DNS_RCODE] have."
  )
  static let conditionMissingValue = MessageTemplate(
    "condition.missing_value",
    "Write a value here, such as [STATUS], 200, 48h or \"a text\"."
  )
  static let conditionMissingComparator = MessageTemplate(
    "condition.missing_comparator",
    "Write ==, !=, <, <=, > or >= and a value after {before}."
  )
  static let conditionUnknownComparator = MessageTemplate(
    "condition.unknown_comparator",
    "{found} compares nothing; write ==, !=, <, <=, > or >=, and put texts in quotes."
  )
  static let conditionComparatorNear = MessageTemplate(
    "condition.comparator_near",
    "{found} compares nothing; write {near}."
  )
  static let conditionTooMuch = MessageTemplate(
    "condition.too_much",
    "{found} is too much here; put a text with blanks in quotes."
  )
  static let conditionNoPlaceholder = MessageTemplate(
    "condition.no_placeholder",
    "One side has to be a placeholder, such as [STATUS]."
  )
  static let conditionWhichField = MessageTemplate(
    "condition.which_field",
    "Write one field after [HEADERS], such as [HEADERS].content-type."
  )
  static let conditionWhichAnswer = MessageTemplate(
    "condition.which_answer",
    "After [ANSWERS] may stand which one, counted from 0: [ANSWERS][0]."
  )
  static let conditionNoParts = MessageTemplate(
    "condition.no_parts",
    "{placeholder} has no parts; leave out what follows it."
  )
  static let conditionMissingKey = MessageTemplate(
    "condition.missing_key",
    "Write a key after the dot, such as [BODY].name or [BODY].\"a name\"."
  )
  static let conditionBadIndex = MessageTemplate(
    "condition.bad_index",
    "Write which element, counted from 0, such as [BODY].list[0]."
  )
  static let conditionUnclosedStep = MessageTemplate(
    "condition.unclosed_step",
    "Write a ] here."
  )
  static let conditionDeepPath = MessageTemplate(
    "condition.deep_path",
    "A path has at most {limit} parts."
  )
  static let conditionWrongKind = MessageTemplate(
    "condition.wrong_kind",
    "{what} can't be compared with this, only with {expected}."
  )
  static let conditionDifferentKinds = MessageTemplate(
    "condition.different_kinds",
    "{left} can't be compared with {right}: they are of different kinds."
  )
  static let conditionNoOrder = MessageTemplate(
    "condition.no_order",
    "{what} is neither greater nor less than anything; write == or !=."
  )
  static let conditionFunctionOrder = MessageTemplate(
    "condition.function_order",
    "Nothing is greater or less than {function}(); write == or !=."
  )
  static let conditionUnknownPresence = MessageTemplate(
    "condition.unknown_presence",
    "{name} is no presence; there are present, asleep, away and unknown."
  )
  static let conditionUnknownPresenceNear = MessageTemplate(
    "condition.unknown_presence_near",
    "{name} is no presence; did you mean {near}?"
  )
  static let conditionShareRange = MessageTemplate(
    "condition.share_range",
    "A share is a number from 0 to 1, or a percentage, such as 5%."
  )
}

// What kinds of values there are.
extension MessageTemplate {
  static let conditionANumber = MessageTemplate("condition.a_number", "a number")
  static let conditionATime = MessageTemplate(
    "condition.a_time",
    "milliseconds or a duration, such as 200 or 200ms"
  )
  static let conditionADuration = MessageTemplate(
    "condition.a_duration",
    "a duration with its unit, such as 48h or 30d"
  )
  static let conditionAShare = MessageTemplate(
    "condition.a_share",
    "a percentage or a number from 0 to 1, such as 5% or 0.05"
  )
  static let conditionAPercentage = MessageTemplate(
    "condition.a_percentage",
    "a percentage, such as 5%"
  )
  static let conditionAFlag = MessageTemplate("condition.a_flag", "true or false")
  static let conditionAText = MessageTemplate(
    "condition.a_text",
    "a text, in quotes where it looks like a number"
  )
  static let conditionAnAddress = MessageTemplate(
    "condition.an_address",
    "an address, such as 192.168.1.1"
  )
  static let conditionAPresence = MessageTemplate(
    "condition.a_presence",
    "present, asleep, away or unknown"
  )
}

// Why a condition isn't true of what was found.
extension MessageTemplate {
  static let conditionFailsEqual = MessageTemplate(
    "condition.fails_equal",
    "{what} is {found}, and should be {expected}"
  )
  static let conditionFailsNotEqual = MessageTemplate(
    "condition.fails_not_equal",
    "{what} is {found}, and should not be {expected}"
  )
  static let conditionFailsLess = MessageTemplate(
    "condition.fails_less",
    "{what} is {found}, and should be less than {expected}"
  )
  static let conditionFailsAtMost = MessageTemplate(
    "condition.fails_at_most",
    "{what} is {found}, and should be at most {expected}"
  )
  static let conditionFailsMore = MessageTemplate(
    "condition.fails_more",
    "{what} is {found}, and should be more than {expected}"
  )
  static let conditionFailsAtLeast = MessageTemplate(
    "condition.fails_at_least",
    "{what} is {found}, and should be at least {expected}"
  )
  static let conditionFailsOneOf = MessageTemplate(
    "condition.fails_one_of",
    "{what} is {found}, and should be one of {expected|, | and }"
  )
  static let conditionFailsNoneOf = MessageTemplate(
    "condition.fails_none_of",
    "{what} is {found}, and should be none of {expected|, | and }"
  )
  static let conditionFailsMatch = MessageTemplate(
    "condition.fails_match",
    "{what} is {found}, and should match {expected}"
  )
  static let conditionFailsNoMatch = MessageTemplate(
    "condition.fails_no_match",
    "{what} is {found}, and should not match {expected}"
  )
  static let conditionFailsEmpty = MessageTemplate(
    "condition.fails_empty",
    "{what} is empty, and should be {expected|, | or }"
  )
  static let conditionMissing = MessageTemplate(
    "condition.missing",
    "The check found no {what}"
  )
  static let conditionNoPath = MessageTemplate(
    "condition.no_path",
    "The answer's body has no {what}"
  )
  static let conditionNoField = MessageTemplate(
    "condition.no_field",
    "The answer has no field {what}"
  )
  static let conditionEmptyBody = MessageTemplate(
    "condition.empty_body",
    "The answer's body is empty, and has no {what}"
  )
  static let conditionNoJSON = MessageTemplate(
    "condition.no_json",
    "The answer's body is no JSON, and has no {what}: {found}"
  )
  static let conditionHasNoLength = MessageTemplate(
    "condition.has_no_length",
    "{what} is {found}, which has no length"
  )
}
