/// Power supplies, distribution and environment monitors.
///
/// How rules are written: `docs/identification.md`.
enum PowerRules {
  static let text = #"""
    # Power supplies and strips are appliances where nothing says more.
    any "UPS" "APC Web/SNMP" "APC Management Card" "Web/SNMP Management Card" "Network Management Card" "uninterruptible" "rack PDU" "PDU" "ePDU" "Smart-UPS" "Symmetra" "PowerAlert" "CyberPower" "ConnectUPS" "SNMP/Web Card" "Web/SNMP card" : appliance 70
    oid "^318.1.3." "^3808.1.1." "^534.1." "^534.2." "^534.6." "^850." "^476." "^13742." "^1718." "^935." "^4555." : appliance 60
    any "APC" "American Power Conversion" : vendor "APC" 50
    any "American Power Conversion" "APC Web/SNMP" "APC FTP" "APC SNMP" "ACRC#" : vendor "APC" 90
    banner "<AP#> Network Management Card" "^ftp 220 <AP#> " : appliance 75 vendor "APC"
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
    any "Rittal" "CMC-TC" "CMC III" : vendor "Rittal" 90
    any "Socomec" "NetVision" : vendor "Socomec" 88
    any "Riello" "NetMan" : vendor "Riello" 88
    any "Liebert" "Vertiv" "Emerson Network Power" "IntelliSlot" : vendor "Vertiv" 90
    any "Geist" : vendor "Geist" 85
    any "NetBotz" "Netbotz" : vendor "APC" 88
    any "Server Technology" "Sentry Switched" "Sentry3" : vendor "Server Technology" 90
    any "Schleifenbauer" : vendor "Schleifenbauer" 90
    any "Bachmann" : vendor "Bachmann" 80
    any "Powertek" : vendor "Powertek" 88
    any "Delta UPS" "InsightPower" : vendor "Delta" 88
    any "Eltek" : vendor "Eltek" 88
    any "Powerware" "MGE UPS" "ConnectUPS" "Eaton Gigabit Network Card" "Network-M2" : vendor "Eaton" 88
    any "Smart-UPS" "Symmetra" "Back-UPS" "PowerChute" "AP#/AOS" "Web/SNMP Management Card" : vendor "APC" 90
    any "PowerCom" "PCM UPS" : vendor "Powercom" 80
    any "BlueWalker" : vendor "PowerWalker" 85
    any "AKCP" "sensorProbe" "securityProbe" : vendor "AKCP" 92
    any "HWg-STE" "HW group" "Poseidon" : vendor "HW group" 90
    any "Papouch" : vendor "Papouch" 90
    any "Sensatronics" : vendor "Sensatronics" 90
    any "ServersCheck" : vendor "ServersCheck" 90
    any "Sensaphone" : vendor "Sensaphone" 90
    any "Digital Loggers" "Web Power Switch" : vendor "Digital Loggers" 88
    any "Synaccess" "netBooter" : vendor "Synaccess" 88
    any "Janitza" : vendor "Janitza" 90
    any "Carel" "pCOWeb" : vendor "Carel" 88
    any "Vutlan" : vendor "Vutlan" 90
    any "TinyControl" "LAN Controller V#" : vendor "Tinycontrol" 85
    any "Avtech TemPager" "TemPageR" : vendor "AVTECH" 90
    """#
}
