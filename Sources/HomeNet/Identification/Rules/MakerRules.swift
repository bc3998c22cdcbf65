/// Makers' names wherever they stand; what they make is said elsewhere.
///
/// How rules are written: `docs/identification.md`.
enum MakerRules {
  static let text = #"""
    mac "Wyze" : camera 50 vendor "Wyze"
    said "Dell" : vendor "Dell" 60
    said "Hewlett-Packard" "Hewlett Packard" "HPE" "HP" : vendor "HP" 62
    said "Apple" : vendor "Apple" 62
    said "Google" : vendor "Google" 55
    said "Amazon" : vendor "Amazon" 60
    said "Microsoft" : vendor "Microsoft" 45
    said "Panasonic" : vendor "Panasonic" 60
    said "Philips" : vendor "Philips" 60
    said "Bosch" : vendor "Bosch" 60
    said "Siemens" : vendor "Siemens" 60
    said "Sharp" : vendor "Sharp" 60
    said "Toshiba" : vendor "Toshiba" 60
    said "Lenovo" : vendor "Lenovo" 62
    said "Asus" "ASUSTeK" : vendor "Asus" 62
    said "Motorola" : vendor "Motorola" 60
    said "Nokia" : vendor "Nokia" 55
    said "Xiaomi" : vendor "Xiaomi" 62
    said "Edimax" : vendor "Edimax" 66
    said "Lorex" : vendor "Lorex" 66
    said "Logitech" : vendor "Logitech" 62
    said "IKEA" : vendor "IKEA" 66
    said "Midea" : vendor "Midea" 66
    said "Miele" : vendor "Miele" 66
    said "ABB" "Legrand" "Hager" : vendor "Legrand" 30
    mac "Smartlabs" : vendor "Insteon" 90
    mac "Samjin" : vendor "SmartThings" 86
    mac "shenghui lighting" : vendor "Sengled" 86
    mac "General Electric" : vendor "GE" 90
    mac "Lumi United" : vendor "Aqara" 90
    mac "Yeelink" : vendor "Yeelight" 90
    """#
}
