/// What kind of thing a device is.
public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
  /// The way out of the home, or a Wi-Fi router.
  case router
  /// A mobile phone.
  case phone
  /// A tablet.
  case tablet
  /// A desktop or laptop computer.
  case computer
  /// A loudspeaker, soundbar, receiver.
  case speaker
  /// A game console.
  case gaming
  /// A television, set-top box, projector, media player.
  case tvMedia = "tv_media"
  /// Network storage.
  case storage
  /// A printer or scanner.
  case printer
  /// Lights, plugs, sensors, thermostats, bridges.
  case smartHome = "smart_home"
  /// A camera or doorbell.
  case camera
  /// Network gear that is not the gateway.
  case network
  /// A telephone or its adapter.
  case voip
  /// A watch, tracker, headset.
  case wearable
  /// A washing machine, oven, vacuum cleaner, inverter, car.
  case appliance
  /// A computer that serves, without anyone sitting at it.
  case server
  /// Not known.
  case unknown
}
