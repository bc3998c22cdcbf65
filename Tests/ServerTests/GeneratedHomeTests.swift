import Home
import Model
import Simulation
import Testing

/// The made-up home that the page's tests look at.
@Suite struct GeneratedHomeTests {
  @Test func `the same seed makes the same devices, each with a place of its own`() async {
    let homes = [GeneratedHome(devices: 100, seed: 7), GeneratedHome(devices: 100, seed: 7)]
    let devices = await homes[0].snapshot().devices
    #expect(await homes[1].snapshot().devices == devices)
    #expect(Set(devices.map(\.id)).count == 100)
    #expect(Set(devices.map(\.device.ip)).count == 100)
    #expect(Set(devices.compactMap(\.device.evidence.mac)).count == 100)
    #expect(devices.filter(\.device.isGateway).map(\.name) == ["Gateway"])
    #expect(devices[3].id == "d00003" && devices[3].name == "Living Room TV")
  }

  @Test(arguments: HomeState.allCases)
  func `a state is what it is called`(state: HomeState) async {
    let home = GeneratedHome(devices: 31, state: state)
    let snapshot = await home.snapshot()
    let empty: [HomeState] = [.scanning, .firstSecond, .stopped, .nobody]
    #expect(snapshot.devices.count == (empty.contains(state) ? 0 : 31))
    let isRunning = state == .scanning || state == .firstSecond
    #expect(snapshot.status.scan.activity == (isRunning ? .running : .idle))
    #expect(snapshot.status.scan.paused == (state == .paused))
    #expect(snapshot.status.problems.isEmpty == ![.offline, .notPermitted].contains(state))
    #expect(snapshot.status.networks.isEmpty == (state == .offline))
    #expect((snapshot.status.storage.problem != nil) == (state == .diskFull))
  }

  @Test func `the first scan ends with every device, each identified`() async {
    let home = GeneratedHome(devices: 31, state: .scanning, scanTime: .milliseconds(120))
    let wakeups = await home.wakeups()
    var snapshot = await home.snapshot()
    for await _ in wakeups {
      snapshot = await home.snapshot()
      if snapshot.status.scan.finished != nil { break }
    }
    #expect(snapshot.devices.map(\.device) == (await whole).map(\.device))
    #expect(snapshot.devices.allSatisfy { !$0.isProbing })
    #expect(snapshot.status.scan.activity == .idle)
  }

  private var whole: [InventoryDevice] {
    get async { await GeneratedHome(devices: 31, state: .paused).snapshot().devices }
  }

  @Test func `a scan that is stopped is not finished, and the next one comes`() async {
    let home = GeneratedHome(devices: 31, state: .scanning)
    #expect(await home.snapshot().status.scan.activity == .running)
    let scan = await home.stopScan()
    #expect(scan.activity == .idle && scan.finished == nil && scan.next != nil)
  }
}
