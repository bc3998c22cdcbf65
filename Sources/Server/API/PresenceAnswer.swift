import Model

/// The answer of `GET /api/v1/devices/{id}/presence`.
///
/// A phone's year has thousands of intervals. They are written without an encoder, which would make an object
/// of each with three values to be sorted, and most of the request's time would be its.
struct PresenceAnswer: Hashable {
  let from: Timestamp
  let to: Timestamp
  let intervals: [PresenceInterval]

  /// Compact JSON with sorted keys, as `JSONBytes` encodes it.
  ///
  /// Times and states need no escapes.
  var json: [UInt8] {
    var (last, words) = (from, from.description)
    var text = "{\"from\":\"\(words)\",\"intervals\":["
    var separator = ""
    for interval in intervals {
      // One begins where the other ended.
      let begin = interval.from == last ? words : interval.from.description
      (last, words) = (interval.to, interval.to.description)
      text += separator
      text += "{\"from\":\"\(begin)\",\"state\":\"\(interval.state.rawValue)\",\"to\":\"\(words)\"}"
      separator = ","
    }
    text += "],\"to\":\"\(to)\"}"
    return Array(text.utf8)
  }
}
