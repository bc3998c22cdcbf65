import CryptoExtras
import FoundationEssentials
import PrivateFiles

/// The file of the password's hash and the digests of scripts' tokens: JSON, mode 0600.
public struct PasswordFile: Hashable, Sendable {
  /// The path.
  public var path: String { file.path }
  let file: PrivateFile

  /// The minimum length of a password, in characters.
  public static let shortest = 8
  /// The maximum length of a password, in bytes.
  public static let longest = 1024
  /// The maximum number of tokens.
  public static let mostTokens = 100

  /// The file at that path.
  public init(path: String) {
    file = PrivateFile(path: path)
  }

  /// The file in that data directory.
  public init(directory: String) {
    self.init(path: directory.hasSuffix("/") ? "\(directory)password" : "\(directory)/password")
  }

  /// The paths of the files with secrets: this one and the session file.
  public var secretFiles: [String] { [path, SessionFile(beside: self).path] }

  struct Contents: Hashable, Codable {
    var schema = "homenet.password/1"
    var password: PasswordHash?
    var tokens: [Token] = []
  }

  struct Token: Hashable, Codable {
    var name: String
    var digest: [UInt8]
  }

  struct Reading: Hashable, Sendable {
    var path: String
    var isThere: Bool
    /// Its directory; `nil` if that doesn't exist.
    var directory: FileIdentity?
    var contents: Contents
  }

  func read() throws(PrivateFileError) -> Reading {
    let bytes = try file.contents()
    return Reading(
      path: path,
      isThere: bytes != nil,
      directory: file.directoryIdentity,
      contents: try bytes.map(decoded) ?? Contents()
    )
  }

  func contents() throws(PrivateFileError) -> Contents { try read().contents }

  private func decoded(_ bytes: [UInt8]) throws(PrivateFileError) -> Contents {
    guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
      contents.schema == Contents().schema, contents.password?.isSound ?? true
    else { throw .unreadable(path: path) }
    return contents
  }

  private func save(_ contents: Contents) throws(PrivateFileError) {
    guard let bytes = try? JSONBytes.encode(contents) else { throw .unreadable(path: path) }
    try file.replace(by: bytes)
  }

  /// Whether a password is set.
  public func hasPassword() throws(PrivateFileError) -> Bool {
    try contents().password != nil
  }

  /// Sets the password; every session has to log in again.
  ///
  /// Blocks for a fraction of a second: not for the cooperative pool.
  public func setPassword(_ password: String) throws(PasswordError) {
    guard password.count >= Self.shortest else { throw .tooShort }
    guard password.utf8.count <= Self.longest else { throw .tooLong }
    guard let hash = try? PasswordHash(password) else { throw .notHashed }
    do {
      try keep(hash)
    } catch {
      throw .file(error)
    }
  }

  func keep(_ hash: PasswordHash) throws(PrivateFileError) {
    var contents = try contents()
    contents.password = hash
    try save(contents)
  }

  /// Sets and returns a random password.
  public func generatePassword() throws(PasswordError) -> String {
    let password = Secrets.passphrase()
    try setPassword(password)
    return password
  }

  /// Makes and returns a token for a script, or replaces the one of that name; stores its digest only.
  public func makeToken(named name: String) throws(PasswordError) -> String {
    guard (1...64).contains(name.count), !name.unicodeScalars.contains(where: { $0.value < 32 })
    else { throw .tokenName }
    let token = "homenet_\(Secrets.make())"
    let isKept: Bool
    do {
      var contents = try contents()
      contents.tokens.removeAll { $0.name == name }
      isKept = contents.tokens.count < Self.mostTokens
      if isKept {
        contents.tokens.append(Token(name: name, digest: Secrets.digest(token)))
        try save(contents)
      }
    } catch {
      throw .file(error)
    }
    guard isKept else { throw .tooManyTokens }
    return token
  }

