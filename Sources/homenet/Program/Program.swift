/// The program's name and version.
enum Program {
  /// Commands give it as what stands before their own names, since each can be parsed without the root.
  static let name = "homenet"
  static let version = "0.1.0"
}
