import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Home
@testable import Model
@testable import Server
import Simulation

@Suite struct `The API of merges` {
  private static let devices = "/api/v1/devices"

  @Test func `merges two devices, and undoes it once`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let path = Self.devices + "/d00003/merge"
      let response = try await client.send(.post, path, #"{"into":"d00005"}"#)
      #expect(response.status == .ok)
      let object = try response.object()
      let devices = try #require(object["devices"] as? [[String: Any]])
      #expect(devices.map { $0["id"] as? String } == ["d00005"])
      let seq = try #require(object["change"] as? Int)
      #expect(try await client.send(.get, Self.devices + "/d00003").status == .notFound)
      let undone = try await client.send(.post, "/api/v1/changes/\(seq)/undo").object()
      #expect(undone["change"] is NSNull)
      #expect((undone["devices"] as? [Any])?.count == 2)
      #expect(try await client.send(.get, Self.devices + "/d00003").status == .ok)
      let again = try await client.send(.post, "/api/v1/changes/\(seq)/undo")
      #expect(again.status == .notFound && again.isProblem)
    }
  }

  @Test func `lists the MAC addresses of a device, and splits one off it`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let path = Self.devices + "/d00005"
      let alone = try await client.send(.get, path).object()
      let own = try #require(alone["macs"] as? [[String: Any]])
      #expect(own.count == 1)
      #expect(own.allSatisfy { Set($0.keys) == ["mac", "addresses", "shown"] })
      _ = try await client.send(.post, Self.devices + "/d00003/merge", #"{"into":"d00005"}"#)
      let merged = try await client.send(.get, path).object()
      let both = try #require(merged["macs"] as? [[String: Any]])
      #expect(both.map { $0["shown"] as? Bool } == [true, false])
      let mac = try #require(both[1]["mac"] as? String)
      let split = try await client.send(.post, path + "/split", #"{"macs":["\#(mac)"]}"#)
      #expect(split.status == .ok)
      let object = try split.object()
      let devices = try #require(object["devices"] as? [[String: Any]])
      #expect(devices.map { $0["id"] as? String } == ["d00005", "d00003"])
      let seq = try #require(object["change"] as? Int)
      let undone = try await client.send(.post, "/api/v1/changes/\(seq)/undo")
      #expect(undone.status == .ok)
      #expect(try await client.send(.get, Self.devices + "/d00003").status == .notFound)
    }
  }

  @Test func `says why something can't be undone, for other languages too`() throws {
    let problem = Problem(WatchError.impossible(Message(.identityLaterFirst)))
    #expect(problem.status == .conflict)
    #expect(problem.message.code == "identity.later_first")
    #expect(problem.detail == "One of the two was merged or split again since: undo that first.")
    let full = StoreError.diskFull(path: "/home.sqlite")
    let failed = Problem(WatchError.notStored(full.message))
    #expect(failed.status == .insufficientStorage && failed.message.code == "storage.disk_full")
  }

  @Test(arguments: [
    ("d00003/merge", #"{"into":"d00003"}"#, 422), ("d00003/merge", #"{"into":"nobody"}"#, 422),
    ("d00003/merge", #"{"into":7}"#, 422), ("d00003/merge", #"{}"#, 422),
    ("d00003/merge", #"{"into":"d00005","x":1}"#, 422), ("d00003/merge", "{", 400),
    ("nobody/merge", #"{"into":"d00005"}"#, 404), ("d00003/split", #"{"macs":[]}"#, 422),
    ("d00003/split", #"{"macs":"x"}"#, 422), ("nobody/split", #"{"macs":[]}"#, 404),
  ])
  func `refuses what it can't do`(path: String, body: String, status: Int) async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.post, Self.devices + "/" + path, body)
      #expect(response.status.code == status && response.isProblem)
    }
  }

  @Test func `says which key of a body it does not know`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let body = #"{"into":"d00005","x":1}"#
      let merge = try await client.send(.post, Self.devices + "/d00003/merge", body)
      let detail = try merge.object()["detail"] as? String
      #expect(
        detail == "The body has to be the id of a device in into. There is no key x in it."
      )
    }
  }

  @Test func `needs no body to split, and takes none to undo`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let split = try await client.send(.post, Self.devices + "/d00003/split")
      #expect(split.status == .unprocessableContent && split.isProblem)
      for seq in ["x", "-1", "99999999999999999999"] {
        let undo = try await client.send(.post, "/api/v1/changes/\(seq)/undo")
        #expect(undo.status == .notFound && undo.isProblem, "\(seq)")
      }
      let undo = try await client.send(.post, "/api/v1/changes/1/undo", "{}")
      #expect(undo.status == .badRequest)
    }
  }

  @Test func `shows a proposal until it is denied`() async throws {
    let home = GeneratedHome(devices: 6)
    var device = try #require(await home.device("d00003"))
    device.proposal = IdentityProposal(
      device: "d00005",
      confidence: 0.75,
      message: "It may be that one."
    )
    await home.update([device])
    try await TestServer.make(home).application.test(.router) { client in
      let path = Self.devices + "/d00003"
      let shown = try #require(
        try await client.send(.get, path).object()["proposal"] as? [String: Any]
      )
      #expect(Set(shown.keys) == ["device", "confidence", "message"])
      #expect(shown["device"] as? String == "d00005" && shown["confidence"] as? Double == 0.75)
      let denied = try await client.send(.delete, path + "/proposal")
      #expect(denied.status == .ok)
      #expect(try denied.object()["proposal"] is NSNull)
      #expect(try await client.send(.get, path).object()["proposal"] is NSNull)
    }
  }
}
