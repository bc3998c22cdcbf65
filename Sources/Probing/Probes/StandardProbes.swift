/// Every probe of a default scan.
enum StandardProbes {
  /// In the order in which they are asked.
  static let all: [any DeviceProbe] =
    HTTPProbes.all + ConversationProbes.all + DatagramProbes.all
}
