package import Wire

/// What devices ask a DHCP server when they join.
extension SimulatedDevice {
  /// What it broadcasts to get its address: it looks for servers, then asks one for what that offered.
  package func dhcpMessages(
    choosing server: IPv4Address,
    options: [DHCPMessage.Option]
  ) -> [DHCPMessage] {
    let choice = [
      DHCPMessage.Option(50, address.bytes), DHCPMessage.Option(54, server.bytes),
    ]
    let steps: [(kind: DHCPMessage.Kind, more: [DHCPMessage.Option])] = [
      (.discover, []), (.request, choice),
    ]
    return steps.map { step in
      DHCPMessage(
        .request,
        hardwareAddress: mac,
        options: [DHCPMessage.Option(53, [step.kind.rawValue])] + options + step.more
      )
    }
  }

  /// What it says of itself to DHCP servers in the demo home; `nil` where it says nothing.
  var dhcpOptions: [DHCPMessage.Option]? {
    let android: [DHCPMessage.Option] = [
      DHCPMessage.Option(60, Array("android-dhcp-14".utf8)),
      DHCPMessage.Option(55, [1, 3, 6, 15, 26, 28, 51, 58, 59, 43, 114, 108]),
    ]
    switch label {
    case "Galaxy phone":
      return [DHCPMessage.Option(12, Array("Galaxy-S21".utf8))] + android
    // Its owner has switched off that it says its name.
    case "Pixel phone": return android
    case "iPhone with private address", "iPad":
      return [
        DHCPMessage.Option(55, [1, 121, 3, 6, 15, 108, 114, 119, 252]),
        DHCPMessage.Option(61, [1] + mac.bytes),
      ]
    case "Linux laptop":
      return [
        DHCPMessage.Option(12, Array("linux-laptop".utf8)),
        DHCPMessage.Option(55, [1, 2, 6, 12, 15, 26, 28, 121, 3, 33, 40, 41, 42, 119, 249, 252]),
        // A DUID made of the machine's id (RFC 4361).
        DHCPMessage.Option(
          61,
          [0xFF, 0x5D, 0xE2, 0x6C, 0x15, 0, 2, 0, 0, 0xAB, 0x11, 0x5B, 0x1E, 0x60, 0x93, 0x2A]
        ),
      ]
    default: return nil
    }
  }
}
