/// What the broker should hold, and what it is known to hold.
///
/// Only what changed is published: a value that changed twice before it could be sent is sent once. While there
/// is no connection nothing is queued, as what is due follows from the values themselves. Its size is that of
/// the values.
struct TopicStates: Sendable {
  private struct State {
    /// `nil` where the broker is to forget the topic.
    var value: TopicValue?
    /// When a value was last sent over this connection.
    var sent: Int64?
    /// Whether the value is another than the one that was last sent.
    var isDue = true
  }

  private var states: [String: State] = [:]
  /// The topics that are due, in the order in which they became so, some of them no more.
  private var due: [String] = []
  /// The topics that are said again and again.
  private var repeating: Set<String> = []

  /// How many topics there are.
  var count: Int { states.count }

  /// How many entries wait, those that are not due any more included.
  var waiting: Int { due.count }

  /// What a topic should hold.
  mutating func set(_ topic: String, _ value: TopicValue) {
    guard states[topic]?.value != value else { return }
    var state = states[topic] ?? State(isDue: false)
    state.value = value
    note(topic, &state)
    if value.repeats == nil { repeating.remove(topic) } else { repeating.insert(topic) }
  }

  /// A value that is out of date isn't said again; the broker may go on holding it.
  mutating func withdraw(_ topic: String) {
    guard states[topic]?.value != nil else { return }
    states[topic] = nil
    repeating.remove(topic)
  }

  /// The broker is to forget what it holds.
  mutating func clear(_ topic: String) {
    if let state = states[topic], state.value == nil { return }
    var state = states[topic] ?? State(isDue: false)
    state.value = nil
    repeating.remove(topic)
    note(topic, &state)
  }

  private mutating func note(_ topic: String, _ state: inout State) {
    if !state.isDue {
      state.isDue = true
      due.append(topic)
    }
    states[topic] = state
    if due.count > 2 * states.count + 64 { compact() }
  }

  /// Drops what is not due any more: values that were withdrawn and set again are there twice.
  private mutating func compact() {
    var seen: Set<String> = []
    due = due.filter { states[$0]?.isDue == true && seen.insert($0).inserted }
  }

  /// The connection is gone: what the broker still has to forget is found again on the next one.
  mutating func dropCleared() {
    states = states.filter { $0.value.value != nil }
  }

  /// Nothing is known to be there: everything is due.
  ///
  /// Topics go in order of `rank`, the least first, so that Home Assistant knows of a device before its states.
  mutating func invalidate(rank: (String) -> Int) {
    for topic in states.keys {
      states[topic]?.isDue = true
      states[topic]?.sent = nil
    }
    due = states.keys.sorted { left, right in
      let (first, second) = (rank(left), rank(right))
      return first == second ? left < right : first < second
    }
  }

  /// The messages to publish now, at most so many.
  mutating func next(atMost limit: Int, at now: Int64) -> [MQTTMessage] {
    for topic in repeating {
      guard var state = states[topic], !state.isDue, let sent = state.sent,
        let repeats = state.value?.repeats, now - sent >= repeats
      else { continue }
      note(topic, &state)
    }
    var messages: [MQTTMessage] = []
    var later: [String] = []
    var read = due.startIndex
    while read < due.endIndex, messages.count < limit {
      let topic = due[read]
      read += 1
      guard var state = states[topic], state.isDue else { continue }
      if let value = state.value, let sent = state.sent, now - sent < value.pace {
        later.append(topic)
        continue
      }
      state.isDue = false
      state.sent = now
      states[topic] = state
      messages.append(
        MQTTMessage(topic, state.value?.bytes ?? [], isRetained: state.value?.isRetained ?? true)
      )
    }
    due = later + due[read...]
    return messages
  }

  /// A message could not be sent: it is due again.
  mutating func fail(_ topic: String) {
    guard var state = states[topic] else { return }
    state.sent = nil
    note(topic, &state)
  }

  /// The broker has taken a message: of what it has forgotten nothing more needs to be known.
  mutating func acknowledge(_ topic: String) {
    if let state = states[topic], state.value == nil, !state.isDue { states[topic] = nil }
  }
}
