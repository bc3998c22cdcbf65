/// Icons of web pages, by the MD5 of their bytes: a maker's icon is on all of its pages.
///
/// Such a digest tells nothing of icons that are not listed. They are facts from public lists of
/// fingerprints, Rapid7's Recog above all, and hold for the product lines whose firmware has them.
enum IconRules {
  static let text = #"""
    icon "cff908861188a1246a35c3f8325c7d2c" : router 88, vendor "Tomato" os "Tomato"
    icon "2fd26da3d6b790a86038f440d5b37eea" : tv_media 90, vendor "SiliconDust"
    icon "afbc222b5f04fce3ec3e381d87ebfc55" "7a7cf293daa5b528bd49941630684c00" : storage 90, vendor "Seagate"
    icon "dc0816f371699823e1e03e0078622d75" : network 90, vendor "Aruba"
    icon "842c79ab11f38323fc554afbea5c990a" : camera 88, vendor "D-Link"
    icon "31ccf4e22ba33dbec54cc357a43a36d3" : storage 92, vendor "OpenMediaVault" os "OpenMediaVault"
    icon "318ed14b5eedf8581f7e79439504e282" : network 90, vendor "SonicWall"
    icon "b873440ead81397c72732d2f147a5bb3" : network 80, vendor "Netgear"
    icon "9052ab290483b0bd75c05b857c182bba" : storage 92, vendor "Synology"
    icon "7de37347ff2f9277824b3e3cfe4a8ada" : camera 85, vendor "TRENDnet"
    icon "3d79fa32f03540637418f85d19c3ed60" : printer 90, vendor "HP"
    icon "ad93b3973782b03ea62a43bd6602ba8b" : server 88, vendor "HP"
    icon "a3fd8705f010b90e37d42128000f620b" : camera 92, vendor "Axis"
    icon "efca7d9aeaad122133c65cdf628ac574" : camera 88, vendor "Hikvision"
    icon "09a1e50dc3369e031b97f38abddd10c8" "255b6fcbcb463e11ed763b2b892a2965" "f98bced327f13a45ad681829905db891" : network 88, vendor "Ubiquiti"
    icon "d9526978908979fa5018db0bcc762aa0" : camera 92, vendor "Mobotix"
    icon "a50a678ceb2450031393efd555e08f06" : router 85, vendor "Google"
    """#
}
