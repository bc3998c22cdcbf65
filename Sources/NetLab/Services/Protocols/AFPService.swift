extension AnsweringService {
  /// An AFP server that says who it is (DSIGetStatus; Apple Filing Protocol Reference).
  public static func afp(name: String, machine: String) -> AnsweringService {
    AnsweringService { request in
      guard request.count >= 16 else { return nil }
      guard request[0] == 0, request[1] == 3 else { return .close() }
      let status = afpStatus(name: name, machine: machine)
      var reply: [UInt8] = [1, 3, request[2], request[3], 0, 0, 0, 0]
      reply.add(UInt32(status.count))
      reply.add(UInt32(0))
      return .say(reply + status)
    }
  }

  private static func afpStatus(name: String, machine: String) -> [UInt8] {
    func counted(_ text: String) -> [UInt8] { Array(text.utf8).counted(by: UInt8.self) }
    let server = counted(name)
    let versions = [UInt8(2)] + counted("AFP3.4") + counted("AFP3.3")
    let ways = [UInt8(2)] + counted("DHX2") + counted("No User Authent")
    let signature = [UInt8](repeating: 0x5A, count: 16)
    let utf8Name = Array(name.utf8).counted(by: UInt16.self)
    // Five offsets and the flags, then the server's name, padded, and two offsets more.
    let afterName = 10 + server.count + (server.count % 2)
    let machineAt = afterName + 8
    let versionsAt = machineAt + counted(machine).count
    let waysAt = versionsAt + versions.count
    let signatureAt = waysAt + ways.count
    let nameAt = signatureAt + 16
    var bytes: [UInt8] = []
    bytes.add(UInt16(machineAt))
    bytes.add(UInt16(versionsAt))
    bytes.add(UInt16(waysAt))
    bytes.add(UInt16(0))
    bytes.add(UInt16(0x8FFB))
    bytes += server
    if server.count % 2 == 1 { bytes.append(0) }
    bytes.add(UInt16(signatureAt))
    bytes.add(UInt16(0))
    bytes.add(UInt16(0))
    bytes.add(UInt16(nameAt))
    return bytes + counted(machine) + versions + ways + signature + utf8Name
  }
}
