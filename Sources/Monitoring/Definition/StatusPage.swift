/// A page that shows how chosen monitors are to whoever has its address.
public struct StatusPage: Hashable, Sendable {
  /// Whether it is served.
  public var isOn: Bool
  /// The secret part of its address; empty until the server has made one.
  public var token: String
  /// What it is called.
  public var title: String
  /// The ids of the monitors that it shows, in its order.
  public var monitors: [String]

  /// As many monitors as it may show.
  public static let mostMonitors = 100

  /// Memberwise initialiser; by default nothing is shown to anybody.
  public init(
    isOn: Bool = false,
    token: String = "",
    title: String = "Status",
    monitors: [String] = []
  ) {
    self.isOn = isOn
    self.token = token
    self.title = title
    self.monitors = monitors
  }
}
