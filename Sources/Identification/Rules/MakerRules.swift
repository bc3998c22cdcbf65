/// Makers' names wherever they stand; what they make is said elsewhere.
///
/// How rules are written: `docs/identification.md`.
enum MakerRules {
  static let text = #"""
    said "Dell" : vendor "Dell" 60
    said "Hewlett-Packard" "Hewlett Packard" "HPE" "HP" : vendor "HP" 62
    # Printers name Apple's way of printing.
    said "Apple" not said "AirPrint" : vendor "Apple" 62
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
    said "Legrand" : vendor "Legrand" 62
    said "Hager" : vendor "Hager" 62
    said "ABB" : vendor "ABB" 60
    said "Acer" : vendor "Acer" 60
    said "Alcatel-Lucent" "Alcatel" : vendor "Alcatel-Lucent" 58
    said "Anker" : vendor "Anker" 62
    said "Arcadyan" : vendor "Arcadyan" 50
    said "Belkin" : vendor "Belkin" 60
    said "BenQ" : vendor "BenQ" 66
    said "Compaq" : vendor "HP" 58
    said "Ericsson" : vendor "Ericsson" 60
    said "Fujitsu" : vendor "Fujitsu" 62
    said "Fujifilm" : vendor "Fujifilm" 66
    said "General Electric" : vendor "GE" 62
    said "Gigabyte" : vendor "Gigabyte" 60
    said "Haier" : vendor "Haier" 66
    said "Hitachi" : vendor "Hitachi" 62
    said "IBM" : vendor "IBM" 62
    said "Intel" : vendor "Intel" 45
    said "JVC" "JVCKENWOOD" : vendor "JVC" 66
    said "Kodak" : vendor "Kodak" 66
    said "Mitsubishi" : vendor "Mitsubishi" 60
    said "MSI" "Micro-Star" : vendor "MSI" 60
    said "NEC" : vendor "NEC" 60
    said "OnePlus" : vendor "OnePlus" 66
    said "Oppo" : vendor "Oppo" 62
    said "Oracle" : vendor "Oracle" 58
    said "Pioneer" : vendor "Pioneer" 62
    said "Razer" : vendor "Razer" 62
    said "Sercomm" : vendor "Sercomm" 50
    said "Thomson" : vendor "Thomson" 60
    said "Vodafone" : vendor "Vodafone" 55
    said "Orange" : vendor "Orange" 40
    """#
}
