import Model

/// What the maker of a network interface says about the device.
///
/// A maker that makes one kind of thing says what it is; one that makes modules for others says
/// nothing, not even whose the device is.
enum VendorRules {
  /// Makers by what they mostly make, with the weight in per cent.
  ///
  /// The words are those with which the registry's name begins, a town before them not counted;
  /// after `=` stands the name on the product, where it is another.
  static let text = """
    speaker 85: Arcam, Audio Pro, Barix, Biamp, Bluesound, Cambridge Audio, Devialet
    speaker 85: Lenbrook = Bluesound, Libratone, LinkPlay, Linn Products = Linn, Meridian Audio
    speaker 85: Naim Audio, QSC, Raumfeld, Rotel, Sennheiser, Shure, SKULLCANDY, Slim Devices = Logitech
    speaker 85: Sonos, StreamUnlimited
    speaker 70: Bose, D&M Holdings = Denon, Denon, Harman, Klipsch, Marantz, Onkyo, Pioneer, Roland
    speaker 70: Sound United = Denon, TEAC, Yamaha, Zound = Marshall
    tv_media 85: Amino, BARCO, BenQ, Christie Digital, Crestron, Digital Recorders, DirecTV, Dish
    tv_media 85: Echostar, Extron, Hauppauge, Humax, Kaleidescape, Kramer, Loewe, Optoma, Roku
    tv_media 85: SiliconDust, Skardin, TiVo, TP Vision = Philips, Vestel, Vizio, Zidoo
    tv_media 60: Funai, Hisense, Hui Zhou Gaoshengda, JVC, Konka, Pace, Sagemcom Broadband, Sharp
    tv_media 60: Sichuan Changhong = Changhong, Skyworth, TCL, Thomson, Toshiba Visual = Toshiba
    gaming 92: Nintendo, Oculus, Razer, Sony Computer Entertainment = Sony, Sony Interactive = Sony
    gaming 92: Valve
    storage 82: Asustor, Buffalo, Drobo, EqualLogic, Infortrend, Isilon, iXsystems = TrueNAS, LaCie
    storage 82: NetApp, Nexsan, Promise, QNAP, Qsan, Seagate, Synology, TerraMaster, Thecus
    storage 60: Iomega, ICP Electronics = QNAP, Western Digital
    printer 82: Bambu, Bixolon, Datamax, Dymo, Evolis, Fuji Xerox, FUJIFILM Business = Fujifilm
    printer 82: Intermec, Konica Minolta, Kyocera, Lexmark, Makerbot, Oki Data = OKI, Pantum, Printronix
    printer 82: Prusa, Ricoh, SATO, Seiko Epson = Epson, Seine, Star Micronics, Toshiba TEC = Toshiba
    printer 82: Ultimaker, Zebra Technologies = Zebra
    printer 75: Brother, Canon, Epson, Xerox
    smart_home 78: Abode, Ademco = Honeywell, ADT, Aeotec, AirGradient, Airthings, Ajax, Alarm.com
    smart_home 78: AlertMe = Hive, Allegion = Schlage, Allterco = Shelly, Ambient, Assa Abloy
    smart_home 78: Athom = Homey, August Home = August, Aurora, Awair, Belkin, Big Ass = Haiku, Bond Home
    smart_home 78: British Gas = Hive, Broadlink, Busch-Jaeger, Casambi, Chamberlain, ChargePoint
    smart_home 78: Computime, ConnectSense, Control4, Coolkit, Corsair, Crow, Danfoss, Davis Instruments
    smart_home 78: Dooya, Drayton, Dresden Elektronik, DSC, Easee, Ecobee, Ecowitt, Elgato
    smart_home 78: Emporia Renewable = Emporia, Enphase, eQ-3, eWeLink, Fibar = Fibaro, Flume, Fronius
    smart_home 78: Gardena, go-e, GoodWe, Gosund, Govee, Growatt, Hive, HomeMatic, HomeWizard, Homey
    smart_home 78: Honeywell, Honeywell Analytics, Hunter Douglas, iDevices, IKEA of Sweden = IKEA, Insteon
    smart_home 78: IQAir, Itead = Sonoff, Jasco, Juicebox, Jung, KEBA, KNX, Konnected, Kostal, Kwikset
    smart_home 78: La Crosse, LaMetric, LEDVANCE, Ledworks = Twinkly, Leedarson, LEEDARSON, Legrand
    smart_home 78: Leviton, Lifi Labs = LIFX, LIFX, Lightwave, Loxone, Lumi United = Aqara, Lutron, Meross
    smart_home 78: Minger = Govee, Modern Forms, Moen, Moorgen, myenergi, Mysa, Nanoleaf, Netatmo, Netro
    smart_home 78: Neurio, Nortek = Nexia, Nuki, Orbit Irrigation, Osram, Overkiz = Somfy, Paradox, Pentair
    smart_home 78: Philips Lighting = Philips Hue, Phyn, Physical Graph = SmartThings, Plugwise, Powerwall
    smart_home 78: PurpleAir, Quby = Toon, Quirky, Rachio, Rain Bird, Rainforest, Resideo = Honeywell
    smart_home 78: Risco, Samjin = SmartThings, Satel, Savant, Schlage, Securitas, Sengled, Sense Labs
    smart_home 78: Sensibo, Shelly, shenghui lighting = Sengled, Sifely, Signify = Philips Hue, SimpliSafe
    smart_home 78: SMA Solar = SMA, Smappee, Smartlabs = Insteon, Smartmi, SmartThings, Snap One, SolarEdge
    smart_home 78: Somfy, Steamist, Sungrow, Switchbot, tado, Tesla, Theben, Trane, Tuya, Twinkly, Tyco
    smart_home 78: U-tec = Ultraloq, Ubisys, Ultraloq, Unikey, Universal Devices, Velux, Venstar, Verisure
    smart_home 78: Victron, Vivint, Wallbox, Wemo, Wink, Wiz = WiZ, Woan Technology = SwitchBot
    smart_home 78: Yale, Yeelink = Yeelight, Zaptec, Zengge
    camera 78: 2N Telekomunikace = 2N, Abus, ACTi, Akuvox, Amcrest, Anpviz, Arecont, Arlo, Avigilon
    camera 78: Axis Communications = Axis, Baichuan Digital = Reolink, Basler, Bird Home = DoorBird
    camera 78: Blink by Amazon = Blink, Bosch Security = Bosch, Canary Connect = Canary, Comelit, Dahua
    camera 78: Doorbird, Dropcam = Google, Ezviz, Fermax, FLIR, Foscam, GeoVision, Hanwha
    camera 78: Hikvision, i-PRO, Instar, Jovision, Lefun, Lorex, Meari, Milesight
    camera 78: Mobotix, Nanit, Netvue, Night Owl, Ogemray, Owlet, Pelco, Piper, Reecam, Reolink
    camera 78: Ring, Samsung Techwin = Hanwha, SkyBell, Swann, Tiandy, Uniview, Verkada, Vivotek
    camera 78: Wansview, Xiaoyi = Yi, Zmodo
    network 80: A10, Accton, Aerohive, Airties, Allied Telesis, Arista, Aruba, Barracuda, bintec
    network 80: Brocade, Cambium, Ceragon, Check Point, Cisco Meraki = Meraki, Citrix, Cradlepoint
    network 80: devolo, DrayTek, Edgecore, eero, Eltex, Engenius, Extreme Networks, F5, FireBrick
    network 80: Fortinet, GL Technologies = GL.iNet, H3C, Hirschmann, Juniper, Keenetic, LANCOM
    network 80: Lantronix, Luma Home, Mercury, MikroTik, Mimosa, Mist Systems, Moxa, Netgate, Netis
    network 80: Nomadix, Omada, Opengear, Palo Alto Networks, Peplink, Pepwave, Perle, Phicomm
    network 80: Plume Design = Plume, Proxim, Riverbed, Routerboard = MikroTik, Ruckus, Ruijie
    network 80: SAF Tehnika, Senao, Siklu, Snr, SonicWall, Sophos, Teltonika, Tenda, TOTOLINK, Turris
    network 80: Ubiquiti, WatchGuard, Wavlink, Westermo, Xirrus, Zyxel
    network 55: 2Wire, Actiontec, ADTRAN, Alcatel-Lucent, Arcadyan, ARRIS, Askey, AVM, Billion, Buffalo
    network 55: Calix, CastleNet, Cisco, Compal Broadband = Compal, D-Link, Edimax, Fiberhome
    network 55: Free SAS = Freebox, Freebox, Gemtek, Genexis, Hirschmann Multimedia, Hitron, I-O Data
    network 55: Icotera, Inteno, Iskratel, Kathrein, Linksys, Netcomm, Netgear, Netopia, Nokia Shanghai
    network 55: Orange, Pace Americas, Planet Technology = Planet, Sagemcom, Sercomm, SFR
    network 55: Skyworth Digital, SMC Networks, Technicolor, Thomson Telecom, TRENDnet, Ubee, Vantiva
    network 55: Vodafone, Zhone, ZTE
    voip 85: Aastra, Algo, Allworx, Ascom, ATCOM, AudioCodes, Auerswald, Avaya, Clearone, Digium
    voip 85: Escene, Fanvil, Gigaset, Grandstream, Htek, Innovaphone, Konftel, Mediatrix, Mitel
    voip 85: Obihai, Panasonic Communications, Patton, Polycom, RTX, Sangoma, ShoreTel, Sipura, Snom
    voip 85: Spectralink, Swissvoice, Tiptel, Unify, Valcom, Vtech, Yealink, Zultys
    appliance 78: Anova, Apption Labs = Meater, Arcelik = Beko, Automated Pet Care = Litter-Robot, Blueair
    appliance 78: BSH Hausgeraete = Bosch, BSH Hausgeräte = Bosch, Coway, Daikin, Delonghi, Dreame, Dyson
    appliance 78: Ecovacs, Electrolux, Etekcity = Levoit, Fujitsu General, GE Appliances = GE, GREE, Haier
    appliance 78: Husqvarna, iRobot, June Life = June, Jura, La Marzocco, Levoit, Meater, Midea, Miele
    appliance 78: Mitsubishi Electric, Neato, Petkit, Rabbit Air, Roborock, SharkNinja = Shark, Smartmi
    appliance 78: Stiebel, Traeger, Vaillant, Viessmann, Vorwerk, Weber-Stephen = Weber, Whirlpool, Wolf
    wearable 80: Amazfit, Fitbit, Garmin, Huami = Amazfit, Mobvoi, Oura, Polar Electro = Polar, Suunto
    wearable 80: Whoop
    phone 80: BlackBerry, Blackview, Coolpad, Doro, Essential Products, Fairphone, Gionee
    phone 80: HMD Global = Nokia, HTC, Infinix, Meizu, Nothing, OnePlus, Oppo, Palm, Realme
    phone 80: Research in Motion = BlackBerry, Sony Ericsson, Sony Mobile = Sony, Tecno, Ulefone, Vivo
    phone 80: Wiko
    phone 35: Huawei, Lenovo Mobile, Motorola, Samsung Electronics = Samsung, Xiaomi
    computer 70: ASRock, AZW Technology, Beelink, Biostar, Clevo, Dynabook, Elitegroup, Framework
    computer 70: Fujitsu Client, Getac, Giga-Byte = Gigabyte, Gigabyte, Hardkernel = ODROID
    computer 70: LCFC = Lenovo, Micro-Star = MSI, NComputing, Nvidia, Panasonic Connect, Pine64
    computer 70: Raspberry Pi, Shuttle, System76, Wyse, Xunlong = Orange Pi, Zotac
    computer 50: Acer, ASUS, ASUSTek = Asus, Dell, Fujitsu Technology, HP, Lenovo, Microsoft
    computer 50: NEC Personal, Parallels, PCS Systemtechnik = VirtualBox, Toshiba, VMware, Xensource
    server 85: Cray, HPE, Inspur, Silicon Graphics, Sun Microsystems = Oracle, Super Micro = Supermicro
    server 85: Supermicro
    phone 30: Google
    unknown 0: ABB, Advantech, Amazon, Amazon Technologies = Amazon, American Power Conversion = APC
    unknown 0: Anker, Apple, Beckhoff, Bosch, CyberPower, Dolby, Eaton, Ericsson, Facebook = Meta
    unknown 0: Fujitsu, General Electric = GE, Hitachi, IBM, LG Electronics = LG
    unknown 0: LG Innotek = LG, Liebert = Vertiv, Logitech, Mitsubishi, Motorola, NEC, Nokia, Panasonic
    unknown 0: Peloton, Philips, Phoenix Contact, Raritan, Rittal, Rockwell, Samsung, Schneider, Sharp
    unknown 0: Siemens, Sony, TP-Link, Tripp Lite, Vertiv, Wago, Zoom
    speaker 70: Bang Olufsen = Bang & Olufsen
    smart_home 60: Nest = Google, Withings
    camera 55: Eufy, Wyze, Yi
    unknown 0: Samsung Electro-Mechanics = Samsung, Hewlett Packard = HP, Hewlett-Packard = HP, Intel
    """

