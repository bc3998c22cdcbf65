/// Answers over UDP to the discovery protocols of single makers: who answers such a question at all
/// is hardly anything else.
///
/// How rules are written: `docs/identification.md`.
enum DatagramRules {
  static let text = #"""
    udp "^987 *host-type:PS4" : gaming 96 vendor "Sony" model "PlayStation 4"
    udp "^9302 *host-type:PS5" "^987 *host-type:PS5" : gaming 96 vendor "Sony" model "PlayStation 5"
    udp "^5050 " : gaming 94 vendor "Microsoft"
    udp "^5050 *XboxOne" : gaming 95 vendor "Microsoft" model "Xbox One"
    udp "^65001 " : tv_media 92 vendor "SiliconDust"
    udp "^7359 " "^32414 " : server 40
    udp "^32412 " : tv_media 40
    udp "^3483 " : server 40
    udp "^48899 *AK001" : smart_home 92 vendor "MagicHome"
    udp "^48899 *HF-" : smart_home 70
    udp "^80 " : smart_home 88 vendor "Broadlink"
    udp "^20560 *EDIMAX" : smart_home 92 vendor "Edimax"
    udp "^30303 <MY#-#>" : appliance 85 vendor "Steamist"
    json "type=IOT.SMARTPLUGSWITCH" "mic_type=IOT.SMARTPLUGSWITCH" "type=IOT.SMARTBULB" "mic_type=IOT.SMARTBULB" : smart_home 99 vendor "TP-Link"
    udp "^6667 " : smart_home 80 vendor "Tuya"
    udp "^10001 " : network 40 vendor "Ubiquiti"
    json "^ssid=net_a1" : appliance 92 vendor "Midea" model "Dehumidifier"
    json "^ssid=net_ac" : appliance 92 vendor "Midea" model "Air conditioner"
    """#
}
