import Discovery
public import Model
import Networking

extension WatchStatus {
  /// The sentences of the status, taken apart: of problems, of what is skipped, of the storage.
  public var phrases: [Phrase] {
    problems.flatMap(\.phrases) + networks.compactMap { $0.skipped?.phrase }
      + [storage.phrase].compactMap(\.self)
  }
}

extension LocalFailure {
  /// The failure, taken apart; `nil` where it is a sentence of its own.
  var phrase: Phrase? {
    switch self {
    case .noDescriptors: Phrase("failure.no_descriptors", words)
    case .noBuffers: Phrase("failure.no_buffers", words)
    case .addressUnavailable: Phrase("failure.address_unavailable", words)
    case .notPermitted: Phrase("failure.not_permitted", words)
    case .interfaceDown: Phrase("failure.interface_down", words)
    case .refusedByPolicy: nil
    case .system(let errno, let call):
      Phrase(
        code: "failure.system",
        text: words,
        values: ["call": .text(call), "errno": .number(Double(errno))]
      )
    }
  }
}

extension SkipReason {
  /// The reason, taken apart; `nil` where it is a sentence of its own.
  var phrase: Phrase? {
    switch self {
    case .notReady(.down): Phrase("skipped.down", description)
    case .notReady: Phrase("skipped.no_carrier", description)
    case .noBroadcast: Phrase("skipped.no_broadcast", description)
    case .madeByEngine(let engine):
      Phrase("skipped.made_by_engine", "made by {engine}", ["engine": engine])
    case .noAddress: Phrase("skipped.no_address", description)
    case .publicAddresses: Phrase("skipped.public_addresses", description)
    case .tooLarge: Phrase("skipped.too_large", description)
    case .ownAddressOnly: Phrase("skipped.own_address_only", description)
    case .selfAssigned: Phrase("skipped.self_assigned", description)
    case .notSwept: Phrase("skipped.not_swept", description)
    case .recorded: nil
    }
  }
}

extension ScanPlanError {
  /// The error, taken apart; `nil` where what was asked is wrong, which the terminal says.
  var phrase: Phrase? {
    func phrase(_ code: String, _ values: [String: String] = [:]) -> Phrase {
      Phrase(code: code, text: description, values: values.mapValues(Phrase.Value.text))
    }
    return switch self {
    case .interfaceDown(let name, .down): phrase("problem.interface_down", ["interface": name])
    case .interfaceDown(let name, _): phrase("problem.no_carrier", ["interface": name])
    case .noAddress(let name): phrase("problem.no_address", ["interface": name])
    case .noRoute(let prefix): phrase("problem.no_route", ["network": "\(prefix)"])
    case .noNetwork(let reports):
      phrase(reports.isEmpty ? "problem.no_interface" : "problem.nothing_to_scan")
    default: nil
    }
  }
}

extension StoreError {
  /// The error, taken apart.
  var phrase: Phrase {
    func phrase(_ code: String, _ path: String, why: String? = nil) -> Phrase {
      var values = ["path": Phrase.Value.text(path)]
      values["why"] = why.map(Phrase.Value.text)
      return Phrase(code: code, text: description, values: values)
    }
    return switch self {
    case .inUse(let path): phrase("storage.in_use", path)
    case .diskFull(let path): phrase("storage.disk_full", path)
    case .readOnly(let path): phrase("storage.read_only", path)
    case .unreadable(let path, let why): phrase("storage.unreadable", path, why: why)
    case .tooNew(let path): phrase("storage.too_new", path)
    case .failed(let path, let why): phrase("storage.failed", path, why: why)
    }
  }
}
