import Foundation
import GRDB
import Glibc
import Home
import Sealing
import Testing
@testable import Storage

@Suite struct `What an error of SQLite means` {
  private let folder: Folder
  private var file: String { folder.path + "/homenet.sqlite" }

  init() throws { folder = try Folder() }

  private func meaning(_ code: ResultCode, isOutOfRoom: Bool = false) -> StoreError {
    StoreError(DatabaseError(resultCode: code), at: file) { _ in isOutOfRoom }
  }

  @Test(
    arguments: [
      .SQLITE_IOERR, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE,
      .SQLITE_CANTOPEN,
    ] as [ResultCode]
  )
  func `is a full disk, where a quota is used up`(code: ResultCode) {
    #expect(meaning(code, isOutOfRoom: true) == .diskFull(path: file))
  }

  @Test func `is that it can't be written, where only writing fails`() {
    for code in [ResultCode.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE] {
      guard case .failed(file, let why) = meaning(code) else {
        Issue.record("\(meaning(code))")
        continue
      }
      #expect(why.contains("can't be written to"))
    }
  }

  @Test func `is that it can't be read, where reading fails`() {
    for code in [ResultCode.SQLITE_IOERR_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_CORRUPT] {
      guard case .unreadable(file, _) = meaning(code) else {
        Issue.record("\(meaning(code))")
        continue
      }
    }
  }

  @Test func `asks for no room where there is some, and leaves nothing`() throws {
    #expect(!DiskRoom.isExhausted(at: file))
    #expect(try folder.names() == [])
  }

  @Test func `knows file systems that don't count their files`() {
    var status = statvfs()
    (status.f_blocks, status.f_bavail) = (1000, 10)
    // Btrfs and FAT.
    #expect(!DiskRoom.isFull(status))
    (status.f_files, status.f_favail) = (100, 1)
    #expect(!DiskRoom.isFull(status))
    status.f_favail = 0
    #expect(DiskRoom.isFull(status))
    (status.f_favail, status.f_bavail) = (1, 0)
    #expect(DiskRoom.isFull(status))
    // Nothing is known of it.
    #expect(!DiskRoom.isFull(statvfs()))
  }

  @Test(.sealed, .enabled(if: Mounts.areOwn, "this system gives the seal no mounts of its own"))
  func `finds that a disk is full by writing, too`() throws {
    try Mounts.tmpfs(at: folder.path, options: "size=64k") {
      // Less is free than is asked for, but not nothing.
      _ = FileManager.default.createFile(
        atPath: folder.path + "/filler",
        contents: Data(count: 48 << 10)
      )
      #expect(DiskRoom.isExhausted(at: file))
      try FileManager.default.removeItem(atPath: folder.path + "/filler")
      #expect(!DiskRoom.isExhausted(at: file))
      #expect(try folder.names() == [])
    }
  }
}
