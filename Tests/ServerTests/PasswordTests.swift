import Foundation
import Testing
import Wire

@testable import Server

@Suite struct `The password's file` {
  private func file() throws -> PasswordFile {
    PasswordFile(directory: try Scratch.newDirectory())
  }

  @Test func `holds a hash that only its owner may read`() throws {
    let file = try file()
    #expect(try !file.hasPassword())
    try file.setPassword("correct horse")
    #expect(try file.hasPassword())
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(!text.contains("correct horse"))
    let hash = try #require(try file.contents().password)
    #expect(hash.rounds * hash.blockSize * 128 == 32 << 20)
    #expect(hash.matches("correct horse"))
    #expect(!hash.matches("correct hors"))
  }

  @Test func `makes another hash of the same password each time`() throws {
    let cost = (rounds: 16, blockSize: 8, parallelism: 1)
    let (one, other) = try (PasswordHash("a", cost: cost), PasswordHash("a", cost: cost))
    #expect(one.salt != other.salt && one.key != other.key)
  }

  @Test func `refuses passwords that are too short or too long`() throws {
    let file = try file()
    #expect(throws: PasswordError.tooShort) { try file.setPassword("1234567") }
    #expect(throws: PasswordError.tooLong) {
      try file.setPassword(String(repeating: "x", count: 1025))
    }
  }

  @Test func `makes passphrases that are not alike and can be copied by hand`() {
    let all = Set((0..<50).map { _ in Secrets.passphrase() })
    #expect(all.count == 50)
    for one in all {
      #expect(one.wholeMatch(of: /([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}/) != nil)
    }
  }

  @Test func `keeps tokens beside the password, by their digests`() throws {
    let file = try TestServer.passwordFile()
    let token = try file.makeToken(named: "backup")
    #expect(try file.contents().tokens.map(\.name) == ["backup"])
    #expect(try !String(contentsOfFile: file.path, encoding: .utf8).contains(token))
    let again = try file.makeToken(named: "backup")
    #expect(again != token)
    #expect(try file.contents().tokens.map(\.digest) == [Secrets.digest(again)])
    #expect(try file.removeToken(named: "backup"))
    #expect(try !file.removeToken(named: "backup"))
    #expect(try file.hasPassword())
    #expect(throws: PasswordError.tokenName) { try file.makeToken(named: "") }
  }

  @Test func `is not used where others may read it, or where it is something else`() throws {
    let file = try TestServer.passwordFile()
    chmod(file.path, 0o640)
    #expect(throws: PrivateFileError.openToOthers(path: file.path)) { try file.hasPassword() }
    chmod(file.path, 0o600)
    for text in ["", "{}", "[]", #"{"schema":"homenet.password/2","tokens":[]}"#] {
      try text.write(toFile: file.path, atomically: false, encoding: .utf8)
      #expect(throws: PrivateFileError.unreadable(path: file.path)) { try file.hasPassword() }
    }
  }

  @Test func `is not believed where its hash would cost any memory`() throws {
    let file = try file()
    var hash = try PasswordHash("a", cost: (rounds: 16, blockSize: 8, parallelism: 1))
    hash.rounds = 1 << 40
    try file.keep(hash)
    #expect(throws: PrivateFileError.unreadable(path: file.path)) { try file.hasPassword() }
    #expect(!hash.matches("a"))
  }
}

@Suite struct `The limit of attempts` {
  private let start = ContinuousClock.now
  private let one = IPAddress("192.168.1.9")

  @Test func `is per address, and gives one more after a while`() {
    var limiter = LoginLimiter()
    for _ in 0..<5 { #expect(limiter.attempt(from: .address(one), now: start) == nil) }
    #expect(limiter.attempt(from: .address(one), now: start) == .seconds(20))
    #expect(limiter.attempt(from: .address(IPAddress("192.168.1.8")), now: start) == nil)
    #expect(limiter.attempt(from: .address(one), now: start + .seconds(20)) == nil)
    #expect(limiter.attempt(from: .address(one), now: start + .seconds(20)) != nil)
  }

  @Test func `is for all addresses together, too`() {
    var limiter = LoginLimiter()
    var taken = 0
    for index in 0..<200 {
      let address = IPAddress.v4(IPv4Address(rawValue: UInt32(index)))
      if limiter.attempt(from: .address(address), now: start) == nil { taken += 1 }
    }
    #expect(taken == 30)
  }

  @Test(arguments: ["2001:db8::", "fd00::", "fe80::"])
  func `is each IPv6 device's own, and a larger one for all addresses of a /64`(prefix: String) {
    var limiter = LoginLimiter()
    for _ in 0..<5 { _ = limiter.attempt(from: .address(IPAddress(prefix + "1")), now: start) }
    #expect(limiter.attempt(from: .address(IPAddress(prefix + "1")), now: start) == .seconds(20))
    for index in 2..<17 {
      #expect(limiter.attempt(from: .address(IPAddress(prefix + "\(index)")), now: start) == nil)
    }
    #expect(limiter.attempt(from: .address(IPAddress(prefix + "99")), now: start) == .seconds(5))
    #expect(limiter.attempt(from: .address(IPAddress("2001:db8:0:1::1")), now: start) == nil)
    #expect(limiter.attempt(from: .address(one), now: start) == nil)
    #expect(
      limiter.attempt(from: .address(IPAddress(prefix + "99")), now: start + .seconds(5)) == nil
    )
  }

