@testable import Model
import Testing
@testable import LinuxNetwork

@Suite struct `What a machine knows of itself` {
  private func machine(_ files: [String: String]) -> MachineDescription {
    MachineDescription { files[$0] }
  }

  private let debian = """
    PRETTY_NAME="Debian GNU/Linux 13 (trixie)"
    # a comment
    ID=debian
    VARIANT_ID='server'
    BROKEN
    ID=second
    """

  @Test func `is what its system and its firmware say`() {
    let machine = machine([
      "/etc/os-release": debian,
      "/sys/class/dmi/id/chassis_type": "10\n",
      "/sys/class/dmi/id/sys_vendor": "Framework\n",
      "/sys/class/dmi/id/product_name": "Laptop 13\n",
    ])
    #expect(
      machine.known.map { "\($0.part.rawValue)=\($0.text)" } == [
        "chassis=Notebook", "id=debian", "os=Debian GNU/Linux 13 (trixie)", "product=Laptop 13",
        "variant=server", "vendor=Framework",
      ]
    )
  }

  @Test func `is the board of a device tree, whose text ends with a NUL`() {
    let machine = machine(["/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\u{0}"])
    #expect(machine[.model] == "Raspberry Pi 5 Model B Rev 1.0")
  }

  @Test func `leaves out what is nobody's, and what isn't the machine's`() {
    #expect(machine([:]).isEmpty)
    let bare = machine([
      "/sys/class/dmi/id/chassis_type": "2\n",
      "/sys/class/dmi/id/sys_vendor": "To Be Filled By O.E.M.",
      "/sys/class/dmi/id/product_name": "Default string",
      "/usr/lib/os-release": "ID=",
    ])
    #expect(bare.isEmpty)
    let guest = machine([
      "/sys/class/dmi/id/chassis_type": "1\n",
      "/sys/class/dmi/id/sys_vendor": "QEMU",
      "/sys/class/dmi/id/product_name": "Standard PC (Q35 + ICH9, 2009)",
    ])
    #expect(guest.known.map(\.text) == ["QEMU"] && guest[.hypervisor] == "QEMU")
    let small = machine(["/proc/cpuinfo": "processor : 0\nflags\t\t: fpu hypervisor sse\n"])
    #expect(small[.hypervisor] != nil)
    let image = machine(["/.dockerenv": "", "/etc/os-release": debian])
    #expect(image.known.map(\.text) == ["docker"])
  }

  @Test func `says what people know where the maker has numbers`() {
    let machine = machine([
      "/sys/class/dmi/id/sys_vendor": "LENOVO",
      "/sys/class/dmi/id/product_name": "20AB0001XX",
      "/sys/class/dmi/id/product_version": "ThinkPad Z99",
    ])
    #expect(machine[.product] == "ThinkPad Z99")
  }

  @Test func `is bounded and plain, whatever the files hold`() {
    let machine = machine([
      "/etc/os-release": "PRETTY_NAME=\"\u{1B}[31m" + String(repeating: "é", count: 9000)
    ])
    let text = machine[.os] ?? ""
    #expect(text.utf8.count <= MachineDescription.limit && text.utf8.count > 100)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func `can be read where the tests run`() {
    for (_, text) in MachineDescription.read().known {
      #expect(!text.isEmpty && text.utf8.count <= MachineDescription.limit)
    }
  }
}
