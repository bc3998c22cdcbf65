import Home
import Model

/// A log read again: what the store must hold, and what it may hold.
struct TrialReplay {
  /// An operation that was begun.
  private struct Begun {
    let number: Int
    let seed: UInt64
    let firstSeq: UInt64
    let open: OpenIncident?

    var operation: TrialOperation {
      TrialOperation(number, seed: seed, firstSeq: firstSeq > 0 ? firstSeq : nil, open: open)
    }
  }

  /// The sum of all that was acknowledged.
  private(set) var home = TrialHome()
  /// How many operations were acknowledged.
  private(set) var acknowledged = 0
  /// The number of the last operation that was begun.
  private(set) var last = 0
  /// The operations after the last one that was acknowledged.
  ///
  /// Those that failed left nothing that a later one stands upon, but the log of the database may end
  /// with one whose flush failed: of all these one at most is in the store.
  private var pending: [Begun] = []
  private var seed: UInt64 = 0
  private var epoch: UInt64?
  /// The last number that was set aside for changes, and the last one that one may have.
  private var reserved: UInt64 = 0
  private var given: UInt64 = 0
  /// The last numbers that the store gave incidents, events and alerts.
  private var told: [UInt64] = [0, 0, 0]

  /// Reads the lines; throws where the store broke a promise that the lines alone show.
  init(_ entries: [TrialLog.Entry]) throws {
    for entry in entries { try take(entry) }
  }

  private mutating func take(_ entry: TrialLog.Entry) throws {
    switch entry {
    case .opened, .unopened, .failed, .ended: break
    case .run(let seed):
      guard pending.isEmpty else { throw TrialFailure("the run before was not checked") }
      self.seed = seed
    case .reserved(epoch: let epoch, after: let after, through: let through):
      guard epoch == self.epoch ?? epoch else {
        throw TrialFailure("the epoch of the change log was \(self.epoch ?? 0), and is \(epoch)")
      }
      guard after >= max(reserved, given) else {
        throw TrialFailure("change numbers after \(after) were set aside or given before")
      }
      self.epoch = epoch
      reserved = through
    case .told(incident: let incident, event: let event, alert: let alert):
      let numbers = [incident, event, alert]
      guard zip(told, numbers).allSatisfy({ $0 < $1 }) else {
        throw TrialFailure("the numbers \(numbers) were given after \(told)")
      }
      told = numbers
    case .begin(let number, firstSeq: let firstSeq, open: let open):
      guard number > last else { throw TrialFailure("operation \(number) was begun before") }
      last = number
      if firstSeq > 0 {
        given = max(given, firstSeq + UInt64(TrialOperation.mostChanges) - 1)
      }
      pending.append(Begun(number: number, seed: seed, firstSeq: firstSeq, open: open))
    case .done(let number):
      guard let begun = pending.last, begun.number == number else {
        throw TrialFailure("operation \(number) ended without having begun")
      }
      home.apply(begun.operation)
      acknowledged += 1
      pending = []
    case .settled(let number): settle(number)
    }
  }

  /// Which of the last operations the store has done, as its devices and its heartbeat show: 0 where
  /// none; `nil` where it holds what none of them would leave.
  func lastDone(in outline: TrialHome.Outline) -> Int? {
    if home.outline.isHeld(as: outline) { return 0 }
    return pending.last { begun in
      var changed = home.outline
      changed.apply(begun.operation)
      return changed.isHeld(as: outline)
    }?.number
  }

  /// Takes that one of the last operations for done, and the others for not done.
  mutating func settle(_ number: Int) {
    if let begun = pending.last(where: { $0.number == number }) { home.apply(begun.operation) }
    pending = []
  }
}
