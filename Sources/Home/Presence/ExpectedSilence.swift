import Model

extension Category {
  /// How long devices of this kind are silent though they are there, in milliseconds, as long as
  /// nothing is known of one.
  ///
  /// What runs on a small battery sleeps. A device that makes up its link address, and of which nothing
  /// else is known, is a phone more often than not.
  func expectedSilence(hasPrivateMAC: Bool) -> Int64 {
    switch self {
    case .phone, .tablet, .wearable: Self.doze
    case .unknown: hasPrivateMAC ? Self.doze : 0
    case .router, .computer, .speaker, .gaming, .tvMedia, .storage, .printer, .smartHome, .camera,
      .network, .voip, .appliance, .server:
      0
    }
  }

  private static let doze: Int64 = 30 * 60_000
}
