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
    host|name "Pixel-<#>" "Pixel <#>" "Pixel-<#a>" "Pixel <#a>" : phone 90 vendor "Google" model "Pixel <>"
    host|name "Pixel-Fold" "Pixel Fold" : phone 91 vendor "Google" model "Pixel Fold"
    host|name "Pixel-Tablet" "Pixel Tablet" : tablet 93 vendor "Google" model "Pixel Tablet"
    host|name "Pixel-Watch" "Pixel Watch" : wearable 93 vendor "Google" model "Pixel Watch"
    host|name "Galaxy-<S#>" "Galaxy-<A#>" "Galaxy-<Note#>" "Galaxy-<M#>" "Galaxy-<J#>" "Galaxy <S#>" "Galaxy <A#>" : phone 86 vendor "Samsung" model "Galaxy <>"
    host|name "Galaxy-Z-Fold<#>" "Galaxy Z Fold<#>" : phone 88 vendor "Samsung" model "Galaxy Z Fold<>"
    host|name "Galaxy-Z-Flip<#>" "Galaxy Z Flip<#>" : phone 88 vendor "Samsung" model "Galaxy Z Flip<>"
    host|name "Galaxy-Tab" "Galaxy Tab" : tablet 90 vendor "Samsung"
    host|name "Galaxy-Tab-<S#>" "Galaxy-Tab-<A#>" "Galaxy Tab <S#>" "Galaxy Tab <A#>" : tablet 92 vendor "Samsung" model "Galaxy Tab <>"
    host|name "Galaxy-Watch" "Galaxy Watch" : wearable 92 vendor "Samsung" model "Galaxy Watch"
    host "Windows-Phone" : phone 92
    host "amazon-" : tv_media 40 vendor "Amazon"
    called "iPad" : tablet 92 vendor "Apple" model "iPad"
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
    any "Agent DVR" : server 85, vendor "Agent DVR"
    # Apple's identifiers in DHCP's vendor class are read elsewhere; these are words.
    dhcp "^AAPLBSDPC*iMac" "^AAPLBSDPC*Mac" : computer 95, vendor "Apple"
    dhcp "^dhcpcd*:Linux*:*BCM2#" "^dhcpcd*BCM2#" : computer 84, vendor "Raspberry Pi", os "Linux"
    dhcp "^dhcpcd" : os "Linux" 50
    dhcp "^Linux ipconfig" "^dhcpcd*x86_64" "^systemd" : computer 70, os "Linux"
    dhcp "^udhcp" : os "Linux" 40
    dhcp "^anaconda" "^d-i$" "^PXEClient" : computer 70
    dhcp "^ArubaAP" "^ArubaInstantAP" : network 94, vendor "Aruba"
    dhcp "^ubnt" : network 90, vendor "Ubiquiti"
    dhcp "^Cisco AP" "^Airespace" "^cisco" : network 90, vendor "Cisco"
    dhcp "^ruckus" "Ruckus CPE" : network 94, vendor "Ruckus"
    dhcp "^MERAKI" : network 93, vendor "Meraki"
    dhcp "^Mikrotik" : network 90, vendor "MikroTik"
    dhcp "^docsis" "^pktc" "^eRouter" "dslforum.org" : router 55
    dhcp "^SonosZP" "^Sonos" : speaker 94, vendor "Sonos"
    dhcp "^Roku" : tv_media 94, vendor "Roku"
    dhcp "^Nintendo" : gaming 95, vendor "Nintendo"
    dhcp "^Xerox" "Mfg=Xerox" : printer 94, vendor "Xerox"
    dhcp "Mfg=Hewlett" "Mfg=HP" : printer 94, vendor "HP"
    dhcp "Mfg=Dell" : printer 93, vendor "Dell"
    dhcp "Mfg=Fuji" : printer 93, vendor "Fuji Xerox"
    dhcp "^SAMSUNG Network Printer" : printer 94, vendor "Samsung"
    dhcp "^LEXMARK" : printer 94, vendor "Lexmark"
    dhcp "^Brother" : printer 94, vendor "Brother"
    dhcp "^KYOCERA" : printer 94, vendor "Kyocera"
    dhcp "^EPSON" : printer 93, vendor "Epson"
    dhcp "^Ricoh" "RICOH" : printer 94, vendor "Ricoh"
    dhcp "^TOSHIBA TEC" : printer 93, vendor "Toshiba"
    dhcp "^Zebra" : printer 93, vendor "Zebra"
    dhcp "^LG_TV" "^webOS" : tv_media 93, vendor "LG"
    dhcp "^SAMSUNG TV" "^Tizen" : tv_media 93, vendor "Samsung"
    dhcp "^BRAVIA" "^Sony" : tv_media 80, vendor "Sony"
    dhcp "^Amazon" "^FireTV" : tv_media 60, vendor "Amazon"
    dhcp "^Tesla" : smart_home 70, vendor "Tesla"
    dhcp "^APC" : vendor "APC" 90
    dhcp "^iPXE" "^etherboot" : computer 60
    dhcp "^Sun" "^SUNW" : server 85, vendor "Oracle"
    dhcp "^CPQ" : server 85, vendor "HP"
    dhcp "^iDRAC" : server 94, vendor "Dell"
    dhcp "^Wyse" "^wyse" : computer 92, vendor "Dell"
    dhcp "^HP ThinPro" "^IGEL" : computer 88
    # What desktops and telephones say of themselves elsewhere.
    banner "SSH-*-OpenSSH_for_Windows" : computer 85, os "Windows"
    banner "SSH-*Raspbian" : computer 85, vendor "Raspberry Pi", os "Linux"
    # MiniUPnPd states the system it was built on as maker and model.
    xml "manufacturer=Debian" "manufacturer=Debian GNU/Linux" : os "Debian" 80
    xml "manufacturer=Ubuntu" : os "Ubuntu" 80
    xml "manufacturer=Fedora" : os "Fedora" 80
    xml "manufacturer=FreeBSD" : os "FreeBSD" 80
    xml "manufacturer=OpenBSD" : os "OpenBSD" 80
    xml "manufacturer=Linux" "manufacturer=Gentoo" "manufacturer=Alpine" "manufacturer=Arch Linux" : os "Linux" 70
    server "^Debian/" : os "Debian" 70
    server "^Ubuntu/" : os "Ubuntu" 70
    banner "SSH-*Ubuntu" "SSH-*Debian" : computer 45
    banner "SSH-*Ubuntu" : os "Ubuntu" 70
    banner "SSH-*Debian" : os "Debian" 65
    banner "SSH-*FreeBSD" : os "FreeBSD" 70
    banner "SSH-*Sun_SSH" : server 85, vendor "Oracle"
    banner "^mqtt mosquitto version" : server 40
    banner "SSH-*mpSSH" : server 92, vendor "HP"
    banner "SSH-*Data ONTAP" : storage 93, vendor "NetApp"
    banner "SSH-*cryptlib" : vendor "APC" 80
    banner "Microsoft FTP" "Microsoft Telnet" "Microsoft ESMTP" : server 75, vendor "Microsoft", os "Windows"
    server "Microsoft-IIS" : server 60, os "Windows"
    server "Microsoft-HTTPAPI" : computer 60, os "Windows"
    server "Oracle-ILOM" "Sun-ILOM" : server 93, vendor "Oracle"
    server "IBM Integrated Management" : server 92, vendor "IBM"
    server "HP-iLO" : server 94, vendor "HP"
    server|title "RAC_ONE_HTTP" "Remote Access Controller" "DRAC#" "iDRAC#" : server 93, vendor "Dell"
    title|certificate|server "Integrated Management Module" "IMM2" "XClarity" "ThinkSystem" "System x" : server 90, vendor "Lenovo"
    title "IPMI" "BMC" "MegaRAC" : server 85
    title|snmp|certificate "Integrated Lights Out Manager" "ILOM" "Sun Fire" "SPARC" : server 90, vendor "Oracle"
    title|snmp|certificate "iRMC" "PRIMERGY" : server 92, vendor "Fujitsu"
    title|snmp|certificate "Cisco Integrated Management Controller" "UCS C#" "UCSC" : server 90, vendor "Cisco"
    title|certificate|header "vSphere" "VMware ESXi" "ESXi" "vCenter" : server 93, vendor "VMware"
    title|server "XenServer" "Citrix Hypervisor" "XCP-ng" : server 92
    title|server "Hyper-V" "Cockpit" "Webmin" "cPanel" "Plesk" "Portainer" "Grafana" "Gitea" "GitLab" "Jenkins" "Nextcloud" "Pi-hole" "AdGuard" : server 70
    any "Pi-hole" "AdGuard Home" : server 75
    any "Plex Media Server" "Jellyfin" "Emby Server" : server 70
    any "Plex Media Server" : server 70, vendor "Plex"
    any "Jellyfin" : server 72, vendor "Jellyfin"
    any "Emby Server" : server 72, vendor "Emby"
    icon "0f584138aacfb79aaba7e2539fc4e642" : server 65, vendor "Plex"
    snmp "Hardware: Intel" "Hardware: AMD#" "Hardware: x86" : computer 85, os "Windows"
    title|server "Plex" : server 70, vendor "Plex"
    title|server "Emby" : server 70, vendor "Emby"
    title|server "Pi-hole" : server 75, vendor "Pi-hole"
    title "XenServer" "Citrix Hypervisor" : server 92, vendor "Citrix"
    title "IIS Windows Server" "IIS#" "Internet Information Services" : server 75, vendor "Microsoft", os "Windows"
    title|certificate "IBM IMM" "IMM2" and certificate|title "IBM" : server 92, vendor "IBM"
    certificate "CN=ILO#" "CN=iLO" "CN=ILOUSE" "CN=ILOCZ" "CN=ILO*,OU=ISS" "OU=ISS,O=Hewlett-Packard" : server 92, vendor "HP"
    certificate "PVE Cluster" "OU=PVE" : server 93, vendor "Proxmox", os "Proxmox VE"
    dhcp "IGEL" : computer 90, vendor "IGEL"
    host "^DELL-*" "^DELL#" "XPS" "^OptiPlex" "^Alienware" : computer 75, vendor "Dell"
    host "^THINKPAD" "ThinkPad" "ThinkCentre" "IdeaPad" "^Yoga" : computer 88, vendor "Lenovo"
    host "EliteBook" "ProBook" "ZBook" "EliteDesk" "ProDesk" : computer 88, vendor "HP"
    host "^Surface" "Surface-Pro" "Surface-Laptop" "Surface-Book" : computer 85, vendor "Microsoft"
    host "^MSI-" "^ASUS-" "^ACER-" "^LENOVO-" "^HP-" "^TOSHIBA-" "^FUJITSU-" "^MEDION-" : computer 55
    host "^MSI-" : vendor "MSI" 60
    host "^ASUS-" : vendor "Asus" 60
    host "^ACER-" : vendor "Acer" 60
    host "^LENOVO-" : vendor "Lenovo" 60
    host "^Nexus-#*" "^Nexus-One" "^Nexus-S" : phone 85, vendor "Google"
    host "^Nexus-7" "^Nexus-9" "^Nexus-10" : tablet 90, vendor "Google"
    host "^Fairphone" : phone 90, vendor "Fairphone"
    host "^BLACKBERRY" : phone 90, vendor "BlackBerry"
    host "^OnePlus" "^OnePlus-#" : phone 85, vendor "OnePlus"
    host "^MI-#" "^Mi-#" "^Mi#" "^Xiaomi-" "^Mi-A#" : phone 80, vendor "Xiaomi"
    host "^vivo-" "^vivo#" : phone 84, vendor "Vivo"
    host "^motorola-" "^moto#" : phone 82, vendor "Motorola"
    host "^Nokia-#" : phone 84, vendor "Nokia"
    host "^HTC-" "^HTC_" "^HTC-One" : phone 85, vendor "HTC"
    host "^LG-G#" "^LG-V#" "^LG-K#" "^LG-H#" : phone 85, vendor "LG"
    host "^Lumia" : phone 88, vendor "Microsoft"
    host "^SM-<G#*>" "^SM-<A#*>" "^SM-<N#*>" "^SM-<J#*>" "^SM-<S#*>" "^SM-<F#*>" "^SM-<M#*>" : phone 86, vendor "Samsung", model "SM-<>"
    host "^SM-<T#*>" "^SM-<X#*>" "^SM-<P#*>" : tablet 88, vendor "Samsung", model "SM-<>"
    host "^SM-R#" : wearable 88, vendor "Samsung"
    host "^SHIELD" : tv_media 80, vendor "NVIDIA"
    host "^WiiU" "^Wii" "^3DS" "^NintendoSwitch" : gaming 90, vendor "Nintendo"
    host "Apple-TV" "AppleTV" : tv_media 88, vendor "Apple"
    host "^PhilipsTV" "^Philips-TV" : tv_media 88, vendor "Philips"
    host "QLED" "SmartTV" "Smart-TV" : tv_media 82
    host "QLED" : tv_media 85, vendor "Samsung"
    host "^BRN*" "^BRW*" : printer 80, vendor "Brother"
    host "^EPSON-" "^EPSON*" : printer 85, vendor "Epson"
    host "^KM#*" : vendor "Kyocera" 55
    host "^KMBT*" : vendor "Konica Minolta" 70
    host "^axis-*" : camera 85, vendor "Axis"
    host "^IPC-" "^ipcam" "^IPCAM" "^NVR-" "^DVR-" : camera 82
    host "^NAS#*" : vendor "QNAP" 40
    host "^Garmin" : wearable 80, vendor "Garmin"
    host "^Fitbit" : wearable 80, vendor "Fitbit"
    host "^Peloton" : vendor "Peloton" 80
    host "^wallbox" : smart_home 85
    host "^easee" : smart_home 85, vendor "Easee"
    host "^Samsung$" "^Samsung-" : vendor "Samsung" 70
    snmp "IBM RSA" "Remote Supervisor Adapter" "IBM BladeCenter" "IBM Flex System" : server 90, vendor "IBM"
    banner|title|snmp "Advanced Lights Out Manager" "Sun(TM)" "Sun Microsystems" : server 88, vendor "Oracle"
    snmp "Software: Windows" "Windows NT" "Windows Version" "Windows 2000" : vendor "Microsoft" 45
    snmp "AIX" : server 85, vendor "IBM", os "AIX"
    snmp "SunOS" "Solaris" : server 85, vendor "Oracle", os "Solaris"
    snmp "HP-UX" : server 88, vendor "HP", os "HP-UX"
    snmp "Darwin Kernel" : computer 85, vendor "Apple", os "macOS"
    snmp "OS/400" "IBM OS/400" "AS/400" : server 92, vendor "IBM"
    snmp "Novell" "NetWare" : server 85, vendor "Novell"
    snmp "OpenVMS" "Tru64" : server 85, vendor "HP"
    snmp "Blade" "BladeCenter" "Chassis Manager" "Onboard Administrator" : server 75
    smb "Windows Server" "Windows 2000" "Windows NT" : server 60, os "Windows"
    smb "Windows 10" "Windows 7" "Windows 8" "Windows XP" "Windows Vista" "Windows 11" "Windows 5.1" "Windows 2002" : computer 90, os "Windows"
    smb "Samba" : os "Linux" 50
    smb "Unix" : os "Linux" 30
    host "^Galaxy-" "^SM-#*" "^SAMSUNG-SM" "^HUAWEI_" "^HUAWEI-P#" "^Redmi" "^OnePlus" "^POCO" "^moto-" "^Xperia" "^HTC-" "^Nokia-#" "^HONOR" "^realme" "^OPPO-" "^vivo-" "^Mi-#" "^Mi#" "^LG-G#" : phone 82, os "Android"
    host "^HUAWEI_" "^HUAWEI-P#" : phone 84, vendor "Huawei"
    host "^Redmi" "^POCO" : phone 85, vendor "Xiaomi"
    host "^moto-" : phone 84, vendor "Motorola"
    host "^Xperia" : phone 85, vendor "Sony"
    host "^HONOR" : phone 82, vendor "Honor"
    host "^OPPO-" : phone 84, vendor "Oppo"
    host "^realme" : phone 84, vendor "Realme"
    host "^Watch" and host "Apple" : wearable 85, vendor "Apple"
    host "^orangepi" "^odroid" "^rock64" "^rockpro64" "^nanopi" "^jetson" "^beaglebone" "^khadas" "^bananapi" : computer 80, os "Linux"
    host "^odroid" : computer 82, vendor "Hardkernel"
    host "^jetson" : computer 82, vendor "NVIDIA"
    host "^bananapi" : computer 80, vendor "Banana Pi"
    host "^chromebook" "^penguin$" : computer 82, os "ChromeOS"
    host "^kindle-" : tablet 85, vendor "Amazon", model "Kindle"
    host "^amazon-" : vendor "Amazon" 80
    host "^echo-" "^Echo-Dot" : speaker 75, vendor "Amazon"
    host "^BRN#*" "^BRW#*" : printer 85, vendor "Brother"
    host "^NPI#*" "^HP#*" : printer 55, vendor "HP"
    host "^ET00*" "^LXK*" : printer 80, vendor "Lexmark"
    host "^KM#*" "^KMBT#*" : printer 60
    host "^RNP#*" : printer 85, vendor "Ricoh"
    host "^EPSON#*" : printer 90, vendor "Epson"
    host "^XRX#*" "^XRX*" : printer 88, vendor "Xerox"
    host "^SEC#*" : printer 60, vendor "Samsung"
    host "^Canon#*" : printer 80, vendor "Canon"
    host "^SEP#*" "^ATA#*" : voip 85, vendor "Cisco"
    host "^Polycom_" "^Polycom-" "^SIP-T#*" "^yealink" "^snom" : voip 88
    host "^UBNT" : network 80, vendor "Ubiquiti"
    host "^HUAWEI-router" "^Archer" "^TL-" "^DIR-" : router 70
    host "^WDMyCloud" "^MyBookLive" : storage 92, vendor "Western Digital"
    host "^DiskStation" "^RackStation" : storage 92, vendor "Synology"
    host "^NAS#*" "^QNAP" : storage 70
    host "^Roku" : tv_media 88, vendor "Roku"
    host "^hdhr-" : tv_media 92, vendor "SiliconDust"
    host "^TIVO-" : tv_media 92, vendor "TiVo"
    host "^LGwebOSTV" "^LGSmartTV" "^LG-TV" : tv_media 93, vendor "LG"
    host "^Samsung-TV" "^SamsungTV" : tv_media 90, vendor "Samsung"
    host "^BRAVIA" : tv_media 92, vendor "Sony"
    host "^SonosZP" "^Sonos-" : speaker 93, vendor "Sonos"
    host "^Chromecast" : tv_media 88, vendor "Google"
    host "^Google-Home-Mini" : speaker 92, vendor "Google", model "Home Mini"
    host "^Nest-Audio" : speaker 92, vendor "Google", model "Nest Audio"
    host "^Nintendo" : gaming 92, vendor "Nintendo"
    host "^steamdeck" : gaming 92, vendor "Valve", model "Steam Deck"
    host "^Ring-" "^RingDoorbell" "^RingPro" "^RingHpCam" "^RingStickUpCam" : camera 80, vendor "Ring"
    host "^Arlo" "^VMB#*" "^VMC#*" : camera 85, vendor "Arlo"
    host "^axis-#*" : camera 85, vendor "Axis"
    host "^MyQ-" : smart_home 90, vendor "Chamberlain"
    # Parameter lists (DHCP option 55) of systems' own clients, by the options that tell them.
    parameters "44,46,47" and parameters "31,33" and parameters "43" and parameters "249" : computer 82, os "Windows"
    parameters "^1,15,3,6,44,46,47,31,33,121,249" "^1,3,6,15,31,33,43,44,46,47,119,121,249,252" "^1,3,6,15,31,33,43,44,46,47,121,249" : computer 88, os "Windows"
    parameters "^1,28,2,121,15,6,12,40,41,42,26,119,3" "^1,28,2,3,15,6,119,12,44,47,26,121" "^1,28,2,121,15,6,12,40,41,42" "^1,121,33,3,6,12,15,26,28,42,51,54,58,59,119" "^1,2,6,12,15,26,28,121,3,33,40,41,42,119,249,252,17" : computer 72, os "Linux"
    parameters "^1,3,6,12,15,17,23,28,29,31,33,40,41,42" : os "Linux" 30
    parameters "^1,3,6,15,26,28,51,58,59,43" "^1,3,6,15,26,28,51,58,59" "^1,33,3,6,15,26,28,51,58,59" : phone 72, os "Android"
    parameters "^1,121,3,6,15,108,114,119,252" "^1,121,3,6,15,114,119,252" "^1,121,3,6,15,119,252$" "^1,3,6,15,119,252$" "^1,3,6,15,119,252,67,52,13$" : phone 66, vendor "Apple", os "iOS"
    parameters "^1,121,3,6,15,119,252,95,44,46" "^1,121,3,6,15,108,114,119,252,95,44,46" "^1,121,3,6,15,114,119,252,95,44,46" "^1,3,6,15,119,95,252,44,46,47" "^1,3,6,15,119,95,252,44,46,101" : computer 85, vendor "Apple", os "macOS"
    parameters "112,113" : computer 70, vendor "Apple", os "Mac OS X"
    parameters "150" and parameters "66" : voip 70
    parameters "^1,66,6,3,15,150,35" "^1,3,6,15,35,66,150" "^1,3,6,15,42,66,51,150" "^1,3,6,15,35,66,51,150,43" "150,35" : voip 84, vendor "Cisco"
    parameters "159,160" "160,161" "^1,3,6,15,43,60,66,67" : voip 65
    parameters "120" and parameters "66" : voip 66
    parameters "79,78,69" "69,70,78,79" "70,69,78,79" "81,69" : printer 70
    parameters "22,54,58,59,69" : printer 82, vendor "HP"
    parameters "^3,6$" "^3,15,6$" : gaming 45
    parameters "26,28,58,59" and parameters "^3,6" : gaming 60, vendor "Nintendo"
    parameters "190$" : printer 70, vendor "Lexmark"
    parameters "44,69$" : printer 50, vendor "Canon"
    parameters "240,241" : network 60, vendor "Fortinet"

    xml "friendlyName=*iPad" : tablet 90, vendor "Apple", model "iPad"
    """#
}
