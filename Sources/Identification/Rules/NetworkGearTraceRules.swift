/// Small traces of network gear: icons, realms, where descriptions lie, how old gear greets.
///
/// How rules are written: `docs/identification.md`.
enum NetworkGearTraceRules {
  static let text = #"""
    # Icons of pages (MD5), as published in lists of them.
    # What pfSense's and m0n0wall's own certificates said before they were given a name.
    certificate "YOUR name" and certificate "Organizational Unit Name" : network 70, vendor "pfSense" os "FreeBSD"
    icon "befcded36aec1e59ea624582fcb3225c" "d16a0da12074dae41980a6918d33f031" : router 90, vendor "Thomson"
    icon "a8fe5b8ae2c445a33ac41b33ccc9a120" : router 88, vendor "Arris"
    icon "45210ace96ce9c893f8c27c5decab10d" : router 92, vendor "AVM"
    icon "88644c0b60bf24b96d3d15f19196944e" : router 88, vendor "Ubee"
    icon "5e4fcc77c49e69b4f55aed91c05256f3" : router 90, vendor "Asus"
    icon "e462005902f81094ab3de44e4381de19" : network 92, vendor "Fortinet"
    icon "60fa7ed2309d77de1f9dc5e7c741ac48" : network 92, vendor "SonicWall"
    icon "6dcab71e60f0242907940f0fcda69ea5" : network 90, vendor "Ubiquiti"
    dhcp|snmp "Aruba JL#A <…> Switch" "Aruba J#A <…> Switch" : network 97, vendor "Aruba"
    any "Netia" "Netiaspot" : router 85, vendor "Netia"
    title "HiLink" "Mobile WiFi" "LTE CPE" "B#-# LTE" : router 85, vendor "Huawei"
    title|realm|banner "<HG#*>" "<EG8#*>" "<B#s-*>" "<E#s-*>" : router 85, vendor "Huawei"
    title|realm|banner "<F#L>" "<F6#>" "<H#N>" "<H#A>" "<MF#>" "<ZXV10…>" "<ZXV10 #*>" : router 82, vendor "ZTE"
    title|realm|banner|certificate "HomeBox" : router 85, vendor "O2"
    any "Virgin Media" : vendor "Virgin Media" 60
    any "Westell" "VersaLink #" : router 88, vendor "Westell"
    title|realm|banner "SMC Barricade" "Barricade" : router 88, vendor "SMC"
    title|realm|snmp|banner "SMC" : vendor "SMC" 60
    title|realm|banner|server "Prestige" "ZyXEL-RomPager" : router 86, vendor "Zyxel"
    realm|title|banner "<NBG-#*>" "<NBG#*>" "<P-6#*>" "<AMG#*>" : router 88, vendor "Zyxel"
    realm "level 15 access" "level_15" : network 80, vendor "Cisco"
    realm|title|server|banner "Sagem" : router 75, vendor "Sagemcom"
    realm|title|server|banner "AirLive" "OvisLink" : network 60, vendor "AirLive"
    realm|title|snmp "Planet" : vendor "Planet" 60
    realm "Default: admin" "Default Name:admin" "Default:" : router 70
    server "BigIP" "BIG-IP" : network 88, vendor "F5"
    server|title "Citrix" : network 60, vendor "Citrix"
    certificate "UBNT Router UI" : router 95, vendor "Ubiquiti"
    certificate "IOS-Self-Signed" : network 75, vendor "Cisco"
    host "fritz.repeater" "^fritzrepeater" "^FRITZ-Repeater" : network 95, vendor "AVM"
    host|title|xml|realm "<RE#>" "<RE#X>" : network 82, vendor "TP-Link"
    host|title|xml|realm "<EX#>" "<WN#RP>" "<EAX#>" "<AC#> Netgear" : network 75, vendor "Netgear"
    host|title|xml|certificate "Orbi" "<RBS#>" "<RBK#>" : network 75, vendor "Netgear"
    title|xml|txt|certificate|snmp "Synology Router" "RT2600ac" "RT1900ac" "RT6600ax" "MR2200ac" "WRX560" : router 97, vendor "Synology"
    title "UniFi Video" "UniFi Protect" : camera 90, vendor "Ubiquiti"
    # Where a gateway keeps its description, where makers differ in it.
    header ":37215/" : router 60, vendor "Huawei"
    header ":49000/igddesc.xml" ":49000/igd2desc.xml" ":49000/fboxdesc.xml" ":49000/tr64desc.xml" ":49000/avmnexusdesc.xml" : router 80, vendor "AVM"
    header ":1900/gatedesc.xml" ":1900/igd.xml" ":1900/oppcl" ":1900/rootDesc.xml" : router 60, vendor "TP-Link"
    header ":5000/Public_UPNP_gatedesc.xml" : router 60, vendor "Netgear"
    header ":5431/dyndev/" "/igdevicedesc.xml" "/WANIPConn" ":5555/rootDesc.xml" : router 60
    snmp|title|banner|xml|realm|certificate "<XS#-#*>" "<XGS#-#*>" "<GS1#-#*>" "<GS2#-#*>" "<MES#-#*>" : network 86, vendor "Zyxel"
    snmp|title|banner|xml|realm "<P-6#*>" "<P-8#*>" "<P-3#*>" "<P-2#HN*>" "<SBG#-*>" "<NR#> Zyxel" "<EX#-B#>" "<EX#-T#>" "<DX#-B#>" "<AX#-B#>" "<PMG#-*>" "<VMG#-*>" : router 88, vendor "Zyxel"
    any "DD-WRT" : vendor "DD-WRT" 60
    any "Tomato" "FreshTomato" "AdvancedTomato" : vendor "Tomato" 60
    any "Gargoyle" : vendor "Gargoyle" 60
    snmp "Quidway" "Versatile Routing Platform" and snmp "S#" : network 90, vendor "Huawei"
    snmp|banner "<ZXR10 #*>" "ZXR10" : network 90, vendor "ZTE"
    snmp|banner "<LANCOM #*>" "LANCOM <R#>" : router 95, vendor "LANCOM"
    snmp|banner|title "HPE Comware" "HP Comware" "Comware Platform" "Comware Software" : network 90, vendor "HP"
    snmp|banner|title "Ethernet Routing Switch" "ERS-#" "ERS #" : network 93, vendor "Avaya"
    snmp|banner|title "Ethernet Routing Switch" and snmp|banner|title "HW:" : network 94, vendor "Nortel"
    snmp|banner|title "Planet <*SW-#*>" "<WGSW-#*>" "<GSD-#*>" "<FGSW-#*>" "<SGSD-#*>" "<WGSD-#*>" "<IGS-#*>" : network 92, vendor "Planet"
    snmp|banner|title "Symbol <WS#>" "Symbol <AP#>" "RFS#" "<AP-#> Symbol" : network 90, vendor "Motorola"
    snmp|banner|title "Teldat" : router 90, vendor "Teldat"
    snmp|banner|title "SpeedStream" : router 90, vendor "Efficient Networks"
    snmp|banner|title "Cayman" : router 90, vendor "Netopia"
    snmp|banner|title "Extricom" : network 90, vendor "Extricom"
    snmp|banner "Foundry" "<FES#>" "<FWS#>" "<FLS#>" "<FGS#>" : network 90, vendor "Brocade"
    snmp|banner "Alcatel-Lucent" "OS6#" : network 80, vendor "Alcatel-Lucent"
    banner "FortiSSH" "SSH-*-FortiSSH" : network 88, vendor "Fortinet"
    banner "SSH-*-Foundry" "SSH-*-Brocade" : network 88, vendor "Brocade"
    banner "SSH-*-AOS" "SSH-*-Aruba" "SSH-*-ArubaOS" : network 80, vendor "Aruba"
    banner "SSH-*-CISCO_WLC" : network 90, vendor "Cisco"
    banner "SSH-*-Sophos" : network 88, vendor "Sophos"
    banner "SSH-*-Zhone" : network 80, vendor "Zhone"
    banner "SSH-*-MS_#" "SSH-*-ConfD" : network 40
    # Makers of older gear, as SNMP and greetings still name them.
    snmp|banner|title "Ascend" "Pipeline #" "Lucent" not said "Alcatel-Lucent" : network 75, vendor "Lucent"
    snmp|banner|title "Alteon" : network 85, vendor "Alteon"
    snmp|banner|title "Avaya P#" "Cajun" : network 88, vendor "Avaya"
    snmp|banner|title "Cabletron" "SmartSwitch Router" : network 88, vendor "Cabletron"
    snmp|banner|title "CacheFlow" : network 88, vendor "Blue Coat"
    snmp|banner|title "Compatible Systems" "Efficient Networks" "ELSA" "Telindus" "Tut Systems" "Xyplex" "Madge" "FORE Systems" "ATMSwitch" "Digital Link" "Larscom" "Paradyne" : network 80
    snmp|banner|title "ELSA LANCOM" : router 88, vendor "LANCOM"
    snmp|banner|title "Crossbeam" : network 85, vendor "Crossbeam"
    snmp|banner|title "Intel Express" : network 88, vendor "Intel"
    snmp|banner|title "Nokia IP#" "IPSO" : network 88, vendor "Nokia"
    snmp|banner|title "Packeteer" "PacketShaper" : network 88, vendor "Packeteer"
    snmp|banner|title "SMC Networks" "SMC TigerSwitch" "TigerSwitch" "<SMC#*>" : network 88, vendor "SMC"
    snmp|banner|title "Vanguard" "Codex" : network 75
    snmp|banner|title "Xylan" : network 85, vendor "Alcatel-Lucent"
    snmp|banner|title "Carrier Access" : network 80, vendor "Carrier Access"
    snmp|banner|title "RAD Data" "Radware" "LinkProof" : network 85
    snmp|banner|title "Radware" "LinkProof" : network 88, vendor "Radware"
    snmp|banner|title "Ambit" : router 80, vendor "Ambit"
    snmp|banner|title "Motorola <SB#*>" "Motorola <SBG#*>" "Motorola SURFboard" : router 90, vendor "Motorola"
    snmp "VENDOR: <…>; BOOTR" : router 75
    snmp "MODEL: <…>>>" "MODEL: <…> >>" : router 75
    dhcp "^Juniper-<…>" "^Juniper" : network 90, vendor "Juniper"
    dhcp "^MotorolaAP" "^Motorola_AP" "^SymbolAP" : network 90, vendor "Motorola"
    dhcp "^HiveAP" "^AEROHIVE" : network 92, vendor "Aerohive"
    dhcp "alcatel.a-os" "^OmniSwitch" "^OmniAccess" "^Alcatel-Lucent <OS#*>" : network 88, vendor "Alcatel-Lucent"
    dhcp "^FortiAP" "^FortiSwitch" "^FortiGate" : network 92, vendor "Fortinet"
    dhcp "^H3C" : network 90, vendor "H3C"
    dhcp "^Huawei" : network 65, vendor "Huawei"
    dhcp "^Extreme" : network 88, vendor "Extreme Networks"
    dhcp "^TP-LINK" "^TL-#*" : network 75, vendor "TP-Link"
    dhcp "^NETGEAR" : network 75, vendor "Netgear"
    dhcp "^DLINK" "^D-Link" "^dslforum" : network 55
    # A base station shares its owner's printer, and speaks in its place.
    service "_airport._tcp" and service "_ipp._tcp" "_printer._tcp" "_pdl-datastream._tcp" : network 99, vendor "Apple"
    txt "^model=TimeCapsule#*" "^model=AirPort#*" and service "_airport._tcp" : network 98, vendor "Apple"
    """#
}
