/// What the machine that HomeNet runs on says of itself: its firmware, its system.
///
/// How rules are written: `docs/identification.md`.
enum SystemRules {
  static let text = #"""
    system "^chassis=Laptop" "^chassis=Notebook" "^chassis=Sub Notebook" "^chassis=Portable" "^chassis=Convertible" "^chassis=Detachable" : computer 95
    system "^chassis=Desktop" "^chassis=Low Profile Desktop" "^chassis=Pizza Box" "^chassis=Mini Tower" "^chassis=Tower" "^chassis=All in One" "^chassis=Space-saving" "^chassis=Lunch Box" "^chassis=Sealed-case PC" "^chassis=Mini PC" "^chassis=Stick PC" : computer 92
    system "^chassis=Embedded PC" : computer 75
    system "^chassis=Tablet" : tablet 88
    system "^chassis=Main Server Chassis" "^chassis=Rack Mount Chassis" "^chassis=Multi-system chassis" "^chassis=Blade" "^chassis=Blade Enclosure" : server 92
    system "^chassis=RAID Chassis" : storage 80
    system "^hypervisor=" : computer 82 model "virtual machine"
    system "^container=" : computer 70
    system "^variant=server" : server 85
    system "^model=<Raspberry Pi…>" : computer 93 vendor "Raspberry Pi"
    system "^model=<Orange Pi…>" : computer 92 vendor "Orange Pi"
    system "^model=<Pine64…>" "^model=<Pinebook…>" : computer 92 vendor "Pine64"
    system "^model=<ODROID…>" "^model=Hardkernel <ODROID…>" : computer 92 vendor "Hardkernel"
    system "^vendor=Synology" : storage 96 vendor "Synology" os "DSM"
    system "^vendor=QNAP" : storage 96 vendor "QNAP"
    system "^vendor=ASUSTOR" : storage 96 vendor "Asustor"
    system "^vendor=TerraMaster" : storage 96 vendor "TerraMaster"
    system "^vendor=iXsystems" "^os=TrueNAS" "^id=truenas" : storage 94 vendor "TrueNAS" os "TrueNAS"
    system "^os=OpenMediaVault" "^id=openmediavault" : storage 94 os "OpenMediaVault"
    system "^os=Unraid" "^id=unraid" "^id=slackware-unraid" : storage 90 os "Unraid"
    system "^id=openwrt" "^like=*openwrt" "^id=vyos" "^id=ipfire" : router 94
    system "^os=Proxmox" "^id=proxmox" : server 94
    system "^id=haos" "^os=Home Assistant OS" : smart_home 92 vendor "Home Assistant"
    system "^id=libreelec" "^id=coreelec" "^id=osmc" : tv_media 95
    system "^id=steamos" "^id=batocera" "^id=retropie" "^id=recalbox" : gaming 90
    """#
}
