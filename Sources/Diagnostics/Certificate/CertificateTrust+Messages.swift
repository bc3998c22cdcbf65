package import Model

/// Why a certificate is trusted or not, and why it is for a host or not.
extension MessageTemplate {
  package static let certThisSystem = MessageTemplate("cert.this_system", "this system")
  static let certTrustNoneSent = MessageTemplate("cert.trust.none_sent", "no certificate was sent")
  static let certTrustUnreadable = MessageTemplate(
    "cert.trust.unreadable",
    "not all of it can be read"
  )
  static let certTrustMalformed = MessageTemplate(
    "cert.trust.malformed",
    "it is not written as RFC 5280 demands"
  )
  static let certTrustKeyKind = MessageTemplate(
    "cert.trust.key_kind",
    "its key ({key}) is of a kind that is not accepted"
  )
  static let certTrustExpired = MessageTemplate("cert.trust.expired", "it has expired")
  static let certTrustNotYetValid = MessageTemplate(
    "cert.trust.not_yet_valid",
    "it is not valid yet"
  )
  static let certTrustItself = MessageTemplate("cert.trust.itself", "{store} trusts it itself")
  static let certTrustCritical = MessageTemplate(
    "cert.trust.critical",
    "it has a critical extension that is not understood ({oid})"
  )
  static let certTrustSigned = MessageTemplate(
    "cert.trust.signed",
    "it is signed by {root}, which {store} trusts"
  )
  package static let certTrustSelfSigned = MessageTemplate(
    "cert.trust.self_signed",
    "it is signed by its own key, and {store} doesn't trust it"
  )
  static let certTrustRootMalformed = MessageTemplate(
    "cert.trust.root_malformed",
    "{store} trusts {root}, but its certificate is not written as RFC 5280 demands, so that it can't sign others"
  )
  static let certTrustRootKey = MessageTemplate(
    "cert.trust.root_key",
    "{store} trusts {root}, but signatures by its key ({key}) are not accepted"
  )
  static let certTrustUnsigned = MessageTemplate(
    "cert.trust.unsigned",
    "{certificate} isn't signed by {issuer}"
  )
  static let certTrustMissing = MessageTemplate(
    "cert.trust.missing",
    "the certificate of {issuer} is missing: the server doesn't send it, and {store} doesn't have it"
  )
  static let certTrustIssuerExpired = MessageTemplate(
    "cert.trust.issuer_expired",
    "{issuer} has expired"
  )
  static let certTrustIssuerNotYetValid = MessageTemplate(
    "cert.trust.issuer_not_yet_valid",
    "{issuer} is not valid yet"
  )
  static let certTrustNoAuthority = MessageTemplate(
    "cert.trust.no_authority",
    "{issuer} may not sign others"
  )
  static let certTrustNoUsage = MessageTemplate(
    "cert.trust.no_usage",
    "{issuer} may not sign others: its key usage doesn't allow it"
  )
  static let certTrustVersionOne = MessageTemplate(
    "cert.trust.version_one",
    "{issuer} may not sign others: it is of version 1, which can't allow it"
  )
  static let certTrustRightsUnreadable = MessageTemplate(
    "cert.trust.rights_unreadable",
    "{issuer} may not sign others: what it may do can't be read"
  )
  static let certTrustIssuerCritical = MessageTemplate(
    "cert.trust.issuer_critical",
    "{issuer} has a critical extension that is not understood ({oid})"
  )
  static let certTrustEnd = MessageTemplate(
    "cert.trust.end",
    "{store} doesn't trust {root}, at which the chain ends"
  )
  static let certTrustConstrained = MessageTemplate(
    "cert.trust.constrained",
    "{issuer} may sign certain other names alone"
  )
  static let certTrustChain = MessageTemplate(
    "cert.trust.chain",
    "the chain to {root} is not as RFC 5280 demands"
  )
  static let certTrustServersAlone = MessageTemplate(
    "cert.trust.servers_alone",
    "{issuer} may sign servers alone, and here it signs another authority"
  )
  static let certTrustDepth = MessageTemplate(
    "cert.trust.depth",
    "{issuer} may have {most} below it at most that sign others, and has {below}"
  )
  package static let certMatchNamed = MessageTemplate(
    "cert.match.named",
    "its names include {host}"
  )
  static let certMatchWildcard = MessageTemplate("cert.match.wildcard", "{name} covers {host}")
  static let certMatchNoHost = MessageTemplate("cert.match.no_host", "it names no host")
  static let certMatchNoAddress = MessageTemplate("cert.match.no_address", "it names no address")
  static let certMatchOtherThanHosts = MessageTemplate(
    "cert.match.other_than_hosts",
    "it names no host, only other names"
  )
  static let certMatchOtherThanAddresses = MessageTemplate(
    "cert.match.other_than_addresses",
    "it names no address, only other names"
  )
  static let certMatchCommonName = MessageTemplate(
    "cert.match.common_name",
    "it names no host; its common name ({name}) counts no more (RFC 9525)"
  )
  static let certMatchCommonNameAlone = MessageTemplate(
    "cert.match.common_name_alone",
    "it names no address; its common name ({name}) counts no more (RFC 9525)"
  )
  static let certMatchStarTooWide = MessageTemplate(
    "cert.match.star_too_wide",
    "{name} counts for no host: no star stands for a whole top-level domain's names"
  )
  static let certMatchStarOneLabel = MessageTemplate(
    "cert.match.star_one_label",
    "{name} covers one label only, not {host}"
  )
  static let certMatchOthers = MessageTemplate("cert.match.others", "it is for {names|, }")
  static let certMatchMoreOthers = MessageTemplate(
    "cert.match.more_others",
    "it is for {names|, } and {count} more"
  )
}
