import HomeSupport
import Testing
import Wire
@testable import Home
@testable import Model

@Suite struct `The history recorder` {
  private let nas = DescribedDevice()

  // MARK: New devices

  @Test func `tells nothing of the devices that are there first`() {
    var phone = DescribedDevice(slot: 2, address: "192.168.1.30", hardware: "00:11:32:00:00:02")
    phone.isNew = true
    var home = RecordedHome(nas, phone)
    #expect(home.changes.isEmpty)
    #expect(home.versions.map(\.slot) == [1, 2])
    #expect(home.transitions.map(\.state) == [.present, .present])
    #expect(home.see(nas, phone).isEmpty)
    #expect(home.wait(minutes: 5).isEmpty)
    #expect(home.versions.count == 2 && home.transitions.count == 2)
  }

  @Test func `tells a new device once, by what it turned out to be`() throws {
    var home = RecordedHome(nas)
    var printer = DescribedDevice(slot: 2, address: "192.168.1.30", hardware: "00:11:32:00:00:02")
    printer.isNew = true
    printer.name = nil
    printer.kind = .unknown
    #expect(home.see(printer).isEmpty)
    #expect(home.versions.last?.slot == 2, "it is on the map at once")
    printer.name = "Office printer"
    printer.kind = .printer
    printer.services = ["_ipp._tcp"]
    #expect(home.see(printer, after: 20).isEmpty)
    let changes = home.see(printer, after: 45)
    let change = try #require(changes.first)
    #expect(changes.map(\.kind) == [.newStation])
    #expect(change.name == "Office printer" && change.slot == 2 && change.seq == 1)
    #expect(change.sources == [.mdns, .neighbours])
    #expect(home.versions.last?.profile?.category == .printer)
    #expect(home.see(printer).isEmpty)
    #expect(home.wait(minutes: 3).isEmpty)
  }

  @Test func `waits longer for a new device that is still asked what it is`() {
    var home = RecordedHome(nas)
    var camera = DescribedDevice(slot: 2, address: "192.168.1.30", hardware: "00:11:32:00:00:02")
    camera.isNew = true
    camera.isProbing = true
    #expect(home.see(camera).isEmpty)
    #expect(home.wait(minutes: 4).isEmpty)
    #expect(home.wait(minutes: 1).map(\.kind) == [.newStation])
  }

  @Test func `takes no more new devices than a home can have`() {
    var home = RecordedHome(nas)
    let many = (2..<2000).map { slot in
      DescribedDevice(slot: slot, address: "10.0.\(slot / 250).\(slot % 250 + 1)", isNew: true)
    }
    _ = home.see(many)
    #expect(home.recorder.slots.count == HistoryRecorder.mostNewDevices + 1)
    #expect(home.wait(minutes: 2).count == HistoryRecorder.mostNewDevices)
  }

  // MARK: Names and kinds

  @Test func `does not tell a name that flips back`() {
    var home = RecordedHome(nas)
    var other = nas
    other.name = "Backup"
    let versions = home.versions.count
    #expect(home.see(other, after: 20).isEmpty)
    #expect(home.see(other, after: 20).isEmpty)
    #expect(home.see(nas, after: 10).isEmpty)
    #expect(home.see(other, after: 30).isEmpty)
    #expect(home.see(nas, after: 30).isEmpty)
    #expect(home.wait(minutes: 3).isEmpty)
    #expect(home.versions.count == versions)
  }

  @Test func `tells a name that stands, once`() throws {
    var home = RecordedHome(nas)
    var other = nas
    other.name = "Backup"
    #expect(home.see(other).isEmpty)
    let changes = home.wait(minutes: 1)
    let change = try #require(changes.first)
    #expect(changes.count == 1 && change.kind == .renamed)
    #expect(change.was == "NAS" && change.now == "Backup" && change.name == "NAS")
    #expect(change.sources == [.mdns])
    #expect(change.message.text == "NAS is called Backup now.")
    #expect(home.wait(minutes: 10).isEmpty)
    #expect(home.recorder.devices.first?.profile.name == "Backup")
  }