  /// Makers of chips and modules, and of whole devices for others to sell.
  private static let moduleText = """
    Ai-Thinker, Alpha Networks, Alps, AltoBeam, Ampak, Arcadyan, Arima, Askey, Atheros,
    AzureWave, Beken, Bilian, Bouffalo, Broadcom, Cameo, Chicony, Cig Shanghai, Compal,
    Cultraview, CyberTAN, Cypress, Delta Electronics, Electric Imp, Espressif, Flextronics,
    Fn-Link, Foxconn, Gainspan, Gaoshengda, Gemtek, Goertek, Gospell, Hansong, Hi-flying,
    High-Flying, Hon Hai, Huaqin, Hui Zhou Gaoshengda, Inventec, Jabil, Kaifa, LG Innotek,
    Lierda, Lite-On, Liteon, Longcheer, Luxshare, Marvell, MediaTek, Microchip, Mitac, Mitsumi,
    Murata, MXCHIP, Nordic, Ogemray, Pci Limited, Pegatron, Qualcomm, Quanta, Quectel, Ralink,
    Realtek, Redpine, RF-LINK, Sercomm, Shanghai High-Flying,
    Sichuan AI-Link, Silicon Laboratories, SIMCom, Skylab, TENX, Texas Instruments, TINNO, Tonly,
    Trolink, Twinhan, U-blox, Unionman, Universal Global Scientific, USI, Wingtech, Winstars,
    Wisol, Wistron, WIZnet, Zowee
    """

