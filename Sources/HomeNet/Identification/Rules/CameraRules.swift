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
    realm "^Login to ND#" : camera 85 vendor "Lorex"
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
    any "<DCS-#*>" : camera 95 vendor "D-Link"
    any "<DNR-#>" : camera 94 vendor "D-Link"
    any "<TV-IP#>" : camera 94 vendor "TRENDnet"
    any "<IC-#W> Network Camera" "<IC-#>" : camera 92 vendor "Edimax"
    any "Truen" "TCAM" : camera 88 vendor "Truen"
    any "ACTi" : camera 85 vendor "ACTi"
    any "ACT Video security" : camera 90 vendor "ACT Security"
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
    any "Ring" : camera 30
    any "Logitech Circle" : camera 92 vendor "Logitech"
    any "MWS #.#" : camera 60 vendor "ANNKE"
    json "devicetype=SMART.IPCAMERA" "device_type=SMART.IPCAMERA" "device_type=SMART.TAPODOORBELL" "device_type=IOT.IPCAMERA" : camera 96 vendor "TP-Link"
    path "command.cgi" and json "recording" : camera 60
    scope "hardware/<…>" : camera 90
    any "VIGI" : camera 93, vendor "TP-Link"
    """#
}
