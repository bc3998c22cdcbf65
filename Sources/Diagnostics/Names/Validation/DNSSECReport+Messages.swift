package import Model

/// Why an answer is not secure, or a link of the chain of trust is broken.
extension MessageTemplate {
  static let dnssecSignaturesThemselves = MessageTemplate(
    "dnssec.signatures_themselves",
    "signatures themselves are not signed"
  )
  static let dnssecAliases = MessageTemplate(
    "dnssec.aliases",
    "{name} is an alias of an alias, more than {count} times"
  )
  static let dnssecTooManyQuestions = MessageTemplate(
    "dnssec.too_many_questions",
    "gave up after {count} questions"
  )
  static let dnssecNoAnswer = MessageTemplate(
    "dnssec.no_answer",
    "no answer for {name} {type}: {reason}"
  )
  static let dnssecStatus = MessageTemplate(
    "dnssec.status",
    "the server answered {status} for {name} {type}"
  )
  static let dnssecTooManySignatures = MessageTemplate(
    "dnssec.too_many_signatures",
    "gave up after {count} signatures, at that of {name} {type}"
  )
  static let dnssecUnsigned = MessageTemplate(
    "dnssec.unsigned",
    "{name} {type} is not signed, though its zone {zone} is"
  )
  static let dnssecForeign = MessageTemplate(
    "dnssec.foreign",
    "{name} {type} is signed by {signer}, where only its zone {zone} may sign"
  )
  static let dnssecUnsupported = MessageTemplate(
    "dnssec.unsupported",
    "{name} {type} is signed with {algorithm} alone, which is not followed here"
  )
  static let dnssecUnknownKey = MessageTemplate(
    "dnssec.unknown_key",
    "{name} {type} is signed by key {key}, which {zone} does not have; it has {known|, }"
  )
  static let dnssecLabels = MessageTemplate(
    "dnssec.labels",
    "the signature of {name} {type} claims more labels than the name has"
  )
  static let dnssecWrongKeys = MessageTemplate(
    "dnssec.wrong_keys",
    "the signature of {name} {type} fits none of the {tried} keys tried; {count} have tag {key}"
  )
  static let dnssecWrong = MessageTemplate(
    "dnssec.wrong",
    "the signature of {name} {type} by key {key} does not fit the records"
  )
  static let dnssecEarly = MessageTemplate(
    "dnssec.early",
    "the signature of {name} {type} by key {key} is not valid before {from_time}"
  )
  package static let dnssecLate = MessageTemplate(
    "dnssec.late",
    "the signature of {name} {type} by key {key} expired on {until_time}"
  )
  static let dnssecNone = MessageTemplate("dnssec.none", "none")
  static let dnssecAlias = MessageTemplate(
    "dnssec.alias",
    "{name} CNAME is not what {tree} DNAME makes of it: {target}"
  )
  static let dnssecWildcard = MessageTemplate(
    "dnssec.wildcard",
    "{name} {type} comes from a wildcard of {zone}, without the proof that no closer name is there"
  )
  static let dnssecNoName = MessageTemplate("dnssec.no_name", "{name} does not exist")
  static let dnssecNoRecord = MessageTemplate("dnssec.no_record", "{name} has no {type} record")
  static let dnssecNoProof = MessageTemplate(
    "dnssec.no_proof",
    "the zone {zone}: no proof that {claim}"
  )
  static let dnssecGap = MessageTemplate(
    "dnssec.gap",
    "the zone {zone}: its proof that {claim} leaves a gap"
  )
  static let dnssecOptOut = MessageTemplate(
    "dnssec.opt_out",
    "{zone} leaves unsigned zones out of its proof of what {name} is not (opt-out)"
  )
  static let dnssecOptOutZone = MessageTemplate(
    "dnssec.opt_out_zone",
    "{zone} leaves unsigned zones out of its proof, and so {name} (opt-out)"
  )
  static let dnssecIterations = MessageTemplate(
    "dnssec.iterations",
    "{zone} hashes names {count} times again; more than {most} are not followed (RFC 9276)"
  )
  static let dnssecNoZone = MessageTemplate(
    "dnssec.no_zone",
    "{name} is signed by {signer}, which is not a zone of its own below {zone}"
  )
  static let dnssecNoSignature = MessageTemplate(
    "dnssec.no_signature",
    "there is no signature of {name}"
  )
  static let dnssecNoAnchor = MessageTemplate(
    "dnssec.no_anchor",
    "no trust anchor stands above {name}"
  )
  static let dnssecAboveAnchor = MessageTemplate(
    "dnssec.above_anchor",
    "{name} is signed by {signer}, which lies above the trust anchor {anchor}"
  )
  static let dnssecAnchorNoZone = MessageTemplate(
    "dnssec.anchor_no_zone",
    "the trust anchor {anchor} is not a zone"
  )
  package static let dnssecNoDS = MessageTemplate(
    "dnssec.no_ds",
    "{zone} proves that its child zone {name} has no DS: it is not signed"
  )
  static let dnssecChildAlone = MessageTemplate(
    "dnssec.child_alone",
    "the server knows {name} only, not what its parent {zone} says of it"
  )
  static let dnssecAnchor = MessageTemplate("dnssec.anchor", "the trust anchor")
  static let dnssecParent = MessageTemplate("dnssec.parent", "the parent's DS")
  static let dnssecWay = MessageTemplate("dnssec.way", "{algorithm} with {digest}")
  static let dnssecNotFollowed = MessageTemplate(
    "dnssec.not_followed",
    "the zone {zone}: {voucher} names only keys that are not followed: {ways|, }"
  )
  static let dnssecNoKeys = MessageTemplate(
    "dnssec.no_keys",
    "the zone {zone}: {voucher} names key {keys|, }, but no DNSKEY set is there"
  )
  static let dnssecKeysUnsigned = MessageTemplate(
    "dnssec.keys_unsigned",
    "the zone {zone}: its DNSKEY set came without any signature"
  )
  static let dnssecKeysUnsignedHere = MessageTemplate(
    "dnssec.keys_unsigned_here",
    "the zone {zone}: its DNSKEY set came without any signature; the server that was asked hands out none"
  )
  static let dnssecOtherKeys = MessageTemplate(
    "dnssec.other_keys",
    "the zone {zone}: {voucher} names key {keys|, }, but its keys are {own|, }"
  )
  static let dnssecTooManyDigests = MessageTemplate(
    "dnssec.too_many_digests",
    "the zone {zone}: gave up comparing its keys with what vouches for them"
  )
  static let dnssecOtherDigest = MessageTemplate(
    "dnssec.other_digest",
    "the zone {zone}: {voucher} names another key {key} than it has (the digests differ)"
  )
  static let dnssecOtherSigner = MessageTemplate(
    "dnssec.other_signer",
    "the zone {zone}: its DNSKEY set is signed by key {signers|, }, but {voucher} names {key}"
  )
}

extension Message.Value {
  /// The tags of keys, the first few; they are names more than numbers.
  static func keys(_ tags: [UInt16]) -> Message.Value {
    if tags.isEmpty { return .message(Message(.dnssecNone)) }
    var shown = tags.prefix(6).map { "\($0)" }
    if tags.count > 6 { shown.append("…") }
    return .texts(shown)
  }
}