  /// Revokes the token of that name; `false` where there is none.
  public func removeToken(named name: String) throws(PrivateFileError) -> Bool {
    var contents = try contents()
    let count = contents.tokens.count
    contents.tokens.removeAll { $0.name == name }
    guard contents.tokens.count < count else { return false }
    try save(contents)
    return true
  }
}

/// Why a password or a token was not set.
public enum PasswordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has too few characters.
  case tooShort
  /// It has too many bytes.
  case tooLong
  /// It could not be hashed: most likely there is too little memory.
  case notHashed
  /// A token's name is empty, too long or holds control characters.
  case tokenName
  /// There are too many tokens.
  case tooManyTokens
  /// The file can't be used.
  case file(PrivateFileError)

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .tooShort: "a password needs at least \(PasswordFile.shortest) characters"
    case .tooLong: "a password may have at most \(PasswordFile.longest) bytes"
    case .notHashed: "the password can't be hashed: that takes 32 MiB of memory"
    case .tokenName: "a token's name has 1 to 64 characters"
    case .tooManyTokens: "there are \(PasswordFile.mostTokens) tokens: remove one first"
    case .file(let error): error.description
    }
  }
}

/// The last readable contents of the password file, and whether it can be read now.
///
/// An unreadable file fails closed: without a known password every request is rejected.
struct PasswordState: Sendable {
  enum Requirement: Hashable {
    case none
    /// The password, or a token.
    case secret(PasswordFile.Contents)
    /// The file can't be read: every request is rejected.
    case unknown(PrivateFileError)
  }

  private var contents: PasswordFile.Contents?
  private var directory: FileIdentity?
  /// Why the file can't be read now.
  private(set) var failure: PrivateFileError?

  var requirement: Requirement {
    if let contents, contents.password != nil { return .secret(contents) }
    return failure.map { .unknown($0) } ?? .none
  }

  var password: PasswordHash? { contents?.password }

  mutating func note(_ result: Result<PasswordFile.Reading, PrivateFileError>) {
    switch result {
    case .failure(let error):
      failure = error
    case .success(let reading):
      // Deleting the file removes the password; with its directory gone, a disk was unmounted.
      if !reading.isThere, password != nil, reading.directory != directory {
        failure = .directoryGone(path: reading.path)
        return
      }
      contents = reading.contents
      directory = reading.directory
      failure = nil
    }
  }
}

/// A password's scrypt hash (RFC 7914).
struct PasswordHash: Hashable, Sendable, Codable {
  /// The cost N, a power of two.
  var rounds: Int
  /// The block size r; a hash takes 128 × N × r bytes.
  var blockSize: Int
  var parallelism: Int
  var salt: [UInt8]
  var key: [UInt8]

  /// 32 MiB and three passes: as strong as OWASP's first choice (128 MiB, one pass), within a
  /// small computer's memory.
  static let recommended = (rounds: 1 << 15, blockSize: 8, parallelism: 3)
  private static let keySize = 32
  private static let saltSize = 16

  /// Hashes a password; blocks for a fraction of a second.
  init(
    _ password: String,
    cost: (rounds: Int, blockSize: Int, parallelism: Int) = recommended
  ) throws {
    (rounds, blockSize, parallelism) = cost
    salt = Secrets.salt(Self.saltSize)
    key = []
    key = try derive(password)
  }

  /// Whether that is the password; blocks as long as hashing.
  func matches(_ password: String) -> Bool {
    guard isSound, let derived = try? derive(password) else { return false }
    return Secrets.areEqual(derived, key)
  }

  /// Whether the parameters are within bounds: a crafted file could demand any amount of memory.
  var isSound: Bool {
    rounds > 1 && rounds & (rounds - 1) == 0 && rounds <= 1 << 17 && (1...16).contains(blockSize)
      && (1...16).contains(parallelism) && key.count == Self.keySize && salt.count >= 8
  }

  private func derive(_ password: String) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8),
      salt: salt,
      outputByteCount: Self.keySize,
      rounds: rounds,
      blockSize: blockSize,
      parallelism: parallelism
    )
    return key.withUnsafeBytes { Array($0) }
  }
}
