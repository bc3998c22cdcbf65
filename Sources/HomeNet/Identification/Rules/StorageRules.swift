/// Network storage.
///
/// How rules are written: `docs/identification.md`.
enum StorageRules {
  static let text = #"""
    said|name "NAS" "network storage" "file server" "NASFTPD" : storage 86
    any "Synology" "DiskStation" "RackStation" "Synology/DSM" "synodisksta" : storage 93 vendor "Synology" os "DSM"
    any "SynologyRouter" : router 94 vendor "Synology"
    txt|xml|title "model=<DS#>" "model=<RS#>" "^<DS#>" : storage 85 vendor "Synology"
    txt "vendor=Synology" : storage 95 vendor "Synology" os "DSM"
    xml "modelName=<RT#*>" : router 94 vendor "Synology"
    any "QNAP" "QTS" "Turbo station" : storage 94 vendor "QNAP" os "QTS"
    any "MyBookLive" "My Book Live" : storage 95 vendor "Western Digital" model "My Book Live"
    any "wd2go" "WDMyCloud" "My Cloud" "Western Digital" : storage 92 vendor "Western Digital"
    any "TrueNAS" "FreeNAS" : storage 94 vendor "TrueNAS" os "TrueNAS"
    any "OpenMediaVault" : storage 93 vendor "OpenMediaVault"
    any "Unraid" : storage 88 vendor "Unraid"
    any "Asustor" : storage 94 vendor "Asustor"
    any "Terramaster" : storage 94 vendor "TerraMaster"
    any "Drobo" : storage 94 vendor "Drobo"
    any "LaCie" : storage 92 vendor "LaCie"
    any "Seagate" "BlackArmor" : storage 90 vendor "Seagate"
    any "LinkStation" "TeraStation" : storage 94 vendor "Buffalo"
    any "infrant" : storage 92 vendor "Netgear"
    any "Iomega" : storage 90 vendor "Iomega"
    any "Time Capsule" : router 85 vendor "Apple"
    any "<AirPort Time Capsule>" : router 88 vendor "Apple"
    xml "QDocRoot=" "authSid=" "modelName=<TS-*>" "modelName=<TVS-*>" "displayModelName=<TS-*>" : storage 93, vendor "QNAP"
    """#
}
