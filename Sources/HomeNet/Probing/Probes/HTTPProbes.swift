/// The probes that ask over HTTP.
enum HTTPProbes {
  /// In the order in which they are asked.
  static let all: [any DeviceProbe] = [WebPageProbe(), DescriptionProbe()]
}
