import Testing
@testable import Model

@Suite struct `Evidence sentences` {
  private let sentences = [
    EvidenceSentence(.hostName, "tv"), EvidenceSentence(.hostName, "tv-2"),
    EvidenceSentence(.hostName), EvidenceSentence(.dhcpName), EvidenceSentence(.ownName, "é"),
    EvidenceSentence(.ownName, "e\u{301}"), EvidenceSentence(.ownName, "f"),
    EvidenceSentence(.txtOf, "md=é", "_x._tcp"), EvidenceSentence(.txtOf, "md=é", "e\u{301}"),
    EvidenceSentence(.txtOf, "md=é", "é"), EvidenceSentence(.txtOf, "md=é"),
    EvidenceSentence(.txtOf, "md", "=é"), EvidenceSentence(.port, "22"),
    EvidenceSentence(.ports, "22, 80"), EvidenceSentence(verbatim: "port 22"),
    EvidenceSentence(verbatim: ""), EvidenceSentence(verbatim: "e\u{301}"),
  ]

  @Test func `are in the order of their texts' bytes, and none precedes itself`() {
    for left in sentences {
      for right in sentences {
        let (bytes, others) = (left.text.utf8, right.text.utf8)
        let isLess = bytes.lexicographicallyPrecedes(others)
        let expected: Bool? = bytes.elementsEqual(others) ? nil : isLess
        #expect(left.precedes(right) == expected, "\(left.text) | \(right.text)")
      }
    }
  }

  @Test func `are what their pieces make together`() {
    for sentence in sentences {
      let pieces = sentence.pieces
      #expect(sentence.text == pieces.0 + pieces.1 + pieces.2 + pieces.3)
    }
    #expect(EvidenceSentence(.txtOf, "a=b", "_x").text.contains("a=b"))
    #expect(EvidenceSentence(.hostName).text.last != " ")
  }
}
