/// Apple's marketing names, as of September 2025.
///
/// One line a product: its name, then its identifiers, then the names of its boards without the `AP`
/// that ends them. Newer ones than these still give their family.
enum AppleModelNames {
  static let text = #"""
    iPhone (1st generation): iPhone1,1 M68
    iPhone 3G: iPhone1,2 N82
    iPhone 3GS: iPhone2,1 N88
    iPhone 4: iPhone3,1 iPhone3,2 iPhone3,3 N90 N90B N92
    iPhone 4s: iPhone4,1 N94
    iPhone 5: iPhone5,1 iPhone5,2 N41 N42
    iPhone 5c: iPhone5,3 iPhone5,4 N48 N49
    iPhone 5s: iPhone6,1 iPhone6,2 N51 N53
    iPhone 6: iPhone7,2 N61
    iPhone 6 Plus: iPhone7,1 N56
    iPhone 6s: iPhone8,1 N71 N71m
    iPhone 6s Plus: iPhone8,2 N66 N66m
    iPhone SE (1st generation): iPhone8,4 N69 N69u
    iPhone 7: iPhone9,1 iPhone9,3 D10 D101
    iPhone 7 Plus: iPhone9,2 iPhone9,4 D11 D111
    iPhone 8: iPhone10,1 iPhone10,4 D20 D20A D201 D201A
    iPhone 8 Plus: iPhone10,2 iPhone10,5 D21 D21A D211 D211A
    iPhone X: iPhone10,3 iPhone10,6 D22 D221
    iPhone XS: iPhone11,2 D321
    iPhone XS Max: iPhone11,4 iPhone11,6 D331 D331p
    iPhone XR: iPhone11,8 N841
    iPhone 11: iPhone12,1 N104
    iPhone 11 Pro: iPhone12,3 D421
    iPhone 11 Pro Max: iPhone12,5 D431
    iPhone SE (2nd generation): iPhone12,8 D79
    iPhone 12 mini: iPhone13,1 D52g
    iPhone 12: iPhone13,2 D53g
    iPhone 12 Pro: iPhone13,3 D53p
    iPhone 12 Pro Max: iPhone13,4 D54p
    iPhone 13 mini: iPhone14,4 D16
    iPhone 13: iPhone14,5 D17
    iPhone 13 Pro: iPhone14,2 D63
    iPhone 13 Pro Max: iPhone14,3 D64
    iPhone SE (3rd generation): iPhone14,6 D49
    iPhone 14: iPhone14,7 D27
    iPhone 14 Plus: iPhone14,8 D28
    iPhone 14 Pro: iPhone15,2 D73
    iPhone 14 Pro Max: iPhone15,3 D74
    iPhone 15: iPhone15,4 D37
    iPhone 15 Plus: iPhone15,5 D38
    iPhone 15 Pro: iPhone16,1 D83
    iPhone 15 Pro Max: iPhone16,2 D84
    iPhone 16: iPhone17,3 D47
    iPhone 16 Plus: iPhone17,4 D48
    iPhone 16 Pro: iPhone17,1 D93
    iPhone 16 Pro Max: iPhone17,2 D94
    iPhone 16e: iPhone17,5 V59
    iPhone 17: iPhone18,3 V57
    iPhone 17 Pro: iPhone18,1 V53
    iPhone 17 Pro Max: iPhone18,2 V54
    iPhone Air: iPhone18,4 D23

    iPod touch (1st generation): iPod1,1 N45
    iPod touch (2nd generation): iPod2,1 N72
    iPod touch (3rd generation): iPod3,1 N18
    iPod touch (4th generation): iPod4,1 N81
    iPod touch (5th generation): iPod5,1 N78 N78a
    iPod touch (6th generation): iPod7,1 N102
    iPod touch (7th generation): iPod9,1 N112

