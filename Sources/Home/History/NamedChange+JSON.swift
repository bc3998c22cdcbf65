import Model

extension NamedChange: Encodable {
  /// Writes an entry of the API's `changes`; what is not known is `null`.
  public func encode(to encoder: any Encoder) throws {
    let json: JSONObject = [
      "seq": change.seq, "time": change.time, "device": device, "kind": change.kind,
      "was": change.was, "is": change.now, "name": change.name, "reason": change.reason,
      "sources": change.sources, "message": change.message,
    ]
    try json.encode(to: encoder)
  }
}
