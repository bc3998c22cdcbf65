import FoundationEssentials

/// The file that holds the password's hash and the digests of scripts' tokens.
public struct PasswordFile: Hashable, Sendable {
  /// Where it is.
  public var path: String { file.path }
  let file: PrivateFile

  /// The shortest password that is taken, in characters.
  public static let shortest = 8
  /// The longest, in bytes.
  public static let longest = 1024
  /// How many tokens there may be.
  public static let mostTokens = 100

  /// The file at that path.
  public init(path: String) {
    file = PrivateFile(path: path)
  }

  /// The file in that data directory.
  public init(directory: String) {
    self.init(path: directory.hasSuffix("/") ? "\(directory)password" : "\(directory)/password")
  }

  /// The files that hold secrets: this one, and that of the sessions beside it.
  public var secretFiles: [String] { [path, SessionFile(beside: self).path] }

  /// What the file holds.
  struct Contents: Hashable, Codable {
    var schema = "homenet.password/1"
    var password: PasswordHash?
    var tokens: [Token] = []
  }

  /// A token, as it is kept.
  struct Token: Hashable, Codable {
    var name: String
    var digest: [UInt8]
  }

  /// What came of reading the file.
  struct Reading: Hashable, Sendable {
    var path: String
    /// Whether there is such a file.
    var isThere: Bool
    /// The directory that it is in, or would be in.
    var directory: FileIdentity?
    /// What it holds; nothing where there is none.
    var contents: Contents
  }

  /// Reads the file.
  func read() throws(PrivateFileError) -> Reading {
    let bytes = try file.read()
    return Reading(
      path: path,
      isThere: bytes != nil,
      directory: file.directoryIdentity,
      contents: try bytes.map(decoded) ?? Contents()
    )
  }

  /// What it holds; nothing where there is none.
  func contents() throws(PrivateFileError) -> Contents { try read().contents }

  private func decoded(_ bytes: [UInt8]) throws(PrivateFileError) -> Contents {
    guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
      contents.schema == Contents().schema, contents.password?.isSound ?? true
    else { throw .unreadable(path: path) }
    return contents
  }

  private func save(_ contents: Contents) throws(PrivateFileError) {
    guard let bytes = try? JSONBytes.encode(contents) else { throw .unreadable(path: path) }
    try file.write(bytes)
  }

  /// Whether a password is set.
  public func hasPassword() throws(PrivateFileError) -> Bool {
    try contents().password != nil
  }

  /// Sets the password; every session has to log in again.
  ///
  /// Takes a fraction of a second, and must not be called on the cooperative pool of a server.
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

  /// Keeps the hash of the password.
  func keep(_ hash: PasswordHash) throws(PrivateFileError) {
    var contents = try contents()
    contents.password = hash
    try save(contents)
  }

  /// Sets a random password, which is to be shown once.
  public func generatePassword() throws(PasswordError) -> String {
    let password = Secrets.passphrase()
    try setPassword(password)
    return password
  }

  /// Makes a token for a script, which is to be shown once; one of that name is replaced.
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

  /// Makes the token of that name invalid; `false` where there is none.
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