    iPad (1st generation): iPad1,1 iPad1,2 K48
    iPad 2: iPad2,1 iPad2,2 iPad2,3 iPad2,4 K93 K93A K94 K95
    iPad (3rd generation): iPad3,1 iPad3,2 iPad3,3 J1 J2 J2a
    iPad (4th generation): iPad3,4 iPad3,5 iPad3,6 P101 P102 P103
    iPad (5th generation): iPad6,11 iPad6,12 J71s J71t J72s J72t
    iPad (6th generation): iPad7,5 iPad7,6 J71b J72b
    iPad (7th generation): iPad7,11 iPad7,12 J171 J172
    iPad (8th generation): iPad11,6 iPad11,7 J171a J172a
    iPad (9th generation): iPad12,1 iPad12,2 J181 J182
    iPad (10th generation): iPad13,18 iPad13,19 J271 J272
    iPad (A16): iPad15,7 iPad15,8 J481 J482
    iPad mini: iPad2,5 iPad2,6 iPad2,7 P105 P106 P107
    iPad mini 2: iPad4,4 iPad4,5 iPad4,6 J85 J86 J87
    iPad mini 3: iPad4,7 iPad4,8 iPad4,9 J85m J86m J87m
    iPad mini 4: iPad5,1 iPad5,2 J96 J97
    iPad mini (5th generation): iPad11,1 iPad11,2 J210 J211
    iPad mini (6th generation): iPad14,1 iPad14,2 J310 J311
    iPad mini (A17 Pro): iPad16,1 iPad16,2 J410 J411
    iPad Air: iPad4,1 iPad4,2 iPad4,3 J71 J72 J73
    iPad Air 2: iPad5,3 iPad5,4 J81 J82
    iPad Air (3rd generation): iPad11,3 iPad11,4 J217 J218
    iPad Air (4th generation): iPad13,1 iPad13,2 J307 J308
    iPad Air (5th generation): iPad13,16 iPad13,17 J407 J408
    iPad Air 11-inch (M2): iPad14,8 iPad14,9 J507 J508
    iPad Air 13-inch (M2): iPad14,10 iPad14,11 J537 J538
    iPad Air 11-inch (M3): iPad15,3 iPad15,4 J607 J608
    iPad Air 13-inch (M3): iPad15,5 iPad15,6 J637 J638
    iPad Pro (9.7-inch): iPad6,3 iPad6,4 J127 J128
    iPad Pro (10.5-inch): iPad7,3 iPad7,4 J207 J208
    iPad Pro (11-inch): iPad8,1 iPad8,2 iPad8,3 iPad8,4 J317 J317x J318 J318x
    iPad Pro (11-inch) (2nd generation): iPad8,9 iPad8,10 J417 J418
    iPad Pro (11-inch) (3rd generation): iPad13,4 iPad13,5 iPad13,6 iPad13,7 J517 J517x J518 J518x
    iPad Pro (11-inch) (4th generation): iPad14,3 iPad14,4 J617 J618
    iPad Pro 11-inch (M4): iPad16,3 iPad16,4 J717 J718
    iPad Pro (12.9-inch): iPad6,7 iPad6,8 J98a J99a
    iPad Pro (12.9-inch) (2nd generation): iPad7,1 iPad7,2 J120 J121
    iPad Pro (12.9-inch) (3rd generation): iPad8,5 iPad8,6 iPad8,7 iPad8,8 J320 J320x J321 J321x
    iPad Pro (12.9-inch) (4th generation): iPad8,11 iPad8,12 J420 J421
    iPad Pro (12.9-inch) (5th generation): iPad13,8 iPad13,9 iPad13,10 iPad13,11 J522 J522x J523 J523x
    iPad Pro (12.9-inch) (6th generation): iPad14,5 iPad14,6 J620 J621
    iPad Pro 13-inch (M4): iPad16,5 iPad16,6 J720 J721

