import Foundation
import Model
import Monitoring
import Testing

@testable import Channels

@Suite struct SecretsFileTests {
  @Test func `Secrets are kept by channel and name`() throws {
    let directory = try TemporaryDirectory()
    let file = SecretsFile(directory: directory.path)
    let before = try file.read()
    #expect(before.isEmpty)
    try file.set(["token": "a\"b\né", "key": "k"], of: "phone")
    try file.set(["password": "p"], of: "mail")
    try file.set(["key": ""], of: "phone")
    let all = try file.read()
    #expect(all == ["phone": ["token": "a\"b\né"], "mail": ["password": "p"]])
    try file.remove("phone")
    let left = try file.read()
    #expect(left == ["mail": ["password": "p"]])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names == ["channel-secrets.json"])
  }

  @Test(arguments: [0o644, 0o640, 0o602]) func `A file that others may read is refused`(_ mode: Int)
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"a":{"b":"c"}}"#, to: "channel-secrets.json", mode: mode)
    let file = SecretsFile(directory: directory.path)
    let error = #expect(throws: SecretsError.self) { try file.read() }
    #expect(error?.kind == .openToOthers)
    #expect(error?.message.text.contains("chmod 600") == true)
    #expect(throws: SecretsError.self) { try file.set(["x": "y"], of: "a") }
    #expect(directory.text("channel-secrets.json") == #"{"a":{"b":"c"}}"#)
  }

  @Test(arguments: ["", "{", "[]", #"{"a":"b"}"#]) func `Another file is left alone`(_ text: String)
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: "channel-secrets.json")
    let file = SecretsFile(directory: directory.path)
    let error = #expect(throws: SecretsError.self) { try file.set(["x": "y"], of: "a") }
    #expect(error?.kind == .malformed)
    #expect(directory.text("channel-secrets.json") == text)
  }

  @Test func `A link is not followed`() throws {
    let directory = try TemporaryDirectory()
    let target = try directory.write("{}", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/channel-secrets.json",
      withDestinationPath: target
    )
    let error = #expect(throws: SecretsError.self) {
      try SecretsFile(directory: directory.path).read()
    }
    #expect(error?.kind == .failed)
  }

  @Test func `Credentials take the place of their names`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("tk_1\n", to: "phone", mode: 0o440)
    let credentials = ChannelCredentials(directory: directory.path)
    let channel = AlertChannel(
      id: "c",
      name: "C",
      service: "ntfy",
      settings: ["topic": "t", "token": "credential:phone"]
    )
    let resolved = try credentials.resolved(["password": "p"], of: channel)
    #expect(resolved == ["token": "tk_1", "password": "p"])
    let missing = #expect(throws: SecretsError.self) {
      try credentials.resolved(["token": "credential:none"], of: channel)
    }
    #expect(missing?.kind == .noCredential)
    let outside = #expect(throws: SecretsError.self) {
      try ChannelCredentials(directory: nil).resolved([:], of: channel)
    }
    #expect(outside?.kind == .noCredential)
  }
}
