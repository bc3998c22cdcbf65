/// Private enterprise numbers (IANA) of sysObjectID, and what their holders' agents are.
///
/// How rules are written: `docs/identification.md`.
enum EnterpriseRules {
  static let text = #"""
    # Routers, switches, access points, firewalls and other gear of networks.
    oid "^43." : network 88, vendor "3Com"
    oid "^22610." "^40842." : network 88, vendor "A10 Networks"
    oid "^22420." : network 88, vendor "Accedian"
    oid "^259." : network 88, vendor "Accton"
    oid "^664." : network 88, vendor "Adtran"
    oid "^2544." : network 88, vendor "ADVA"
    oid "^26928." : network 88, vendor "Aerohive"
    oid "^19454." : network 88, vendor "Airspan"
    oid "^21839." : network 88, vendor "Alaxala"
    oid "^6486." "^800." : network 88, vendor "Alcatel-Lucent"
    oid "^207." : network 88, vendor "Allied Telesis"
    oid "^12394." : network 88, vendor "Alvarion"
    oid "^30065." : network 88, vendor "Arista"
    oid "^14823." "^47196." : network 88, vendor "Aruba"
    oid "^9694." : network 88, vendor "Arbor Networks"
    oid "^9789." : network 88, vendor "Astaro"
    oid "^2509." : network 88, vendor "Aviat"
    oid "^10418." : network 88, vendor "Avocent"
    oid "^20632." "^10704." : network 88, vendor "Barracuda"
    oid "^3320." : network 88, vendor "BDCOM"
    oid "^14501." "^3417." : network 88, vendor "Blue Coat"
    oid "^1588." "^1991." : network 88, vendor "Brocade"
    oid "^18070." : network 88, vendor "BTI"
    oid "^6321." "^6066." : network 88, vendor "Calix"
    oid "^17713." : network 88, vendor "Cambium Networks"
    oid "^20858." : network 88, vendor "Casa Systems"
    oid "^2281." : network 88, vendor "Ceragon"
    oid "^2620." : network 88, vendor "Check Point"
    oid "^1271." "^6141." "^562." : network 88, vendor "Ciena"
    oid "^14179." : network 88, vendor "Cisco"
    oid "^29671." : network 88, vendor "Cisco Meraki"
    oid "^3845." "^5951." : network 88, vendor "Citrix"
    oid "^8744." : network 88, vendor "Colubris"
    oid "^42229." : network 88, vendor "Coriant"
    oid "^40310." : network 88, vendor "Cumulus Networks"
    oid "^3709." : network 88, vendor "Datacom"
    oid "^6027." : network 88, vendor "Dell"
    oid "^6339." : network 88, vendor "DCN"
    oid "^7262." : network 88, vendor "DragonWave"
    oid "^52587." : network 88, vendor "Edgecore"
    oid "^20044." : network 88, vendor "Ekinops"
    oid "^35265." : network 88, vendor "Eltex"
    oid "^44194." "^14125." : network 88, vendor "EnGenius"
    oid "^52." "^5624." : network 88, vendor "Enterasys"
    oid "^193." "^2352." : network 88, vendor "Ericsson"
    oid "^25651." : network 88, vendor "Exalt"
    oid "^21091." : network 88, vendor "Exinda"
    oid "^1916." : network 88, vendor "Extreme Networks"
    oid "^23937." : network 88, vendor "Extricom"
    oid "^3375." "^12276." : network 88, vendor "F5"
    oid "^5875." "^11408." : network 88, vendor "FiberHome"
    oid "^52642." : network 88, vendor "FS"
    oid "^12356." : network 88, vendor "Fortinet"
    oid "^26866." : network 88, vendor "Gigamon"
    oid "^25506." : network 88, vendor "H3C"
    oid "^248." : network 88, vendor "Hirschmann"
    oid "^21296." : network 88, vendor "Infinera"
    oid "^3942." : network 88, vendor "InfiNet"
    oid "^7779." : network 88, vendor "Infoblox"
    oid "^3054." : network 88, vendor "Ixia"
    oid "^2636." "^1411." "^4874." "^3224." : network 88, vendor "Juniper"
    oid "^12196." : network 88, vendor "Kemp"
    oid "^24062." : network 88, vendor "Korenix"
    oid "^2356." : network 88, vendor "LANCOM"
    oid "^244." : network 88, vendor "Lantronix"
    oid "^32750." "^22972." : network 88, vendor "LigoWave"
    oid "^3955." : network 88, vendor "Linksys"
    oid "^5651." : network 88, vendor "Maipu"
    oid "^1230." : network 88, vendor "McAfee"
    oid "^33049." : network 88, vendor "Mellanox"
    oid "^15983." : network 88, vendor "Meru Networks"
    oid "^43356." : network 88, vendor "Mimosa"
    oid "^8691." : network 88, vendor "Moxa"
    oid "^33." "^629." : network 88, vendor "MRV"
    oid "^31496." : network 88, vendor "NetModule"
    oid "^637." "^6527." "^7483." "^94." : network 88, vendor "Nokia"
    oid "^35." "^45." "^1584." "^2272." : network 88, vendor "Nortel"
    oid "^7342." : network 88, vendor "Omnitron"
    oid "^25049." : network 88, vendor "Opengear"
    oid "^2334." : network 88, vendor "Packeteer"
    oid "^4515." : network 88, vendor "PacketLight"
    oid "^25461." : network 88, vendor "Palo Alto Networks"
    oid "^1966." : network 88, vendor "Perle"
    oid "^10456." : network 88, vendor "Planet"
    oid "^164." : network 88, vendor "RAD"
    oid "^89." : network 88, vendor "Radware"
    oid "^4458." : network 88, vendor "Radwin"
    oid "^8886." : network 88, vendor "Raisecom"
    oid "^1890." "^20540." "^28381." : network 88, vendor "Red Lion"
    oid "^17163." : network 88, vendor "Riverbed"
    oid "^25053." : network 88, vendor "Ruckus"
    oid "^15004." : network 88, vendor "RuggedCom"
    oid "^4881." : network 88, vendor "Ruijie"
    oid "^7571." : network 88, vendor "SAF Tehnika"
    oid "^3373." : network 88, vendor "SIAE"
    oid "^31926." : network 88, vendor "Siklu"
    oid "^23867." : network 88, vendor "Silver Peak"
    oid "^8741." : network 88, vendor "SonicWall"
    oid "^2604." "^21067." "^43721." : network 88, vendor "Sophos"
    oid "^1369." : network 88, vendor "Stonesoft"
    oid "^11256." : network 88, vendor "Stormshield"
    oid "^388." : network 88, vendor "Symbol"
    oid "^738." : network 88, vendor "Telco Systems"
    oid "^1397." : network 88, vendor "Tellabs"
    oid "^5454." : network 88, vendor "Trango"
    oid "^868." : network 88, vendor "Transition Networks"
    oid "^14525." : network 88, vendor "Trapeze"
    oid "^28866." : network 88, vendor "TRENDnet"
    oid "^42359." : network 88, vendor "Versa"
    oid "^3097." : network 88, vendor "WatchGuard"
    oid "^16177." : network 88, vendor "Westermo"
    oid "^7465." : network 88, vendor "WISI"
    oid "^2634." : network 88, vendor "WTI"
    oid "^21013." : network 88, vendor "Xirrus"
    oid "^5504." : network 88, vendor "Zhone"
    oid "^332." : network 88, vendor "Digi"
    oid "^10297." : network 88, vendor "Advantech"
    oid "^4346." : network 88, vendor "Phoenix Contact"
    oid "^27615." : network 88, vendor "devolo"
    oid "^3822." : network 88, vendor "Edimax"
    oid "^10002." "^41112." : network 88, vendor "Ubiquiti"
    oid "^4526." : network 88, vendor "Netgear"
    oid "^171." : network 88, vendor "D-Link"
    oid "^11863." : network 88, vendor "TP-Link"
    oid "^28034." : network 88, vendor "Belkin"
    oid "^890." : network 88, vendor "Zyxel"
    # Routers.
    oid "^4839." : router 88, vendor "2Wire"
    oid "^872." : router 88, vendor "AVM"
    oid "^272." : router 88, vendor "bintec"
    oid "^20992." : router 88, vendor "Cradlepoint"
    oid "^7367." : router 88, vendor "DrayTek"
    oid "^24693." : router 88, vendor "FireBrick"
    oid "^304." "^27286." : router 88, vendor "Netopia"
    oid "^23695." "^27662." : router 88, vendor "Peplink"
    oid "^1038." : router 88, vendor "Sagemcom"
    oid "^20542." : router 88, vendor "Sierra Wireless"
    oid "^2863." "^46366." : router 88, vendor "Technicolor"
    oid "^2007." : router 88, vendor "Teldat"
    oid "^48690." : router 88, vendor "Teltonika"
    oid "^35424." : router 88, vendor "Viprinet"
    oid "^44641." "^30803." : router 88, vendor "VyOS"
    oid "^39360." : router 88, vendor "Welotec"
    oid "^3902." : router 88, vendor "ZTE"
    oid "^4115." "^4998." : router 88, vendor "Arris"
    # Printers.
    oid "^2435." : printer 93, vendor "Brother"
    oid "^1602." : printer 93, vendor "Canon"
    oid "^297." : printer 93, vendor "Fuji Xerox"
    oid "^1963." : printer 93, vendor "Intermec"
    oid "^28918." : printer 93, vendor "InfoPrint"
    oid "^314." : printer 93, vendor "Kodak"
    oid "^18334." "^2364." "^50919." : printer 93, vendor "Konica Minolta"
    oid "^1347." : printer 93, vendor "Kyocera"
    oid "^641." : printer 93, vendor "Lexmark"
    oid "^2001." : printer 93, vendor "OKI"
    oid "^1552." "^12911." : printer 93, vendor "Oce"
    oid "^26270." : printer 93, vendor "Olivetti"
    oid "^40093." : printer 93, vendor "Pantum"
    oid "^367." "^22163." : printer 93, vendor "Ricoh"
    oid "^42406." : printer 93, vendor "SATO"
    oid "^2385." : printer 93, vendor "Sharp"
    oid "^40463." : printer 93, vendor "Troy"
    oid "^43564." : printer 93, vendor "TSC"
    oid "^253." : printer 93, vendor "Xerox"
    oid "^10642." : printer 93, vendor "Zebra"
    # Storage.
    oid "^44738." : storage 93, vendor "Asustor"
    oid "^5227." : storage 93, vendor "Buffalo"
    oid "^19746." : storage 93, vendor "Data Domain"
    oid "^6894." : storage 93, vendor "DataDirect Networks"
    oid "^12740." "^16139." : storage 93, vendor "Dell"
    oid "^1139." "^1981." : storage 93, vendor "EMC"
    oid "^1714." : storage 93, vendor "Infortrend"
    oid "^11369." : storage 93, vendor "Iomega"
    oid "^12124." : storage 93, vendor "Isilon"
    oid "^789." : storage 93, vendor "NetApp"
    oid "^7247." : storage 93, vendor "Nexsan"
    oid "^37447." : storage 93, vendor "Nimble"
    oid "^3351." "^6411." : storage 93, vendor "Overland"
    oid "^7933." : storage 93, vendor "Promise"
    oid "^40482." : storage 93, vendor "Pure Storage"
    oid "^24681." "^55062." : storage 93, vendor "QNAP"
    oid "^2036." "^3697." "^3764." : storage 93, vendor "Quantum"
    oid "^6574." : storage 93, vendor "Synology"
    oid "^38243." : storage 93, vendor "Thecus"
    oid "^50536." : storage 93, vendor "TrueNAS"
    oid "^5127." : storage 93, vendor "Western Digital"
    # Servers and what manages them.
    oid "^231." : server 88, vendor "Fujitsu"
    oid "^232." : server 88, vendor "HP"
    oid "^2." : server 88, vendor "IBM"
    oid "^42." "^111." : server 88, vendor "Oracle"
    oid "^10876." : server 88, vendor "Supermicro"
    oid "^6876." : server 88, vendor "VMware"
    oid "^19046." : server 88, vendor "Lenovo"
    oid "^5597." : server 88, vendor "Meinberg"
    # Telephones, exchanges, gateways, conference rooms.
    oid "^11268." : voip 88, vendor "Aastra"
    oid "^38516." : voip 88, vendor "Allworx"
    oid "^27614." : voip 88, vendor "Ascom"
    oid "^4923." "^5003." : voip 88, vendor "AudioCodes"
    oid "^6889." : voip 88, vendor "Avaya"
    oid "^22736." : voip 88, vendor "Digium"
    oid "^32775." : voip 88, vendor "Gigaset"
    oid "^42397." : voip 88, vendor "Grandstream"
    oid "^6666." : voip 88, vendor "innovaphone"
    oid "^20341." : voip 88, vendor "LifeSize"
    oid "^4935." : voip 88, vendor "Mediatrix"
    oid "^1027." : voip 88, vendor "Mitel"
    oid "^1768." : voip 88, vendor "Patton"
    oid "^13885." : voip 88, vendor "Polycom"
    oid "^35987." : voip 88, vendor "Sangoma"
    oid "^7526." : voip 88, vendor "Snom"
    oid "^2879." "^177." : voip 88, vendor "Sonus"
    oid "^9749." : voip 88, vendor "Spectralink"
    oid "^5596." : voip 88, vendor "Tandberg"
    oid "^32804." "^4329.2." : voip 88, vendor "Unify"
    oid "^37459." : voip 88, vendor "Yealink"
    # Cameras.
    oid "^46202." : camera 90, vendor "Avigilon"
    oid "^368." : camera 90, vendor "Axis"
    oid "^3967." : camera 90, vendor "Bosch"
    oid "^37496." "^1004849." : camera 90, vendor "Dahua"
    oid "^34674." : camera 90, vendor "FLIR"
    oid "^36849." : camera 90, vendor "Hanwha"
    oid "^39165." "^50001." : camera 90, vendor "Hikvision"
    oid "^57501." : camera 90, vendor "i-PRO"
    oid "^21701." : camera 90, vendor "Mobotix"
    oid "^25066." : camera 90, vendor "Pelco"
    oid "^39747." "^25506.4881." : camera 90, vendor "Uniview"
    oid "^23465." : camera 90, vendor "Vivotek"
    # Screens, projectors, sound.
    oid "^12612." "^12827." : tv_media 85, vendor "Barco"
    oid "^25766." : tv_media 85, vendor "Christie"
    oid "^3212." : tv_media 85, vendor "Crestron"
    oid "^18026." : tv_media 85, vendor "Extron"
    oid "^45986." : tv_media 85, vendor "Kramer"
    oid "^7824." "^53829." : tv_media 85, vendor "LG"
    oid "^8942." : tv_media 85, vendor "AMX"
    oid "^1773." : tv_media 85, vendor "Tandberg Television"
    oid "^44457." : speaker 88, vendor "Biamp"
    oid "^6036." : speaker 88, vendor "Bose"
    oid "^1531." : speaker 88, vendor "QSC"
    oid "^49563." : speaker 88, vendor "Shure"
    oid "^44974." : speaker 88, vendor "Sonos"
    # Broadcom's switch software, as it is in others' switches.
    oid "^4413." : network 85, vendor "Ubiquiti"
    # Makers of many kinds of things: what stands below their number says which.
    oid "^9." : network 66, vendor "Cisco"
    oid "^9.1." "^9.6.1." : network 70, vendor "Cisco"
    oid "^9.1.1682." "^9.1.2179." : server 80, vendor "Cisco"
    oid "^11." : vendor "HP" 60
    oid "^11.2.3.9." : printer 92
    oid "^11.2.3.9." : vendor "HP" 66
    oid "^11.2.3.7." : network 92, vendor "HP"
    oid "^2.3.51." "^2.6.158." : server 92, vendor "IBM"
    oid "^674." : vendor "Dell" 70
    oid "^674.10892." "^674.11000." : server 93, vendor "Dell"
    oid "^674.10895." : network 93, vendor "Dell"
    oid "^674.10898." : printer 93, vendor "Dell"
    oid "^674.10893." : storage 90, vendor "Dell"
    oid "^674.10903." : storage 85, vendor "Dell"
    oid "^236." : vendor "Samsung" 80
    oid "^236.11." : printer 90, vendor "Samsung"
    oid "^1248." : vendor "Epson" 90
    oid "^1248.4." : tv_media 85, vendor "Epson"
    oid "^1248.1." : printer 93, vendor "Epson"
    oid "^1129." : printer 88, vendor "Toshiba"
    oid "^683.6" : printer 80
    oid "^2011." : network 84, vendor "Huawei"
    oid "^890.1.5." "^890.1.15." : network 90, vendor "Zyxel"
    oid "^14988.1" : router 92, vendor "MikroTik"
    oid "^14988.2" : network 94, vendor "MikroTik"
    oid "^12356.101." "^12356.106." : network 92, vendor "Fortinet"
    oid "^12356.113." : voip 70, vendor "Fortinet"
    oid "^3955.1" : network 86, vendor "Linksys"
    oid "^12325." : router 80, vendor "Netgate"
    oid "^4526.18." "^4526.22." : storage 93, vendor "Netgear"
    oid "^258." : vendor "Panasonic" 85
    oid "^119." : vendor "NEC" 85
    oid "^122." : vendor "Sony" 85
    oid "^186." : vendor "Toshiba" 80
    oid "^211." : vendor "Fujitsu" 80
    oid "^116." : vendor "Hitachi" 80
    oid "^161." : network 75, vendor "Motorola"
    oid "^161.19." : network 88, vendor "Cambium Networks"
    oid "^4196." "^4329." : network 75, vendor "Siemens"
    oid "^2623." : vendor "Asus" 85
    oid "^63." : vendor "Apple" 90
    oid "^63.501.3." : network 90, vendor "Apple"
    oid "^21317." : server 80, vendor "Supermicro"
    oid "^55062.1." : storage 94, vendor "QNAP"
    oid "^24681.2." : storage 94, vendor "QNAP"
    # Operating systems and agents that many makers use.
    oid "^311.1.1.3.1.1." : computer 90, os "Windows"
    oid "^311.1.1.3.1.2." "^311.1.1.3.1.3." : server 80, os "Windows"
    oid "^311." : computer 70, os "Windows"
    oid "^8072.3.2.10." "^2021.250.10." : os "Linux" 60
    oid "^8072.3.2.8." "^2021.250.8." : os "FreeBSD" 60
    oid "^8072.3.2.16." : vendor "Apple" 60, os "macOS"
    oid "^30155." : server 80, os "OpenBSD"
    # Power and climate of rooms with racks: no kind of their own here.
    oid "^318." : vendor "APC" 93
    oid "^5528." "^52674." : vendor "APC" 88
    oid "^3833." : vendor "Schneider Electric" 88
    oid "^476." "^6302." "^13400." "^49150." : vendor "Vertiv" 92
    oid "^21239." : vendor "Geist" 92
    oid "^534." "^705." : vendor "Eaton" 90
    oid "^3808." "^15446." : vendor "CyberPower" 93
    oid "^850." : vendor "Tripp Lite" 93
    oid "^935." : vendor "PowerWalker" 70
    oid "^5491." "^7783." : vendor "Riello" 90
    oid "^4555." : vendor "Socomec" 92
    oid "^2254." : vendor "Delta" 90
    oid "^12148." "^13858." : vendor "Eltek" 92
    oid "^2606." : vendor "Rittal" 93
    oid "^13742." : vendor "Raritan" 93
    oid "^1718." : vendor "Server Technology" 93
    oid "^31034." : vendor "Schleifenbauer" 93
    oid "^31770." : vendor "Bachmann" 93
    oid "^28507." : vendor "Gude" 93
    oid "^42610." : vendor "Powertek" 90
    oid "^21728." : vendor "Synaccess" 92
    oid "^45770." : vendor "Digital Loggers" 92
    oid "^20916." : vendor "AVTECH" 93
    oid "^3854." : vendor "AKCP" 93
    oid "^21796." : vendor "HW group" 93
    oid "^18248." : vendor "Papouch" 93
    oid "^16174." : vendor "Sensatronics" 93
    oid "^25432." : vendor "ServersCheck" 92
    oid "^39052." : vendor "Vutlan" 92
    oid "^22626." : vendor "Comet System" 92
    oid "^34278." : vendor "Janitza" 92
    oid "^9839." : vendor "Carel" 92
    oid "^25728." : vendor "NetPing" 92
    """#
}