    Apple Watch (1st generation): Watch1,1 Watch1,2 N27a N28a
    Apple Watch Series 1: Watch2,6 Watch2,7 N27d N28d
    Apple Watch Series 2: Watch2,3 Watch2,4 N74 N75
    Apple Watch Series 3: Watch3,1 Watch3,2 Watch3,3 Watch3,4 N111s N111b N121s N121b
    Apple Watch Series 4: Watch4,1 Watch4,2 Watch4,3 Watch4,4 N131s N131b N141s N141b
    Apple Watch Series 5: Watch5,1 Watch5,2 Watch5,3 Watch5,4 N144s N144b N146s N146b
    Apple Watch SE: Watch5,9 Watch5,10 Watch5,11 Watch5,12 N140s N140b N142s N142b
    Apple Watch Series 6: Watch6,1 Watch6,2 Watch6,3 Watch6,4 N157s N157b N158s N158b
    Apple Watch Series 7: Watch6,6 Watch6,7 Watch6,8 Watch6,9 N187s N187b N188s N188b
    Apple Watch SE (2nd generation): Watch6,10 Watch6,11 Watch6,12 Watch6,13 N143s N143b N149s N149b
    Apple Watch Series 8: Watch6,14 Watch6,15 Watch6,16 Watch6,17 N197s N197b N198s N198b
    Apple Watch Ultra: Watch6,18 N199
    Apple Watch Series 9: Watch7,1 Watch7,2 Watch7,3 Watch7,4 N207s N207b N208s N208b
    Apple Watch Ultra 2: Watch7,5 N210
    Apple Watch Series 10: Watch7,8 Watch7,9 Watch7,10 Watch7,11 N217s N217b N218s N218b
    Apple Watch Ultra 3: Watch7,12 N230
    Apple Watch SE 3: Watch7,13 Watch7,14 Watch7,15 Watch7,16 N243s N243b N244s N244b
    Apple Watch Series 11: Watch7,17 Watch7,18 Watch7,19 Watch7,20 N227s N227b N228s N228b
    Apple Vision Pro: RealityDevice14,1 N301

    Apple TV (1st generation): AppleTV1,1
    Apple TV (2nd generation): AppleTV2,1 K66
    Apple TV (3rd generation): AppleTV3,1 AppleTV3,2 J33 J33I
    Apple TV HD: AppleTV5,3 J42d
    Apple TV 4K: AppleTV6,2 J105a
    Apple TV 4K (2nd generation): AppleTV11,1 J305
    Apple TV 4K (3rd generation): AppleTV14,1 J255
    HomePod: AudioAccessory1,1 AudioAccessory1,2 B238 B238a
    HomePod mini: AudioAccessory5,1 AudioAccessorySingle5,1 B520
    HomePod (2nd generation): AudioAccessory6,1 B620

    AirPort Express: AirPort4,102 AirPort4,107 AirPort4
    AirPort Express (2nd generation): AirPort10,115 AirPort10
    AirPort Extreme: AirPort5,104 AirPort5,105 AirPort5,108 AirPort5,114 AirPort5,117 AirPort5
    AirPort Extreme (6th generation): AirPort7,120 AirPort7
    Time Capsule: TimeCapsule6,106 TimeCapsule6,109 TimeCapsule6,113 TimeCapsule6,116 TimeCapsule6
    Time Capsule (5th generation): TimeCapsule8,119 TimeCapsule8