  @Test func `tells a disputed name a few times a day, not each sweep`() {
    var home = RecordedHome(nas)
    var other = nas
    other.name = "Backup"
    var count = 0
    for _ in 0..<144 {
      count += home.see(other, after: 60).count + home.wait(minutes: 4).count
      count += home.see(nas, after: 60).count + home.wait(minutes: 4).count
    }
    #expect((1...3).contains(count), "\(count)")
  }

  @Test func `does not tell another spelling, nor what is no longer known`() {
    var home = RecordedHome(nas)
    var other = nas
    other.name = "nas.local"
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 10).isEmpty)
    other.name = nil
    other.kind = .unknown
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 10).isEmpty)
    #expect(home.recorder.devices.first?.profile.name == "NAS")
    #expect(home.recorder.devices.first?.profile.category == .storage)
  }

  @Test func `tells another kind or model in one line, and no confidence`() {
    var home = RecordedHome(nas)
    let versions = home.versions.count
    var other = nas
    other.confidence = 0.5
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 3).isEmpty)
    #expect(home.versions.count == versions)
    other.vendor = "Synology"
    other.model = "DS220"
    #expect(home.see(other).isEmpty, "it becomes known")
    #expect(home.wait(minutes: 3).isEmpty, "it becomes known")
    #expect(home.recorder.devices.first?.profile.model == "DS220")
    other.model = "DS220+"
    #expect(home.see(other).isEmpty, "it is known better")
    #expect(home.wait(minutes: 3).isEmpty, "it is known better")
    other.model = "TS-251"
    other.vendor = "QNAP"
    #expect(home.see(other).isEmpty)
    var changes = home.wait(minutes: 3)
    #expect(changes.map(\.kind) == [.identifiedAnew] && changes.first?.now == "TS-251")
    other.model = "Brio"
    other.kind = .camera
    #expect(home.see(other).isEmpty)
    changes = home.wait(minutes: 3)
    #expect(
      changes.map(\.message.text) == ["NAS turns out to be a camera, not network storage."]
    )
  }

  // MARK: Ports, services, keys

  @Test func `tells a port that opens, and one that closes once nothing remembers it`() {
    var home = RecordedHome(nas)
    var open = nas
    open.ports = [22, 445]
    #expect(home.see(open).isEmpty)
    var changes = home.wait(minutes: 1)
    #expect(changes.map(\.kind) == [.portAppeared, .portAppeared])
    #expect(changes.map(\.now) == ["22/tcp", "445/tcp"])
    // The next round has not asked yet.
    var remembered = nas
    remembered.ports = [445]
    remembered.remembered = [.port(22, .tcp, .open)]
    #expect(home.see(remembered).isEmpty)
    #expect(home.wait(minutes: 120).isEmpty)
    // A full probe found it closed, but it is not there any more.
    var closed = nas
    closed.ports = [445]
    #expect(home.see(closed.away(since: home.now)).isEmpty)
    changes = home.wait(minutes: 120)
    #expect(changes.map(\.kind) == [.left])
    // It is there, and the port is still closed after an hour.
    changes = home.see(closed) + home.wait(minutes: 61)
    #expect(changes.map(\.kind) == [.returned, .portGone])
    #expect(changes.last?.was == "22/tcp")
    #expect(home.recorder.devices.first?.profile.ports == ["445/tcp"])
  }

  @Test func `tells a service by its type, and its end after an hour`() {
    var home = RecordedHome(nas)
    var offering = nas
    offering.services = ["_ssh._tcp", "_SSH._tcp", "_companion-link._tcp", "nonsense"]
    #expect(home.see(offering).isEmpty)
    var changes = home.wait(minutes: 2)
    #expect(changes.map(\.now) == ["_ssh._tcp"] && changes.first?.kind == .serviceAppeared)
    #expect(home.see(nas).isEmpty)
    #expect(home.wait(minutes: 55).isEmpty)
    #expect(home.see(offering).isEmpty, "it started anew")
    #expect(home.wait(minutes: 90).isEmpty, "it started anew")
    #expect(home.see(nas).isEmpty)
    changes = home.wait(minutes: 62)
    #expect(changes.map(\.kind) == [.serviceGone])
  }

  @Test func `tells another host key after a full probe alone`() {
    var first = nas
    first.remembered = [.identity(.sshKey, "0a1b2c3d4e5f")]
    first.probedAt = Timestamp(milliseconds: 1)
    var home = RecordedHome(first)
    var both = first
    both.remembered.append(.identity(.sshKey, "ffeeddccbbaa"))
    both.probedAt = nil
    #expect(home.see(both).isEmpty)
    #expect(home.wait(minutes: 5).isEmpty)
    var other = first
    other.remembered = [.identity(.sshKey, "ffeeddccbbaa")]
    other.probedAt = Timestamp(milliseconds: 2)
    let changes = home.see(other)
    #expect(changes.map(\.kind) == [.keyChanged])
    #expect(changes.first?.was == "ssh:0a1b2c3d4e5f" && changes.first?.now == "ssh:ffeeddccbbaa")
    #expect(home.wait(minutes: 5).isEmpty)
    // A second certificate is no other one.
    other.remembered += [.identity(.tlsKey, "123456789abc")]
    other.probedAt = Timestamp(milliseconds: 3)
    #expect(home.see(other).isEmpty)
    other.remembered += [.identity(.tlsKey, "cba987654321")]
    other.probedAt = Timestamp(milliseconds: 4)
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 3).isEmpty)
  }

  // MARK: Addresses

  @Test func `tells a move of the IPv4 address, and nothing of IPv6 addresses`() {
    var home = RecordedHome(nas)
    let versions = home.versions.count
    var other = nas
    other.others = ["fd00::1234", "fe80::1%eth0"]
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 2).isEmpty)
    other.address = "fd00::1234"
    other.others = []
    #expect(home.see(other).isEmpty)
    #expect(home.wait(minutes: 600).isEmpty)
    #expect(home.versions.count == versions)
    other.address = "192.168.1.31"
    #expect(home.see(other).isEmpty)
    let changes = home.wait(minutes: 1)
    #expect(changes.map(\.kind) == [.movedAddress])
    #expect(changes.first?.message.text == "NAS moved from 192.168.1.20 to 192.168.1.31.")
  }

  @Test func `tells another link address with what proves the device`() {
    var first = nas
    first.remembered = [.identity(.serial, "synology1230456")]
    var home = RecordedHome(first)
    var other = first
    other.hardware = "da:11:32:00:00:07"
    #expect(home.see(other).isEmpty)
    var changes = home.wait(minutes: 1)
    #expect(changes.map(\.kind) == [.newMAC] && changes.first?.reason == .sameKeys)
    #expect(changes.first?.was == "00:11:32:00:00:01")
    #expect(home.see(first).isEmpty)
    changes = home.wait(minutes: 61)
    #expect(changes.map(\.kind) == [.flipFlop])
    // A habit is told a few times.
    var count = 0
    for day in 0..<28 {
      count += home.see(day % 2 == 0 ? other : first).count + home.wait(minutes: 1439).count
    }
    #expect(count <= 1, "\(count)")
  }

  // MARK: The user

  @Test func `tells what the user changes at once`() {
    var home = RecordedHome(nas)
    var edited = nas
    edited.marks = Annotations(name: "Cellar", category: .server, note: "loud", isHidden: true)
    var changes = home.see(edited, after: 1)
    #expect(changes.map(\.kind) == [.edited, .edited, .edited, .edited])
    #expect(changes.map(\.now) == ["name:Cellar", "category:server", "note", "hidden"])
    #expect(changes.map(\.value) == ["Cellar", "server", nil, "hidden"])
    let profile = home.recorder.devices.first?.profile
    #expect(profile?.name == "Cellar" && profile?.category == .server)
    #expect(profile?.note == "loud" && profile?.isHidden == true)
    #expect(home.wait(minutes: 3).isEmpty, "no other name and kind beside")
    edited.marks = Annotations()
    changes = home.see(edited, after: 1)
    #expect(changes.map(\.now) == ["name:", "category:", "note", "shown"])
    #expect(changes.map(\.was) == ["Cellar", "server", nil, nil])
    #expect(changes.map(\.value) == [nil, nil, nil, "shown"])
    #expect(home.wait(minutes: 3).isEmpty)
    #expect(home.recorder.devices.first?.profile.name == "NAS")
  }

  @Test func `tells what is forgotten and merged, and nothing of what expires`() {
    let twin = DescribedDevice(slot: 2, address: "192.168.1.30", name: "Twin")
    let old = DescribedDevice(slot: 3, address: "192.168.1.40", name: "Old")
    let third = DescribedDevice(slot: 4, address: "192.168.1.50", name: "Third")
    var home = RecordedHome(nas, twin, old, third)
    var input = HistoryInput()
    input.removed = [2, 3, 4, 77]
    input.merged = [2: 1, 3: 1]
    input.forgotten = [3]
    let changes = home.record(input, after: 60)
    #expect(changes.map(\.kind) == [.merged, .forgotten])
    #expect(changes.first?.slot == 1 && changes.first?.was == "Twin")
    // Nothing says which one was forgotten.
    #expect(changes.last?.slot == nil && changes.last?.name == nil)
    #expect(changes.last?.sources == [.user])
    #expect(home.recorder.slots == [1])
    #expect(home.versions.suffix(3).allSatisfy { $0.profile == nil })
    #expect(home.rebuilt(at: home.now, of: home.batches).map(\.slot) == [1])
  }

  @Test func `forgets thousands of devices at once without a delay`() {
    var home = RecordedHome()
    home.recorder = HistoryRecorder()
    let devices = (0..<4000).map { number in
      var device = DescribedDevice(slot: number, address: "10.0.\(number / 250).\(number % 250)")
      device.hardware = "00:11:32:00:\(10 + number / 90):\(10 + number % 90)"
      device.shownAt = home.now
      return device
    }
    _ = home.see(devices)
    var input = HistoryInput()
    input.removed = Set(1..<4000)
    input.forgotten = input.removed
    let full = home
    var time = Duration.seconds(3600)
    // The best of some: other programs may take the cores meanwhile.
    for _ in 0..<5 where time >= .seconds(2) {
      home = full
      time = min(time, ContinuousClock().measure { _ = home.record(input, after: 60) })
      #expect(home.recorder.slots == [0])
    }
    #expect(time < .seconds(2), "\(time)")
  }

  @Test func `records so much an hour of a device that makes up services`() {
    let other = DescribedDevice(
      slot: 2,
      address: "192.168.1.30",
      hardware: "00:11:32:00:00:02",
      name: "TV"
    )
    var home = RecordedHome(nas, other)
    let before = home.versions.count
    var (hostile, told) = (nas, 0)
    for number in 0..<600 {
      hostile.services = (0..<8).map { "_s\(number / 8)-\($0)._tcp" }
      told += home.see(hostile, after: 10).count
    }
    #expect((60...160).contains(told), "in 100 minutes: \(told)")
    #expect(home.versions.count - before <= told)
    // Of the others all is recorded, and of this one what stands in the end.
    var renamed = other
    renamed.name = "Television"
    _ = home.see(renamed)
    #expect(home.see(renamed).map(\.kind) == [.renamed])
    _ = home.wait(minutes: 180)
    #expect(home.recorder.devices.first?.profile.services == hostile.services)
  }
}
