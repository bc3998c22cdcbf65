import Glibc
import PrivateFiles
import Storage

/// The configuration files of this machine and user, and what the environment overrides.
struct ConfigurationFiles: Sendable {
  /// The files, the later ones override the earlier ones.
  let paths: [String]
  /// Whether the user named the file: then it has to be there.
  let isNamed: Bool
  private let variable: @Sendable (String) -> String?

  /// The system's file, for everybody.
  static let system = "/etc/homenet/homenet.toml"
  /// The variable that names a file in the place of the others.
  static let namingVariable = "HOMENET_CONFIG"
  /// The longest file that is read.
  private static let mostBytes = 4 << 20

  /// The file that is named on the command line or in the environment; the system's and the user's otherwise.
  init(
    named: String? = nil,
    environment: @escaping @Sendable (String) -> String? = Self.processEnvironment
  ) {
    variable = environment
    if let file = named ?? environment(Self.namingVariable).flatMap({ $0.isEmpty ? nil : $0 }) {
      paths = [file]
      isNamed = true
    } else {
      paths = [Self.system] + [Self.user(environment)].compactMap(\.self)
      isNamed = false
    }
  }

  /// A variable of this process' environment.
  static let processEnvironment: @Sendable (String) -> String? = { name in
    getenv(name).map { String(cString: $0) }
  }

  /// `$XDG_CONFIG_HOME/homenet/homenet.toml`, or that in `~/.config`; a relative path is none (XDG Base
  /// Directory Specification).
  private static func user(_ variable: (String) -> String?) -> String? {
    if let directory = variable("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
      return directory + "/homenet/homenet.toml"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + "/.config/homenet/homenet.toml"
  }

  /// What the files and the environment say, and what is wrong with that.
  ///
  /// Blocks, as it reads files.
  func read() -> (configuration: HomeConfiguration, problems: [ConfigurationProblem]) {
    var (configuration, problems) = readFiles()
    do {
      configuration.serve.override(by: try ServeSettings(environment: variable))
    } catch {
      problems.append(error)
    }
    // The files and the environment may be right by themselves only.
    if problems.isEmpty, let conflict = configuration.serve.conflict {
      let place = configuration.serve.settings[conflict.key]?.origin ?? ""
      problems.append(ConfigurationProblem(conflict.words, in: place))
    }
    return (configuration, problems)
  }

  /// The same without the environment.
  func readFiles() -> (configuration: HomeConfiguration, problems: [ConfigurationProblem]) {
    var configuration = HomeConfiguration()
    var problems: [ConfigurationProblem] = []
    for path in paths {
      do {
        guard let text = try Self.text(of: path, isNeeded: isNamed) else { continue }
        let read = ConfigurationReader.read(text, in: path, after: configuration)
        problems += read.problems
        configuration.override(by: read.configuration)
      } catch {
        problems.append(error)
      }
    }
    return (configuration, problems)
  }

  /// What the files and the environment say.
  ///
  /// - Throws: The first problem, and how many more there are: nothing of a broken configuration is used.
  func load() throws(Failure) -> HomeConfiguration {
    let (configuration, problems) = read()
    guard problems.isEmpty else { throw Failure(problems) }
    return configuration
  }

  /// The text of a file; `nil` where it isn't there and need not be.
  private static func text(
    of path: String,
    isNeeded: Bool
  ) throws(ConfigurationProblem) -> String? {
    // Opening a pipe must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if !isNeeded, errno == ENOENT || errno == ENOTDIR { return nil }
      throw ConfigurationProblem("can't read it: \(String(cString: strerror(errno)))", in: path)
    }
    defer { close(descriptor) }
    guard let mode = DataPermissions.mode(of: descriptor), mode & S_IFMT == S_IFREG else {
      throw ConfigurationProblem("this is no file", in: path)
    }
    // It says which programs run, and where alerts go.
    guard mode & 0o002 == 0 else {
      throw ConfigurationProblem("others may change it: chmod o-w \(path)", in: path)
    }
    let bytes: [UInt8]
    do throws(PrivateFile.Failure) {
      bytes = try PrivateFile.contents(of: descriptor, most: mostBytes)
    } catch {
      guard case .system(let number) = error else {
        throw ConfigurationProblem("it is longer than \(mostBytes >> 20) MB", in: path)
      }
      throw ConfigurationProblem("can't read it: \(String(cString: strerror(number)))", in: path)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationProblem("its text is no UTF-8, as TOML has to be", in: path)
    }
    return text
  }
}

extension ConfigurationFiles {
  /// Where the configuration says that `homenet serve` keeps its data; `nil` where it doesn't.
  ///
  /// Commands that read what is kept have no use for the rest, and aren't stopped by what is wrong with it.
  static func dataDirectory(
    _ environment: @escaping @Sendable (String) -> String? = Self.processEnvironment
  ) -> String? {
    ConfigurationFiles(environment: environment).read().configuration.serve.text(.data)
  }
}