    MacBook: MacBook1,1 MacBook2,1 MacBook3,1 MacBook4,1 MacBook4,2
    MacBook (13-inch, Aluminium, Late 2008): MacBook5,1
    MacBook (13-inch, 2009): MacBook5,2
    MacBook (13-inch, Late 2009): MacBook6,1
    MacBook (13-inch, Mid 2010): MacBook7,1
    MacBook (12-inch, Early 2015): MacBook8,1
    MacBook (12-inch, Early 2016): MacBook9,1
    MacBook (12-inch, 2017): MacBook10,1
    MacBook Air (Early 2008): MacBookAir1,1
    MacBook Air (13-inch, 2008–2009): MacBookAir2,1
    MacBook Air (11-inch, Late 2010): MacBookAir3,1
    MacBook Air (13-inch, Late 2010): MacBookAir3,2
    MacBook Air (11-inch, Mid 2011): MacBookAir4,1
    MacBook Air (13-inch, Mid 2011): MacBookAir4,2
    MacBook Air (11-inch, Mid 2012): MacBookAir5,1
    MacBook Air (13-inch, Mid 2012): MacBookAir5,2
    MacBook Air (11-inch, 2013–2014): MacBookAir6,1
    MacBook Air (13-inch, 2013–2014): MacBookAir6,2
    MacBook Air (11-inch, Early 2015): MacBookAir7,1
    MacBook Air (13-inch, 2015–2017): MacBookAir7,2
    MacBook Air (13-inch, 2018): MacBookAir8,1 J140k
    MacBook Air (13-inch, 2019): MacBookAir8,2 J140a
    MacBook Air (13-inch, 2020): MacBookAir9,1 J230k
    MacBook Air (M1): MacBookAir10,1 J313
    MacBook Air (13-inch, M2): Mac14,2 J413
    MacBook Air (15-inch, M2): Mac14,15 J415
    MacBook Air (13-inch, M3): Mac15,12 J613
    MacBook Air (15-inch, M3): Mac15,13 J615
    MacBook Air (13-inch, M4): Mac16,12 J713
    MacBook Air (15-inch, M4): Mac16,13 J715
    MacBook Pro (15-inch, 2006): MacBookPro1,1 MacBookPro2,2
    MacBook Pro (17-inch, 2006): MacBookPro1,2 MacBookPro2,1
    MacBook Pro (2007): MacBookPro3,1
    MacBook Pro (Early 2008): MacBookPro4,1
    MacBook Pro (15-inch, Late 2008): MacBookPro5,1
    MacBook Pro (17-inch, 2009): MacBookPro5,2
    MacBook Pro (15-inch, Mid 2009): MacBookPro5,3 MacBookPro5,4
    MacBook Pro (13-inch, Mid 2009): MacBookPro5,5
    MacBook Pro (17-inch, Mid 2010): MacBookPro6,1
    MacBook Pro (15-inch, Mid 2010): MacBookPro6,2
    MacBook Pro (13-inch, Mid 2010): MacBookPro7,1
    MacBook Pro (13-inch, 2011): MacBookPro8,1
    MacBook Pro (15-inch, 2011): MacBookPro8,2
    MacBook Pro (17-inch, 2011): MacBookPro8,3
    MacBook Pro (15-inch, Mid 2012): MacBookPro9,1
    MacBook Pro (13-inch, Mid 2012): MacBookPro9,2
    MacBook Pro (Retina, 15-inch, 2012–2013): MacBookPro10,1
    MacBook Pro (Retina, 13-inch, 2012–2013): MacBookPro10,2
    MacBook Pro (Retina, 13-inch, 2013–2014): MacBookPro11,1
    MacBook Pro (Retina, 15-inch, 2013–2014): MacBookPro11,2 MacBookPro11,3
    MacBook Pro (Retina, 15-inch, Mid 2015): MacBookPro11,4 MacBookPro11,5
    MacBook Pro (Retina, 13-inch, Early 2015): MacBookPro12,1
    MacBook Pro (13-inch, 2016): MacBookPro13,1 MacBookPro13,2
    MacBook Pro (15-inch, 2016): MacBookPro13,3
    MacBook Pro (13-inch, 2017): MacBookPro14,1 MacBookPro14,2
    MacBook Pro (15-inch, 2017): MacBookPro14,3
    MacBook Pro (15-inch, 2018–2019): MacBookPro15,1 MacBookPro15,3 J680 J780
    MacBook Pro (13-inch, 2018–2019): MacBookPro15,2 J132
    MacBook Pro (13-inch, 2019): MacBookPro15,4 J213
    MacBook Pro (16-inch, 2019): MacBookPro16,1 MacBookPro16,4 J152f J215
    MacBook Pro (13-inch, 2020): MacBookPro16,2 MacBookPro16,3 J214k J223
    MacBook Pro (13-inch, M1): MacBookPro17,1 J293
    MacBook Pro (16-inch, 2021): MacBookPro18,1 MacBookPro18,2 J316s J316c
    MacBook Pro (14-inch, 2021): MacBookPro18,3 MacBookPro18,4 J314s J314c
    MacBook Pro (13-inch, M2): Mac14,7 J493
    MacBook Pro (14-inch, 2023): Mac14,5 Mac14,9 J414c J414s
    MacBook Pro (16-inch, 2023): Mac14,6 Mac14,10 J416c J416s
    MacBook Pro (14-inch, M3): Mac15,3 Mac15,6 Mac15,8 Mac15,10 J504 J514s J514c J514m
    MacBook Pro (16-inch, M3): Mac15,7 Mac15,9 Mac15,11 J516s J516c J516m
    MacBook Pro (14-inch, M4): Mac16,1 Mac16,6 Mac16,8 J604 J614c J614s
    MacBook Pro (16-inch, M4): Mac16,5 Mac16,7 J616c J616s

