extension ChannelService {
  /// A program of this machine; off unless the configuration file allows it.
  ///
  /// It reads the notice as JSON (`homenet.alert/1`) and has its parts in `HOMENET_…`. There is no shell: what a
  /// device is called is never part of a command.
  static let exec = ChannelService(
    name: "exec",
    label: "Program",
    settings: [
      .plain(
        "program",
        "Program",
        .path,
        isRequired: true,
        help: "The whole path of the program; it runs as homenet’s user, for 20 seconds at most."
      ),
      .plain("arguments", "Arguments", .arguments, help: "One a line, given as they are."),
    ],
    limit: .bytes(16_000),
    transport: .program
  )
}
