import HTTPTypes
import Home
import Hummingbird
import Model

/// Merges and splits of devices, what undoes them, and proposals.
struct IdentityRoutes {
  let home: any HomeWatching

  var routes: [Route] {
    [
      Route(.post, "/api/v1/devices/{id}/merge") { request, context in
        let id = try context.deviceID()
        let body = try await JSONBody.read(MergeBody.self, of: request, context)
        return try Self.answer(await home.merge(id, into: body.into))
      },
      Route(.post, "/api/v1/devices/{id}/split") { request, context in
        let id = try context.deviceID()
        var macs: [String]?
        if request.headers[.contentType] == nil {
          try await JSONBody.refuse(of: request, context)
        } else {
          macs = try await JSONBody.read(SplitBody.self, of: request, context).macs
        }
        return try Self.answer(await home.split(id, off: macs))
      },
      Route(.delete, "/api/v1/devices/{id}/proposal") { request, context in
        try await JSONBody.refuse(of: request, context)
        return try .json(await home.dismissProposal(of: context.deviceID()))
      },
      Route(.post, "/api/v1/changes/{seq}/undo") { request, context in
        try await JSONBody.refuse(of: request, context)
        guard let seq = context.parameters.get("seq").flatMap({ UInt64($0) }) else {
          throw Problem.noSuchChange
        }
        return try Self.answer(await home.undo(seq))
      },
    ]
  }

  private static func answer(_ change: IdentityChange) throws -> Response {
    let json: JSONObject = ["change": change.seq, "devices": change.devices]
    return try .json(json)
  }
}

/// The body of `POST /api/v1/devices/{id}/merge`.
private struct MergeBody: Decodable {
  let into: String

  init(from decoder: any Decoder) throws {
    let key = AnyCodingKey(stringValue: "into")
    let json = try decoder.container(only: key, "The body has to be the id of a device in into.")
    into = try json.decode(String.self, forKey: key)
  }
}

/// The body of `POST /api/v1/devices/{id}/split`.
private struct SplitBody: Decodable {
  let macs: [String]

  /// As many MAC addresses as are read; a device has fewer.
  private static let most = 64

  init(from decoder: any Decoder) throws {
    let key = AnyCodingKey(stringValue: "macs")
    let json = try decoder.container(
      only: key,
      "The body has to be a list of MAC addresses in macs."
    )
    macs = try json.decode([String].self, forKey: key)
    guard macs.count <= Self.most else {
      throw Problem(.unprocessableContent, "There are too many MAC addresses in macs.")
    }
  }
}

extension Decoder {
  /// The object of a body that has that key and no other; else a problem says what it has to be, and which
  /// key is not known.
  fileprivate func container(
    only key: AnyCodingKey,
    _ words: String
  ) throws -> KeyedDecodingContainer<AnyCodingKey> {
    let json = try container(keyedBy: AnyCodingKey.self)
    let names = json.allKeys.map(\.stringValue).sorted()
    if let unknown = names.first(where: { $0 != key.stringValue }) {
      let name = String(unknown.prefix(40))
      throw Problem(.unprocessableContent, .verbatim("\(words) There is no key \(name) in it."))
    }
    guard !names.isEmpty else { throw Problem(.unprocessableContent, .verbatim(words)) }
    return json
  }
}
