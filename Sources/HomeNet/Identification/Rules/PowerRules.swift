/// Power supplies, distribution and environment monitors.
///
/// How rules are written: `docs/identification.md`.
enum PowerRules {
  static let text = #"""
    any "APC" "American Power Conversion" : smart_home 20 vendor "APC"
    any "American Power Conversion" "APC Web/SNMP" "APC FTP" "APC SNMP" "ACRC#" : vendor "APC" 90
    snmp "MN:<AP#>" "MN: <AP#>" "^<EPDU#>" : vendor "APC" 92
    snmp "^EPDU" : vendor "APC" 88
    title "ConnectUPS Web/SNMP Card" "UPS Properties" : vendor "APC" 70
    snmp "ConnectUPS" : vendor "Eaton" 92
    server "UPS_Server" : vendor "Eaton" 85
    title "Network Management Card" : vendor "Eaton" 60
    any "Eaton" : vendor "Eaton" 88
    snmp "Eaton <…>" "^<Evolution #>" : vendor "Eaton" 92
    any "CyberPower" "CPS Power" : vendor "CyberPower" 90
    any "PowerAlert" "Tripp Lite" : vendor "Tripp Lite" 90
    any "PowerWalker" : vendor "PowerWalker" 90
    any "AVTECH RoomAlert" "Room Alert" : vendor "AVTECH" 90
    snmp "<Room Alert #*>" : vendor "AVTECH" 91
    any "Expert Power Control" : vendor "Gude" 88
    title "<Expert Power Control…> -" "<Expert Power Control NET #x#>" : vendor "Gude" 90
    any "NetPing" : vendor "Alentis Electronics" 88
    any "Raritan" : vendor "Raritan" 88
    any "Schneider Electric" : vendor "Schneider Electric" 80
    any "Rittal" "Socomec" "Riello" : vendor "Rittal" 40
    """#
}
