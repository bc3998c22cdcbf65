/// Private enterprise numbers (IANA) of sysObjectID, and what their holders' agents are.
///
/// How rules are written: `docs/identification.md`.
enum EnterpriseRules {
  static let text = #"""
    oid "^9." : network 66 vendor "Cisco"
    oid "^9.1." "^9.6.1." : network 70 vendor "Cisco"
    oid "^11.2.3.9." : printer 92 
    oid "^11.2.3.9." : vendor "HP" 66
    oid "^11.2.3.7." "^25506." : network 92 vendor "HP"
    oid "^11." : vendor "HP" 60
    oid "^232." : server 90 vendor "HP"
    oid "^674.10892." : server 93 vendor "Dell"
    oid "^674.10895." : network 93 vendor "Dell"
    oid "^674." : vendor "Dell" 70
    oid "^641." : printer 94 vendor "Lexmark"
    oid "^253." : printer 93 vendor "Xerox"
    oid "^297." : printer 93 vendor "Fuji Xerox"
    oid "^367." : printer 93 vendor "Ricoh"
    oid "^1602." : printer 92 vendor "Canon"
    oid "^2435." : printer 93 vendor "Brother"
    oid "^2385." : printer 92 vendor "Sharp"
    oid "^1347." : printer 93 vendor "Kyocera"
    oid "^18334." : printer 94 vendor "Konica Minolta"
    oid "^2001." : printer 93 vendor "OKI"
    oid "^1129." : printer 88 vendor "Toshiba"
    oid "^236.11." : printer 90 vendor "Samsung"
    oid "^10642." "^683.6" : printer 88 vendor "Zebra"
    oid "^1248.4." : tv_media 85 vendor "Epson"
    oid "^1248.1." : printer 93 vendor "Epson"
    oid "^368." : camera 88 vendor "Axis"
    oid "^39165." "^50001." : camera 90 vendor "Hikvision"
    oid "^1004849." : camera 92 vendor "Dahua"
    oid "^6574." : storage 94 vendor "Synology"
    oid "^24681." "^55062." : storage 94 vendor "QNAP"
    oid "^50536." : storage 94 vendor "TrueNAS"
    oid "^4526." : network 88 vendor "Netgear"
    oid "^171." : network 88 vendor "D-Link"
    oid "^890.1.5." : network 90 vendor "Zyxel"
    oid "^890." : network 80 vendor "Zyxel"
    oid "^11863." : network 90 vendor "TP-Link"
    oid "^207." : network 92 vendor "Allied Telesis"
    oid "^43." : network 86 vendor "3Com"
    oid "^1916." : network 92 vendor "Extreme Networks"
    oid "^2636." : network 88 vendor "Juniper"
    oid "^2011." : network 84 vendor "Huawei"
    oid "^3902." : router 80 vendor "ZTE"
    oid "^14823." "^47196." : network 92 vendor "Aruba"
    oid "^14988.1" : router 92 vendor "MikroTik"
    oid "^14988.2" : network 94 vendor "MikroTik"
    oid "^10002." "^41112." : network 88 vendor "Ubiquiti"
    oid "^4413." : network 88 vendor "Ubiquiti"
    oid "^12356.101." "^12356.120." : network 92 vendor "Fortinet"
    oid "^12356.106." : network 95 vendor "Fortinet"
    oid "^12356." : network 85 vendor "Fortinet"
    oid "^8741." : network 92 vendor "SonicWall"
    oid "^3097." : network 92 vendor "WatchGuard"
    oid "^2604." "^21067." : network 90 vendor "Sophos"
    oid "^25461." : network 92 vendor "Palo Alto Networks"
    oid "^2620." : network 92 vendor "Check Point"
    oid "^25053." : network 93 vendor "Ruckus"
    oid "^29671." : network 93 vendor "Cisco Meraki"
    oid "^26928." : network 93 vendor "Aerohive"
    oid "^44194." "^14125." : network 90 vendor "EnGenius"
    oid "^3955." : network 85 vendor "Linksys"
    oid "^2356." : network 90 vendor "LANCOM"
    oid "^24693." : router 90 vendor "FireBrick"
    oid "^48690." : router 92 vendor "Teltonika"
    oid "^44641." "^30803." : router 90 vendor "VyOS"
    oid "^12325." : router 80 vendor "Netgate"
    oid "^872." : network 60 vendor "AVM"
    oid "^7367." : router 88 vendor "DrayTek"
    oid "^6876." : server 93 vendor "VMware"
    oid "^21317." "^10876." : server 92 vendor "Supermicro"
    oid "^311.1.1.3.1." : computer 90 os "Windows"
    oid "^30155." : server 80 os "OpenBSD"
    oid "^318." : vendor "APC" 93
    oid "^534." "^705." : vendor "Eaton" 90
    oid "^3808." : vendor "CyberPower" 93
    oid "^850." : vendor "Tripp Lite" 93
    oid "^935." : vendor "PowerWalker" 70
    oid "^20916." : vendor "AVTECH" 93
    oid "^28507." : vendor "Gude" 93
    oid "^6666." : voip 88 vendor "innovaphone"
    oid "^38516." : voip 93 vendor "Allworx"
    oid "^13885." : voip 90 vendor "Polycom"
    oid "^6889." : voip 85 vendor "Avaya"
    oid "^1027." : voip 85 vendor "Mitel"
    oid "^231." : server 70 vendor "Fujitsu"
    oid "^789." : storage 93 vendor "NetApp"
    oid "^1004." : vendor "Fiery" 30
    oid "^1452." "^23867." : voip 50
    """#
}
