import Model
import Wire

/// Why a signature says nothing of its records; of several the one that tells most is named.
enum SignatureFault: Hashable {
  case unsigned
  case foreign(DNSName)
  case unsupported(DNSSECAlgorithm)
  case unknownKey(UInt16, known: [UInt16])
  case labels
  case wrong(UInt16, keysTried: Int, keys: Int)
  case early(UInt16, Timestamp)
  case late(UInt16, Timestamp)

  /// How much it tells.
  var weight: Int {
    switch self {
    case .unsigned: 0
    case .foreign: 1
    case .unsupported: 2
    case .unknownKey: 3
    case .labels: 4
    case .wrong: 5
    case .early: 6
    case .late: 7
    }
  }

  /// What is wrong, in a sentence about the records of that zone.
  func words(_ set: RecordSet, in zone: DNSName) -> String {
    switch self {
    case .unsigned: "\(set.words) is not signed, though its zone \(zone) is"
    case .foreign(let signer):
      "\(set.words) is signed by \(signer), where only its zone \(zone) may sign"
    case .unsupported(let algorithm):
      "\(set.words) is signed with \(algorithm) alone, which is not followed here"
    case .unknownKey(let tag, let known):
      "\(set.words) is signed by key \(tag), which \(zone) does not have; it has \(list(known))"
    case .labels: "the signature of \(set.words) claims more labels than the name has"
    case .wrong(let tag, let tried, let keys) where keys > tried:
      "the signature of \(set.words) fits none of the \(tried) keys tried; \(keys) have tag \(tag)"
    case .wrong(let tag, _, _):
      "the signature of \(set.words) by key \(tag) does not fit the records"
    case .early(let tag, let date):
      "the signature of \(set.words) by key \(tag) is not valid before \(date.toSeconds)"
    case .late(let tag, let date):
      "the signature of \(set.words) by key \(tag) expired on \(date.toSeconds)"
    }
  }
}

/// Numbers for a sentence, the first few.
func list(_ tags: [UInt16]) -> String {
  if tags.isEmpty { return "none" }
  let shown = tags.prefix(6).map(String.init).joined(separator: ", ")
  return tags.count > 6 ? shown + ", …" : shown
}

extension Timestamp {
  /// RFC 3339 without the milliseconds that no signature has.
  fileprivate var toSeconds: String { description.prefix(19) + "Z" }
}
