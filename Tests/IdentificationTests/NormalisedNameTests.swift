import Identification
import Testing

@Suite struct `Normalised names` {
  @Test(arguments: [
    ("macstudiom1-7.lan", "macstudiom1"),
    ("MacStudioM1 (920)", "macstudiom1"),
    ("D0817AD9AF37@MacStudioM1", "macstudiom1"),
    ("D0817AD9AF37@MacStudioM1 (2)", "macstudiom1"),
    ("MacStudioM1.local", "macstudiom1"),
    ("MacStudioM1.local.", "macstudiom1"),
    ("macstudiom1.home.arpa", "macstudiom1"),
    ("macstudiom1.fritz.box", "macstudiom1"),
    ("macstudiom1.home", "macstudiom1"),
    ("Anna’s MacBook Pro", "annasmacbookpro"),
    ("Anna's MacBook Pro", "annasmacbookpro"),
    ("Annas-MacBook-Pro.local", "annasmacbookpro"),
    ("Annas‑MacBook–Pro", "annasmacbookpro"),
    ("nas-2", "nas"),
    ("nas-7.lan", "nas"),
    ("Living Room (2) (3)", "livingroom"),
    ("Cafe\u{301}", "caf\u{E9}"),
    ("CAFÉ.lan", "café"),
    ("📺 Wohnzimmer", "📺wohnzimmer"),
    ("brother-5340.local", "brother5340"),
    ("Sony (Bedroom)", "sony(bedroom)"),
    (" padded\tname ", "paddedname"),
    ("host.example.com", "host.example.com"),
    ("local", "local"),
    (".local", ".local"),
    ("-7", "7"),
    ("(920)", "(920)"),
    ("cafe@home", "cafe@home"),
    ("D0817AD9AF37@", "d0817ad9af37@"),
    ("", ""),
  ])
  func `reduce what naming systems say to one key`(name: String, key: String) {
    #expect(normaliseName(name) == key)
  }

  @Test func `are bounded`() {
    #expect(normaliseName(String(repeating: "a", count: 100_000)).count == 256)
  }
}
