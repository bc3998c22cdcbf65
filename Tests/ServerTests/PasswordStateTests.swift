import Foundation
import HTTPTypes
import HummingbirdTesting
import Model
import Testing

@testable import Server

@Suite struct `A password that can't be read` {
  private let failure = PrivateFileError.failed(path: "/d/password", errno: EMFILE)

  private func reading(
    _ password: String?,
    isThere: Bool = true,
    inode: UInt64 = 7
  ) throws -> PasswordFile.Reading {
    let cost = (rounds: 16, blockSize: 8, parallelism: 1)
    let hash = try password.map { try PasswordHash($0, cost: cost) }
    return PasswordFile.Reading(
      path: "/d/password",
      isThere: isThere,
      directory: FileIdentity(device: 1, inode: inode),
      contents: PasswordFile.Contents(password: hash)
    )
  }

  @Test func `is still needed when it was seen before`() throws {
    var state = PasswordState()
    let seen = try reading("open sesame")
    state.note(.success(seen))
    state.note(.failure(failure))
    #expect(state.requirement == .secret(seen.contents))
    #expect(state.failure == failure)
    state.note(.success(seen))
    #expect(state.failure == nil)
  }

  @Test func `lets nobody in when it was not seen before`() throws {
    var state = PasswordState()
    state.note(.failure(failure))
    #expect(state.requirement == .unknown(failure))
    // It may have been set since the file was seen to be missing.
    state = PasswordState()
    state.note(.success(try reading(nil, isThere: false)))
    #expect(state.requirement == .none)
    state.note(.failure(failure))
    #expect(state.requirement == .unknown(failure))
  }

  @Test func `is taken away with its file, not with its disk`() throws {
    var state = PasswordState()
    let seen = try reading("open sesame")
    state.note(.success(seen))
    state.note(.success(try reading(nil, isThere: false, inode: 8)))
    #expect(state.requirement == .secret(seen.contents))
    #expect(state.failure == .directoryGone(path: "/d/password"))
    state.note(.success(try reading(nil, isThere: false)))
    #expect(state.requirement == .none)
    #expect(state.failure == nil)
  }

  @Test(arguments: ["mode", "link", "content"])
  func `opens nothing on loopback, and is asked for still`(trouble: String) async throws {
    let file = try TestServer.passwordFile()
    let server = try TestServer.make(password: file)
    // After the start, before the first request.
    switch trouble {
    case "mode": chmod(file.path, 0o644)
    case "link":
      try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".moved")
      try FileManager.default.createSymbolicLink(
        atPath: file.path,
        withDestinationPath: file.path + ".moved"
      )
    default: try "no JSON".write(toFile: file.path, atomically: false, encoding: .utf8)
    }
    try await server.application.test(.router) { client async throws in
      #expect(try await client.send(.get, "/api/v1/devices").status == .unauthorized)
      #expect(try await client.send(.get, "/").status == .seeOther)
      let body = #"{"password":"\#(TestServer.password)"}"#
      #expect(try await client.send(.post, "/api/v1/session", body).status == .noContent)
    }
  }

  @Test func `is said to be so, where nobody knows it`() async throws {
    let file = PasswordFile(directory: try Scratch.newDirectory())
    let server = try TestServer.make(password: file)
    try "{}".write(toFile: file.path, atomically: false, encoding: .utf8)
    chmod(file.path, 0o644)
    try await server.application.test(.router) { client async throws in
      let devices = try await client.send(.get, "/api/v1/devices")
      #expect(devices.status == .serviceUnavailable && devices.isProblem)
      let login = try await client.send(.post, "/api/v1/session", #"{"password":"open sesame"}"#)
      #expect(login.status == .serviceUnavailable && login.isProblem)
      #expect(try await client.send(.get, "/healthz").status == .ok)
    }
  }

  @Test func `is told at the start, with what to do`() throws {
    let file = try TestServer.passwordFile()
    chmod(file.path, 0o644)
    #expect(throws: ServerError.password(.openToOthers(path: file.path))) {
      _ = try TestServer.make(password: file)
    }
    #expect(PrivateFileError.openToOthers(path: "/p").description.contains("chmod 600"))
  }
}