    Mac mini (2006): Macmini1,1
    Mac mini (Mid 2007): Macmini2,1
    Mac mini (2009): Macmini3,1
    Mac mini (Mid 2010): Macmini4,1
    Mac mini (Mid 2011): Macmini5,1 Macmini5,2 Macmini5,3
    Mac mini (Late 2012): Macmini6,1 Macmini6,2
    Mac mini (Late 2014): Macmini7,1
    Mac mini (2018): Macmini8,1 J174
    Mac mini (M1): Macmini9,1 J274
    Mac mini (M2): Mac14,3 J473
    Mac mini (M2 Pro): Mac14,12 J474s
    Mac mini (M4): Mac16,10 J773g
    Mac mini (M4 Pro): Mac16,11 J773s
    Mac Studio (M1 Max): Mac13,1 J375c
    Mac Studio (M1 Ultra): Mac13,2 J375d
    Mac Studio (M2 Max): Mac14,13 J475c
    Mac Studio (M2 Ultra): Mac14,14 J475d
    Mac Studio (M3 Ultra): Mac15,14 J575d
    Mac Studio (M4 Max): Mac16,9 J575c
    Mac Pro (2006): MacPro1,1 MacPro2,1
    Mac Pro (Early 2008): MacPro3,1
    Mac Pro (Early 2009): MacPro4,1
    Mac Pro (2010–2012): MacPro5,1
    Mac Pro (Late 2013): MacPro6,1
    Mac Pro (2019): MacPro7,1 J160
    Mac Pro (2023): Mac14,8 J180d

    iMac (2006): iMac4,1 iMac4,2 iMac5,1 iMac5,2 iMac6,1
    iMac (Mid 2007): iMac7,1
    iMac (Early 2008): iMac8,1
    iMac (Early 2009): iMac9,1
    iMac (Late 2009): iMac10,1 iMac11,1
    iMac (21.5-inch, Mid 2010): iMac11,2
    iMac (27-inch, Mid 2010): iMac11,3
    iMac (21.5-inch, Mid 2011): iMac12,1
    iMac (27-inch, Mid 2011): iMac12,2
    iMac (21.5-inch, Late 2012): iMac13,1 iMac13,3
    iMac (27-inch, Late 2012): iMac13,2
    iMac (21.5-inch, Late 2013): iMac14,1 iMac14,3
    iMac (27-inch, Late 2013): iMac14,2
    iMac (21.5-inch, Mid 2014): iMac14,4
    iMac (27-inch, 2014–2015): iMac15,1
    iMac (21.5-inch, Late 2015): iMac16,1 iMac16,2
    iMac (27-inch, Late 2015): iMac17,1
    iMac (21.5-inch, 2017): iMac18,1 iMac18,2
    iMac (27-inch, 2017): iMac18,3
    iMac (27-inch, 2019): iMac19,1
    iMac (21.5-inch, 2019): iMac19,2
    iMac (27-inch, 2020): iMac20,1 iMac20,2 J185 J185f
    iMac (24-inch, M1): iMac21,1 iMac21,2 J456 J457
    iMac (24-inch, M3): Mac15,4 Mac15,5 J433 J434
    iMac (24-inch, M4): Mac16,2 Mac16,3 J623 J624
    iMac Pro: iMacPro1,1 J137
    """#

  /// Names by identifier, and by board as devices write it: `J105aAP`, in lower case.
  static let byIdentifier: [String: String] = read().identifiers
  /// The identifier that stands for a board.
  static let identifierOfBoard: [String: String] = read().boards

  private static func read() -> (identifiers: [String: String], boards: [String: String]) {
    var identifiers: [String: String] = [:]
    var boards: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = String(parts[0].drop { $0 == " " })
      let codes = parts[1].split(separator: " ").map(String.init)
      guard let first = codes.first else { continue }
      for code in codes {
        if code.contains(",") || code.hasPrefix("AirPort") || code.hasPrefix("TimeCapsule") {
          identifiers[code] = name
        } else {
          boards[code.lowercased() + "ap"] = first
        }
      }
    }
    return (identifiers, boards)
  }
}
