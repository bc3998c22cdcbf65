/// Computers, servers, phones and tablets.
///
/// How rules are written: `docs/identification.md`.
enum ComputerRules {
  static let text = #"""
    smb "Windows Server" : server 92 vendor "Microsoft" os "Windows"
    smb "Windows" : computer 88 os "Windows"
    scope "pub:Computer" : computer 90 os "Windows"
    dhcp "^MSFT" : computer 85 os "Windows"
    dhcp "^MSFT*XBOX" : gaming 97 vendor "Microsoft" model "Xbox"
    dhcp "^XBOX" : gaming 97 vendor "Microsoft"
    dhcp "^android-dhcp" : phone 84 os "Android"
    host "^android-" "^android$" : phone 78 os "Android"
    dhcp "^AAPLBSDPC" : computer 95 vendor "Apple" os "macOS"
    dhcp "^BlackBerry" : phone 93 vendor "BlackBerry"
    dhcp "BCM27" "BCM28" "BCM27#" "BCM28#" : computer 84 vendor "Raspberry Pi" os "Linux"
    dhcp "MV88DE" : tv_media 80 vendor "Google"
    dhcp "wyse-<#>" : computer 93 vendor "Dell" model "Wyse <>"
    dhcp "^CPQRIB" : server 94 vendor "HP"
    dhcp "Nokia" : phone 85 vendor "Nokia"
    snmp "Windows NT" "Windows Version" "Windows 2000" "Software: Windows" : computer 90 os "Windows"
    snmp "VMware ESX" : server 94 vendor "VMware" os "ESXi"
    any "VMware" : server 85 vendor "VMware"
    snmp "OpenBSD" "FreeBSD" "NetBSD" "SunOS" "HP-UX" "AIX" "Darwin" "Solaris" : server 70
    snmp "^Linux " : server 40 os "Linux"
    any "Integrated Lights-Out" "iLO" "HP-iLO-Server" "Onboard Administrator" : server 94 vendor "HP"
    title "^<iLO #>" : server 95 vendor "HP"
    any "iDRAC" "DRAC" : server 94 vendor "Dell"
    certificate "<iDRAC#> " : server 95 vendor "Dell"
    any "Remote Access Group" : server 90 vendor "Dell"
    certificate "CN=IPMI" : server 90
    any "Super Micro" "Supermicro" : server 90 vendor "Supermicro"
    title "WS server test page" : server 85 vendor "Dell"
    any "Proxmox" : server 93 vendor "Proxmox" os "Proxmox VE"
    certificate "CN=unifi" : network 80 vendor "Ubiquiti"
    any "Agent DVR" : server 85 vendor "Agent DVR"
    path "8090/command.cgi" : server 80 vendor "Agent DVR"
    service "_workstation" "_rfb" "_sftp-ssh" "_adisk" "_odisk" : computer 50
    service "_apple-mobdev#" : phone 84 vendor "Apple" os "iOS"
    host "raspberrypi" "raspberry pi" : computer 80 vendor "Raspberry Pi" os "Linux"
    host "^orangepi" : computer 80 vendor "Orange Pi"
    host "^<orangepi#>" : computer 82 vendor "Orange Pi" model "Orange Pi"
    host "LIFEBOOK" "Latitude" "Inspiron" "ThinkPad" "Pavilion" "EliteBook" : computer 88
    host "-PC$" "-Laptop$" "-HP$" "Desktop-#" : computer 80
    host "MacBookAir" "MacBook-Air" "<MacBook-Air>" : computer 90 vendor "Apple" model "MacBook Air"
    host "MacBookPro" "MacBook-Pro" : computer 90 vendor "Apple" model "MacBook Pro"
    host "<iMac>" : computer 90 vendor "Apple"
    host|name "<Pixel-# Pro>" "<Pixel-#-Pro>" "<Pixel-#>" "<Pixel #>" : phone 90 vendor "Google"
    host "Windows-Phone" : phone 92
    host "amazon-" : tv_media 40 vendor "Amazon"
    called "iPad" : tablet 92 vendor "Apple" model "iPad"
    xml "friendlyName=*iPad" : tablet 90 vendor "Apple" model "iPad"
    host "ipad pro" : tablet 88
    host "Apple-Watch" : wearable 92 vendor "Apple"
    # Parameter lists that systems ask for, in order.
    parameters "^1,15,3,6,44,46,47,31,33" "^1,3,6,15,31,33,43,44,46,47" : computer 84 os "Windows"
    parameters "^1,121,3,6,15,119,252" "^1,121,3,6,15,114,119" "^1,121,3,6,15,108,114" : phone 60 vendor "Apple"
    parameters "^1,3,6,15,119,95,252,44,46" "^1,121,3,6,15,119,252,95,44,46" "^1,3,6,15,112,113,78,79,95" "^3,6,15,112,113" : computer 80 vendor "Apple"
    parameters "^1,3,6,15,119,78,79,95,252" : phone 70 vendor "Apple"
    parameters "^1,33,3,6,15,28,51,58,59" "^1,33,3,6,12,15,26,28,51,58,59" "^1,121,33,3,6,15,28,51,58,59" "^1,3,6,15,26,28,51,58,59,43" "^1,33,3,6,28,51,58,59" "^1,121,33,3,28,51,58,59" : phone 65 os "Android"
    parameters "^1,28,2,3,15,6,119,12,44,47,26,121,42" "^1,28,2,3,15,6,12,44,47" : computer 72 os "Linux"
    parameters "^1,3,42,6,7,15,58,59,44,66,150" "^1,66,6,3,15,150,35" : voip 80 vendor "Cisco"
    parameters "^6,3,1,15,12,44,81,69" "^6,3,1,15,66,67,13,44,12,81" "^1,3,44,6,7,12,15,22,54,58,59,69,18" : printer 85 vendor "HP"
    parameters "78,79" and parameters "^1,28,3" "^1,2,3" : printer 60
    # Apple's boards: their letter says whose they are, the rest only which.
    txt "^model=D#*AP" : phone 82, vendor "Apple", os "iOS"
    txt "^model=N#AP" "^model=N#AP" "^model=M68AP" : phone 60, vendor "Apple", os "iOS"
    """#
}
