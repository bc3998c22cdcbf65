import Testing
@testable import Identification
@testable import Model

@Suite("Apple's models") struct AppleModelTests {
  @Test(
    "identifiers and boards have the names of products",
    arguments: [
      ("iPhone1,1", "iPhone (1st generation)", Model.Category.phone),
      ("iPhone18,1", "iPhone 17 Pro", .phone), ("D53gAP", "iPhone 12", .phone),
      ("N102AP", "iPod touch (6th generation)", .phone),
      ("iPad1,1", "iPad (1st generation)", .tablet),
      ("J71bAP", "iPad (6th generation)", .tablet), ("iPad16,3", "iPad Pro 11-inch (M4)", .tablet),
      ("Watch1,2", "Apple Watch (1st generation)", .wearable),
      ("Watch7,5", "Apple Watch Ultra 2", .wearable),
      ("AppleTV1,1", "Apple TV (1st generation)", .tvMedia), ("J105aAP", "Apple TV 4K", .tvMedia),
      ("J305AP", "Apple TV 4K (2nd generation)", .tvMedia), ("J42dAP", "Apple TV HD", .tvMedia),
      ("B238aAP", "HomePod", .speaker), ("AudioAccessory5,1", "HomePod mini", .speaker),
      ("AirPort5,104", "AirPort Extreme", .network), ("TimeCapsule6,106", "Time Capsule", .router),
      ("MacBookPro18,3@ECOLOR=226,226,224", "MacBook Pro (14-inch, 2021)", .computer),
      ("Mac16,10", "Mac mini (M4)", .computer), ("iMac12,2", "iMac (27-inch, Mid 2011)", .computer),
      ("RealityDevice14,1", "Apple Vision Pro", .wearable),
    ]
  )
  func known(code: String, name: String, category: Model.Category) throws {
    let claim = try #require(AppleModels.claim(of: code, isClaim: false))
    #expect(claim.model == name)
    #expect(claim.category == category)
    #expect(claim.vendor == "Apple")
  }

  @Test(
    "codes newer than the table give their family",
    arguments: [
      ("Mac99,1", "Mac (Mac99,1)", Model.Category.computer),
      ("iPhone99,3", "iPhone (iPhone99,3)", .phone),
      ("Watch99,1", "Apple Watch (Watch99,1)", .wearable),
      ("D999AP", nil, .phone), ("B999AP", "HomePod", .speaker), ("J999AP", nil, nil),
    ] as [(String, String?, Model.Category?)]
  )
  func unknown(code: String, name: String?, category: Model.Category?) throws {
    let claim = try #require(AppleModels.claim(of: code, isClaim: false))
    #expect(claim.model == name)
    #expect(claim.category == category)
    #expect(claim.vendor == "Apple")
  }

  @Test(
    "other makers' models are none of Apple's",
    arguments: ["SoundBar,1", "LaserJet", "J9AP-2", "NAP", "DAP-1360", "ipad", "1,1"]
  )
  func others(code: String) {
    #expect(AppleModels.claim(of: code, isClaim: false) == nil)
  }
}
