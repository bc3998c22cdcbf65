/// What ports are commonly for.
enum PortNames {
  /// The service that IANA or custom names for the port.
  static func service(at port: UInt16, _ transport: TransportProtocol) -> String? {
    nil
  }
}
