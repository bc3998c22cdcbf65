/// Printers, scanners and print servers.
///
/// How rules are written: `docs/identification.md`.
enum PrinterRules {
  static let text = #"""
    # Kinds, as all makers call them.
    said|name "LaserJet" "OfficeJet" "DeskJet" "DesignJet" "PageWide" "Photosmart" "Color Laser" : printer 95 vendor "HP"
    any "JetDirect" "HP ETHERNET MULTI-ENVIRONMENT" "HP-ChaiSOE" "HP-ChaiServer" "HP HTTP Server" "JD FTP Server" "CN=HPD*HP-IPG" : printer 93 vendor "HP"
    said "network printer" "laser printer" "color printer" "printer board" "inkjet printer" "laser MFP" "color MFP" "label printer" "printer" : printer 85
    said "print server" "printserver" "MFP" "multifunction" "copier" "all-in-one" : printer 84
    said "Typ=Printer" "Typ=MFP" "Typ=AIO" : printer 95
    service "_ipp._tcp" "_printer._tcp" "_uscan._tcp" "_scanner._tcp" "_pdl-datastream._tcp" : printer 88
    banner "^pjl" : printer 93
    # Makers and models.
    said "PID:HP <…>" "Hewlett-Packard HP <…>" : printer 95 vendor "HP"
    banner "^pjl LASERJET <…>" "^pjl DESIGNJET <…>" : printer 95 vendor "HP"
    any "HP LaserJet <…>" "HP OfficeJet <…>" "HP DeskJet <…>" : printer 95 vendor "HP"
    said "CN=HP Jetdirect*OU=<J#>" : printer 95 vendor "HP"
    said "Lexmark <…> version" "Lexmark <…> FTP Server" "Lexmark <…>" "MarkNet <…> FTP" : printer 94 vendor "Lexmark"
    said "LXK*Infoprint" "Infoprint" : printer 93
    any "Brother <…>" : printer 88 vendor "Brother"
    any "Brother <HL->" "Brother <MFC->" "Brother <DCP->" : printer 96 vendor "Brother"
    any "<MFC->" "<DCP-L#>" "<DCP-J#>" "<HL-L#>" : printer 92 vendor "Brother"
    said "Brother NC-#" : printer 95 vendor "Brother" model "NC"
    banner "Welcome. Type return, enter password at # prompt" : printer 80 vendor "Brother"
    said "Canon <iR…> /P" "Canon <iR-ADV…>" "Canon <…> /P" "Canon Inc., <…> Printer" "Canon <MF#> series" "Canon <MF#>" "Canon <LBP#>" "Canon <LBP-#>" "Canon <…> Series" : printer 95 vendor "Canon"
    banner "^pjl <iR…>" : printer 95 vendor "Canon"
    said "Canon Network" "Canon Imaging" "^Canon$" "Canon" : printer 86 vendor "Canon"
    any "PIXMA" "imageRUNNER" "imageCLASS" "i-SENSYS" "Canon MF" "Canon LBP" "Canon TS#" "Canon MG#" : printer 94 vendor "Canon"
    any "Epson <EPL->" "Epson <LP-#>" "Epson <LP-M#>" "EPSON <L#>" "EPSON <WF-#>" "EPSON <XP-#>" "EPSON <ET-#>" "EPSON <AL-#>" : printer 94 vendor "Epson"
    any "EPSON <…> Series" : printer 92 vendor "Epson"
    said "Fuji Xerox <…>" "Fujifilm <Apeos…>" : printer 93 vendor "Fuji Xerox"
    said "FUJIFILM <Apeos…>" : printer 95 vendor "Fujifilm"
    said "Xerox <…>" "Xerox WorkCentre <…>" "Xerox Phaser <…>" "Xerox AltaLink <…>" "Xerox VersaLink <…>" : printer 93 vendor "Xerox"
    said "^pjl <EX#>" : printer 90 vendor "Xerox"
    any "WorkCentre" "AltaLink" "VersaLink" "Phaser" "ColorQube" "DocuPrint" "DocuCentre" "ApeosPort" "EWS-NIC#" : printer 93 vendor "Xerox"
    said "Mod=Phaser <…>" : printer 95 vendor "Xerox" model "Phaser <>"
    said "RICOH <…> # / RICOH" "RICOH Aficio <…> #" "RICOH <MP…>" "RICOH <SP…>" "RICOH <IM…>" "Ricoh" : printer 92 vendor "Ricoh"
    said "NRG <…>" : printer 94 vendor "NRG"
    said "Gestetner <…>" : printer 94 vendor "Gestetner"
    said "SAVIN <…> FTP" "Savin <…>" : printer 94 vendor "Savin"
    said "Lanier <…>" : printer 94 vendor "Lanier"
    said "KYOCERA <…>" "TASKalfa <…>" "ECOSYS <…>" : printer 93 vendor "Kyocera"
    said "<FS-#> FTP" "<FS-C#>" "<FS-#>" : printer 93 vendor "Kyocera"
    said "<TASKalfa…>" "<ECOSYS…>" : printer 94 vendor "Kyocera"
    said "KM-MFP-http" : printer 94 vendor "Kyocera"
    said "KM FTPD" "KONICA MINOLTA" "bizhub" "magicolor" : printer 93 vendor "Konica Minolta"
    said "KONICA MINOLTA <…>" "<bizhub…>" "<magicolor…>" : printer 94 vendor "Konica Minolta"
    said "SHARP <MX-#>" "SHARP <MX-M#>" "SHARP <MX-*>" "SHARP <AR-*>" "SHARP <BP-*>" : printer 95 vendor "Sharp"
    title "Machine Identification - <…>" : printer 90 vendor "Sharp"
    said "TOSHIBA <e-STUDIO#>" "<e-STUDIO#>" : printer 95 vendor "Toshiba"
    banner "^pjl OKI <…>" : printer 94, vendor "OKI"
    said "OKI" "Oki Data" "OKIDATA" : printer 88 vendor "OKI"
    said "Oce <…>" "OceIGI" "Oce Express" "Océ" : printer 90 vendor "Oce"
    said "^pjl Oce <…>:" : printer 95 vendor "Oce"
    said "Imagistics <…>" : printer 92
    said "Samsung <CLP-#>" "Samsung <CLX-#>" "Samsung <ML-#>" "Samsung <SCX-#>" "Samsung <SL-*>" : printer 95 vendor "Samsung"
    said "Dell <…> Laser" "Dell <…> MFP" "Dell <…> Color" "Dell Laser Printer <…>" : printer 94 vendor "Dell"
    said "Dell Laser Printer <…> version" "Dell <#…> MFP" "^pjl Dell <…>" "^pjl Dell <…> MFP" "Dell <…> Color Printer" "Dell <…> Laser" : printer 96 vendor "Dell"
    said "Mod=Dell <…>" "Mod=Dell <…> Laser" : printer 96 vendor "Dell"
    said "Zebra Technologies ZTC <Z*>-#dpi" "ZTC <Z*>-#dpi" : printer 95 vendor "Zebra"
    any "ZBR-#" "Zebra" : printer 85 vendor "Zebra"
    any "SATO" : printer 85 vendor "SATO"
    any "Evolis" : printer 90 vendor "Evolis"
    any "Datamax" "Intermec" "Printronix" "TSC printer" : printer 85
    any "Star Micronics" : printer 85 vendor "Star Micronics"
    any "MELCO print server" : printer 90 vendor "Buffalo"
    any "Pantum" : printer 90 vendor "Pantum"
    any "NetWare print" "AXIS * print server" : printer 88 vendor "Axis"
    any "AXIS <…> Network Print Server" "AXIS <…> FTP Network Print Server" : printer 96 vendor "Axis"
    snmp "AXIS <…> Network Document Server" : printer 96 vendor "Axis" model "<> Network Document Server"
    said "<DP-#> Print Server" "D-Link <DP-#>" "D-Link <DPR-#>" : printer 95 vendor "D-Link"
    announces|header "bambu.com" "bambulab-com" "DevModel.bambu.com" : printer 92, vendor "Bambu Lab"
    body "attributes-charset" : printer 92
    name "Xerox <…> Color MFP" "Xerox <…> MFP" : printer 94, vendor "Xerox"
    said "PocketPro" "Troy" : printer 88, vendor "Troy"
    said "MarkNet <X#>" "MarkNet" : printer 92, vendor "Lexmark"
    said "Tektronix" : printer 94, vendor "Tektronix"
    said "UTAX" : printer 92, vendor "UTAX"
    said "Fiery" "EFI" : printer 80
    host "^<B#>$" and oid "^2001." : printer 94, vendor "OKI"
    snmp "Canon" : printer 93, vendor "Canon"
    oid|snmp "Oce" : printer 94, vendor "Oce"
    banner "^telnet Welcome. Type return" : printer 85, vendor "Brother"
    snmp "SAVIN <#*>" : printer 96, vendor "Savin"
    snmp "OKI <OkiLAN*>" "<OkiLAN #*>" : printer 94, vendor "OKI"
    """#
}
