import Testing
@testable import Identification

@Suite("Scanners of what devices send") struct ScannerTests {
  private static let markup = """
    <?xml version="1.0"?><root xmlns:a='b'><!-- no --><a:modelName> Box &amp; Co
    9 </a:modelName><empty/><x><![CDATA[kept]]></x><sync brand="Acme" model='N1'/></root>
    """
  private static let members = """
    {"system": {"get": {"model": "ZZ9(EU)", "on": true, "n": -1.5, "quote": "a\\"b"}}, "list": ["x"]}
    """

  @Test("elements and attributes come out of XML") func elements() {
    let found = MarkupScanner(Self.markup).found.map { "\($0.key)=\($0.value)" }
    #expect(found.contains("modelName=Box & Co 9"))
    #expect(found.contains("x=kept"))
    #expect(found.contains("brand=Acme"))
    #expect(found.contains("model=N1"))
  }

  @Test("members come out of JSON at any depth") func jsonMembers() {
    let found = MemberScanner(Self.members).found.map { "\($0.key)=\($0.value)" }
    #expect(found == ["model=ZZ9(EU)", "on=true", "n=-1.5", "quote=a\"b", "list=x"])
  }

  @Test("nothing cut short traps") func cutShort() {
    for length in 0...Self.markup.count {
      #expect(MarkupScanner(String(Self.markup.prefix(length))).found.count <= 6)
    }
    for length in 0...Self.members.count {
      #expect(MemberScanner(String(Self.members.prefix(length))).found.count <= 6)
    }
  }

  @Test("entities are never expanded, and lists are bounded") func bombs() {
    let bomb = #"<!DOCTYPE a [<!ENTITY b "\#(String(repeating: "x", count: 99))">]><a>&b;&b;</a>"#
    #expect(!MarkupScanner(bomb).found.contains { $0.value.contains("xxxx") })
    #expect(MarkupScanner(String(repeating: "<a>1</a>", count: 9999)).found.count == 400)
    #expect(MemberScanner(String(repeating: "[", count: 99_999)).found.isEmpty)
    #expect(MemberScanner(String(repeating: #"{"a":"#, count: 9999)).found.isEmpty)
  }
}
