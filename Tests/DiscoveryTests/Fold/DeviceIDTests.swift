import HomeSupport
import Model
import Testing

@Suite struct `Device ids` {
  @Test func `come from the strongest identity`() {
    let id = ["deviceid": "D0:81:7A:D9:AF:37"]
    let universal = saw("192.168.1.2", .linkAddress(mac("00:0e:58:00:00:03")))
    let local = saw("192.168.1.2", .linkAddress(mac("02:0e:58:00:00:03")))
    let stated = saw("192.168.1.2", airplay("Den", id), from: .mdns)
    let answered = saw("192.168.1.2", .answered(rttMs: nil))
    let named = saw("192.168.1.2", .name("den.lan"), from: .dns)
    #expect(fold([universal, stated]).first?.id == "mac-000e58000003")
    let byID = fold([local, stated]).first?.id
    #expect(byID?.hasPrefix("id-") == true)
    #expect(byID == fold([answered, stated]).first?.id)
    #expect(fold([local, named]).first?.id == "mac-020e58000003")
    #expect(fold([answered, named]).first?.id.hasPrefix("name-") == true)
    #expect(fold([answered]).first?.id == "ip-192.168.1.2")
  }

  @Test func `are the same when the address changes`() {
    let there = { (address: String) in
      fold([saw(address, .linkAddress(mac("00:0e:58:00:00:03")))]).map(\.id)
    }
    #expect(there("192.168.1.2") == there("192.168.1.77"))
  }

  @Test func `are the same whether a mark is part of its letter or follows it`() {
    let ids = ["Caf\u{E9}", "Cafe\u{301}"].map { name in
      fold([
        saw("192.168.1.2", .answered(rttMs: nil)), saw("192.168.1.2", .name(name), from: .dns),
      ]).map(\.id)
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0].first?.hasPrefix("name-") == true)
  }

  @Test func `differ for clients behind one repeater`() {
    let shared = Fact.linkAddress(mac("00:0e:58:00:00:03"))
    let ids = fold([
      saw("192.168.1.2", shared), saw("192.168.1.3", shared), saw("192.168.1.4", shared),
      saw("192.168.1.3", .name("den.lan"), from: .dns),
    ]).map(\.id)
    #expect(Set(ids).count == 3)
    #expect(ids.first == "ip-192.168.1.2")
  }
}
