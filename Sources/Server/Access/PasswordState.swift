/// What is known of the password: what its file said when it could last be read, and whether it can
/// be read now.
///
/// A file that can't be read opens nothing: a password that was seen is still needed, and where none
/// was seen, one may have been set meanwhile. A pure value.
struct PasswordState: Sendable {
  /// What has to be given.
  enum Requirement: Hashable {
    /// There is no password.
    case none
    /// The password, or a token.
    case secret(PasswordFile.Contents)
    /// The file can't be read: requests are refused.
    case unknown(PrivateFileError)
  }

  private var contents: PasswordFile.Contents?
  private var directory: FileIdentity?
  /// Why the file can't be read now.
  private(set) var failure: PrivateFileError?

  /// What has to be given now.
  var requirement: Requirement {
    if let contents, contents.password != nil { return .secret(contents) }
    return failure.map { .unknown($0) } ?? .none
  }

  /// The password that has to be given, if it is known.
  var password: PasswordHash? { contents?.password }

  /// Notes what came of reading the file.
  mutating func note(_ result: Result<PasswordFile.Reading, PrivateFileError>) {
    switch result {
    case .failure(let error):
      failure = error
    case .success(let reading):
      // Who takes a password away removes its file; an unmounted disk takes the directory, too.
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