  @Test func `gives back to the /64 what the right password took`() {
    var limiter = LoginLimiter()
    for _ in 0..<100 {
      #expect(limiter.attempt(from: .address(IPAddress("fd00::1")), now: start) == nil)
      limiter.succeeded(from: .address(IPAddress("fd00::1")))
    }
  }

  @Test func `leaves a browser that logged in before its own, whatever others use up`() {
    var limiter = LoginLimiter()
    for index in 0..<10 {
      let address = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(index)))
      for _ in 0..<5 { _ = limiter.attempt(from: .address(address), now: start) }
    }
    #expect(limiter.attempt(from: .address(IPAddress("192.168.1.99")), now: start) != nil)
    for _ in 0..<5 { #expect(limiter.attempt(from: .browser([1]), now: start) == nil) }
    #expect(limiter.attempt(from: .browser([1]), now: start) == .seconds(20))
    #expect(limiter.attempt(from: .browser([2]), now: start) == nil)
  }

  @Test func `is lifted by the right password`() {
    var limiter = LoginLimiter()
    for _ in 0..<4 { _ = limiter.attempt(from: .address(one), now: start) }
    #expect(limiter.attempt(from: .address(one), now: start) == nil)
    limiter.succeeded(from: .address(one))
    #expect(limiter.attempt(from: .address(one), now: start) == nil)
  }

  @Test func `remembers a bounded number of addresses`() {
    var limiter = LoginLimiter(
      all: LoginLimiter.Allowance(burst: 1e9, refill: .seconds(1)),
      mostClients: 50
    )
    for index in 0..<5000 {
      _ = limiter.attempt(
        from: .address(.v4(IPv4Address(rawValue: UInt32(index)))),
        now: start
      )
    }
    #expect(limiter.clientCount <= 50)
  }
}

@Suite struct `The sessions` {
  @Test func `end after a month, or when told to`() {
    var sessions = Sessions()
    sessions.begin([1], now: 0)
    sessions.begin([2], now: 0)
    #expect(sessions.holds([1], now: 30 * 86_400 - 1))
    #expect(!sessions.holds([1], now: 30 * 86_400))
    sessions.end([2])
    #expect(!sessions.holds([2], now: 0))
    #expect(!sessions.holds([3], now: 0))
  }

  @Test func `come back from a file, if they have not ended and could have begun`() {
    var sessions = Sessions()
    sessions.begin([1], now: 0)
    let end = Sessions.lifetime.components.seconds
    let forged = Sessions.Kept(digest: [2], ends: .max)
    let read = Sessions(sessions.kept + [forged], now: end - 1)
    #expect(read.holds([1], now: end - 1) && !read.holds([2], now: end - 1))
    #expect(Sessions(sessions.kept, now: end).count == 0)
  }

  @Test func `are bounded`() {
    var sessions = Sessions(most: 10)
    for index in 0..<100 { sessions.begin([UInt8(index)], now: Int64(index)) }
    #expect(sessions.count == 10)
    #expect(sessions.holds([99], now: 100))
    #expect(!sessions.holds([0], now: 100))
  }
}

@Suite struct `The known browsers` {
  private static let lifetime = KnownBrowsers.lifetime.components.seconds

  @Test func `are forgotten when they have not logged in for long`() {
    var browsers = KnownBrowsers()
    browsers.note([1], now: 0)
    #expect(browsers.knows([1], now: Self.lifetime - 1) && !browsers.knows([2], now: 0))
    #expect(!browsers.knows([1], now: Self.lifetime))
    browsers.note([1], now: 100)
    #expect(browsers.knows([1], now: Self.lifetime))
    let forged = [Int64.max, .min].map { KnownBrowsers.Kept(digest: [3], last: $0) }
    let read = KnownBrowsers(browsers.kept + forged, now: 200)
    #expect(read.knows([1], now: 200) && !read.knows([3], now: 200))
  }

  @Test func `are known still when the clock was set after they were read`() {
    let present: Int64 = 1_800_000_000
    var before = KnownBrowsers()
    before.note([1], now: present)
    // A board without a clock of its own starts in 1970.
    var read = KnownBrowsers(before.kept, now: 10)
    #expect(read.knows([1], now: 10))
    read.note([2], now: 20)
    let kept = KnownBrowsers(read.kept, now: 30)
    #expect(kept.knows([1], now: 30) && kept.knows([1], now: present + 60))
  }

  @Test func `are bounded`() {
    var browsers = KnownBrowsers(most: 10)
    for index in 0..<100 { browsers.note([UInt8(index)], now: Int64(index)) }
    #expect(browsers.count == 10)
    #expect(browsers.knows([99], now: 100) && !browsers.knows([0], now: 100))
  }
}
