import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(1))) struct `Who is let in` {
  private static func access(
    _ file: PasswordFile,
    files: NIOThreadPool = NIOThreadPool(numberOfThreads: 1)
  ) throws -> AccessControl {
    try AccessControl(
      file,
      isAlwaysNeeded: false,
      isEncrypted: false,
      logger: TestServer.quiet,
      peerLog: PeerLog(TestServer.quiet),
      files: files,
      freshness: .zero
    )
  }

  /// A request of a browser with that session, or of one that never logged in.
  private static func request(_ session: String? = nil) -> Request {
    var head = HTTPRequest(method: .get, scheme: nil, authority: "localhost", path: "/")
    if let session { head.headerFields[.cookie] = "\(AccessControl.cookie)=\(session)" }
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  private static func address(_ number: Int) -> IPAddress {
    .v4(IPv4Address(192, 168, 1, UInt8(number)))
  }

  private static func hash(_ password: String) throws -> PasswordHash {
    try PasswordHash(password, cost: (rounds: 16, blockSize: 8, parallelism: 1))
  }

  @Test func `is found out with the file read on a thread that may block`() async throws {
    let file = try TestServer.passwordFile()
    let files = NIOThreadPool(numberOfThreads: 1)
    let access = try Self.access(file, files: files)
    // The disk hangs.
    let gate = DispatchSemaphore(value: 0)
    files.submit { _ in gate.wait() }
    let asking = (0..<50).map { _ in Task { await access.visitor(of: Self.request()) } }
    while !access.isReading { await Task.yield() }
    // As on the command line; all that wait get what the file holds by now.
    try FileManager.default.removeItem(atPath: file.path)
    gate.signal()
    for visitor in asking { #expect(await visitor.value == .passwordless) }
  }

  @Test func `stays consistent while many log in and out`() async throws {
    let file = try TestServer.passwordFile()
    let access = try Self.access(file)
    let sessions = try await withThrowingTaskGroup(of: (String, stays: Bool).self) { group in
      for number in 0..<20 {
        group.addTask {
          let logIn = try await access.logIn(
            with: TestServer.password,
            by: Self.request(),
            from: Self.address(number)
          )
          if number.isMultiple(of: 2) {
            await access.logOut(access.visitor(of: Self.request(logIn.session)))
          }
          return (logIn.session, !number.isMultiple(of: 2))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sessions.count == 20)
    // After a restart it is the same: what was written last is the newest.
    for server in [access, try Self.access(file)] {
      for (session, stays) in sessions {
        #expect(await server.visitor(of: Self.request(session)).isAllowed == stays)
      }
    }
  }

  @Test func `is nobody with the old password once it was changed, whoever logs in meanwhile`()
    async throws
  {
    let file = try TestServer.passwordFile()
    let access = try Self.access(file)
    let old = try await access.logIn(
      with: TestServer.password,
      by: Self.request(),
      from: Self.address(200)
    )
    #expect(await access.visitor(of: Self.request(old.session)).isAllowed)
    let hash = try Self.hash("another one")
    let meanwhile = await withTaskGroup(of: (String?, isNew: Bool).self) { group in
      for number in 0..<20 {
        group.addTask {
          if number == 10 { try? file.keep(hash) }
          let isNew = number.isMultiple(of: 2)
          let logIn = try? await access.logIn(
            with: isNew ? "another one" : TestServer.password,
            by: Self.request(),
            from: Self.address(number)
          )
          return (logIn?.session, isNew)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let new = try await access.logIn(
      with: "another one",
      by: Self.request(),
      from: Self.address(201)
    )
    for server in [access, try Self.access(file)] {
      #expect(await !server.visitor(of: Self.request(old.session)).isAllowed)
      #expect(await server.visitor(of: Self.request(new.session)).isAllowed)
      for (session, isNew) in meanwhile {
        guard let session else { continue }
        #expect(await server.visitor(of: Self.request(session)).isAllowed == isNew)
      }
    }
  }
}
