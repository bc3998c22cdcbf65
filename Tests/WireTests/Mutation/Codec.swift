import Wire

/// A codec under random bytes: how it is run, and what must hold whatever the bytes.
struct Codec: Sendable {
  /// What became of some bytes.
  enum Outcome: Equatable {
    /// They are no message.
    case rejected
    /// They are one, and it comes back when written and read again.
    case accepted
    /// They are one, but something that must hold does not.
    case broken(String)
  }

  /// Its name, as the fuzzing script takes it.
  let name: String
  /// Valid messages to begin with.
  let seeds: [[UInt8]]
  /// Reads the bytes and, where `isDeep`, checks what must hold of what was read.
  let check: @Sendable (_ bytes: [UInt8], _ isDeep: Bool) -> Outcome

  /// A codec whose values must come back after writing.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - type: The message.
  ///   - seeds: Valid messages.
  ///   - comesBack: Whether a value is one that writing keeps.
  ///   - use: Calls what else reads the value.
  init<Message: WireFormat & Equatable>(
    _ name: String,
    _ type: Message.Type,
    seeds: [[UInt8]],
    comesBack: @escaping @Sendable (Message) -> Bool = { _ in true },
    use: @escaping @Sendable (Message) -> Void = { _ in }
  ) {
    self.name = name
    self.seeds = seeds
    check = { bytes, isDeep in
      guard let message = try? Message(parsing: bytes) else { return .rejected }
      guard isDeep else { return .accepted }
      use(message)
      let written = message.serialised
      guard comesBack(message) else { return .accepted }
      do throws(WireError) {
        let again = try Message(parsing: written)
        return again == message ? .accepted : .broken("\(message) came back as \(again)")
      } catch {
        return .broken("\(message) written cannot be read: \(error)")
      }
    }
  }

  /// A codec of text whose values must come back from their description.
  init<Value: LosslessStringConvertible & Equatable & Sendable>(
    text name: String,
    _ type: Value.Type,
    seeds: [String]
  ) {
    self.name = name
    self.seeds = seeds.map { Array($0.utf8) }
    check = { bytes, isDeep in
      guard let value = Value(String(decoding: bytes, as: UTF8.self)) else { return .rejected }
      guard isDeep else { return .accepted }
      return Value(value.description) == value ? .accepted : .broken(value.description)
    }
  }

  /// A reader of which only a return is asked.
  init(reading name: String, seeds: [[UInt8]], read: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.seeds = seeds
    check = { bytes, _ in
      do {
        try read(bytes)
        return .accepted
      } catch {
        return .rejected
      }
    }
  }
}
