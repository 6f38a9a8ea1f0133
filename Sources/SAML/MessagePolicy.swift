import Dates

/// The requirements for every message. A sum of times that is too large counts as the end of time.
protocol MessagePolicy {
    var now: Int64 { get }
    var skew: Int64 { get }
    var expectedIssuer: String { get }
    var skipping: Set<Check> { get }
}

extension MessagePolicy {
    /// Whether a time is in the future, allowing for the skew.
    func isFuture(_ time: Int64) -> Bool { time > now.clampedSum(skew) }

    /// Whether a NotOnOrAfter has passed, allowing for the skew.
    func isOver(_ end: Int64) -> Bool { now >= end.clampedSum(skew) }

    func checkDestination(_ destination: String?, expected: String) throws(SAMLError) {
        if !expected.isSame(as: destination), !skipping.contains(.destination) {
            throw SAMLError(.wrongDestination, "Destination: \(expected); found \(destination ?? "none")")
        }
    }

    func checkIssuer(_ issuer: String) throws(SAMLError) {
        if !expectedIssuer.isSame(as: issuer), !skipping.contains(.issuer) {
            throw SAMLError(.wrongIssuer, "Issuer: \(expectedIssuer); found \(issuer)")
        }
    }

    func checkIssueInstant(_ issueInstant: Int64) throws(SAMLError) {
        if isFuture(issueInstant), !skipping.contains(.issueInstant) {
            throw SAMLError(.notYetValid, "IssueInstant is in the future by more than \(skew) s")
        }
    }
}

extension String {
    /// Whether another string has the same bytes, as SAML compares strings (core, section 1.3.1). `==` also accepts other
    /// notations of a character, such as U+212A (Kelvin) for K.
    func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}