  /// Makers that sell modules too, whose own devices are of one kind.
  private static let hints: [String: Meaning] = [
    "espressif": .kind(.smartHome, 0.6), "tuya": .kind(.smartHome, 0.85, vendor: "Tuya"),
  ]

  /// Towns and provinces before the names of companies.
  private static let towns: Set<Substring> = [
    "beijing", "hangzhou", "shenzhen", "zhejiang", "xiamen", "qingdao", "shanghai", "guangdong",
    "guangzhou", "chengdu", "suzhou", "nanjing", "wuhan", "tianjin", "dongguan", "gd", "ningbo",
    "zhuhai", "huizhou", "hefei",
  ]

  private static let makers: [String: Meaning] = {
    var makers: [String: Meaning] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let head = parts[0].split(separator: " ")
      guard head.count == 2, let category = Category(rawValue: String(head[0])),
        let percent = Int(head[1])
      else { continue }
      for item in parts[1].split(separator: ",") {
        let names = item.split(separator: "=").map { $0.drop { $0 == " " } }
        guard let first = names.first else { continue }
        var brand = names.last ?? first
        while brand.last == " " { brand = brand.dropLast() }
        makers[words(of: String(first)).joined(separator: " ")] = Meaning(
          category: category == .unknown ? nil : category,
          weight: Double(percent) / 100,
          vendor: String(brand)
        )
      }
    }
    return makers
  }()

  private static let modules: Set<String> = Set(
    moduleText.split { $0 == "," || $0 == "\n" }.map {
      words(of: String($0)).joined(separator: " ")
    }
  )

  private static func words(of name: String) -> [Substring] {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let bare = Array(words.drop { towns.contains($0) })
    return bare.isEmpty ? words : bare
  }

  /// What the table has for the words with which the name begins, the longest first.
  private static func entry<Value>(
    for words: [Substring],
    _ value: (String) -> Value?
  ) -> Value? {
    for count in stride(from: min(words.count, 4), to: 0, by: -1) {
      if let found = value(words[..<count].joined(separator: " ")) { return found }
    }
    return nil
  }

  /// Whether the maker's interfaces are found in others' devices.
  static func isModuleMaker(_ vendor: String) -> Bool {
    isModuleMaker(words(of: vendor))
  }

  private static func isModuleMaker(_ words: [Substring]) -> Bool {
    entry(for: words) { modules.contains($0) ? true : nil } ?? false
  }

  /// What the maker of the interface means.
  static func meanings(of vendor: String) -> [Meaning] {
    let words = words(of: vendor)
    if let hint = entry(for: words, { hints[$0] }) { return [hint] }
    if isModuleMaker(words) { return [] }
    guard let maker = entry(for: words, { makers[$0] }) else {
      return [.only(vendor: vendor, weight: 0.72)]
    }
    var meanings: [Meaning] = [.only(vendor: maker.vendor, weight: 0.72)]
    if let category = maker.category { meanings.append(.kind(category, maker.weight)) }
    return meanings
  }
}
