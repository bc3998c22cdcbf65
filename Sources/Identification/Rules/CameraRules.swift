/// Cameras, doorbells and their recorders.
///
/// How rules are written: `docs/identification.md`.
enum CameraRules {
  static let text = #"""
    said|name "network camera" "IP camera" "IPCamera" "IP-Camera" "IPCam" "dome camera" "box camera" "bullet camera" "NetCam" "door station" "doorbell" "webcam" "PTZ" : camera 92
    said "camera" "Video server" "NVR" "DVR" "network video recorder" "video recorder" "video security" : camera 80
    scope "NetworkVideoTransmitter" "onvif" : camera 92
    service "_axis-video" "_psia" "_dahua" "_rtsp._tcp" "_ipcamera" "_CGI._tcp" : camera 88
    any "Axis <…> Network" "AXIS <…> (rev" "AXIS, * Camera, <…>" "AXIS,*,<…>" "AXIS <A#-*> Network" : camera 92 vendor "Axis"
    snmp "^; AXIS <…>; * Camera" "^; AXIS <…>" : camera 94 vendor "Axis"
    any "AXIS <M#*>" "AXIS <P#*>" "AXIS <Q#*>" : camera 94 vendor "Axis"
    any "Axis Communications" "axis5" "Linux/#*-axis#" : camera 85 vendor "Axis"
    certificate "CN=axis-" : camera 88 vendor "Axis"
    any "Hikvision" "DVRDVS-Webs" "DNVRS-Webs" "App-webs" : camera 93 vendor "Hikvision"
    any "<DS-2CD*>" "<DS-2DE*>" "<DS-7#*>" : camera 95 vendor "Hikvision"
    any "Dahua" "Private Upnp SDK" "DAHUA" : camera 92 vendor "Dahua"
    any "^<DH-*>" "<IPC-H*>" "<DHI-*>" : camera 93 vendor "Dahua"
    any "Amcrest" : camera 93 vendor "Amcrest"
    realm "^Login to " : camera 70
    any "Foscam" "HiIpcam" : camera 92 vendor "Foscam"
    any "Mobotix" "control/userimage" : camera 93 vendor "Mobotix"
    any "Vivotek" : camera 93 vendor "Vivotek"
    any "Avigilon" "AvigilonOnvifNvt" : camera 93 vendor "Avigilon"
    certificate "CN=AVIGILON-CAMERA-<#*>-#,OU" "CN=AVIGILON-CAMERA-<…>" : camera 95 vendor "Avigilon"
    any "illustra" : camera 92 vendor "Illustra"
    any "illustra <I*>" : camera 94 vendor "Illustra"
    any "Arecont" : camera 92 vendor "Arecont Vision"
    any "Samsung DVR" "Web Viewer for Samsung" "iPolis" "Wisenet" : camera 93 vendor "Samsung"
    any "Sony Network Camera" "<SNC-*>" : camera 94 vendor "Sony"
    any "Panasonic * Camera" : camera 92 vendor "Panasonic"
    any "<WV-*> Network" "<WV-*>" "<BB-H*>" "<BL-C#>" : camera 93 vendor "Panasonic"
    any "<DCS-#*>" not said "Arista" : camera 95 vendor "D-Link"
    any "<DNR-#>" : camera 94 vendor "D-Link"
    any "<TV-IP#>" : camera 94 vendor "TRENDnet"
    any "<IC-#W> Network Camera" "<IC-#>" : camera 92 vendor "Edimax"
    any "Truen" "TCAM" : camera 88 vendor "Truen"
    any "ACTi" : camera 85 vendor "ACTi"
    any "VCS-VIDOS" "Use 'live' as User Name" : camera 90 vendor "Bosch"
    any "AV-TECH" "AVTECH AVN" "Video Web Server" : camera 88
    any "NUUO" "Network Video Recorder Login" : camera 88 vendor "Nuuo"
    any "2N Telekomunikace" "IP Intercom" "Video Intercom" : camera 85 vendor "2N Telekomunikace"
    any "Reolink" : camera 94 vendor "Reolink"
    any "Wyze" : camera 70 vendor "Wyze"
    any "GeoVision" : camera 92 vendor "GeoVision"
    any "Nest Cam" "Dropcam" : camera 94 vendor "Google"
    any "Netatmo <Presence>" "Netatmo <Welcome>" : camera 92 vendor "Netatmo"
    any "Bosch Security" : camera 88 vendor "Bosch"
    any "Arlo" : camera 88 vendor "Arlo"
    any "Logitech Circle" : camera 92 vendor "Logitech"
    json "devicetype=SMART.IPCAMERA" "device_type=SMART.IPCAMERA" "device_type=SMART.TAPODOORBELL" "device_type=IOT.IPCAMERA" : camera 96 vendor "TP-Link"
    scope "hardware/<…>" : camera 90
    any "VIGI" : camera 93, vendor "TP-Link"
    server "Netwave IP Camera" "IPCamera-Webs" "Camera Web Server" "alphapd" "dcs-lig-httpd" "JAWS/#" "Cross Web Server" "uc-httpd" "Hikvision-Webs" "NVR Webserver" "ADH-Web" "IPCamera_Logo" "gSOAP" : camera 80
    server "alphapd" "dcs-lig-httpd" : camera 88, vendor "D-Link"
    server "Netwave IP Camera" : camera 92, vendor "Foscam"
    title "NETSurveillance" "NetSuveillance" "DVR Components" "IPCam Client" "Live View" "Network Camera" "IP CAMERA Viewer" "WEB SERVICE" "Camera Web Client" "DVR Login" "NVR Login" "DVR WebViewer" "Video Server" "Security Camera" : camera 86
    title "Live view - AXIS" "Live view / - AXIS" : camera 94, vendor "Axis"
    title "Live view*AXIS <…> -" "AXIS <…> Network Camera" : camera 95, vendor "Axis"
    dhcp "^AXIS,*,<…>" : camera 95, vendor "Axis"
    said "AXIS <…> Fixed" "AXIS <…> Dome" "AXIS <…> Video Server" "AXIS <…> Video Encoder" "AXIS <#…> " : camera 88, vendor "Axis"
    banner "Hipcam" "HiLinux" "H264DVR" "rtsp * Dahua" "rtsp * Hikvision" "Hikvision" "dvrdvs" "IPC login" "IPCam login" : camera 85
    banner "^rtsp" : camera 55
    banner "rtsp *AirTunes" : speaker 60, vendor "Apple"
    realm "IP Camera" "IPCamera" "NetCam" "Camera" "NVR" "Surveillance" : camera 85
    scope "hardware/<…>" and scope "onvif" : camera 92
    scope "name/HIKVISION" "name/Hikvision" : camera 94, vendor "Hikvision"
    scope "name/Dahua" : camera 94, vendor "Dahua"
    scope "name/AXIS" : camera 94, vendor "Axis"
    scope "name/Reolink" "name/IPC-BO" : camera 93, vendor "Reolink"
    scope "name/Amcrest" : camera 94, vendor "Amcrest"
    scope "name/UNV" "name/Uniview" : camera 94, vendor "Uniview"
    scope "name/TP-IPC" "name/TP-Link" "name/Tapo" : camera 94, vendor "TP-Link"
    scope "name/Panasonic" "name/i-PRO" : camera 92, vendor "Panasonic"
    scope "name/Vivotek" : camera 94, vendor "Vivotek"
    scope "name/Bosch" : camera 94, vendor "Bosch"
    scope "name/Sony" : camera 92, vendor "Sony"
    scope "name/Mobotix" : camera 94, vendor "Mobotix"
    any "Uniview" "UNV" "<IPC#SR*>" "<NVR#-*> Uniview" : camera 90, vendor "Uniview"
    any "Hanwha" "<SND-*>" "<SNB-*>" "<SNV-*>" "<SNP-*>" "<XNV-*>" "<XND-*>" "<XNB-*>" "<QNV-*>" "<QND-*>" : camera 92, vendor "Hanwha"
    any "Milesight" : camera 92, vendor "Milesight"
    any "Tiandy" : camera 92, vendor "Tiandy"
    any "Ezviz" : camera 93, vendor "Ezviz"
    any "<CS-C#*>" : camera 85, vendor "Ezviz"
    any "Annke" : camera 92, vendor "ANNKE"
    any "Lorex" : camera 92, vendor "Lorex"
    any "Swann" : camera 92, vendor "Swann"
    said "Night Owl" : camera 92, vendor "Night Owl"
    any "Zmodo" : camera 92, vendor "Zmodo"
    any "Wansview" : camera 92, vendor "Wansview"
    any "Sricam" "Dericam" "Reecam" "Escam" "Vstarcam" "Wanscam" "Tenvis" "EasyN" "Instar" "Trivision" : camera 90
    any "Instar" : camera 92, vendor "Instar"
    any "Tenvis" : camera 92, vendor "Tenvis"
    any "Xiongmai" "XMEye" : camera 90, vendor "Xiongmai"
    said "TVT" "<TD-9#*>" : camera 80, vendor "TVT"
    any "DoorBird" : camera 94, vendor "DoorBird"
    any "<DoorBird…>" : camera 94, vendor "DoorBird"
    any "Akuvox" "Fermax" "Comelit" "Aiphone" : camera 80
    said "Blink" : camera 50
    any "Logi Circle" "Circle View" : camera 93, vendor "Logitech"
    any "Arlo Baby" "Arlo" : camera 88, vendor "Arlo"
    any "eufyCam" "eufy Security" "eufy Doorbell" "eufy Indoor" : camera 92, vendor "eufy"
    any "Nest Doorbell" "Nest Hello" "Nest Cam" : camera 94, vendor "Google"
    any "Smart Doorbell" "Video Doorbell" : camera 92
    said "Canary" : camera 55, vendor "Canary"
    any "Withings Home" : camera 85, vendor "Withings"
    any "Netatmo Smart Doorbell" "Smart Indoor Camera" "Smart Outdoor Camera" "<Netatmo Doorbell>" : camera 93, vendor "Netatmo"
    name|txt "^Presence" "md=<Presence>" "md=<Welcome>" : camera 90, vendor "Netatmo"
    any "Verkada" : camera 93, vendor "Verkada"
    any "IQinVision" "IQeye" : camera 92, vendor "IQinVision"
    said "Basler" : camera 85, vendor "Basler"
    any "Pelco" "Sarix" "Spectra IV" : camera 92, vendor "Pelco"
    any "FLIR" : camera 88, vendor "FLIR"
    any "March Networks" : camera 90, vendor "March Networks"
    said "Verint" : camera 85, vendor "Verint"
    any "Honeywell * Camera" "Honeywell Video" "EQUIP" : camera 80, vendor "Honeywell"
    any "Linksys WVC#" "<WVC#*>" "<WVC#GCA>" : camera 92, vendor "Linksys"
    any "Cisco <PVC#>" "<PVC#*>" "<VC#> Cisco" "<CIVS-*>" : camera 92, vendor "Cisco"
    said "<NC#> TP-Link" "<NC#>" : camera 80, vendor "TP-Link"
    any "Edimax <IC-*>" "<IC-#*>" : camera 92, vendor "Edimax"
    any "ZoneMinder" "Blue Iris" "BlueIris" "Shinobi" "Frigate" "Milestone" "Synology Surveillance" : server 70
    any "Blue Iris" : server 75, vendor "Blue Iris"
    said "<CAM#*> ABUS" "ABUS" : camera 80, vendor "ABUS"
    any "Grandstream <GXV3#*>" : camera 88, vendor "Grandstream"
    any "<SNC-*>" "SNC-" : camera 94, vendor "Sony"
    any "Toshiba IK-*" "<IK-W*>" : camera 92, vendor "Toshiba"
    any "JVC VN-*" "<VN-*>" : camera 80, vendor "JVC"
    any "Canon VB-*" "<VB-#*>" "Canon Network Camera" : camera 90, vendor "Canon"
    said "Veo" "StarDot" "NetCam SC" : camera 85
    any "StarDot" : camera 92, vendor "StarDot"
    any "Avtech" and said "camera" "DVR" "NVR" : camera 85, vendor "AVTECH"
    # HomeKit's categories of cameras and doorbells.
    txt "^ci=17$" "^ci=18$" and service "_hap._tcp" : camera 97
    realm "AXIS_*" "^AXIS" : camera 92, vendor "Axis"
    title|realm|server "Digital Watchdog" : camera 88, vendor "Digital Watchdog"
    server "GeoHttpServer" "Geo-HTTP" : camera 92, vendor "GeoVision"
    server|title|realm "Avtech" "AVTECH" : camera 75, vendor "AVTECH"
    server "uc-httpd" : camera 82, vendor "Xiongmai"
    realm|title|server "Sony SNC" "Canon VB" "Toshiba IK" "JVC VN" "Samsung iPOLiS" : camera 93
    realm|title|server "Canon VB" : camera 96, vendor "Canon"
    icon "89b932fcc47cf4ca3faadb0cfdef89cf" : camera 90, vendor "Hikvision"
    name|txt "Netatmo Presence" "Netatmo Welcome" : camera 94, vendor "Netatmo"

    banner "UBNT Streaming Server" : camera 93, vendor "Ubiquiti"
    banner "Rtsp Server/#" "HiSilicon" : camera 75
    banner "VIVOTEK" : camera 92, vendor "Vivotek"
    """#
}
